import Foundation
import GTSDModel
import GTSDSim

/// Writes files whole or not at all.
enum OutputFiles {
  /// Makes a directory if it is not there, and makes sure that files can be written to it.
  static func prepare(directory: String) throws(CommandFailure) {
    let url = URL(filePath: directory)
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      let probe = url.appending(path: ".gtsd-sim-probe-\(ProcessInfo.processInfo.processIdentifier)")
      try Data().write(to: probe)
      try FileManager.default.removeItem(at: probe)
    } catch {
      throw CommandFailure(code: .failure, message: "\(directory): cannot write to this directory")
    }
  }

  /// Makes sure that a file can be written.
  static func prepare(file: String) throws(CommandFailure) {
    let folder = URL(filePath: file).deletingLastPathComponent()
    let manager = FileManager.default
    var isDirectory: ObjCBool = false
    let exists = manager.fileExists(atPath: file, isDirectory: &isDirectory)
    guard manager.isWritableFile(atPath: folder.path), !(exists && isDirectory.boolValue) else {
      throw CommandFailure(code: .failure, message: "\(file): cannot write this file")
    }
  }

  /// Writes a file: a temporary one beside it, then renamed.
  static func write(_ text: String, to file: String) throws(CommandFailure) {
    do {
      try Data(text.utf8).write(to: URL(filePath: file), options: .atomic)
    } catch {
      throw CommandFailure(code: .failure, message: "\(file): cannot write this file")
    }
  }

  /// Writes a report in formats to a directory.
  static func write(_ report: Report, formats: [ReportFormat], to directory: String) throws(CommandFailure) {
    for format in formats {
      try write(report.rendered(as: format), to: URL(filePath: directory).appending(path: format.fileName).path)
    }
  }
}
