import CFolders
package import Foundation
import GTSDFields
public import GTSDModel
package import GTSDWorld

/// The named scenarios: the files in a folder `scenarios`, and those that are built into the program.
package enum ScenarioLibrary {
  /// A scenario with a name.
  package struct Entry: Sendable, Equatable {
    /// The folder below `scenarios`, such as `races`; empty for populations.
    package let folder: String
    /// The name, which no other scenario of the library has in any folder.
    package let name: String
    /// The path of a file; nil for a built-in scenario.
    package let file: String?

    /// The name with its folder, such as `races/double-tap-acknowledge`.
    package var id: String { folder.isEmpty ? name : "\(folder)/\(name)" }
    /// The text that names the scenario on a command line: the path of its file, or its name with the folder.
    package var operand: String { file ?? id }

    /// Reads the text of the scenario.
    package func read() throws(ScenarioFileError) -> Data {
      guard let file else { return Data(ScenarioLibrary.texts[id, default: ""].utf8) }
      do {
        return try Data(contentsOf: URL(filePath: file))
      } catch {
        throw .unreadable(path: file, reason: UnreadableFile.reason(file))
      }
    }
  }

  /// Folders in the order in which entries are listed: scenarios of populations, stories of hazards, those that are
  /// hard to find, tours, cases of acceptance, load.
  package static let folders = ["", "races", "hard", "tours", "acceptance", "load"]

  /// The scenarios that are built into the program.
  package static let builtIn: [Entry] = names.map { name in
    let parts = name.split(separator: "/")
    return Entry(folder: parts.dropLast().joined(separator: "/"), name: String(parts[parts.count - 1]), file: nil)
  }

  private static let items = EmbeddedFiles.all(gtsd_scenario_at)
  private static let names = items.map(\.path)
  private static let texts = Dictionary(uniqueKeysWithValues: items.map { ($0.path, $0.text) })

  /// The files in the folder `scenarios` of a directory; empty without that folder.
  package static func files(in directory: String) -> [Entry] {
    folders.flatMap { folder in
      let path = (directory == "." ? "" : "\(directory)/") + (folder.isEmpty ? "scenarios" : "scenarios/\(folder)")
      let files = ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
      return files.filter { $0.hasSuffix(".json") }
        .map { Entry(folder: folder, name: String($0.dropLast(5)), file: "\(path)/\($0)") }
    }
  }

  /// The files in the folder `scenarios` of a directory, and built-in scenarios with other names.
  package static func entries(in directory: String) -> [Entry] {
    let files = files(in: directory)
    let known = Set(files.map(\.id))
    let all = files + builtIn.filter { !known.contains($0.id) }
    return folders.flatMap { folder in all.filter { $0.folder == folder } }
  }

  /// The scenario with a name, with or without its folder: a file in the folder `scenarios` of a directory, or else a
  /// built-in one.
  package static func entry(named name: String, in directory: String) -> Entry? {
    func find(_ entries: [Entry]) -> Entry? { entries.first { $0.id == name || $0.name == name } }
    return find(files(in: directory)) ?? find(builtIn)
  }

  /// The story that shows a hazard.
  package static func story(of hazard: HazardID, in directory: String) -> Entry? {
    entry(named: "races/\(hazard.rawValue)", in: directory)
  }

  /// The nearest name to an unknown operand: a file beside it, or a scenario of the library.
  package static func nearest(to operand: String, in directory: String) -> String? {
    UnreadableFile.neighbour(of: operand) ?? nearestName(to: operand, in: entries(in: directory)).map(\.operand)
  }

  fileprivate static func nearestName(to text: String, in entries: [Entry]) -> Entry? {
    let name = text.hasSuffix(".json") ? String(text.dropLast(5)) : text
    let last = name.split(separator: "/").last.map(String.init) ?? name
    let near = NearestName.of(last, in: entries.map(\.name))
    return entries.first { $0.id == name || $0.name == last } ?? entries.first { $0.name == near }
  }
}

extension Scenario {
  /// The scenarios of the library, such as `first-day` and `races/double-tap-acknowledge`, for
  /// ``library(_:overrides:)``.
  public static var libraryNames: [String] { ScenarioLibrary.builtIn.map(\.id) }

  /// Loads a scenario of the built-in library. Reads no file.
  ///
  /// - Parameters:
  ///   - name: one of ``libraryNames``; the folder may be left out.
  ///   - overrides: changes to the scenario's values.
  /// - Throws: ``ScenarioFileError/unknown(name:nearest:)`` for an unknown name.
  public static func library(
    _ name: String, overrides: ScenarioOverrides = ScenarioOverrides()
  ) throws(ScenarioFileError) -> Scenario {
    guard let entry = ScenarioLibrary.builtIn.first(where: { $0.id == name || $0.name == name }) else {
      throw .unknown(name: name, nearest: ScenarioLibrary.nearestName(to: name, in: ScenarioLibrary.builtIn)?.id)
    }
    return try parse(entry.read(), path: entry.id, overrides: overrides)
  }

  /// The text of a scenario that is named on a command line, and its name for messages. A file has precedence over a
  /// scenario of the library.
  package static func text(
    of operand: String, in directory: String
  ) throws(ScenarioFileError) -> (data: Data, path: String) {
    if !UnreadableFile.isFile(operand), let entry = ScenarioLibrary.entry(named: operand, in: directory) {
      return (try entry.read(), entry.operand)
    }
    do {
      return (try Data(contentsOf: URL(filePath: operand)), operand)
    } catch {
      guard !FileManager.default.fileExists(atPath: operand) else {
        throw .unreadable(path: operand, reason: UnreadableFile.reason(operand))
      }
      let name = operand.prefix { $0 != "#" }
      if name != operand, (try? text(of: String(name), in: directory)) != nil {
        throw .unreadable(path: operand, reason: "no such file; only `compare` takes an arm after `#`")
      }
      let nearest = ScenarioLibrary.nearest(to: operand, in: directory).map { "; did you mean `\($0)`?" }
      throw .unreadable(
        path: operand,
        reason: "no such file, and no scenario of the library"
          + (nearest ?? "; `gtsd-sim list scenarios` names them"))
    }
  }

  /// The scenario that is named on a command line. A file has precedence over a scenario of the library.
  package static func named(
    _ operand: String, in directory: String, overrides: ScenarioOverrides = ScenarioOverrides()
  ) throws(ScenarioFileError) -> Scenario {
    let (data, path) = try text(of: operand, in: directory)
    return try parse(data, path: path, overrides: overrides)
  }
}
