import Documents
import Foundation
package import GTSDModel

/// The complete list of a command's output files.
package struct OutputPlan {
  /// A directory, and the files to be written to it.
  package struct Directory {
    package var path: String
    package var names: [String]

    package init(path: String, formats: [ReportFormat], extras: [String] = []) {
      self.path = path
      names = formats.map(\.fileName) + extras
    }

    /// The path of a file in the directory.
    package func place(of name: String) -> String { path.hasSuffix("/") ? path + name : "\(path)/\(name)" }
  }

  package var directories: [Directory]
  /// The files that options name, except those that go to standard output.
  package var files: [(option: OptionID, path: String)]

  package init(directories: [Directory] = [], files: [(option: OptionID, path: String)] = []) {
    (self.directories, self.files) = (directories, files)
  }

  /// Adds the file that an option names, if the option was given.
  package mutating func add(_ option: OptionID, _ path: String?) {
    if let path, path != "-" { files.append((option, path)) }
  }

  /// Refuses to overwrite an input, and to write two outputs to one path.
  package func check(against inputs: [String], of command: CommandID) throws(CommandFailure) {
    var outputs = files.map { (option: $0.option, shown: $0.path, path: $0.path) }
    for directory in directories {
      outputs += directory.names.map { (.output, directory.path, directory.place(of: $0)) }
    }
    let read = inputs.map { (path: $0, file: FileIdentity($0)) }
    var taken: [(option: OptionID, path: String, file: FileIdentity)] = []
    for output in outputs {
      // Devices and pipes are never replaced.
      if case .stream = OutputPlace(output.path) { continue }
      let file = FileIdentity(output.path)
      let option = "--\(output.option.rawValue) \(output.shown)"
      if let input = read.first(where: { $0.file == file }) {
        throw .usage(of: command, "\(option) would replace \(input.path), which this command reads; name another place")
      }
      if let other = taken.first(where: { $0.file == file }) {
        throw .usage(of: command, "\(option) and --\(other.option.rawValue) would both write \(other.path)")
      }
      taken.append((output.option, output.path, file))
    }
  }
}

/// The identity of the file at a path. Paths to the same file have equal identities, also through links, and whether or
/// not the file exists.
package struct FileIdentity: Equatable {
  private enum Name: Equatable {
    case node(device: UInt64, number: UInt64)
    case path(String)
  }

  private let name: Name

  package init(_ path: String) {
    var status = stat()
    if stat(path, &status) == 0 {
      name = .node(device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(status.st_ino))
    } else if case .file(let target) = OutputPlace(path) {
      name = .path(URL(filePath: target).standardizedFileURL.resolvingSymlinksInPath().path)
    } else {
      name = .path(path)
    }
  }
}

extension ParsedArguments {
  /// The files that a command reads by its operands and options.
  package func inputs(of command: CommandID) -> [String] {
    var paths: [String] = []
    if CommandTable.spec(of: command).operand.isFile {
      paths = operands.filter { $0 != "-" }
      if command == .compare { paths = paths.map { OperandParts($0).path } }
    }
    // The new file of a shard contains everything that the old one did, so it may replace it.
    for option in CommandTable.spec(of: command).options where option != .known {
      if case .input? = CommandTable.spec(of: option, in: command).value { paths += self[all: option] }
    }
    // The files of the command that a cluster runs are inputs, too.
    if command == .cluster,
      case .command(let inner, let arguments)? = try? Invocation.parse(Array(operands.dropFirst()))
    {
      paths += arguments.inputs(of: inner)
    }
    return paths.filter { FileManager.default.fileExists(atPath: $0) }
  }
}
