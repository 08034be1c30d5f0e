import GTSDModel
import Testing

@testable import GTSDLogs

/// Tables as warehouses and spreadsheets write them.
struct LogTableTests {
  private static func read(
    _ text: String, map: String = "{}"
  ) throws -> (log: EventLog, summary: EventReader.Summary) {
    var reader = EventReader(map: try EventMap(json: Array(map.utf8)))
    reader.read(Array(text.utf8))
    return reader.finish()
  }

  @Test("Tables of single kinds of events, one after the other, are read with their own headers")
  func tablesInOneFile() throws {
    let text = """
      id,user_id,timestamp,event,tab
      1,a,2026-01-01T10:00:05Z,tab_changed,plans
      id,user_id,timestamp,event
      2,a,2026-01-01T10:00:00Z,app_launched
      user_id,id,preferences_count,allergies_count,event,timestamp
      a,3,2,1,preferences_saved,2026-01-01T10:00:09Z
      user_id,id,preferences_count,allergies_count,event,timestamp
      b,4,3,0,preferences_saved,2026-01-01T10:00:09Z
      """
    let (log, summary) = try Self.read(text)
    #expect(summary.rejected == 0 && summary.lines == 4 && log.users == 2)
    #expect(log.events.map(\.name) == [.launched, .tabChanged, .preferencesSaved, .preferencesSaved])
    #expect(log.events[2].value == 3 && log.events[1].detail == UInt8(Tab.plans.rawValue))
  }

  @Test("A table without a header is refused with the command that adds one")
  func noHeader() throws {
    let row = "7\ta\tapp_launched\t2026-01-01 10:00:00+00\t{}\n"
    let (_, summary) = try Self.read(row + row)
    let reason = try #require(summary.examples.first?.reason)
    #expect(reason.contains(#"(printf 'user_id\tevent_name\ttimestamp\tproperties\n'; cat FILE)"#), "\(reason)")
    #expect(reason.contains("of its 5 columns"))
    let (log, _) = try Self.read("id\tuser_id\tevent_name\ttimestamp\tproperties\n" + row)
    #expect(log.count == 1)
  }

  @Test("A warehouse's table of all events without their properties is refused with the remedy")
  func noProperties() throws {
    let text = "id,anonymous_id,event,event_text,timestamp\n1,p,tab_changed,Tab Changed,2026-01-01T10:00:00Z\n"
    let (_, summary) = try Self.read(text)
    #expect(summary.kinds.map(\.name) == ["missing"])
    #expect(summary.examples.first?.reason.contains("cat *.csv | gtsd-sim calibrate -") == true)
  }

  @Test("Columns with dots or a star before their names are read", arguments: [true, false])
  func starredColumns(isMapped: Bool) throws {
    let text = """
      *.uuid,*.event,*.properties,*.timestamp,*.distinct_id,event,person,timestamp
      1,tab_changed,"{""tab"": ""plans"", ""$device_id"": ""p""}",2026-01-01T10:00:00.000000Z,a,Tab,someone,yesterday
      """
    let map =
      #"{"fields":{"name":"*.event","time":"*.timestamp","user":"*.distinct_id","device":"*.properties.$device_id","properties":"*.properties"}}"#
    let (log, summary) = try Self.read(text, map: isMapped ? map : "{}")
    #expect(summary.rejected == 0 && log.events.map(\.detail) == [UInt8(Tab.plans.rawValue)], "\(summary.examples)")
    #expect(log.events.first.map { $0.device != ObservedEvent.noDevice } == true)
  }

  @Test("Whole numbers that BigQuery writes as texts are numbers, and a line delivered twice begins one session")
  func checking() {
    var check = EventCheck()
    let saved =
      #"{"event_timestamp":"1767225600000000","event_name":"preferences_saved","user_pseudo_id":"p","event_params":[{"key":"preferences_count","value":{"int_value":"2"}},{"key":"allergies_count","value":{"string_value":null,"int_value":"0"}}]}"#
    check.read(Array((saved + "\n").utf8))
    check.finish()
    #expect(check.problems.isEmpty && check.events == 1, "\(check.problems)")
    var launches = EventCheck()
    for id in ["m1", "m1", "m2"] {
      launches.read(
        Array(
          (#"{"type":"track","event":"app_launched","userId":"a","messageId":"\#(id)","timestamp":"2026-01-01T10:00:00Z","context":{"sessionId":"s"},"properties":{}}"#
            + "\n").utf8))
    }
    launches.finish()
    // Lines may have any order, and another account of the household may sign up later.
    var unordered = EventCheck()
    for minute in [30, 10, 20] {
      unordered.read(
        Array(
          (#"{"event_name":"signup_completed","user_id":"a","timestamp":"2026-01-01T10:\#(minute):00Z","properties":{}}"#
            + "\n").utf8))
    }
    unordered.finish()
    #expect(unordered.problems.isEmpty, "\(unordered.problems)")
    #expect(launches.problems.map(\.kind) == ["session"] && launches.problems.first?.count == 1)
  }
}
