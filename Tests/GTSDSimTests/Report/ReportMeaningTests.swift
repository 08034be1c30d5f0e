import Foundation
import GTSDModel
import TestSupport
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import gtsd_sim

/// A value of a JSON document that can be changed at any place.
enum Tree {
  /// The places of all values inside one; the first element stands for all elements of its list.
  static func places(_ value: Any, _ path: [String] = []) -> [[String]] {
    var places: [[String]] = path.isEmpty ? [] : [path]
    if let object = value as? [String: Any] {
      for key in object.keys.sorted() { places += Self.places(object[key]!, path + [key]) }
    } else if let list = value as? [Any], let first = list.first {
      places += Self.places(first, path + ["0"])
    }
    return places
  }

  /// The document with another value at a place, or without it.
  static func changed(_ value: Any, at path: ArraySlice<String>, to new: Any?) -> Any {
    guard let step = path.first else { return new ?? NSNull() }
    let rest = path.dropFirst()
    if var object = value as? [String: Any] {
      object[step] = rest.isEmpty ? new : changed(object[step] ?? NSNull(), at: rest, to: new)
      return object
    }
    guard var list = value as? [Any], let index = Int(step), list.indices.contains(index) else { return value }
    if rest.isEmpty, new == nil {
      list.remove(at: index)
    } else {
      list[index] = changed(list[index], at: rest, to: new)
    }
    return list
  }
}

struct ReportMeaningTests {
  /// A document with one change, as a file would hold it.
  private static func text(_ document: Any, _ path: [String], _ value: Any?) throws -> Data {
    try JSONSerialization.data(withJSONObject: Tree.changed(document, at: path[...], to: value))
  }

  /// Reads a report and renders it in every way; returns for any content.
  private static func exercise(_ data: Data) -> Report.ReadingError? {
    do throws(Report.ReadingError) {
      let report = try Report(json: data)
      for format in ReportFormat.allCases { _ = report.rendered(as: format) }
      _ = TerminalSummary(report, width: 80, color: true, exitCode: report.exit(noFail: false).rawValue).text
      _ = try? ShardMerge.report(of: [("a", report)])
      return nil
    } catch {
      return error
    }
  }

  /// Values of a report of each kind, replaced by those of a damaged or malicious file: some 20 changes of each report,
  /// spread over the document, with each kind of value. `GTSD_EVERY_LEAF=1 swift test --filter ReportMeaningTests`
  /// tries every value at every place, in ten minutes of processor time.
  @Test(arguments: SampleReport.Name.allCases)
  func changedReportValuesNeverTrap(name: SampleReport.Name) throws {
    let document = try JSONSerialization.jsonObject(with: Data(SampleReport.named(name).json.utf8))
    let values: [Any?] = [-1, 0, Int64.max, Int64.min, 1_000_000_000_000, "", [Int](), NSNull(), nil]
    let places = Tree.places(document)
    let isWhole = ProcessInfo.processInfo.environment["GTSD_EVERY_LEAF"] != nil
    // Not a multiple of the number of values, so that each of them is used.
    var step = isWhole ? 1 : max(1, places.count * values.count / 20)
    while !isWhole, step.isMultiple(of: 3) { step += 1 }
    var (read, refused) = (0, 0)
    for number in stride(from: 0, to: places.count * values.count, by: step) {
      let (path, value) = (places[number / values.count], values[number % values.count])
      if Self.exercise(try Self.text(document, path, value)) == nil { read += 1 } else { refused += 1 }
    }
    #expect(read > 0 && refused > 0, "\(read) read, \(refused) refused")
  }

  /// Input that once caused a crash, as lines of sample, path and value.
  @Test func inputThatCrashedOnceIsRefused() throws {
    let file = Checkout.fixtures.appending(path: "corpus/reports.txt")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(lines.count >= 15)
    for line in lines {
      let parts = line.split(separator: " ", maxSplits: 2).map(String.init)
      let name = try #require(SampleReport.Name.allCases.first { "\($0)" == parts[0] })
      let document = try JSONSerialization.jsonObject(with: Data(SampleReport.named(name).json.utf8))
      let path = parts[1].split(separator: ".").map(String.init)
      let value =
        parts[2] == "removed"
        ? nil : try JSONSerialization.jsonObject(with: Data(parts[2].utf8), options: .fragmentsAllowed)
      #expect(Tree.places(document).contains(path), "\(line): no such place")
      let error = Self.exercise(try Self.text(document, path, value))
      guard case .malformed(_, _, let place, let reason)? = error else {
        Issue.record("\(line): read as a report")
        continue
      }
      #expect(place.hasPrefix("$.\(path[0])") && !reason.isEmpty, "\(line): \(place): \(reason)")
    }
  }

  @Test func problemIsReportedWithItsPosition() throws {
    var report = SampleReport.full
    report.kpis[0].denominator = .min
    report.command = "gtsd-sim \u{1B}[31m"
    let text = report.json
    let error = #expect(throws: Report.ReadingError.self) { try Report(json: Data(text.utf8)) }
    guard case .malformed(let line, let column, let path, let reason)? = error else { return }
    #expect(path == "$.command" && line > 1 && column > 1)
    #expect(reason == "no report has this: a text may not hold the control character U+1B")
    report.command = nil
    let other = #expect(throws: Report.ReadingError.self) { try Report(json: Data(report.json.utf8)) }
    #expect(
      other?.description.contains("$.kpis[0].denominator: no report has this: expected a number from 0 to 10^15")
        == true)
  }

  /// Every report that a run writes is accepted when it is read.
  @Test(arguments: SampleReport.Name.allCases)
  func everySampleReportIsAccepted(name: SampleReport.Name) throws {
    let report = SampleReport.named(name)
    #expect(try Report(json: Data(report.json.utf8)).json == report.json)
  }

  @Test func cellsOfATableAreNotComputed() {
    var report = SampleReport.full
    report.kpis[0].title = "=HYPERLINK(\"x\")"
    report.kpis[1].title = "@a"
    report.kpis[1].value = -0.5
    let rows = report.csv.split(separator: "\r\n")
    #expect(rows[1].contains("\"'=HYPERLINK(\"\"x\"\")\""))
    #expect(rows[2].contains(",'@a,") && rows[2].contains(",-0.5,"))
    for text in ["+1", "+1; +1", "-inf", "-0x1p3", "-1+2", "-1; =2", "\t1"] {
      report.kpis[0].title = text
      #expect(report.csv.split(separator: "\r\n")[1].contains(",'\(text),"), "\(text)")
    }
  }

  /// The content of a foreign report stays text in Markdown, too, which many sites show as a page.
  @Test func markdownIsNotLeft() {
    var report = SampleReport.full
    let tag = "<img src=x>"
    report.tool = .init(name: tag, version: tag)
    report.digest = "a` \(tag) `b"
    report.command = "gtsd-sim\n```\n\(tag)"
    report.assumptions = [Assumption(path: "a` | \(tag) | `b", value: "1")]
    for index in report.violations.indices {
      report.violations[index].invariant = tag
      report.violations[index].key = "a` \(tag) `b"
    }
    let text = report.markdown
    let outside = Self.withoutCode(text)
    #expect(outside.contains("\\<img") && !outside.replacing("\\<", with: "").contains("<img"), "\(outside)")
    // One more column would change another cell.
    var columns = 0
    for line in text.split(separator: "\n") where line.hasPrefix("| ") {
      let bars = line.replacing("\\|", with: "").count { $0 == "|" }
      if line.hasPrefix("| --- ") { columns = bars }
      if line.contains("img") { #expect(bars == columns, "\(line)") }
    }
  }
  /// Markdown without its spans and fences of code, by CommonMark's rule: the same number of backticks begins and ends
  /// one.
  private static func withoutCode(_ text: String) -> String {
    var runs = text.split(separator: /`+/, omittingEmptySubsequences: false).map(String.init)[...]
    var ticks = text.matches(of: /`+/).map(\.output.count)[...]
    var result = runs.removeFirst()
    while let opening = ticks.popFirst() {
      if let end = ticks.firstIndex(of: opening) {
        runs.removeFirst(end - ticks.startIndex + 1)
        ticks = ticks[(end + 1)...]
      }
      result += runs.removeFirst()
    }
    return result
  }
}
