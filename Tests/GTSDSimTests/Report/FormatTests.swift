import Foundation
import GTSDSim
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Formats that other programs read: a report of every kind, in each format with a formal definition.
struct FormatTests {
  /// A report of every kind, and reports with most parts missing.
  static let reports: [(name: String, report: Report)] =
    SampleReport.Name.allCases.map { ("\($0)", SampleReport.named($0)) } + [
      ("nothing found", SampleExploration.nothing), ("plain forecast", SampleForecast.report(SampleForecast.plain)),
      ("no forecast", SampleForecast.report(SampleForecast.nothing)), ("steady load", SampleLoad.steady),
      ("no load", SampleLoad.nothing),
    ]

  @Test func everyKindIsThere() {
    #expect(Set(Self.reports.map(\.report.kind)) == Set(Report.Kind.allCases))
  }

  // MARK: JSON

  @Test(arguments: reports.indices)
  func jsonSatisfiesTheSchema(index: Int) throws {
    let (name, report) = Self.reports[index]
    #expect(try SchemaCheck(ReportSchema.json).problems(in: report.json) == [], "\(name)")
  }

  @Test func committedExamplesSatisfyTheSchema() throws {
    let check = try SchemaCheck(ReportSchema.json)
    let folder = Checkout.root.appending(path: "reports")
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix("/report.json") }
    #expect(names.count >= 3)
    for name in names.sorted() {
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      #expect(try check.problems(in: text) == [], "\(name)")
    }
  }

  // MARK: JUnit

  @Test(arguments: reports.indices)
  func junitSatisfiesItsSchema(index: Int) throws {
    let (name, report) = Self.reports[index]
    #expect(try JUnitCheck.problems(in: report.junit) == [], "\(name)")
  }

  /// The check of JUnit files rejects files that the schema rejects, and files with wrong counts.
  @Test(arguments: [
    ("<testsuites name=", "<testsuites skipped=\"1\" name=", "skipped"), ("<testcase ", "<test ", "test"),
    (" name=\"I-", " title=\"I-", "title"), ("tests=\"", "tests=\"9", "tests"),
    ("</testsuite>", "<b/></testsuite>", "b"),
    ("failures=\"", "failures=\"x", "failures"), ("time=\"0\"", "time=\"0\" file=\"a\"", "file"),
  ])
  func theCheckOfJUnitRefuses(part: String, other: String, complaint: String) throws {
    var text = SampleReport.full.junit.replacing(part, with: other)
    if complaint == "test" { text = text.replacing("</testcase>", with: "</test>") }
    let problems = try JUnitCheck.problems(in: text)
    #expect(problems.contains { $0.contains("`\(complaint)`") }, "\(problems)")
  }

  // MARK: CSV

  @Test(arguments: reports.indices)
  func csvIsATableOfRFC4180(index: Int) throws {
    let (name, report) = Self.reports[index]
    let rows = try CSVTable(report.csv).rows
    let header = try #require(rows.first)
    #expect(Set(header).count == header.count, "\(name)")
    #expect(header.allSatisfy { $0.wholeMatch(of: /[a-z0-9][a-z0-9_.]*/) != nil }, "\(header)")
    for row in rows { #expect(row.count == header.count, "\(name): \(row)") }
  }

  @Test func textOfACellComesBack() throws {
    var report = SampleReport.experiment
    let name = "A, the \"control\"\r\nof 2\n\u{e9}"
    report.arms?[0].name = name
    let rows = try CSVTable(report.csv).rows
    #expect(rows.contains { $0[0] == name })
  }

  @Test(arguments: ["a,b\n", "a,\"b\r\n", "a\"b\r\n", "\"a\"b\r\n", "a\rb\r\n", "a"])
  func theReaderOfCSVRefuses(text: String) {
    #expect(throws: CSVTable.Malformed.self) { try CSVTable(text) }
  }
}

/// A table parsed by the grammar of RFC 4180, with a line end after the last row.
struct CSVTable {
  struct Malformed: Error {
    var offset: Int
  }

  private(set) var rows: [[String]] = []

  init(_ text: String) throws(Malformed) {
    let scalars = Array(text.unicodeScalars)
    var index = 0
    var row: [String] = []
    func at(_ offset: Int) -> Unicode.Scalar? { offset < scalars.count ? scalars[offset] : nil }
    while index < scalars.count {
      var field = String.UnicodeScalarView()
      if at(index) == "\"" {
        index += 1
        while at(index) != "\"" || at(index + 1) == "\"" {
          guard let scalar = at(index) else { throw Malformed(offset: index) }
          field.append(scalar)
          index += scalar == "\"" ? 2 : 1
        }
        index += 1
      } else {
        while let scalar = at(index), !",\"\r\n".unicodeScalars.contains(scalar) {
          field.append(scalar)
          index += 1
        }
      }
      row.append(String(field))
      if at(index) == "," {
        index += 1
      } else if at(index) == "\r", at(index + 1) == "\n" {
        index += 2
        rows.append(row)
        row = []
      } else {
        throw Malformed(offset: index)
      }
    }
    if !row.isEmpty { throw Malformed(offset: index) }
  }
}

/// Checks a document against the JUnit schema that CI readers use (Jenkins' `junit-10.xsd`), and its counts against its
/// cases.
final class JUnitCheck: NSObject, XMLParserDelegate {
  /// The allowed content of an element, and its attributes.
  private struct Element {
    var children: Set<String> = []
    var holdsText = false
    var required: Set<String> = []
    var optional: Set<String> = []
  }

  private static let elements: [String: Element] = [
    "testsuites": Element(children: ["testsuite"], optional: ["name", "time", "tests", "failures", "errors"]),
    "testsuite": Element(
      children: ["testsuite", "properties", "testcase", "system-out", "system-err"],
      required: ["name", "tests", "failures", "errors"],
      optional: ["group", "time", "skipped", "timestamp", "hostname", "id", "package", "file", "log", "url"]),
    "testcase": Element(
      children: ["skipped", "error", "failure", "system-out", "system-err"], required: ["name"],
      optional: ["time", "classname", "group"]),
    "failure": Element(holdsText: true, optional: ["type", "message"]),
    "error": Element(holdsText: true, optional: ["type", "message"]),
    "skipped": Element(holdsText: true, optional: ["type", "message"]),
    "system-out": Element(holdsText: true), "system-err": Element(holdsText: true),
  ]
  private static let counts = ["tests", "failures", "errors", "skipped"]

  private struct Open {
    var name: String
    var stated: [String: String]
    var counted: [String: Int] = [:]
  }

  private var problems: [String] = []
  private var open: [Open] = []

  static func problems(in document: String) throws -> [String] {
    let check = JUnitCheck()
    let parser = XMLParser(data: Data(document.utf8))
    parser.delegate = check
    if !parser.parse() { check.problems.append("not well-formed: \(parser.parserError.map { "\($0)" } ?? "")") }
    return check.problems
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    if let parent = open.last {
      if Self.elements[parent.name]?.children.contains(name) != true {
        problems.append("`\(name)` does not belong into \(parent.name)")
      }
    } else if name != "testsuites" {
      problems.append("the document is no testsuites but `\(name)`")
    }
    let element = Self.elements[name] ?? Element()
    for attribute in attributes.keys.sorted()
    where !element.required.contains(attribute) && !element.optional.contains(attribute) {
      problems.append("\(name) has no attribute `\(attribute)`")
    }
    for attribute in element.required.sorted() where attributes[attribute] == nil {
      problems.append("\(name) lacks its attribute `\(attribute)`")
    }
    if let time = attributes["time"], time.wholeMatch(of: /[0-9]+(\.[0-9]*)?/) == nil {
      problems.append("\(name) has the `time` \(time)")
    }
    let counted = ["testcase": "tests", "failure": "failures", "error": "errors", "skipped": "skipped"][name]
    if let counted {
      for index in open.indices { open[index].counted[counted, default: 0] += 1 }
    }
    open.append(Open(name: name, stated: attributes))
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    guard let name = open.last?.name, Self.elements[name]?.holdsText != true else { return }
    if text.contains(where: { !$0.isWhitespace }) { problems.append("\(name) holds the text `\(text)`") }
  }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    guard let element = open.popLast(), element.name.hasPrefix("testsuite") else { return }
    for count in Self.counts {
      guard let stated = element.stated[count] else { continue }
      if Int(stated) != element.counted[count, default: 0] {
        problems.append("\(element.name) states \(stated) `\(count)`; it has \(element.counted[count, default: 0])")
      }
    }
  }
}
