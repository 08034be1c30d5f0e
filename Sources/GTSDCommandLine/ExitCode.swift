import GTSDModel

/// The exit code of the program.
package enum ExitCode: Int32, CaseIterable, Sendable {
  case success = 0
  case failure = 1
  case targetMissed = 10
  case violation = 11
  case usage = 64
  case invalidInput = 65
  case missingInput = 66
  case unavailable = 69
  case interrupted = 130

  /// The explanation in the help text.
  package var meaning: String {
    switch self {
    case .success: "Success: every target was met, no violation was found."
    case .failure: "The command could not finish, a load was not valid, or `replay` did not show the violation again."
    case .targetMissed:
      "A target or threshold was missed, `compare` found the second side worse, or a log has a fault (`calibrate`, "
        + "`check-events`)."
    case .violation: "A violation was found (takes precedence over 10), or `replay` showed it again."
    case .usage: "The command line is wrong."
    case .invalidInput:
      "A scenario, report or replay token is invalid. All problems are listed; nothing was run or written."
    case .missingInput: "An input file is missing or unreadable."
    case .unavailable: "The server does not answer, or `load --check` found a problem."
    case .interrupted: "Interrupted; the partial report was written and is marked \"complete\": false."
    }
  }

  /// The exit code of several results together: a violation takes precedence over a missed target, and a missed target
  /// over success.
  package static func worst(_ codes: [ExitCode]) -> ExitCode {
    for code in [ExitCode.interrupted, .violation, .targetMissed] where codes.contains(code) { return code }
    return .success
  }

  /// The exit code under `--no-fail`. Turns a violation and a missed target into success; errors remain errors.
  package func forgiven(noFail: Bool) -> ExitCode {
    noFail && [.violation, .targetMissed].contains(self) ? .success : self
  }
}
