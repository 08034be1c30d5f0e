import Foundation
import GTSDModel
import GTSDSim
import Testing

@testable import Documents
@testable import GTSDFields
@testable import GTSDWorld
@testable import Statistics

struct ReportJSONTests {
  @Test(arguments: SampleReport.Name.allCases)
  func aReportSurvivesItsJSON(name: SampleReport.Name) throws {
    let report = SampleReport.named(name)
    let text = report.json
    let again = try Report(json: Data(text.utf8))
    #expect(again.json == text)
    // Pages show the value itself, so the value that was read must be equal to it and not only look alike.
    #expect(again == report)
    #expect(again.markdown == report.markdown)
    #expect(again.html == report.html)
    #expect(again.junit == report.junit && again.exitCode == report.exitCode)
  }

  @Test func keysAreSorted() throws {
    let lines = SampleReport.full.json.split(separator: "\n")
    let keys = lines.filter { $0.hasPrefix("  \"") }.map { String($0.split(separator: "\"")[1]) }
    #expect(keys.count == 18)
    #expect(keys == keys.sorted())
  }

  @Test(arguments: [
    (0.1 + 0.2, "0.3"), (1.0 / 3, "0.333333333"), (80, "80"), (-0.0, "0"), (1e-12, "1e-12"),
    (123_456_789.4, "123456789"),
    (1_234_567_891, "1.23456789e+09"), (0.000_123_456_789_9, "0.00012345679"), (.infinity, "null"), (.nan, "null"),
  ])
  func numbersHaveNineDigits(number: Double, expected: String) throws {
    let text = NineDigits.text(of: number)
    if number.isFinite {
      #expect(try #require(Double(text)) == (try #require(Double(expected))))
      #expect(text.filter(\.isNumber).count <= 14)
    } else {
      #expect(text == "null")
    }
  }

  /// The last bits, in which mathematics libraries differ, do not reach the text.
  @Test func neighbouringNumbersReadTheSame() {
    for number in [0.1, 2.0 / 3, 1234.5678, 9e11, 4e-7] {
      #expect(NineDigits.text(of: number) == NineDigits.text(of: number.nextUp))
    }
  }

  @Test func textIsEscaped() throws {
    let text = JSONNode.string("a\"b\\c\n\t\u{1}é🙂").reportText
    #expect(text == "\"a\\\"b\\\\c\\n\\t\\u0001é🙂\"\n")
    #expect(try JSONDecoder().decode([String].self, from: Data("[\(text)]".utf8)) == ["a\"b\\c\n\t\u{1}é🙂"])
  }

  @Test func anInfiniteEndIsNull() throws {
    var report = SampleReport.empty
    report.kpis[0].interval = Interval(level: 0.95, low: 3, high: .infinity, method: "brookmeyer-crowley")
    let again = try Report(json: Data(report.json.utf8))
    #expect(report.json.contains("\"high\": null"))
    #expect(again.kpis[0].interval?.high == .infinity)
  }

  @Test func textThatIsNoReportIsRefusedWithAReason() throws {
    #expect(throws: Report.ReadingError.unknownVersion(2)) { try Report(json: Data(#"{"formatVersion": 2}"#.utf8)) }
    let missing = #expect(throws: Report.ReadingError.self) {
      try Report(json: Data(SampleReport.full.json.replacing("\"funnel\"", with: "\"tunnel\"").utf8))
    }
    #expect(missing?.description == #"1:1: $: not a report: the key "funnel" is missing"#)
    let wrong = #expect(throws: Report.ReadingError.self) {
      try Report(json: Data(SampleReport.full.json.replacing("\"evaluated\": 4120", with: "\"evaluated\": \"x\"").utf8))
    }
    let place = try #require(SampleReport.full.json.split(separator: "\n").firstIndex { $0.contains("4120") }) + 1
    #expect(
      wrong?.description == #"\#(place):20: $.checks[1].evaluated: not a report: expected a number; found "x""#)
    #expect(throws: Report.ReadingError.self) { try Report(json: Data("nothing".utf8)) }
  }

  @Test(arguments: [
    ("", #"1:1: $: not JSON: expected a value; found the end of the text"#),
    ("{\n \"formatVersion\": 1,\n]", #"3:1: $: not JSON: expected a key in double quotes or `}`; found `]`"#),
    ("[]", "1:1: $: not a report: expected an object; found an empty list"),
    (#"{"formatVersion": "1"}"#, #"1:19: $.formatVersion: not a report: expected a number; found "1""#),
    (#"{"formatVersion": 1, /* so */ }"#, "1:1: $: not a report: comments and trailing commas are for scenarios only"),
    (#"{"seeed": 1}"#, #"1:1: $: not a report: the key "formatVersion" is missing"#),
  ])
  func problemHasAPlaceAndNoWordOfTheDecoder(text: String, message: String) {
    let error = #expect(throws: Report.ReadingError.self) { try Report(json: Data(text.utf8)) }
    #expect(error?.description == message)
  }

  @Test func unknownKindErrorListsTheKinds() throws {
    let json = SampleReport.full.json.replacing("\"kind\": \"simulation\"", with: "\"kind\": \"foo\"")
    let error = try #require(throws: Report.ReadingError.self) { try Report(json: Data(json.utf8)) }
    let line = try #require(json.split(separator: "\n").firstIndex { $0.contains("\"kind\": \"foo\"") }) + 1
    #expect(
      error.description == "\(line):11: $.kind: not a report: expected one of simulation, exploration, forecast, "
        + "comparison, calibration, load; found \"foo\"")
  }

  @Test(arguments: [
    (#"{"seed": 3, /* no report */ }"#, "run"), (#"{"story": {"when": ["rest"]}}"#, "explore"),
    (#"{"load": {"rate": 5}}"#, "load"),
  ])
  func errorsDistinguishScenariosFromReports(text: String, command: String) throws {
    let error = try #require(throws: Report.ReadingError.self) { try Report(json: Data(text.utf8)) }
    #expect(error == .scenario(command: command))
    #expect(error.description(in: "a.json").hasSuffix("`gtsd-sim \(command) a.json` makes a report of it"))
  }

  @Test func theSchemaIsRecordedAndNamesEveryKey() throws {
    try Snapshot.expect(ReportSchema.json, named: "report.schema.json")
    let schema = try #require(
      try JSONSerialization.jsonObject(with: Data(ReportSchema.json.utf8)) as? [String: Any])
    let properties = try #require(schema["properties"] as? [String: Any])
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(SampleReport.experiment.json.utf8)) as? [String: Any])
    #expect(Set(report.keys).isSubset(of: properties.keys))
    let required = try #require(schema["required"] as? [String])
    #expect(Set(required).isSubset(of: report.keys))
  }

  @Test func coarseBucketsCoverAllValues() {
    var histogram = LogHistogram()
    for value in [0, 1, 3, 7, 100, 5_000, 123_456_789, Int64.max] { histogram.record(value, times: 3) }
    let distribution = DistributionSummary(id: "x", unit: "count", histogram: histogram, scale: 1)
    #expect(distribution.buckets.reduce(0) { $0 + $1[2] } == 24)
    #expect(distribution.buckets.allSatisfy { $0[0] < $0[1] })
    #expect(zip(distribution.buckets, distribution.buckets.dropFirst()).allSatisfy { $0[1] <= $1[0] })
  }
}
