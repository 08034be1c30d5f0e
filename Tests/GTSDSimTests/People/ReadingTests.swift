import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import Randomness
@testable import Statistics

/// The ways in which people with a memory read the summary and react to errors.
struct ReadingTests {
  private static let second = Nanoseconds.second

  private func person(
    _ user: UInt32, expands: Probability = 0.5, toEnd: Probability = 0.5, memory: PeopleMemory? = PeopleMemory(),
    _ shape: (inout Persona) -> Void = { _ in }
  ) -> PersonModel {
    PersonModel(user: user, horizon: .hours(3), memory: memory) { persona in
      persona.decisions.abandonOnboarding = 0
      persona.decisions.skipOnboarding = 0
      persona.decisions.doubleTapComplete = 0
      // A person who deletes data, or lets somebody else sign in, answers onboarding a second time.
      persona.decisions.deleteHealthData = 0
      persona.decisions.switchAccount = 0
      persona.decisions.expandSummary = expands
      persona.decisions.readSummaryToEnd = toEnd
      persona.timings.summaryDwell = .constant(40)
      persona.habit.returnSameDay = 0
      shape(&persona)
    }
  }

  /// The events while the sheet is open, from its appearance to the tap that leaves it.
  private func reading(_ rehearsal: Rehearsal) throws -> [Rehearsal.Tap] {
    let open = rehearsal.taps.filter { $0.before.sheet == .shown }
    try #require(open.last?.action.kind == .exitSummary)
    return open
  }

  private func sections(_ taps: [Rehearsal.Tap]) -> [SummarySection] {
    taps.compactMap { if case .expandSummary(let section) = $0.action { section } else { nil } }
  }

  private func depths(_ taps: [Rehearsal.Tap]) -> [Int32] {
    taps.compactMap { if case .scrollSummary(let depth) = $0.action { depth } else { nil } }
  }

  /// However many sections and scrolls there are, the whole takes the dwell time, to the nanosecond. Depths grow
  /// quarter by quarter.
  @Test func readingTakesTheDwell() throws {
    for user in 0..<200 as Range<UInt32> {
      let rehearsal = Rehearsal(person(user))
      let taps = try reading(rehearsal)
      let answered = try #require(rehearsal.taps.last { $0.action.kind == .completeOnboarding })
      // The sheet appears with the answer, which takes the app's time; another wait finds it visible.
      let shown = answered.time + 2 * Rehearsal.appTime
      #expect(try #require(taps.last).time - shown == 40 * Self.second)
      let depths = depths(taps)
      let last = try #require(depths.last)
      #expect(depths == depths.sorted() && Set(depths).count == depths.count && depths.count == Int(last + 24) / 25)
      #expect(zip(depths, depths.dropFirst()).allSatisfy { $1 - $0 == 25 })
      #expect((10...100).contains(last))
      // No section is opened at first sight.
      #expect(taps.allSatisfy { $0.time > shown })
    }
  }

  /// Sections open one after the other until one is declined: all of them, none, or a decreasing share for each number.
  @Test func sectionsAreOpenedUntilOneIsRefused() throws {
    for user in 0..<40 as Range<UInt32> {
      #expect(sections(try reading(Rehearsal(person(user, expands: 0)))).isEmpty)
      let all = sections(try reading(Rehearsal(person(user, expands: 1, toEnd: 1))))
      #expect(Set(all.prefix(3)).count == 3)
    }
    var memory = PeopleMemory()
    memory.traits.thoroughness = 0
    var opened = [0, 0, 0, 0]
    var closed = 0
    for user in 0..<3_000 as Range<UInt32> {
      let own = sections(try reading(Rehearsal(person(user, expands: 0.4, memory: memory))))
      opened[Set(own).count] += 1
      // A section closes when tapped again: only the one opened last, and once.
      if own.count > Set(own).count {
        closed += 1
        #expect(own.count == Set(own).count + 1 && own.last == own.dropLast().last)
      }
    }
    for (count, share) in [0.6, 0.24, 0.096, 0.064].enumerated() {
      #expect(isPlausible(opened[count], of: 3_000, probability: share), "\(opened)")
    }
    #expect(isPlausible(closed, of: 3_000 - opened[0], probability: 0.2))
  }

  /// If the summary has a length, people read as far as their time allows: with a dwell of 40 s to the middle of a
  /// summary of 80 s and to the end of one of 40 s, and less far the more sections they open.
  @Test(arguments: [true, false]) func summaryLengthDecidesTheScrollDepth(remembers: Bool) throws {
    func depth(_ user: UInt32, _ seconds: Int64, expands: Probability = 0) throws -> Int32? {
      var person = person(user, expands: expands, toEnd: 0, memory: remembers ? PeopleMemory() : nil)
      person.temperament = Temperament(
        persona: person.temperament.persona, memory: remembers ? PeopleMemory() : nil, summaryLength: .seconds(seconds))
      return depths(try reading(Rehearsal(person))).last
    }
    for user in 0..<20 as Range<UInt32> {
      #expect(try depth(user, 80) == 50)
      #expect(try depth(user, 40) == 100)
      #expect(try depth(user, 20) == 100)
      guard remembers else { continue }
      #expect(try #require(try depth(user, 40, expands: 1)) < 100)
    }
  }

  /// The share who read to the end is the share of dwell times at least as long as the summary: for a log-normal with
  /// median m and sigma s, the normal distribution at ln(m / length) / s.
  @Test(arguments: [20.0, 42.0, 80.0]) func readingTimeFollowsFromTheDwell(seconds: Double) throws {
    var scenario = Scenario(name: "reading")
    scenario.seed = 4
    scenario.horizon = .hours(3)
    scenario.population.size = 300
    scenario.population.arrival = .uniform(over: .hours(1))
    var persona = Persona(name: "reader")
    persona.decisions.skipOnboarding = 0
    persona.decisions.abandonOnboarding = 0
    persona.decisions.expandSummary = 0
    persona.timings.summaryDwell = .lognormal(median: 42, sigma: 0.6)
    scenario.population.personas = [persona]
    scenario.population.summaryLength = TimeSpan(nanoseconds: Int64(seconds * 1e9))
    scenario.generation = .preset(.correct)
    let rate = try #require(
      Simulation(scenario, jobs: 1).run().kpis.first { $0.id == KPI.summaryCompletionRate.id })
    let share = NormalDistribution.cumulative(PortableMath.log(42 / seconds) / 0.6)
    let (read, viewed) = (try #require(rate.numerator), try #require(rate.denominator))
    #expect(viewed > 180 && isPlausible(read, of: viewed, probability: share), "\(read) of \(viewed), \(share)")
  }

  /// Without a memory, people open at most one section and scroll once, with half of the dwell before it and half
  /// after.
  @Test func withoutAMemoryThereIsOneScroll() throws {
    for user in 0..<60 as Range<UInt32> {
      let taps = try reading(Rehearsal(person(user, memory: nil)))
      #expect(sections(taps).count <= 1 && depths(taps).count == 1)
    }
  }

  /// A person with a memory retries after the reaction time, others at once.
  @Test(arguments: [true, false]) func personRetriesAfterAReactionTime(remembers: Bool) throws {
    var memory = PeopleMemory()
    memory.reaction = .constant(2)
    var phone = ScriptedPhone()
    phone.fails = true
    let person = person(3, memory: remembers ? memory : nil) { $0.decisions.retryAfterError = 1 }
    let answers = Rehearsal(person, phone: phone).taps.filter {
      $0.action.kind == .completeOnboarding && $0.session == 1
    }
    #expect(answers.count == 4)
    #expect(Set(answers.map(\.intent)).count == 1)
    for (one, next) in zip(answers, answers.dropFirst()) {
      #expect(next.time - one.time == Rehearsal.appTime + (remembers ? 2 * Self.second : 0))
    }
  }
}
