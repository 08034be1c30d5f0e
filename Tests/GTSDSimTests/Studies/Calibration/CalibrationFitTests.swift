import Foundation
import GTSDModel
import TestSupport
import Testing

@testable import GTSDLogs
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import Statistics

struct CalibrationFitTests {
  /// A scenario with the population's app and none of its values.
  static let blank: Scenario = {
    var scenario = Scenario(name: "blank")
    scenario.generation = .preset(.correct)
    scenario.population.personas = [Persona(name: "default")]
    scenario.population.memory = nil
    return scenario
  }()

  private static func misses(_ fit: CalibrationFit) -> (held: Int, missed: [String]) {
    var (held, missed) = (0, [String]())
    for parameter in fit.parameters {
      guard let interval = parameter.interval else { continue }
      let truth = KnownPopulation.truth(parameter.path)
      if interval.low <= truth, truth <= interval.high { held += 1 } else { missed.append(parameter.path) }
    }
    return (held, missed)
  }

  /// Worlds of people with known values, simulated with the whole app: the intervals of all values together contain the
  /// truth as often as they state, for all events and for those of the first half of the time.
  @Test func intervalsHoldTheTruth() {
    let (seeds, horizon) = (10, TimeSpan.hours(72))
    var whole = (held: 0, missed: [String]())
    var half = whole
    var paths: Set<String> = []
    for seed in 1...seeds {
      let log = KnownPopulation.log(users: 90, horizon: horizon, seed: UInt64(seed))
      let fit = CalibrationFit(log, scenario: Self.blank)
      paths.formUnion(fit.parameters.filter { $0.estimate != nil }.map(\.path))
      let first = CalibrationFit(log.until(log.firstMidnight + 36 * 3_600_000), scenario: Self.blank)
      for (result, part) in [(Self.misses(fit), 0), (Self.misses(first), 1)] {
        if part == 0 { whole = (whole.held + result.held, whole.missed + result.missed) }
        if part == 1 { half = (half.held + result.held, half.missed + result.missed) }
      }
    }
    #expect(paths.count >= 30, "\(paths.count)")
    for result in [whole, half] {
      let trials = result.held + result.missed.count
      let low = BinomialDistribution.quantile(0.0005, trials: trials, probability: 0.95)
      #expect(result.held >= low, "\(result.held) of \(trials), missed \(result.missed.sorted())")
    }
  }

  @Test("Names and notes of fitted values contain no code names except event names")
  func notesArePlain() {
    for horizon in [TimeSpan.hours(1), .hours(72)] {
      let fit = CalibrationFit(KnownPopulation.log(users: 60, horizon: horizon, seed: 3), scenario: Self.blank)
      #expect(fit.parameters.count > 60)
      for parameter in fit.parameters {
        // Events and their properties stand between backticks.
        let own = parameter.note.split(separator: "`", omittingEmptySubsequences: false).enumerated()
          .filter { $0.offset % 2 == 0 }.map { String($0.element) }.joined()
        for text in [own, parameter.name] {
          #expect(text.firstMatch(of: /[a-z][A-Z]|[a-z]\.[a-z]/) == nil, "\(parameter.path): \(text)")
        }
      }
    }
  }

  @Test func withoutOurEventsOnlyWhatTheSpecificationsShowIsFitted() throws {
    let log = KnownPopulation.log(users: 80, horizon: .hours(30), seed: 5)
    let first = AnalyticsEvent.firstExtensionIndex
    let plain = EventLog(log.events.filter { Int($0.name.rawValue) < first }, users: log.users, end: log.end)
    let fit = CalibrationFit(plain, scenario: Self.blank)
    for path in [
      "decisions.readSummaryToEnd", "decisions.expandSummary", "decisions.exitSummaryByButton", "decisions.followCard",
      "decisions.completeProfile", "timings.summaryDwell.median",
    ] {
      let parameter = try #require(fit[path])
      #expect(parameter.status == .fitted && parameter.interval != nil, "\(path)")
    }
    for (path, name) in [
      ("decisions.skipOnboarding", "signup_completed"), ("habit.returnSameDay", "app_launched"),
      ("decisions.visitStreaks", "app_launched"), ("timings.sessionGap.median", "app_launched"),
    ] {
      let parameter = try #require(fit[path])
      #expect(parameter.status == .notIdentified && parameter.note.contains(name), "\(path): \(parameter.note)")
      #expect(parameter.before == KnownPopulation.defaultValue(path))
    }
    #expect(fit.arrivals.arrival == nil)
  }

  /// Each value of a persona is either fitted or listed with a reason.
  @Test func noValueIsPassedOver() {
    let log = KnownPopulation.log(users: 30, horizon: .hours(26), seed: 6)
    let fit = CalibrationFit(log, scenario: Self.blank)
    let expected =
      Decisions.probabilityNames.map { "decisions.\($0)" }
      + PersonPause.allCases.flatMap { ["timings.\($0).median", "timings.\($0).sigma"] }
      + ["habit.returnNextDay", "habit.returnSameDay", "habit.dailyDecay"]
    #expect(fit.parameters.map(\.path) == expected)
    #expect(fit.parameters.allSatisfy { !$0.note.isEmpty && $0.before != nil })
  }

  @Test func sessionsBeginWithLaunchesOfThePhoneItself() {
    func event(_ seconds: Int64, _ name: ObservedEvent.Name, session: Int32 = -1, detail: UInt8 = 0) -> ObservedEvent {
      ObservedEvent(time: seconds * 1_000, user: 0, session: session, name: name, detail: detail)
    }
    let events = [
      event(0, .launched, session: 1), event(20, .signedUp, session: 1), event(30, .cardViewed, session: 1),
      event(50, .launched, session: 65_537), event(60, .cardViewed, session: 1), event(70, .cardDismissed, session: 9),
      event(9_000, .launched, session: 2), event(9_010, .signedUp, session: 2), event(9_020, .tabChanged, detail: 1),
      event(9_021, .tabChanged, detail: 2), event(9_022, .tabChanged, detail: 3),
    ]
    let sessions = ObservedSession.sessions(of: events[...], hasLaunches: true)
    #expect(sessions.count == 2)
    #expect(sessions[0].usesSecondDevice && !sessions[0].hasVisitor && sessions[0].cardDismissed == nil)
    #expect(sessions[0].next == 9_000_000 && sessions[0].last == 70_000)
    #expect(
      sessions[1].hasVisitor && sessions[1].hasBurst && sessions[1].showed(.streaks) && !sessions[1].showed(.profile))
    let silent = ObservedSession.sessions(of: events[1...], hasLaunches: false)
    #expect(silent.map(\.start) == [20_000, 50_000, 60_000, 70_000, 9_000_000])
  }

  /// A person who scrolls in steps has read to the end if any step reached it.
  @Test(arguments: [[0], [1], [0, 0, 1], [0, 0, 0], [0, 1, 0]] as [[UInt8]])
  func aSummaryIsReadIfAnyScrollReachesTheEnd(scrolls: [UInt8]) {
    func event(_ seconds: Int64, _ name: ObservedEvent.Name, detail: UInt8 = 0) -> ObservedEvent {
      ObservedEvent(time: seconds * 1_000, user: 0, session: 1, name: name, detail: detail)
    }
    let start = [event(0, .launched), event(20, .signedUp), event(90, .summaryViewed)]
    let events = start + scrolls.enumerated().map { event(100 + Int64($0) * 10, .summaryScrolled, detail: $1) }
    let sessions = ObservedSession.sessions(of: events[...], hasLaunches: true)
    #expect(sessions.first?.summaries.first?.read == scrolls.contains(1))
  }

  @Test func truncatedLogContainsNothingLater() {
    let log = KnownPopulation.log(users: 20, horizon: .hours(40), seed: 2)
    let cut = log.firstMidnight + 20 * 3_600_000
    let early = log.until(cut)
    #expect(early.end == cut && early.events.allSatisfy { $0.time <= cut })
    #expect(early.events.count == log.events.count { $0.time <= cut })
    #expect(early.users < log.users)
    let cohort = log.cohort(seenBy: cut)
    #expect(cohort.users == early.users && cohort.end == log.end && cohort.events.count > early.events.count)
    for user in 0..<early.users {
      #expect(early.events(of: user).first?.time == cohort.events(of: user).first?.time)
    }
    let some = log.people([3, 1])
    #expect(some.users == 2 && some.count == log.events(of: 3).count + log.events(of: 1).count)
    #expect(some.events(of: 0) == log.events(of: 3) && some.start == log.start && some.end == log.end)
    #expect(some.events == Array(log.events(of: 3)) + log.events(of: 1) && early.count == early.events.count)
  }

  @Test func personasArePooledByWeight() {
    let pooled = Persona.pooled(Persona.mix)
    let mean = (0.6 * 40 + 0.45 * 35 + 0.35 * 15 + 0.45 * 10) / 100
    #expect(close(pooled.decisions.followCard.value, mean, 1e-12))
    #expect(pooled.weight == 1)
    guard case .lognormal(let median, let sigma) = pooled.timings.sessionGap else {
      Issue.record("the mix is log-normal")
      return
    }
    #expect(median > 7_200 && median < 14_400 && sigma > 0.8)
  }
}

extension KnownPopulation {
  /// The default persona's value at a path.
  static func defaultValue(_ path: String) -> Double? {
    let persona = Persona(name: "default")
    let name = String(path.split(separator: ".")[1])
    if let decision = PersonDecision.allCases.first(where: { $0.name == name }) {
      return decision.probability(in: persona)
    }
    guard let pause = PersonPause.allCases.first(where: { "\($0)" == name }),
      case .lognormal(let median, let sigma) = pause.distribution(in: persona.timings)
    else { return nil }
    return path.hasSuffix(".median") ? median : sigma
  }
}
