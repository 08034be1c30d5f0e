import Foundation
import TestSupport
import Testing

@testable import GTSDFields
@testable import GTSDModel

/// The lines of the five specifications that require something, each with the check that covers it:
/// `Fixtures/Acceptance/trace.json`.
struct SpecificationTrace {
  /// A line that requires something.
  struct Line {
    var document: SpecificationDocument
    /// The heading above the line.
    var part: String
    /// The line or a part of it, word for word.
    var quote: String
    var held: [Holder]
    /// The reason why no check covers the line; nil if one does.
    var exemption: String?
  }

  /// A check that covers a line.
  enum Holder {
    /// An acceptance case with these facts in one of its expectations.
    case expectation(name: String, facts: JSONNode)
    /// An indicator, with this target if the line states one.
    case indicator(id: String, target: (comparison: String, value: String)?)
    case event(String)
    case scenario(String)
    /// A test, by its title or its function.
    case test(String)

    init(_ node: JSONNode) throws {
      if let name = node["case"]?.string {
        self = .expectation(name: name, facts: try #require(node["expect"]))
      } else if let id = node["kpi"]?.string {
        self = .indicator(id: id, target: node["target"]?.string.map { ($0, node["value"]?.text ?? "") })
      } else if let name = node["event"]?.string {
        self = .event(name)
      } else if let name = node["scenario"]?.string {
        self = .scenario(name)
      } else {
        self = .test(try #require(node["test"]?.string))
      }
    }

    /// The check as the page shows it.
    var words: String {
      switch self {
      case .expectation(let name, let facts): "`\(name)`: `\(facts.text)`"
      case .indicator(let id, let target): "`\(id)`" + (target.map { " \($0.comparison) \($0.value)" } ?? "")
      case .event(let name): "event `\(name)`"
      case .scenario(let name): "scenario `\(name)`"
      case .test(let name): "test `\(name)`"
      }
    }
  }

  let lines: [Line]

  init() throws {
    let file = try JSONReader.read(
      String(contentsOf: Checkout.fixtures.appending(path: "Acceptance/trace.json"), encoding: .utf8))
    let reasons = file["exemptions"]
    lines = try #require(file["parts"]?.elements).flatMap { part in
      let document = try #require(part["document"]?.string.flatMap(SpecificationDocument.init))
      return try #require(part["rows"]?.elements).map { row in
        let exemption = row["exempt"]?.string
        return Line(
          document: document, part: try #require(part["part"]?.string), quote: try #require(row["quote"]?.string),
          held: try (row["held"]?.elements ?? []).map(Holder.init),
          exemption: exemption.map { reasons?[$0]?.string ?? $0 })
      }
    }
  }

  /// The facts of every expectation of an acceptance case, as its file has them.
  static func expectations(of name: String) throws -> [JSONNode] {
    let text = try String(contentsOfFile: ScenarioFiles.path("acceptance/\(name).json"), encoding: .utf8)
    return try #require(JSONReader.read(text)["story"]?["when"]?.elements).compactMap { $0["expect"] }
  }
}

extension JSONNode {
  /// Whether this value states everything that another value states. An object may state more.
  func includes(_ other: JSONNode) -> Bool {
    guard let members = other.members else { return text == other.text }
    return members.allSatisfy { member in self[member.key].map { $0.includes(member.node) } ?? false }
  }
}

/// The acceptance cases with the strategies that make each of them fail: `Fixtures/Acceptance/cases.json`.
///
/// Each strategy is set alone in the correct generation. For a generation of the specifications, the listed strategy is
/// a choice of that generation that breaks the case by itself.
struct AcceptanceCases {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    /// A strategy that breaks the case.
    var alone: String
    /// The results by generation, in the order of the matrix.
    var cells: [Cell]

    var testDescription: String { name }
  }

  enum Cell: Equatable, Sendable {
    case passes
    case notApplicable
    /// A failure. For a generation of the specifications, with the strategy that causes it.
    case fails(String?)

    /// The cell as the page shows it.
    var words: String {
      switch self {
      case .passes: "✓"
      case .notApplicable: "n/a"
      case .fails(let strategy): "✗" + (strategy.map { " `\($0)`" } ?? "")
      }
    }
  }

  static let presets: [Generation.Preset] = [.seedCurrent, .seedFixed, .head, .correct]
  /// The number of schedules in which the cells were searched.
  static let schedules = 100

  let cases: [Case]

  init() throws {
    let file = try JSONReader.read(
      String(contentsOf: Checkout.fixtures.appending(path: "Acceptance/cases.json"), encoding: .utf8))
    cases = try #require(file.members).map { name in
      Case(
        name: name.key, alone: try #require(name.node["alone"]?.string),
        cells: try Self.presets.map { preset in
          switch try #require(name.node[preset.rawValue]?.string) {
          case "passes": .passes
          case "n/a": .notApplicable
          case "fails": .fails(nil)
          case let strategy: .fails(strategy)
          }
        })
    }
  }
}
