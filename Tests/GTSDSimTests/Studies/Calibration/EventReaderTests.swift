import Foundation
import GTSDModel
import Testing

@testable import Documents
@testable import GTSDLogs
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import Randomness

struct EventReaderTests {
  private static func line(
    _ name: String, _ time: String, user: String = "\"7\"", _ properties: String = "{}"
  ) -> String {
    #"{"event_name":"\#(name)","properties":\#(properties),"timestamp":"\#(time)","user_id":\#(user)}"#
  }

  private static func read(_ text: String) -> (log: EventLog, summary: EventReader.Summary) {
    var reader = EventReader()
    reader.read(Array(text.utf8))
    return reader.finish()
  }

  /// Every event of the app as it is written: the reader's result equals the program's event.
  @Test func readsWhatRunWrites() {
    let events: [AnalyticsEvent] = [
      .cardViewed, .cardTapped(.review), .cardTapped(.dismiss), .cardDismissed,
      .metricsAcknowledged(version: 2, sinceOnboarding: 61_234_567_890, source: .tab),
      .zeroStateViewed(hasCompletedOnboarding: false, daysSinceSignup: 1), .zeroStateTapped(.completeProfile),
      .zeroStateTapped(.maybeLater), .zeroStateProfileCompleted(sinceSignup: 5_000_000_000, daysSinceFirstSkip: 2),
      .summaryViewed(bmr: 1, tdee: 2, calories: 3, goal: .maintain, estimatedWeeks: 4),
      .summaryLearnMoreTapped(.tdee, expanded: true), .summaryLearnMoreTapped(.tdee, expanded: false),
      .summaryScrolled(depthPercent: 100, timeOnScreen: 12_345_000_000),
      .summaryScrolled(depthPercent: 99, timeOnScreen: 1_000_000),
      .summaryCompleted(
        timeOnScreen: 31_007_000_000, expanded: [.init(.bmr), .init(.targets)], depthPercent: 100, exit: .swipeDismiss),
      .summaryCompleted(timeOnScreen: 2_000_000_000, expanded: [], depthPercent: 40, exit: .getStartedButton),
      .preferencesSaved(preferences: 3, allergies: 1), .photoUploaded(taskID: 1, fileSize: 9, duration: 1_000_000_000),
      .signupCompleted, .onboardingCompleted, .onboardingSkipped, .appLaunched, .tabChanged(.streaks),
      .apiError(.onboard, status: 500), .apiError(.streak, status: 0), .acknowledgeFailed(status: 404),
      .photoUploadFailed(status: 413), .preferencesSaveFailed(status: 500),
    ]
    #expect(Set(events.map(\.nameIndex)).count == AnalyticsEvent.allNames.count)
    let records = events.enumerated().map { index, event in
      AnalyticsRecord(
        event: event, timestamp: Timestamp(milliseconds: WorldCalendar.epoch.milliseconds + Int64(index) * 1_000),
        user: 3, session: 2)
    }
    let (log, summary) = Self.read(records.map { $0.jsonLine + "\n" }.joined())
    #expect(summary.rejected == 0 && summary.unknown == 0 && summary.events == events.count)
    for (read, record) in zip(log.events, records) {
      var own = ObservedEvent(record.event, at: record.timestamp.milliseconds, user: 0, session: 2)
      own.line = read.line
      own.hash = read.hash
      // The program leaves out durations that no fit uses.
      if [.photoUploaded].contains(own.name) { own.value = read.value }
      if own.name == .summaryScrolled { #expect(read.value == own.value) }
      #expect(read == own, "\(record.jsonLine)")
    }
  }

  @Test(arguments: [
    ("{", "no JSON"), ("[1]", "no JSON or header"), ("{\"event_name\":\"app_launched\"}", "`timestamp` is missing"),
    (line("app_launched", "yesterday"), "`timestamp`: expected an ISO 8601 instant"),
    (line("app_launched", "2026-13-01T00:00:00Z"), "`timestamp`"),
    (line("app_launched", "2026-01-01T00:00:00Z", user: "\"\""), "`user_id`"),
    (line("app_launched", "2026-01-01T00:00:00Z", user: "[]"), "`user_id`: expected a text; found an empty list"),
    (line("app_launched", "2026-01-01T00:00:00Z", "[]"), "`properties`"),
    (line("metrics_acknowledgment_card_tapped", "2026-01-01T00:00:00Z"), "`properties.action` is missing"),
    (
      line("metrics_acknowledgment_card_tapped", "2026-01-01T00:00:00Z", #"{"action":"poke"}"#),
      "`action`: expected one of review, dismiss; found \"poke\""
    ),
    (
      line("metrics_acknowledged", "2026-01-01T00:00:00Z", #"{"time_to_acknowledge":-3}"#),
      "`time_to_acknowledge`: expected 0 or more seconds; found -3"
    ),
    (
      line("metrics_summary_scrolled", "2026-01-01T00:00:00Z", #"{"scroll_depth":1.5}"#),
      "`scroll_depth`: expected a number from 0 to 1"
    ),
    (
      line("preferences_saved", "2026-01-01T00:00:00Z", #"{"preferences_count":1.5,"allergies_count":0}"#),
      "`preferences_count`: expected a whole number"
    ),
    (#"{"event_name":"a","event_name":"b"}"#, "the key `event_name` occurs twice"),
  ])
  func saysWhatIsWrongWithALine(bad: String, reason: String) throws {
    let good = Self.line("app_launched", "2026-01-01T00:00:00Z")
    let (log, summary) = Self.read("\n\(good)\n\(bad)\n\(Self.line("app_launched", "2026-01-01T01:00:00Z"))")
    #expect(log.events.count == 2)
    #expect(summary.lines == 3 && summary.rejected == 1)
    let rejection = try #require(summary.examples.first)
    #expect(rejection.line == 3)
    #expect(rejection.reason.contains(reason.components(separatedBy: " or header")[0]) || bad == "[1]")
  }

  /// A clock that was never set must not extend the log to centuries, longer than any scenario.
  @Test(arguments: [
    "1970-01-01T00:00:00Z", "2320-06-01T00:00:00Z", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59-23:59",
  ])
  func eventsOfAnotherTimeAreRejected(time: String) throws {
    let scenario = KnownPopulation.scenario(users: 30, horizon: .hours(30), seed: 5)
    let lines = KnownPopulation.lines(KnownPopulation.log(users: 30, horizon: .hours(30), seed: 5))
    let stray = Self.line("app_launched", time, user: "\"stray\"")
    let (reference, (log, summary)) = (
      Self.read(lines.joined(separator: "\n")), Self.read((lines + [stray]).joined(separator: "\n"))
    )
    #expect(summary.rejected == 1 && summary.examples.first?.line == lines.count + 1)
    #expect(
      summary.examples.first?.reason.contains("`timestamp`: expected an instant in the 365 days from 2026-01-01")
        == true)
    #expect(log.users == reference.log.users && log.events == reference.log.events)
    var calibration = Calibration(scenario, jobs: 1)
    calibration.replications = nil
    let outcome = try calibration.run(on: (log, summary), maxBad: 1, source: "events")
    #expect(throws: Never.self) { try Scenario.parse(bytes: Array(outcome.overlay.utf8)) }
  }

  /// The span with the most events is kept, not the first or the last.
  @Test func theSpanWithMostEventsIsKept() {
    let years = [("2020", 2), ("2023", 5), ("2026", 4)]
    let lines = years.flatMap { year, count in
      (0..<count).map { Self.line("app_launched", "\(year)-03-0\($0 + 1)T00:00:00Z") }
    }
    let (log, summary) = Self.read(lines.joined(separator: "\n"))
    #expect(log.events.count == 5 && summary.rejected == 6)
    #expect(summary.examples.map(\.line) == [1, 2, 8, 9, 10, 11])
  }

  @Test func countsUnknownEventsApart() {
    let lines = ["weight_logged", "weight_logged", "deep_link_opened"].enumerated().map { index, name in
      Self.line(name, "2026-01-01T00:0\(index):00Z")
    }
    let (log, summary) = Self.read(lines.joined(separator: "\n"))
    #expect(log.events.isEmpty && summary.rejected == 0 && summary.unknown == 3)
    #expect(summary.unknownNames.map(\.name) == ["weight_logged", "deep_link_opened"])
    #expect(summary.unknownNames.map(\.count) == [2, 1])
  }

  @Test func namesRepeatedLinesAndKeepsOneOfThem() {
    let first = Self.line("app_launched", "2026-01-01T00:00:00Z")
    let second = Self.line("app_launched", "2026-01-01T02:00:00Z")
    let (log, summary) = Self.read([first, second, first, second, first].joined(separator: "\n"))
    #expect(log.events.count == 2)
    #expect(summary.examples.map(\.line) == [3, 4, 5])
    #expect(summary.kinds == [EventReader.Tally(name: "repeated", count: 3)])
  }

  @Test func alikeEventsOfOneInstantAreNotRepetitions() {
    let lines = (0..<2).map {
      Self.line("api_error", "2026-01-01T00:00:00Z", #"{"endpoint":"streak","status":50\#($0)}"#)
    }
    let (log, summary) = Self.read(lines.joined(separator: "\n"))
    #expect(log.events.count == 2 && summary.rejected == 0)
  }

  /// Any order, any line break and pieces of any size give the same log.
  @Test func orderAndPiecesDoNotMatter() {
    let log = KnownPopulation.log(users: 12, horizon: .hours(30), seed: 3)
    let lines = KnownPopulation.lines(log)
    #expect(lines.count > 100)
    var generator = SplitMix64(seed: 9)
    let reference = Self.read(lines.joined(separator: "\n"))
    let shuffled = lines.shuffled(using: &generator)
    var reader = EventReader()
    let bytes = Array(shuffled.joined(separator: "\r\n").utf8)
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + Int(generator.next() % 97) + 1)
      reader.read(bytes[start..<end])
      start = end
    }
    let other = reader.finish()
    func comparable(_ log: EventLog) -> [ObservedEvent] {
      log.events.map {
        var event = $0
        event.line = 0
        return event
      }
    }
    #expect(zip(comparable(reference.log), comparable(other.log)).allSatisfy { $0 == $1 })
    #expect(reference.log.events.count == other.log.events.count)
    #expect(reference.summary.outOfOrder == 0 && other.summary.outOfOrder > 0)
    #expect(reference.summary.rejected == 0 && other.summary.rejected == 0, "\(reference.summary)")
    #expect(reference.log.users == log.users)
  }

  @Test func aTableSaysTheSameAsLines() {
    let log = KnownPopulation.log(users: 20, horizon: .hours(30), seed: 4)
    let lines = KnownPopulation.lines(log)
    let (one, two) = (Self.read(lines.joined(separator: "\n")), Self.read(KnownPopulation.table(lines)))
    #expect(two.summary.format == "CSV" && two.summary.rejected == 0)
    func comparable(_ log: EventLog) -> [ObservedEvent] {
      log.events.map {
        var event = $0
        (event.line, event.hash) = (0, 0)
        return event
      }
    }
    #expect(one.log.events.count == two.log.events.count)
    #expect(zip(comparable(one.log), comparable(two.log)).allSatisfy { $0 == $1 })
    let scenario = KnownPopulation.scenario(users: 20, horizon: .hours(30), seed: 1)
    #expect(
      CalibrationFit(one.log, scenario: scenario).parameters == CalibrationFit(two.log, scenario: scenario).parameters)
  }

  @Test func rowsFollowRFC4180() {
    #expect(CSVRow(Array(#"a,"b ""x"", y",,"#.utf8))?.fields == ["a", #"b "x", y"#, "", ""])
    #expect(CSVRow(Array("\"a\nb\"".utf8))?.fields == ["a\nb"])
    for bad in [#""open"#, #"a"b"#, #""a"b"#] { #expect(CSVRow(Array(bad.utf8)) == nil) }
  }

  @Test func aTableNamesTheLineOfABadRow() {
    let text = """
      event_name,timestamp,user_id,action
      app_launched,2026-01-01T00:00:00Z,"a
      b",
      app_launched,2026-01-01T00:00:00Z
      metrics_acknowledgment_card_tapped,2026-01-01T00:00:01Z,c,
      metrics_acknowledgment_card_tapped,,c,review
      """
    let (log, summary) = Self.read(text)
    #expect(log.events.count == 1)
    #expect(summary.examples.map(\.line) == [4, 5, 6])
    #expect(summary.examples[0].reason.contains("expected 4 columns"))
    #expect(summary.examples[1].reason.contains("`properties.action` is missing"))
    #expect(summary.examples[2].reason.contains("`timestamp` is missing"))
  }

  @Test func aTableWithoutTheEnvelopeIsRefused() {
    let (log, summary) = Self.read("action,timestamp,user_id\napp_launched,2026-01-01T00:00:00Z,a\n")
    #expect(log.events.isEmpty && summary.rejected == 2)
    #expect(summary.examples[0].reason.contains("no column `event_name`"))
  }
}
