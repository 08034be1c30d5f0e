import Documents
package import Foundation

/// The three standard streams of the process.
package enum StandardStreams {
  /// Opens replacements for closed standard streams, so that no file opened later takes a stream's descriptor and
  /// receives its output. The replacements can be neither read nor written.
  package static func secure() {
    // Ignores SIGPIPE: a failed write reports that the reader has gone, with more information than the sudden end of
    // the process.
    signal(SIGPIPE, SIG_IGN)
    // Ignores SIGXFSZ for the same reason: the limit on file sizes would otherwise end the process without a message.
    signal(SIGXFSZ, SIG_IGN)
    for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest free descriptor, which is the closed stream's.
      _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
  }

  /// Whether standard output can be written to.
  package static var takesOutput: Bool {
    let flags = fcntl(1, F_GETFL)
    return flags >= 0 && flags & O_ACCMODE != O_RDONLY
  }

  /// Writes to standard output.
  ///
  /// - Returns: 0, or the `errno` of the failure.
  package static func write(_ bytes: UnsafeRawBufferPointer) -> Int32 { FileCalls.system.writeAll(bytes, to: 1) }

  /// Writes a text to standard output. A failure to write ends the process.
  package static func writeText(_ text: String) {
    let code = Array(text.utf8).withUnsafeBytes { write($0) }
    guard code != 0 else { return }
    if code == EPIPE {
      // The reader has enough, as with `| head`: the process ends as if it had not ignored SIGPIPE.
      signal(SIGPIPE, SIG_DFL)
      raise(SIGPIPE)
    }
    writeError("gtsd-sim: standard output cannot be written: \(words(code))\n")
    exit(ExitCode.failure.rawValue)
  }

  /// Writes to standard error; a failure to do so is ignored.
  package static func writeError(_ text: String) {
    _ = Array(text.utf8).withUnsafeBytes { FileCalls.system.writeAll($0, to: 2) }
  }

  /// The meaning of an `errno` for a stream.
  private static func words(_ code: Int32) -> String { code == EBADF ? "it is closed" : FileFailure.words(code) }

  /// The whole standard input. Ends the process if it cannot be read.
  package static func input() -> Data {
    var data = Data()
    readInput {
      data.append($0)
      return true
    }
    return data
  }

  /// Reads standard input piece by piece, until its end or until the body wants no more. Ends the process if it cannot
  /// be read.
  package static func readInput(_ body: (Data) -> Bool) {
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = read(0, &buffer, buffer.count)
      if count == 0 { return }
      if count > 0 {
        if !body(Data(buffer[..<count])) { return }
      } else if errno != EINTR {
        writeError("(standard input): cannot be read: \(words(errno))\n")
        exit(ExitCode.missingInput.rawValue)
      }
    }
  }
}
