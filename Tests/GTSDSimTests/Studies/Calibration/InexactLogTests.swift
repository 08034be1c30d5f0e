import GTSDModel
import Testing

@testable import GTSDLogs
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import Randomness
@testable import Statistics

/// Logs whose end cuts days off, and whose clocks are wrong by seconds.
struct InexactLogTests {
  /// Nobody was observed for a whole later day, and the observed part still shows who returns.
  @Test func partialDaysContributeToReturnRates() throws {
    let log = KnownPopulation.log(users: 300, horizon: .hours(46), seed: 21)
    let fit = CalibrationFit(log, scenario: CalibrationFitTests.blank)
    let parameter = try #require(fit["habit.returnNextDay"])
    #expect(parameter.status == .conditional)
    let (estimate, error) = (try #require(parameter.estimate), try #require(parameter.standardError))
    // The first later day has one factor of decay, which the fit takes from the scenario.
    let truth = 0.65 * 0.93 / CalibrationFitTests.blank.population.personas[0].habit.dailyDecay
    #expect(abs(estimate - truth) < 4 * error && error < 0.15, "\(estimate) ± \(error), \(truth)")
  }

  @Test func sharesOfADayAddUpToOne() {
    let (hour, day) = (Nanoseconds.hour, Nanoseconds.day)
    for begin in stride(from: Int64(0), to: day, by: Int(5 * hour)) {
      #expect(abs(DailyRhythm.share(from: begin, lasting: day) - 1) < 1e-12)
      let parts = [begin, (begin + 9 * hour) % day]
      let sum =
        DailyRhythm.share(from: parts[0], lasting: 9 * hour) + DailyRhythm.share(from: parts[1], lasting: 15 * hour)
      #expect(abs(sum - 1) < 1e-12)
    }
  }

  /// An event seconds before its launch belongs to it. It neither ends the previous session nor lacks a beginning.
  @Test func eventsJustBeforeALaunchBelongToIt() {
    let begin: Int64 = 1_772_359_200_000
    func event(_ name: ObservedEvent.Name, _ seconds: Double, session: Int32 = -1) -> ObservedEvent {
      ObservedEvent(time: begin + Int64(seconds * 1_000), user: 0, session: session, name: name)
    }
    let events = [
      event(.signedUp, 0, session: 1), event(.launched, 6, session: 1), event(.onboarded, 60, session: 1),
      event(.cardViewed, 9_000, session: 2), event(.launched, 9_004, session: 2), event(.acknowledged, 9_030),
    ]
    let sessions = ObservedSession.sessions(of: events[...], hasLaunches: true)
    #expect(sessions.count == 2 && sessions.allSatisfy(\.isWhole))
    #expect(sessions[0].signedUp == begin && sessions[0].onboarded != nil && sessions[0].next == begin + 9_000_000)
    #expect(sessions[1].cardViewed != nil && sessions[1].acknowledged != nil && !sessions[1].usesSecondDevice)
    // Within a session, and long before a launch, no session begins.
    let exact = [event(.launched, 0, session: 1), event(.tabChanged, 1_000), event(.launched, 9_000, session: 2)]
    #expect(ObservedSession.sessions(of: exact[...], hasLaunches: true).count == 2)
  }

  /// The other phone's launch may come first: events between it and the phone's own launch belong to the session that
  /// begins.
  @Test func otherPhonesLaunchMayComeFirst() {
    let begin: Int64 = 1_772_359_200_000
    func event(_ name: ObservedEvent.Name, _ seconds: Double, session: Int32 = -1) -> ObservedEvent {
      ObservedEvent(time: begin + Int64(seconds * 1_000), user: 0, session: session, name: name)
    }
    let other: Int32 = 1 << 16 | 1
    let events = [
      event(.launched, 0, session: 1), event(.tabChanged, 60), event(.launched, 9_000, session: other),
      event(.cardViewed, 9_001, session: 2), event(.launched, 9_004, session: 2), event(.tabChanged, 9_050),
      event(.launched, 18_000, session: 3), event(.launched, 18_005, session: other + 1), event(.tabChanged, 18_050),
    ]
    let sessions = ObservedSession.sessions(of: events[...], hasLaunches: true)
    #expect(sessions.map(\.id) == [1, 2, 3] && sessions.allSatisfy(\.isWhole))
    #expect(sessions.map(\.usesSecondDevice) == [false, true, true])
    #expect(sessions.map { ($0.last - begin) / 1_000 } == [60, 9_050, 18_050])
    // Alone, it is not a session of the phone.
    let alone = [event(.launched, 0, session: 1), event(.launched, 9_000, session: other), event(.tabChanged, 9_010)]
    let evidence = PhoneEvidence([events[...], alone[...]])
    #expect(ObservedSession.sessions(of: alone[...], hasLaunches: true, evidence: evidence).count == 1)
  }

  /// If taps come before the tapped elements, times say nothing; shares still do.
  @Test func wrongClocksGiveNoTimes() throws {
    var generator = SplitMix64(seed: 5)
    let exact = KnownPopulation.log(users: 300, horizon: .hours(42), seed: 8)
    let events = exact.events.map { event in
      var event = event
      event.time += Int64((generator.uniform() - 0.5) * 28_000)
      return event
    }
    let log = EventLog(events, users: exact.users, end: exact.end)
    let fit = CalibrationFit(log, scenario: CalibrationFitTests.blank)
    #expect(fit.requestSeconds == nil)
    let card = try #require(fit["timings.considerCard.sigma"])
    #expect(card.estimate == nil && !card.note.isEmpty, "\(card.note)")
    let (before, after) = (CalibrationFit(exact, scenario: CalibrationFitTests.blank), fit)
    // Sessions of wrong clocks can overlap, which looks like a second phone, so gaps between sessions say less.
    for path in ["decisions.followCard", "decisions.acknowledge", "habit.returnSameDay"] {
      let (old, new) = (try #require(before[path]), try #require(after[path]))
      let (values, error) = ([old, new].compactMap(\.estimate), try #require(old.standardError))
      try #require(values.count == 2)
      #expect(abs(values[1] - values[0]) < 2 * error, "\(path): \(values)")
    }
  }

  @Test func eventsWithUnknownTimesContributeToTheShare() throws {
    var sample = DefectiveLogNormal.Sample()
    for index in 0..<60 {
      sample.add(event: Double(5 + index % 7))
      sample.addUntimed()
      sample.add(censored: .infinity)
    }
    let fit = try #require(DefectiveLogNormal(sample))
    #expect(abs(fit.share - 2.0 / 3) < 1e-3 && sample.count == 180 && sample.happened == 120)
  }

  @Test func bytesAndTextHaveTheSameHash() {
    for length in 0..<70 {
      let text = String(repeating: "aBc", count: 30).prefix(length)
      #expect(XXH64.digest(of: Array(text.utf8)) == XXH64.digest(of: String(text)))
    }
  }

  /// Nobody opens a tab twice within one millisecond: the event was sent again, with another field.
  @Test func eventTwiceInOneMillisecondWasSentAgain() {
    func line(_ more: String, tab: String = "home") -> String {
      #"{"event_name":"tab_changed","timestamp":"2026-03-01T10:00:00Z","user_id":"a","properties":{"tab":"\#(tab)"\#(more)}}"#
    }
    var reader = EventReader()
    reader.read(Array([line(""), line(#","app":"2""#), line("", tab: "plans")].joined(separator: "\n").utf8))
    let (log, summary) = reader.finish()
    #expect(log.events.count == 2 && summary.resent == 1)
  }
}
