import Foundation
import GTSDModel
import Testing

@testable import GTSDFields
@testable import GTSDLogs

/// Further formats of exports, spellings of names, and words for missing values.
struct ForeignShapeTests {
  private static func read(_ text: String, map: EventMap = EventMap(), piece: Int = 1 << 20) -> (
    log: EventLog, summary: EventReader.Summary
  ) {
    var reader = EventReader(map: map)
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: piece) {
      reader.read(bytes[start..<min(bytes.count, start + piece)])
    }
    return reader.finish()
  }

  private static func call(_ number: Int, user: String? = nil, event: String = "app_launched") -> String {
    let account = user.map { #""userId":"\#($0)","# } ?? ""
    return #"{"type":"track","event":"\#(event)",\#(account)"anonymousId":"phone-\#(number % 3)","#
      + #""messageId":"m\#(number)","timestamp":"2026-03-01T10:\#(10 + number):00Z","properties":{}}"#
  }

  @Test(
    "Objects around arrays of events may come one after the other, with keys before and behind",
    arguments: [7, 1 << 20])
  func batches(piece: Int) {
    let pages = [
      #"{"batch": [\#(Self.call(0)), \#(Self.call(1))], "sentAt": "x", "context": {"batch": [1, {"a": "]}"}]}}"#,
      #"{"writeKey": "k\"[", "timestamp": "x", "batch": [\#(Self.call(2))]}"#, #"{"batch": []}"#,
      #"{"batch":[\#(Self.call(3)),\#(Self.call(4))]}"#,
    ]
    for text in [pages.joined(separator: "\n"), "[" + pages.joined(separator: ",\n") + "]"] {
      let (log, summary) = Self.read(text, piece: piece)
      #expect(log.events.count == 5 && summary.rejected == 0 && summary.format == "Segment", "\(summary.examples)")
    }
    // Objects in an array inside an event belong to the event.
    let order = Self.call(0).replacing("{\"type\"", with: #"{"items": [{"sku": "a"}], "type""#)
    #expect(Self.read(order).log.events.count == 1)
  }

  @Test(
    "Texts for missing values, such as NULL, are not read as accounts",
    arguments: [
      "NULL", "\\N", "null", "None", "NaN", "(not set)", "undefined", "-", "00000000-0000-0000-0000-000000000000",
    ])
  func nothing(word: String) {
    let rows = (0..<12).map { index in
      "2026-03-01T10:\(10 + index):00Z,\(index < 6 ? word : "u\(index % 3)"),phone-\(index % 3),app_launched,\(word)"
    }
    let (log, summary) = Self.read((["time,user_id,device_id,event,upload_duration"] + rows).joined(separator: "\n"))
    #expect(log.users == 3 && summary.rejected == 0 && summary.identities.sharedDevices == 0, "\(summary.examples)")
  }

  @Test("An account id that appears on the phones of many accounts is reported and not used")
  func guests() {
    let rows = (0..<24).map { index in
      let account = index < 8 ? "guest" : "u\(index % 8)"
      return "2026-03-01T10:\(10 + index):00Z,\(account),phone-\(index % 8),app_launched"
    }
    let head = "time,user_id,device_id,event"
    let (log, summary) = Self.read(([head] + rows).joined(separator: "\n"))
    #expect(log.users == 8 && (0..<8).allSatisfy { log.events(of: $0).count == 3 })
    #expect(summary.findings.map(\.kind) == [.people] && summary.findings.first?.text.contains("`guest`") == true)
    // Without phones, the owner of these events is unknown.
    let plain = rows.map { $0.replacing(/phone-\d/, with: "") }
    #expect(Self.read(([head] + plain).joined(separator: "\n")).log.users == 9)
  }

  @Test("Numbers, e-mail addresses and UUIDs match as ids in any spelling; other ids are case-sensitive")
  func sameIDs() {
    func line(_ user: String, _ minute: Int) -> String {
      #"{"event_name":"app_launched","timestamp":"2026-03-01T10:\#(minute):00Z","user_id":\#(user),"properties":{}}"#
    }
    let users = [
      "5", "5.0", #""A@example.com""#, #""a@Example.com""#, #""6F9619FF-8B86-D011-B42D-00CF4FC964FF""#,
      #""6f9619ff-8b86-d011-b42d-00cf4fc964ff""#, #""Ann""#, #""ann""#,
    ]
    #expect(Self.read(users.enumerated().map { line($1, 10 + $0) }.joined(separator: "\n")).log.users == 5)
  }

  @Test(
    "Names are read in the spelling of other conventions",
    arguments: ["Photo Uploaded", "photoUploaded", "PhotoUploaded", "photo-uploaded", "PHOTO_UPLOADED"],
    ["uploadDuration", "Upload Duration", "UploadDuration", "upload duration"])
  func spellings(event: String, property: String) {
    let line = Self.call(0, user: "a", event: event).replacing(
      #""properties":{}"#, with: #""properties":{"\#(property)":1.5,"fileSize":1,"taskId":2}"#)
    let table = "Event Name,Event Time,User ID,\(property)\n\(event),2026-03-01T10:10:00Z,a,1.5\n"
    for text in [line, table] {
      let (log, summary) = Self.read(text)
      #expect(log.events.map(\.name) == [.photoUploaded] && log.events.first?.value == 1_500, "\(summary)")
    }
  }

  @Test("Vendors' variants are read: traits, tables of all events, fields named by schema, keys in capitals")
  func places() {
    let traits = (0..<4).map { number in
      let traits = number < 2 ? "" : #""userId":"a""#
      return Self.call(0).replacing(
        #""messageId":"m0""#, with: #""messageId":"m\#(number)","context":{"traits":{\#(traits)}}"#)
    }
    #expect(Self.read(traits.joined(separator: "\n")).summary.identities.ids == 2)
    let heap = "event_id,user_id,session_id,time,event_table_name\n1,2,3,2026-03-01 10:00:00,app_launched\n"
    #expect(Self.read(heap).log.events.count == 1)
    let snowplow =
      #"{"collector_tstamp":"2026-03-01T10:00:00Z","derived_tstamp":"2026-03-01T10:00:00Z","event":"unstruct","#
      + #""event_name":"tab_changed","user_id":null,"unstruct_event_org_example_tab_changed_1":{"tab":"plans"},"#
      + #""contexts_com_snowplowanalytics_snowplow_client_session_1":[{"userId":"p","sessionId":"s"}]}"#
    #expect(Self.read(snowplow).log.events.first?.detail == 1, "\(Self.read(snowplow).summary.examples)")
    let capitals = #"{"EVENT_TYPE":"app_launched","EVENT_TIME":"2026-03-01 10:00:00","USER_ID":"a","AMPLITUDE_ID":1}"#
    #expect(Self.read(capitals).summary.format == "Amplitude" && Self.read(capitals).log.events.count == 1)
  }

  @Test("Titles before a header, delimiters after a row and bytes of Latin-1 are accepted")
  func untidyTables() {
    let text = "Report of March;;\n\nTime;User ID;Event;City\n2026-03-01 10:00:00;a;app_launched;Bonn;;\n"
    #expect(Self.read(text).log.events.count == 1, "\(Self.read(text).summary.examples)")
    var reader = EventReader()
    reader.read(Array("time,user_id,event\n2026-03-01 10:00:00,Z".utf8) + [0xFC] + Array("rich,app_launched\n".utf8))
    reader.read(Array("2026-03-01 10:01:00,Z".utf8) + [0xF6] + Array("rich,app_launched\n".utf8))
    let (log, summary) = reader.finish()
    #expect(log.users == 2 && summary.rejected == 0 && summary.layout.contains("Latin-1"))
  }

  @Test(
    "Files of another kind are refused with what converts them",
    arguments: [
      (#"{"columns": ["a", "b"], "results": [["x", 1], ["y", 2]]}"#, "jq -c"),
      ("SQLite format 3", "sqlite3 -header -csv"),
      ("<!DOCTYPE html><html>", "a page of HTML"), ("ORC\u{1}", "orc-contents"),
    ])
  func refused(text: String, remedy: String) {
    #expect(Self.read(text).summary.unreadable?.contains(remedy) == true)
  }

  @Test(
    "Times with the month as a word, zones behind offsets and decimal commas are read",
    arguments: [
      "Sun, 01 Mar 2026 10:00:00 GMT", "Mar 1, 2026, 10:00:00 AM", "01/Mar/2026:10:00:00 +0000",
      "1-Mar-2026 10:00:00.000",
      "Sun Mar  1 10:00:00 UTC 2026", "March 1st, 2026 at 10:00 AM", "2026-03-01 10:00:00 +0000 UTC",
      "2026-03-01T11:00:00+01:00[Europe/Berlin]", "Sun, 1 Mar 2026 05:00:00 EST", "2026-03-01 02:00:00 PST",
      "1772359200,000",
    ])
  func wordyTimes(text: String) {
    #expect(EventTime.milliseconds(text, zone: .gmt)?.value == 1_772_359_200_000)
    #expect(EventTime.milliseconds(text + " nonsense", zone: .gmt) == nil)
  }

  @Test(
    "Dates in which day and month may be either way are not read", arguments: ["01/03/2026 10:00", "1.3.2026", "1 May"])
  func ambiguous(text: String) {
    #expect(EventTime.milliseconds(text, zone: .gmt) == nil)
  }
}
