import GTSDModel
import Testing

@testable import GTSDLogs
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld

/// Logs of several versions of an app, of people who never sign up, and of rounded times.
struct ReleaseLogTests {
  private static let log = KnownPopulation.log(users: 150, horizon: .hours(72), seed: 8)
  private static let lines = KnownPopulation.lines(log)

  private static func read(_ lines: some Sequence<String>) -> (log: EventLog, summary: EventReader.Summary) {
    var reader = EventReader()
    for line in lines { reader.read(Array((line + "\n").utf8)) }
    return reader.finish()
  }

  private static func findings(_ change: (inout ObservedEvent) -> Bool) -> (found: [LogFinding], log: EventLog) {
    let events = log.events.compactMap { event in
      var event = event
      return change(&event) ? event : nil
    }
    var kept = EventLog(events, users: log.users)
    return (LogQuality.findings(&kept, EventReader.Summary(), ResentEvents(kept), hasIDs: false), kept)
  }

  /// The instant at which a person installs the new version; half of the people never do.
  private static func update(_ user: Int32) -> Int64 {
    user % 2 == 0 ? .max : log.start + Int64(12 + user % 24) * Milliseconds.hour
  }

  @Test("People whose app sends other names from an update on do not count as people who leave")
  func renamed() {
    let found = Self.read(
      zip(Self.log.events, Self.lines).map { event, line in
        event.time < Self.update(event.user)
          ? line : line.replacing(#""event_name":""#, with: #""event_name":"v2."#)
      }
    ).summary.findings
    let renamed = found.first { $0.text.contains("another version of the app has other names") }
    #expect(renamed?.isFault == true && renamed?.text.contains("`v2.tab_changed`") == true, "\(found)")
    #expect(renamed?.paths.contains("habit.dailyDecay") == true)
  }

  @Test("Messages that people get while they are away are no other version")
  func messages() {
    let others = Self.log.events.filter { $0.name == .onboarded }.flatMap { event in
      (0..<3).flatMap { day in
        ["push_received", "email_sent", "widget_updated"].map { name in
          let time = Timestamp(milliseconds: event.time + Int64(day) * Milliseconds.day).iso8601
          return #"{"event_name":"\#(name)","timestamp":"\#(time)","user_id":"\#(event.user)","properties":{}}"#
        }
      }
    }
    let (_, summary) = Self.read(Self.lines + others)
    #expect(summary.unknown == others.count && summary.findings.isEmpty, "\(summary.findings)")
  }

  @Test("A kind of event that one version of the app never sends is a fault")
  func versions() {
    func found(_ isSent: (ObservedEvent, Bool) -> Bool) -> [LogFinding] {
      Self.read(
        zip(Self.log.events, Self.lines).compactMap { event, line in
          let isNew = event.time >= Self.update(event.user)
          guard isSent(event, isNew) else { return nil }
          return line.dropLast() + #","app_version":"\#(isNew ? "2.0" : "1.0")"}"#
        }
      ).summary.findings
    }
    let photos = found { event, isNew in event.name != .photoUploaded || !isNew }
    #expect(photos.contains { $0.isFault && $0.text.contains("come from version `2.0` never") }, "\(photos)")
    #expect(found { _, _ in true }.isEmpty)
  }

  @Test("A kind of event that people stop sending one after the other is a fault", arguments: [true, false])
  func ceased(stops: Bool) {
    func population(rate: Int, _ isSilent: (Int, Int) -> Bool) -> EventLog {
      EventLog(
        (0..<60).flatMap { user in
          (0..<14).flatMap { visit in
            let start = Int64(visit) * Milliseconds.day + Int64(user) * Milliseconds.minute
            let launch = ObservedEvent(time: start, user: Int32(user), name: .launched)
            let tab = ObservedEvent(time: start + 5_000, user: Int32(user), name: .tabChanged)
            return isSilent(user, visit) || (visit * 7 + user) % 10 >= rate ? [launch] : [launch, tab]
          }
        }, users: 60)
    }
    let half = population(rate: 9) { user, visit in user % 2 == 0 && (visit >= 4 + user % 5) == stops }
    #expect(LogPhones.ceased(half).map(\.kind) == [.stopped])
    #expect(LogPhones.ceased(half).first?.text.contains("\(stops ? "stop" : "begin") sending `tab_changed`") == true)
    #expect(LogPhones.ceased(population(rate: 9) { _, _ in false }).isEmpty)
    #expect(LogPhones.ceased(population(rate: 4) { _, _ in false }).isEmpty)
    #expect(LogPhones.ceased(Self.log).isEmpty)
  }

  @Test("Visitors who never sign up are left out, and people whose sign-up is missing are a fault")
  func people() {
    let visitors = (0..<40).map { number in
      let time = Self.log.start + Int64(number) * Milliseconds.hour
      return ObservedEvent(time: time, user: Int32(150 + number), name: .launched)
    }
    var log = EventLog(Self.log.events + visitors, users: 190)
    let found = LogPeople.finding(&log)
    #expect(found?.kind == .people && found?.isFault == false && found?.text.contains("40 of 190 people") == true)
    #expect(log.users == 150 && log.events == Self.log.events)
    let late = Self.findings { $0.time >= Self.log.start + 12 * Milliseconds.hour }.found
    #expect(late.contains { $0.kind == .people && $0.isFault && $0.paths.contains("habit.returnNextDay") }, "\(late)")
    #expect(!late.contains { $0.text.contains("`signup_completed` events") })
  }

  @Test("A sign-up that is sent at each launch is a fault, and one of another account is not")
  func repeatedSignUps() {
    let again = Self.log.events.filter { $0.name == .launched && $0.user % 3 == 0 }.map { event in
      ObservedEvent(time: event.time + 800, user: event.user, name: .signedUp)
    }
    let found = LogPeople.repeated(EventLog(Self.log.events + again, users: Self.log.users))
    #expect(found.map(\.name) == [.signedUp] && found.first?.finding.isFault == true)
    #expect(found.first?.finding.paths.contains("decisions.switchAccount") == true)
    #expect(LogPeople.repeated(Self.log).isEmpty)
  }

  @Test("Times of whole minutes are a fault, and times of whole seconds are not")
  func roundedTimes() {
    func found(_ unit: Int64) -> LogFinding? {
      Self.findings { event in
        event.time -= event.time % unit
        return true
      }.found.first { $0.text.contains("Times are whole") }
    }
    #expect(found(60_000)?.isFault == true && found(60_000)?.text.contains("minutes") == true)
    #expect(found(60_000)?.paths.contains("decisions.tabBurst") == true)
    #expect(found(10_000)?.isFault == false && found(10_000)?.paths.contains("timings.considerCard.median") == true)
    #expect(found(1_000) == nil && found(1) == nil)
  }

  @Test("Ids of sessions that never change are not used")
  func constantSessions() {
    let (found, log) = Self.findings { event in
      event.session = 7
      return true
    }
    #expect(found.map(\.kind) == [.phones] && !found[0].isFault, "\(found)")
    #expect(log.events.allSatisfy { $0.session == ObservedEvent.noSession })
  }

  @Test("A program that pauses once for hours is no person, and a person who comes back days later is no program")
  func pausingProgram() {
    let rare = [0, 5 * Milliseconds.day].map { ObservedEvent(time: Self.log.start + $0, user: 150, name: .launched) }
    var people = EventLog(Self.log.events + rare, users: 151)
    _ = LogQuality.findings(&people, EventReader.Summary(), ResentEvents(people), hasIDs: false)
    #expect(people.users == 151)
    var time = Self.log.start
    var events: [ObservedEvent] = []
    for number in 0..<450 {
      time += number == 120 ? 4 * Milliseconds.hour : Int64(600_000 + number * 7_919 % 900_000)
      events.append(ObservedEvent(time: time, user: 150, name: .launched))
    }
    var log = EventLog(Self.log.events + events, users: 151)
    let found = LogQuality.findings(&log, EventReader.Summary(), ResentEvents(log), hasIDs: false)
    #expect(found.map(\.kind) == [.bots] && log.users == 150, "\(found)")
  }
}
