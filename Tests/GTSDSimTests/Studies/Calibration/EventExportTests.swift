import Foundation
import GTSDModel
import Testing

@testable import GTSDLogs
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// One tap on the card at 2026-03-01T10:00:00Z by user `u1`, as each service exports it, written after the services'
/// public documentation.
struct EventExportTests {
  private static let tap = "metrics_acknowledgment_card_tapped"

  private static func read(_ text: String, map: EventMap = EventMap()) -> (log: EventLog, summary: EventReader.Summary)
  {
    var reader = EventReader(map: map)
    reader.read(Array(text.utf8))
    return reader.finish()
  }

  @Test(arguments: [
    (
      EventExport.amplitude,
      #"{"event_type":"\#(tap)","user_id":"u1","event_time":"2026-03-01 10:00:00.000000","session_id":5,"event_properties":{"action":"dismiss"},"$insert_id":"a1","uuid":"q"}"#
    ),
    (
      .mixpanel,
      #"{"event":"\#(tap)","properties":{"time":1772359200,"distinct_id":"u1","$insert_id":"a1","action":"dismiss"}}"#
    ),
    (
      .segment,
      #"{"type":"track","event":"\#(tap)","userId":"u1","messageId":"a1","timestamp":"2026-03-01T10:00:00.000Z","properties":{"action":"dismiss"}}"#
    ),
    (
      .postHog,
      #"{"uuid":"a1","event":"\#(tap)","distinct_id":"u1","timestamp":"2026-03-01T12:00:00+02:00","properties":{"action":"dismiss"}}"#
    ),
    (
      .googleAnalytics,
      #"{"event_name":"\#(tap)","event_timestamp":"1772359200000000","user_pseudo_id":"u1","event_params":[{"key":"action","value":{"string_value":"dismiss","int_value":null}},{"key":"ga_session_id","value":{"int_value":"5"}}]}"#
    ),
    (
      .specification,
      #"{"event_name":"\#(tap)","timestamp":1772359200000,"user_id":"u1","properties":{"action":"dismiss"}}"#
    ),
  ])
  func exportsAreRecognisedByTheirKeys(format: EventExport, line: String) throws {
    let (log, summary) = Self.read(line + "\n")
    #expect(summary.rejected == 0 && summary.unknown == 0, "\(summary.examples)")
    #expect(summary.format == format.title)
    let event = try #require(log.events.first)
    #expect(event.name == .cardTapped && event.detail == 1 && event.time == 1_772_359_200_000)
  }

  @Test func aMapNamesWhatIsCalledOtherwise() throws {
    let map = try EventMap(
      json: Array(
        #"""
        {"events": {"card_tap": "metrics_acknowledgment_card_tapped"}, "zone": "Europe/Berlin",
         "fields": {"name": "ev", "time": "at", "user": "who.id", "properties": "data"}, "properties": {"action": "what"}}
        """#.utf8))
    let line = #"{"ev":"card_tap","at":"2026-07-01 12:00:00","who":{"id":"u"},"data":{"what":"review"}}"#
    let (log, summary) = Self.read(line, map: map)
    #expect(summary.rejected == 0 && summary.zoneless == 0)
    // Summer time: two hours ahead of UTC.
    #expect(log.events.first?.time == Timestamp(iso8601: "2026-07-01T10:00:00Z")?.milliseconds)
    for broken in [#"{"zone": "Mars"}"#, #"{"fields": {"nam": "x"}}"#, #"{"x": 1}"#, "[]", "{"] {
      #expect(throws: EventMap.Problem.self) { try EventMap(json: Array(broken.utf8)) }
    }
  }

  @Test(arguments: [
    ("1772359200", 1_772_359_200_000), ("1772359200.25", 1_772_359_200_250), ("1772359200123", 1_772_359_200_123),
    ("1772359200123456", 1_772_359_200_123), ("2026-03-01T10:00:00", 1_772_359_200_000),
    ("2026-03-01 10:00:00 UTC", 1_772_359_200_000),
  ])
  func timesAreReadInEveryUnit(text: String, milliseconds: Int64) throws {
    #expect(EventTime.milliseconds(text, zone: .gmt)?.value == milliseconds)
  }

  private static func line(_ name: String, _ time: String, user: String, _ more: String = "", id: String? = nil)
    -> String
  {
    let message = id.map { #","message_id":"\#($0)""# } ?? ""
    return
      #"{"event_name":"\#(name)","properties":{"session_id":1\#(more)},"timestamp":"\#(time)","user_id":"\#(user)"\#(message)}"#
      + "\n"
  }

  @Test func resentEventCountsOnce() {
    let first = Self.line("app_launched", "2026-03-01T10:00:00Z", user: "a", id: "m1")
    let later = Self.line("app_launched", "2026-03-01T11:00:00Z", user: "a", id: "m1")
    let byID = Self.read(first + later)
    #expect(byID.log.events.count == 1 && byID.summary.resent == 1 && byID.summary.rejected == 0)
    // Without an id: the same act of the same person in the same session, a moment later and with another property.
    let again = Self.read(
      Self.line("onboarding_completed", "2026-03-01T10:00:00Z", user: "a")
        + Self.line("onboarding_completed", "2026-03-01T10:00:07Z", user: "a", #","app_version":"2""#)
        + Self.line("onboarding_completed", "2026-03-01T10:00:07Z", user: "b"))
    #expect(again.log.events.count == 2 && again.summary.resent == 1)
    // People may open a tab again.
    let tabs = Self.read(
      Self.line("tab_changed", "2026-03-01T10:00:00.000Z", user: "a", #","tab":"home""#)
        + Self.line("tab_changed", "2026-03-01T10:00:00.600Z", user: "a", #","tab":"home""#))
    #expect(tabs.log.events.count == 2)
  }

  @Test(arguments: ["2036-05-05T00:00:00Z", "2026-09-01T00:00:00Z", "2025-11-11T00:00:00Z"])
  func aClockFarOffMovesNothing(time: String) {
    let text = (0..<400).map { index in
      Self.line("app_launched", "2026-03-0\(1 + index / 100)T10:\(10 + index % 50):00Z", user: "u\(index)")
    }.joined()
    let clean = Self.read(text)
    let off = Self.read(text + Self.line("app_launched", time, user: "u7"))
    #expect(off.log.end == clean.log.end && off.log.start == clean.log.start)
    #expect(off.summary.quarantined + off.summary.rejected == 1)
    #expect(clean.summary.quarantined == 0)
  }

  /// A phone that is three months ahead has all of its person's events, more than one in two hundred, at that time.
  @Test func aPhoneSetWrongIsLeftOutWithItsPerson() {
    let text = (0..<400).map { index in
      Self.line("app_launched", "2026-03-0\(1 + index / 100)T10:\(10 + index % 50):00Z", user: "u\(index % 40)")
    }.joined()
    let ahead = (0..<12).map { Self.line("app_launched", "2026-06-02T10:\(10 + $0):00Z", user: "late") }.joined()
    let (clean, off) = (Self.read(text), Self.read(text + ahead))
    #expect(off.log.end == clean.log.end && off.log.users == 40 && off.summary.quarantined == 12)
    // People who were seen before and return are kept.
    let back = (0..<12).map { Self.line("app_launched", "2026-06-02T10:\(10 + $0):00Z", user: "u\($0)") }.joined()
    #expect(Self.read(text + back).summary.quarantined == 0)
  }

  @Test func logIsCheckedAgainstTheDefinitions() {
    var check = EventCheck()
    let lines =
      Self.line("signup_completed", "2026-03-01T10:00:00Z", user: "a")
      + Self.line("app_launched", "2026-03-01T10:00:00Z", user: "a")
      + Self.line("app_launched", "2026-03-01T12:00:00Z", user: "a")
      + Self.line("tab_changed", "2026-03-01T10:00:00Z", user: "a", #","tab":"shop""#)
      + Self.line("preferences_saved", "2026-03-01T10:00:00Z", user: "a", #","allergies_count":2"#)
      + Self.line("app_lanched", "2026-03-01T10:00:00Z", user: "a")
      + Self.line("onboarding_completed", "2026-03-01T10:00:00Z", user: "a", #","weight_kg":80"#)
      + Self.line("card", "yesterday", user: "a") + "{\n"
      + Self.line("zero_state_viewed", "2026-02-01T10:00:00Z", user: "a")
    check.read(Array(lines.utf8))
    check.finish()
    let found = Set(check.problems.map { "\($0.kind) \($0.event) \($0.property)" })
    #expect(
      found == [
        "session app_launched session_id", "type tab_changed tab", "missing preferences_saved preferences_count",
        "name app_lanched ", "forbidden onboarding_completed weight_kg", "name card ", "line  malformed",
        "time zero_state_viewed timestamp",
      ])
    #expect(check.problems.first { $0.event == "app_lanched" }?.text.contains("app_launched") == true)
  }

  /// The events that a run writes conform to the definitions.
  @Test func eventsOfARunAreDefined() {
    #expect(AnalyticsDefinition.all.map(\.name) == AnalyticsEvent.allNames)
    #expect(AnalyticsDefinition.isForbidden("target_weight") && AnalyticsDefinition.isForbidden("Height"))
    #expect(!AnalyticsDefinition.isForbidden("message") && !AnalyticsDefinition.isForbidden("estimated_weeks"))
  }
}
