import Foundation
import GTSDModel
import GTSDSim
import GTSDStudies
import Randomness
import Synchronization

/// The scenarios that a page can name: the one the studio was opened with, the library, and texts from the page.
///
/// A page cannot name another file, so it cannot read files that were not meant for it.
final class StudioShelf: Sendable {
  /// The name of a scenario with all defaults.
  static let defaults = "defaults"
  /// The largest number of stored texts, and the largest length of one.
  private static let maxTexts = 32
  private static let maxText = 4 << 20

  /// The scenario that the studio opens first.
  let first: String
  let paths: [String]
  private let directory: String
  /// The server that load may be sent to; nil if there is none.
  let target: StudioTarget?
  private let texts = Mutex<[(name: String, text: String)]>([])

  /// Creates the shelf of one studio.
  ///
  /// - Parameters:
  ///   - operand: the file that the studio was opened with.
  ///   - directory: the directory of the scenario library.
  ///   - target: the server for load, if any.
  init(operand: String?, directory: String, target: StudioTarget? = nil) {
    self.target = target
    self.directory = directory
    let library = ScenarioLibrary.entries(in: directory).map(\.operand)
    first = operand ?? ScenarioLibrary.entry(named: "first-day", in: directory)?.operand ?? Self.defaults
    paths = (operand.map { library.contains($0) ? [] : [$0] } ?? []) + library + [Self.defaults]
  }

  /// Stores a text under a name that depends on its content, so that the same text has the same name.
  func put(_ text: String) throws(StudioRefusal) -> String {
    guard text.utf8.count <= Self.maxText else {
      throw StudioRefusal(status: 413, "a scenario has at most 4 MB", at: "$.text")
    }
    let scenario = try Self.attempt { () throws(ScenarioFileError) in
      try Scenario.parse(Data(text.utf8), path: "(the page's text)", overrides: ScenarioOverrides())
    }
    let name = "text:" + scenario.digest.suffix(16) + "-" + Self.hash(text)
    texts.withLock { texts in
      guard !texts.contains(where: { $0.name == name }) else { return }
      if texts.count >= Self.maxTexts { texts.removeFirst() }
      texts.append((name, text))
    }
    return name
  }

  /// The hash of a scenario's text. Texts with one digest may still differ in parts that change no run.
  private static func hash(_ text: String) -> String {
    String(StableHash(of: text.utf8).value, radix: 16)
  }

  /// The operand of a command line for a scenario of the library.
  func operand(ofLibrary name: String) -> String {
    ScenarioLibrary.entry(named: name, in: directory)?.operand ?? name
  }

  /// The operand of a command line for a name, and the text that goes to its standard input.
  func operand(_ name: String) throws(StudioRefusal) -> (operand: String, input: String?) {
    if name == Self.defaults { return ("-", "{}") }
    if let text = texts.withLock({ $0.first { $0.name == name }?.text }) { return ("-", text) }
    guard paths.contains(name) else {
      let remedy = name.hasPrefix("text:") ? "it is no longer kept; send it again" : "choose one of the list"
      throw StudioRefusal(status: 404, "no scenario `\(name)`: \(remedy)", at: "$.scenario")
    }
    return (name, nil)
  }

  /// The scenario of a name with some values set.
  func scenario(_ name: String, sets: [String], generation: String? = nil) throws(StudioRefusal) -> Scenario {
    let (operand, input) = try operand(name)
    let overrides = ScenarioOverrides(generation: generation, sets: sets)
    return try Self.attempt { () throws(ScenarioFileError) in
      guard let input else { return try Scenario.named(operand, in: directory, overrides: overrides) }
      return try Scenario.parse(Data(input.utf8), path: "(the page's text)", overrides: overrides)
    }
  }

  /// The text of a scenario as it was written, for people to change.
  func text(_ name: String) throws(StudioRefusal) -> String {
    let (operand, input) = try operand(name)
    if let input { return input }
    return try Self.attempt { () throws(ScenarioFileError) in
      String(decoding: try Scenario.text(of: operand, in: directory).data, as: UTF8.self)
    }
  }

  private static func attempt<Value>(
    _ body: () throws(ScenarioFileError) -> Value
  ) throws(StudioRefusal) -> Value {
    do { return try body() } catch { throw StudioRefusal(error) }
  }
}
