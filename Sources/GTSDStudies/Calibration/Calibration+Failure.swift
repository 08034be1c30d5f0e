import GTSDFields
package import GTSDLogs

extension Calibration {
  /// The reason why events cannot be fitted.
  public enum Failure: Error, Sendable, Equatable, CustomStringConvertible {
    /// More lines were rejected than allowed.
    case tooManyRejected(RejectedLines)
    /// The file has no event.
    case empty
    /// The bytes of the file cannot be read; the reason and the way to convert them.
    case unreadable(String)
    /// The events determine no value of the scenario. Contains the reasons for the first few values.
    case nothingFitted(events: Int, users: Int, why: [String])

    /// The error and its remedies for people who use the command, with a line for each rejected line.
    public var description: String {
      guard case .tooManyRejected(let lines) = self else { return problem }
      let allowing = "Correct or remove these lines; --max-bad N, or a share such as 2%, allows more of them."
      return ([problem] + lines.remedies.map(\.ofCommand) + [allowing]).joined(separator: "\n")
    }

    /// The error and its remedies for people who use the studio, which has none of the command's options.
    package var studioText: String {
      guard case .tooManyRejected(let lines) = self else { return problem }
      let allowing =
        "Correct or remove these lines. To leave out more of them: "
        + "`gtsd-sim calibrate EVENTS --max-bad N --output FOLDER`."
      return ([problem] + lines.remedies.map(\.ofStudio) + [allowing, LogRemedy.opening]).joined(separator: "\n")
    }

    /// The error without remedies.
    private var problem: String {
      switch self {
      case .empty: "no event of the specifications in it"
      case .unreadable(let why): why
      case .nothingFitted(let events, let users, let why):
        (["\(events) events of \(users) users identify no value of the scenario, so there is no fit:"] + why)
          .joined(separator: "\n")
      case .tooManyRejected(let lines):
        (["rejected lines: \(lines.count), more than the \(lines.allowed) that are allowed. The first of them:"]
          + lines.first.map(\.onOneLine))
          .joined(separator: "\n")
      }
    }
  }

  /// The lines of a log that were rejected.
  public struct RejectedLines: Sendable, Equatable {
    /// The number of them.
    public var count: Int
    /// The number that is allowed.
    public var allowed: Int
    /// The first ten, as `line N: reason`.
    public var first: [String]
    /// The files that would make the first ones readable, each once.
    package var remedies: [LogRemedy]

    init(_ summary: EventReader.Summary, allowed: Int) {
      (count, self.allowed) = (summary.bad, allowed)
      let examples = summary.examples.prefix(10)
      first = examples.map(\.text)
      var known: Set<LogRemedy> = []
      remedies = examples.compactMap(\.remedy).filter { known.insert($0).inserted }
    }
  }
}
