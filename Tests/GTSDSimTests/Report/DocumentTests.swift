import Foundation
import GTSDModel
import Testing

@testable import Documents
@testable import GTSDFields
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import Statistics

struct DocumentTests {
  private func document(_ sections: [Document.Section], first: [String] = []) -> Document {
    var document = SampleReport.empty.document
    document.sections = sections
    document.firstInTexts = first
    return document
  }

  /// A block is in the forms that it is meant for and in no other. A section without blocks is left out with its
  /// heading.
  @Test func blocksAppearWhereTheyAreMeantFor() {
    let forms: [(DocumentForms, String)] = [(.page, "onpages"), (.markdown, "inmarkdown"), (.terminal, "onterminals")]
    let all = document(
      forms.map { form, word in Document.Section(word, "About \(word)", [DocumentBlock.paragraph(word).on(form)]) })
    let texts = [
      PageRenderer.text(all), MarkdownRenderer.text(all),
      TerminalRenderer.text(all, TerminalLayout(width: 80, color: false, isPlain: false), exitCode: 0)
        .joined(separator: "\n"),
    ]
    for (index, text) in texts.enumerated() {
      for (other, form) in forms.enumerated() {
        #expect(text.contains(form.1) == (index == other), "\(form.1) in \(index)")
        #expect(text.contains("About \(form.1)") == (index == other))
      }
    }
  }

  @Test func textFormatsHaveTheirOwnSectionOrder() {
    let sections = ["a", "b", "c"].map { Document.Section($0, "Part \($0)", [.paragraph("text")]) }
    let ordered = document(sections, first: ["c", "nothing", "a"])
    #expect(ordered.sections(in: .page).map(\.id) == ["a", "b", "c"])
    #expect(ordered.sections(in: .markdown).map(\.id) == ["c", "a", "b"])
    #expect(ordered.sections(in: .terminal).map(\.id) == ["c", "a", "b"])
  }

  /// A cell that spans rows is one cell on a page, and occurs once in texts.
  @Test func cellsCanSpanRows() {
    let table = Table(
      [.head("Name"), .number("Value"), .text("Only here", on: .page), .text("Demand")],
      [["a <b>", "1", "x", "first"], [.above, .above, "y", "second"], ["c|d", "2", "z", "third"]])
    let page = PageRenderer.table(table)
    #expect(page.components(separatedBy: "rowspan=\"2\"").count == 3)
    #expect(
      page.contains("<th scope=\"row\" rowspan=\"2\">a &lt;b&gt;</th>")
        && page.contains("<td data-head=\"Only here\">y</td>"))
    #expect(page.components(separatedBy: "<th scope=\"row\"").count == 3)
    let markdown = MarkdownRenderer.text(document([Document.Section("t", "T", [.table(table)])]))
    #expect(
      markdown.contains(
        """
        | Name | Value | Demand |
        | --- | ---: | --- |
        | a \\<b> | 1 | first |
        |  |  | second |
        | c\\|d | 2 | third |
        """))
  }

  /// Text is never interpreted as markup, in any form.
  @Test(arguments: ["<script>alert(1)</script>", "a`b`c", "**bold** [link](x)", "\"quoted\" & 'so'"])
  func textsAreNoMarkup(text: String) {
    let all = document([
      Document.Section("t", text, [.paragraph(text), .list([text]), .table(Table([.head("a")], [[.init(text)]]))])
    ])
    #expect(!PageRenderer.text(all).contains("<script>alert"))
    let markdown = MarkdownRenderer.text(all)
    #expect(
      !markdown.contains(/[^\\]<script/) && !markdown.contains(/[^\\]\*\*bold/) && !markdown.contains(/[^\\]\[link/))
  }
}

/// A record with a key of each kind.
private struct Everything: JSONRecord, Hashable {
  struct Part: JSONRecord, Hashable {
    var count = 3
    static var blank: Part { Part(count: 0) }
    mutating func describe(_ json: inout RecordCoder) {
      json.count("count", &count)
      json.expect(count, in: 0...10, "count")
    }
  }

  var text = "so"
  var none: String?
  var omitted: Double?
  var flag = true
  var verdict = Verdict.missed
  var rows = [[1.0, 2.5]]
  var part: Part? = Part()
  var parts = [Part(count: 1), Part(count: 2)]
  var counts = ["a": 1]

  static var blank: Everything {
    Everything(text: "", flag: false, verdict: .none, rows: [], part: nil, parts: [], counts: [:])
  }

  mutating func describe(_ json: inout RecordCoder) {
    json.text("text", &text)
    json.text("none", &none)
    json.number("omitted", &omitted, omitted: true)
    json.flag("flag", &flag)
    json.choice("verdict", &verdict)
    json.rows("rows", &rows, columns: 2, "[x, y]")
    json.record("part", &part)
    json.records("parts", &parts)
    json.counts("counts", &counts, "by name")
  }
}

struct RecordTests {
  private func read(_ text: String) throws -> Everything {
    try JSONDecoder().decode(RecordReading<Everything>.self, from: Data(text.utf8)).value
  }

  @Test func oneDescriptionWritesReadsAndIsTheSchema() throws {
    for value in [Everything(), Everything(none: "x", omitted: 1.5, part: nil, parts: [], counts: [:])] {
      let text = value.json.reportText
      #expect(try read(text) == value)
      #expect(try SchemaCheck(Everything.written.reportText).problems(in: text) == [])
    }
    let text = Everything().json.reportText
    #expect(text.contains("\"none\": null") && !text.contains("omitted"))
  }

  @Test("A rounded record is unchanged after writing and reading")
  func roundingLeavesWhatIsWritten() throws {
    var value = Everything(
      omitted: 1.0 / 3, rows: [[2.0 / 3, 1e-13 / 7]], part: Everything.Part(), parts: [], counts: [:])
    #expect(try read(value.json.reportText) != value)
    let text = value.json.reportText
    value.round()
    #expect(value.json.reportText == text && value.omitted == 0.333333333)
    #expect(try read(text) == value)
    var endless = Everything(omitted: .infinity)
    endless.round()
    #expect(endless.omitted == nil)
  }

  @Test(arguments: [
    ("\"so\"", "\"s\\u001bo\"", "text", "control character U+1B"), ("2.5", "1e16", "rows.0", "10^15"),
    ("2.5", "2.5, 3", "rows.0", "a list of 2 numbers; found one of 3"),
    ("\"count\": 2", "\"count\": 11", "parts.1.count", "from 0 to 10; found 11"),
    ("\"a\": 1", "\"a\": -1", "counts.a", "found -1"),
  ])
  func impossibleDocumentIsRefusedAtItsPlace(part: String, other: String, path: String, reason: String) throws {
    let text = Everything().json.reportText
    #expect(text.contains(part))
    let error = try #require(throws: ImpossibleValue.self) { try read(text.replacing(part, with: other)) }
    let place = error.path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    #expect(place == path && error.reason.contains(reason), "\(error)")
  }

  @Test(arguments: [("\"missed\"", "\"lost\""), ("\"flag\": true", "\"flag\": 1"), ("\"parts\"", "\"party\"")])
  func anotherShapeIsRefused(part: String, other: String) {
    let text = Everything().json.reportText
    #expect(text.contains(part))
    #expect(throws: DecodingError.self) { try read(text.replacing(part, with: other)) }
  }
}
