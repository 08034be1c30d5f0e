package import Documents

/// The reason why a command ends early, with its message on standard error.
package struct CommandFailure: Error, Sendable, Equatable {
  package var code: ExitCode
  package var message: String
  /// The message in the studio, which has none of the commands' options; nil if it is the same there.
  package var studioMessage: String?

  package init(code: ExitCode, message: String, studioMessage: String? = nil) {
    (self.code, self.message, self.studioMessage) = (code, message, studioMessage)
  }
}

extension CommandFailure {
  /// Creates the failure for a file that could not be written.
  package init(_ failure: FileFailure) { self.init(code: .failure, message: failure.description) }

  /// Creates the failure of a command line that passes the parser but is still wrong.
  package static func usage(of command: CommandID, _ message: String) -> CommandFailure {
    CommandFailure(code: .usage, message: "gtsd-sim: \(message)\n\(HelpText.usage(of: command))")
  }
}

extension CommandFailure {
  /// The failure to lock a directory.
  package init(_ refusal: DirectoryLock.Refusal, of directory: String) {
    switch refusal {
    case .failed(let failure): self.init(failure)
    case .taken(let other): self = .taken(directory, by: other)
    }
  }

  /// The failure because another command writes to a directory.
  package static func taken(_ directory: String, by other: String) -> CommandFailure {
    CommandFailure(
      code: .failure,
      message: "\(directory): another run writes here (\(other)); wait for it, or name another directory")
  }
}
