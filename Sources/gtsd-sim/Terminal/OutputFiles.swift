import Foundation
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
  static func write(_ report: Report, formats: [String], to directory: String) throws(CommandFailure) {
    for format in formats {
      let name = fileName(of: format)
      try write(text(of: report, format: format), to: URL(filePath: directory).appending(path: name).path)
    }
  }

  /// A report in one format.
  static func text(of report: Report, format: String) -> String {
    switch format {
    case "json": report.json
    case "md": report.markdown
    case "html": report.html
    case "csv": report.csv
    case "junit": report.junit
    default: preconditionFailure("the parser let the format \(format) through")
    }
  }

  private static func fileName(of format: String) -> String {
    switch format {
    case "csv": "kpis.csv"
    case "junit": "junit.xml"
    default: "report.\(format)"
    }
  }
}
