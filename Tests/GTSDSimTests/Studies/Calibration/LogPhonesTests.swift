import Foundation
import GTSDModel
import Testing

@testable import GTSDLogs
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld

/// Logs with bad ids of phones, or with phones that do not send all kinds of events.
struct LogPhonesTests {
  private static let log = KnownPopulation.log(users: 150, horizon: .hours(60), seed: 8)
  private static let lines = KnownPopulation.lines(log)

  private static func findings(_ change: (inout ObservedEvent) -> Bool) -> [LogFinding] {
    let events = log.events.compactMap { event in
      var event = event
      return change(&event) ? event : nil
    }
    var kept = EventLog(events, users: log.users)
    return LogQuality.findings(&kept, EventReader.Summary(), ResentEvents(kept), hasIDs: false)
  }

  /// The findings for lines with further keys, which a function provides by line and person.
  private static func read(_ keys: (Int, Int) -> String) -> (log: EventLog, findings: [LogFinding]) {
    var reader = EventReader()
    for (number, (line, event)) in zip(lines, log.events).enumerated() {
      let end = line.lastIndex(of: "}") ?? line.endIndex
      reader.read(Array((line[..<end] + ",\(keys(number, Int(event.user)))}\n").utf8))
    }
    let (log, summary) = reader.finish()
    return (log, summary.findings)
  }

  @Test("Phone ids that change with each session are ignored, and those of people with two phones are used")
  func namesThatChange() {
    var sessions = Int32(0)
    let changing = Self.findings { event in
      if event.name == .launched { sessions += 1 }
      event.device = sessions
      return true
    }
    #expect(changing.map(\.kind) == [.phones] && !changing[0].paths.isEmpty && !changing[0].isFault, "\(changing)")
    #expect(changing[0].text.contains("change with each session"))
    let two = Self.findings { event in
      event.device = event.user * 2 + (event.time % 5 == 0 ? 1 : 0)
      return true
    }
    #expect(!two.contains { $0.kind == .phones }, "\(two)")
    #expect(Self.findings { _ in true }.isEmpty)
  }

  @Test("A phone shared by many accounts is reported, and is a fault if one person in twenty uses such phones")
  func sharedPhones() {
    func found(_ count: Int) -> LogFinding? {
      Self.read { _, user in #""device_id":"\#(user < count ? "kiosk" : "phone \(user)")""# }.findings
        .first { $0.kind == .people }
    }
    let shop = found(30)
    #expect(shop?.text.contains("signed in on one phone that many accounts share") == true && shop?.isFault == true)
    #expect(found(4) == nil && found(1) == nil)
    // One id for all phones is that of a model.
    #expect(found(150) == nil)
  }

  @Test("A kind of event that one platform never sends is a fault, and a rarer one is not")
  func platforms() {
    var reader = EventReader()
    for (line, event) in zip(Self.lines, Self.log.events) where event.name != .acknowledged || event.user % 2 == 0 {
      let end = line.lastIndex(of: "}") ?? line.endIndex
      reader.read(Array((line[..<end] + #","platform":"\#(event.user % 2 == 0 ? "iOS" : "Android")"}"# + "\n").utf8))
    }
    let found = reader.finish().summary.findings
    #expect(
      found.contains { $0.isFault && $0.text.contains("`metrics_acknowledged` events come from `Android` never") },
      "\(found)")
    let whole = Self.read { _, user in #""platform":"\#(user % 2 == 0 ? "iOS" : "Android")""# }.findings
    #expect(whole.isEmpty, "\(whole)")
  }

  @Test("A kind of event that nearly every session contains, but half of the people never send, is a fault")
  func halfOfThePeople() {
    let found = Self.findings { $0.name != .tabChanged || $0.user % 2 == 0 }
    // A person with fewer than five sessions says nothing.
    let regular = (0..<Self.log.users).count { user in
      Self.log.events(of: user).count { $0.name == .launched } >= 8
    }
    #expect(
      regular < 30 || found.contains { $0.kind == .stopped && $0.text.contains("`tab_changed` events come from none") })
    func population(_ isSilent: (Int) -> Bool, rate: Int) -> EventLog {
      EventLog(
        (0..<60).flatMap { user in
          (0..<10).flatMap { session in
            let start = Int64(session) * Milliseconds.day + Int64(user) * Milliseconds.minute
            let launch = ObservedEvent(time: start, user: Int32(user), name: .launched)
            let tab = ObservedEvent(time: start + 5_000, user: Int32(user), name: .tabChanged)
            return isSilent(user) || (session * 7 + user) % 10 >= rate ? [launch] : [launch, tab]
          }
        }, users: 60)
    }
    #expect(LogPhones.silent(population({ $0 % 2 == 0 }, rate: 9)).map(\.kind) == [.stopped])
    #expect(LogPhones.silent(population({ _ in false }, rate: 9)).isEmpty)
    #expect(LogPhones.silent(population({ _ in false }, rate: 2)).isEmpty)
  }

  @Test("Local times marked as UTC are recognised because they arrive whole hours later")
  func falseUTC() {
    func lags(_ hours: Int64, jitter: Int64 = 20_000) -> LogFinding? {
      var lags = ArrivalLags()
      for number in 0..<200 {
        let time = Int64(number) * 77_777
        lags.note(event: time, received: time + hours * Milliseconds.hour + Int64(number * 37) % jitter)
      }
      return lags.finding
    }
    #expect(lags(0) == nil)
    #expect(lags(7)?.kind == .zone && lags(7)?.text.contains("mostly 7 hours") == true)
    // A phone that sends once a day has any delay.
    #expect(lags(0, jitter: 10 * Milliseconds.hour) == nil)
  }

  @Test("A few lost lines are reported and mark the affected values, but are no fault")
  func lostLines() {
    let found = Self.findings { event in (event.time / 7) % 33 != 0 }
    let lost = found.first { $0.kind == .missing }
    #expect(
      lost?.text.contains("of the lines are missing") == true && lost?.isFault == false && lost?.paths.isEmpty == false)
    #expect(lost?.paths.contains("decisions.acknowledge") == true)
  }
}
