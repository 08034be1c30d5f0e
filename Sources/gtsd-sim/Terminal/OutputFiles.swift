import Foundation
import GTSDModel
import GTSDSim

/// Writes files whole or not at all; what is no file, such as a device or a pipe, is written as it stands.
enum OutputFiles {
  /// What a path stands for.
  enum Place: Equatable {
    /// A file that is there or is to be made, at the end of all links.
    case file(String)
    /// Takes bytes one after another, and cannot be replaced.
    case stream

    init(_ path: String) {
      // What is behind these names may be a file that somebody else holds open.
      let isOpen = path.hasPrefix("/dev/") || path.hasPrefix("/proc/")
      let target = URL(filePath: path).resolvingSymlinksInPath().path
      let type = (try? FileManager.default.attributesOfItem(atPath: target))?[.type] as? FileAttributeType
      switch type {
      case .typeRegular?, .typeDirectory?, nil: self = isOpen ? .stream : .file(target)
      default: self = .stream
      }
    }
  }

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
    let manager = FileManager.default
    switch Place(file) {
    case .stream:
      guard !manager.isWritableFile(atPath: file) else { return }
    case .file(let path):
      let folder = URL(filePath: path).deletingLastPathComponent()
      var isDirectory: ObjCBool = false
      let exists = manager.fileExists(atPath: path, isDirectory: &isDirectory)
      guard !manager.isWritableFile(atPath: folder.path) || exists && isDirectory.boolValue else { return }
    }
    throw CommandFailure(code: .failure, message: "\(file): cannot write this file")
  }

  /// Writes a file: a temporary one beside it, then renamed.
  static func write(_ text: String, to file: String) throws(CommandFailure) {
    do {
      switch Place(file) {
      case .file(let path): try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
      case .stream:
        let handle = try FileHandle(forWritingTo: URL(filePath: file))
        try handle.write(contentsOf: Data(text.utf8))
        try handle.close()
      }
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
