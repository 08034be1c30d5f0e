package import Foundation
public import GTSDModel

/// Why a file could not be read as a scenario.
public enum ScenarioFileError: Error, Sendable, Equatable {
  /// The file is missing or cannot be read.
  case unreadable(path: String, reason: String)
  /// The file was read, but is no scenario; all its problems.
  case invalid(path: String, ScenarioError)
}

extension ScenarioFileError: CustomStringConvertible {
  /// One line a problem, each with the file's path.
  public var description: String {
    switch self {
    case .unreadable(let path, let reason): "\(path): \(reason)"
    case .invalid(let path, let error):
      error.problems.map { $0.line == nil ? "\(path): \($0)" : "\(path):\($0)" }.joined(separator: "\n")
    }
  }
}

/// Why a file could not be read.
package enum UnreadableFile {
  /// In words, of a path that did not open.
  package static func reason(_ path: String) -> String {
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      let name = path.hasSuffix(".json") ? String(path.dropLast(5)) : path
      let known = Scenario.libraryPaths()?.first { $0.hasSuffix("/\(name).json") }
      return "no such file" + (known.map { "; did you mean `\($0)`?" } ?? "")
    }
    return isDirectory.boolValue ? "is a directory, not a file" : "cannot be read"
  }
}

extension Scenario {
  /// Folders of the library, in the order in which a name is looked up: scenarios of populations, micro-scenarios, those
  /// that are hard to find, tours, cases of acceptance, load.
  package static let libraryFolders = [
    "scenarios", "scenarios/races", "scenarios/hard", "scenarios/tours", "scenarios/acceptance", "scenarios/load",
  ]

  /// The paths of the library's scenarios below a directory, folder by folder; nil where there is no library.
  package static func libraryPaths(in directory: String = ".") -> [String]? {
    var paths: [String] = []
    for (index, folder) in libraryFolders.enumerated() {
      let names = try? FileManager.default.contentsOfDirectory(atPath: place(of: folder, in: directory))
      if names == nil, index == 0 { return nil }
      paths += (names ?? []).sorted().filter { $0.hasSuffix(".json") }.map { "\(folder)/\($0)" }
    }
    return paths.map { place(of: $0, in: directory) }
  }

  /// The path of the library's scenario of a name, such as a hazard's; nil where there is none.
  package static func libraryPath(of name: String, in directory: String = ".") -> String? {
    guard !name.isEmpty, name.utf8.allSatisfy({ $0 != UInt8(ascii: "/") && $0 != 0 }) else { return nil }
    let paths = libraryFolders.map { place(of: "\($0)/\(name).json", in: directory) }
    return paths.first { FileManager.default.fileExists(atPath: $0) }
  }

  /// The path of the micro-scenario of a hazard, nil where there is none.
  package static func storyPath(of hazard: String, in directory: String) -> String? {
    libraryPaths(in: directory)?.first { $0.hasSuffix("scenarios/races/\(hazard).json") }
  }

  private static func place(of path: String, in directory: String) -> String {
    directory == "." ? path : "\(directory)/\(path)"
  }

  /// Reads a scenario file and what overrides it.
  public static func load(
    _ path: String, overrides: ScenarioOverrides = ScenarioOverrides()
  ) throws(ScenarioFileError) -> Scenario {
    let data: Data
    do {
      data = try Data(contentsOf: URL(filePath: path))
    } catch {
      throw .unreadable(path: path, reason: UnreadableFile.reason(path))
    }
    return try parse(data, path: path, overrides: overrides)
  }

  /// Reads a scenario's text from anywhere; `path` is what messages call it.
  package static func parse(
    _ data: Data, path: String, overrides: ScenarioOverrides
  ) throws(ScenarioFileError) -> Scenario {
    do {
      return try parse(bytes: Array(data), name: defaultName(of: path), overrides: overrides)
    } catch {
      throw .invalid(path: path, error)
    }
  }

  /// The name of a scenario whose file gives none: the file's, as far as it can be one.
  private static func defaultName(of path: String) -> String {
    let base = URL(filePath: path).deletingPathExtension().lastPathComponent
    let name = String(base.map { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "-" || $0 == "_" ? $0 : "-" })
    return name.allSatisfy { $0 == "-" } ? "scenario" : String(name.prefix(64))
  }

  /// The hash of every value that a run of this scenario depends on, with its algorithm: `xxh64:` and 16 hexadecimal
  /// digits. How many people it stands for, and how uncertain its values are, changes what is said of runs, not the runs.
  public var digest: String {
    DigestText.make(XXH64.digest(of: eventsJSON))
  }
}
