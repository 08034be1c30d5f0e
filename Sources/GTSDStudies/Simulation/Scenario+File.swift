package import Foundation
import GTSDFields
public import GTSDModel
import Randomness

/// The reason why a file could not be read as a scenario.
public enum ScenarioFileError: Error, Sendable, Equatable {
  /// The file is missing or cannot be read.
  case unreadable(path: String, reason: String)
  /// The library has no scenario with this name. `nearest` is a similar name, if there is one.
  case unknown(name: String, nearest: String?)
  /// The file was read but is not a scenario; all its problems.
  case invalid(path: String, ScenarioError)
}

extension ScenarioFileError: CustomStringConvertible {
  /// The problems, one per line, each with the file's path.
  public var description: String {
    switch self {
    case .unreadable(let path, let reason): "\(path): \(reason)"
    case .unknown(let name, let nearest):
      "no scenario of the library is called `\(name)`; "
        + (nearest.map { "did you mean `\($0)`?" } ?? "`Scenario.libraryNames` names them")
    case .invalid(let path, let error):
      error.problems.map { $0.line == nil ? "\(path): \($0)" : "\(path):\($0)" }.joined(separator: "\n")
    }
  }
}

/// The reason why a file could not be read.
package enum UnreadableFile {
  /// Describes in words why a path could not be opened.
  package static func reason(_ path: String) -> String {
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      return "no such file" + (neighbour(of: path).map { "; did you mean `\($0)`?" } ?? "")
    }
    return isDirectory.boolValue ? "is a directory, not a file" : "cannot be read"
  }

  /// Whether a path leads to a file, and not to a directory.
  package static func isFile(_ path: String) -> Bool {
    var isDirectory: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) && !isDirectory.boolValue
  }

  /// The file in the same directory whose name is nearest to that of a path.
  package static func neighbour(of path: String) -> String? {
    let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let folder = path[..<start].isEmpty ? "." : String(path[..<start])
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    let files = names.filter { !$0.hasPrefix(".") && isFile("\(folder)/\($0)") }
    return NearestName.of(String(path[start...]), in: files).map { path[..<start] + $0 }
  }
}

extension Scenario {
  /// Reads a scenario file and applies overrides.
  public static func load(
    _ path: String, overrides: ScenarioOverrides = ScenarioOverrides()
  ) throws(ScenarioFileError) -> Scenario {
    let data: Data
    do {
      data = try Data(contentsOf: URL(filePath: path))
    } catch {
      let name = URL(filePath: path).deletingPathExtension().lastPathComponent
      let known = ScenarioLibrary.builtIn.first { $0.name == name }
      let remedy = known.map { "; `Scenario.library(\"\($0.id)\")` is built in" } ?? ""
      throw .unreadable(path: path, reason: UnreadableFile.reason(path) + remedy)
    }
    return try parse(data, path: path, overrides: overrides)
  }

  /// Reads a scenario's text from anywhere; `path` is its name in messages.
  package static func parse(
    _ data: Data, path: String, overrides: ScenarioOverrides
  ) throws(ScenarioFileError) -> Scenario {
    do {
      return try parse(bytes: Array(data), name: defaultName(of: path), overrides: overrides)
    } catch {
      throw .invalid(path: path, error)
    }
  }

  /// The name of a scenario whose file contains none: the file's name without characters that are not allowed.
  private static func defaultName(of path: String) -> String {
    let base = URL(filePath: path).deletingPathExtension().lastPathComponent
    let name = String(base.map { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "-" || $0 == "_" ? $0 : "-" })
    return name.allSatisfy { $0 == "-" } ? "scenario" : String(name.prefix(64))
  }

  /// The hash of every value that a run of this scenario depends on, with its algorithm: `xxh64:` and 16 hexadecimal
  /// digits. Excludes the number of people represented and the uncertainty of values, which affect statements about
  /// runs but not the runs.
  public var digest: String {
    DigestText.make(XXH64.digest(of: eventsJSON))
  }
}
