import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

struct PersonDrawsTests {
  private func draws(seed: UInt64 = 3, user: UInt32 = 7, replication: UInt32 = 0) -> PersonDraws {
    PersonDraws(seed: seed, user: user, replication: replication)
  }

  @Test func drawsOfOtherPurposesShiftNothing() {
    var plain = draws()
    var busy = draws()
    for _ in 0..<3 {
      plain.beginSession()
      busy.beginSession()
      for _ in 0..<20 {
        // A new decision, a new pause and a new trait are drawn in between.
        _ = busy.uniform(PersonDecision.visitTasks)
        _ = busy.uniform(PersonPause.tabDwell)
        _ = busy.uniform(PersonTrait.scrollDepth)
        #expect(plain.uniform(PersonDecision.followCard) == busy.uniform(PersonDecision.followCard))
        #expect(plain.uniform(PersonPause.patience) == busy.uniform(PersonPause.patience))
      }
    }
  }

  @Test func extraDrawsDoNotShiftLaterSessions() {
    var plain = draws()
    var longer = draws()
    plain.beginSession()
    longer.beginSession()
    for _ in 0..<50 { _ = longer.uniform(PersonDecision.followCard) }
    plain.beginSession()
    longer.beginSession()
    #expect(plain.uniform(PersonDecision.followCard) == longer.uniform(PersonDecision.followCard))
  }

  @Test func everythingInTheKeyCounts() {
    func first(_ draws: PersonDraws) -> Double {
      var draws = draws
      draws.beginSession()
      return draws.uniform(PersonDecision.followCard)
    }
    var second = draws()
    second.beginSession()
    let values = [
      first(draws()), first(draws(seed: 4)), first(draws(user: 8)), first(draws(replication: 1)), first(second),
      second.uniform(PersonDecision.dismissCard), second.uniform(PersonPause.tabDwell),
    ]
    #expect(Set(values).count == values.count)
    #expect(first(draws()) == first(draws()))
  }

  @Test func everyProbabilityAndPauseOfAPersonaHasAPurpose() {
    let decisions = Mirror(reflecting: Decisions()).children.filter { $0.value is Probability }.compactMap(\.label)
    let habit = Mirror(reflecting: Habit()).children.filter { $0.value is Probability }.compactMap(\.label)
    #expect(Set(decisions + habit) == Set(PersonDecision.allCases.map(\.name)))
    let pauses = Mirror(reflecting: Timings()).children.compactMap(\.label)
    #expect(Set(pauses) == Set(PersonPause.allCases.map { String(describing: $0) }))
  }

  @Test func purposesReadTheMemberOfTheirName() {
    let persona = Persona(name: "default")
    let members =
      Array(Mirror(reflecting: persona.decisions).children) + Array(Mirror(reflecting: persona.habit).children)
    for member in members {
      guard let probability = member.value as? Probability,
        let decision = PersonDecision.allCases.first(where: { $0.name == member.label })
      else { continue }
      #expect(decision.probability(in: persona) == probability.value)
    }
    for member in Mirror(reflecting: persona.timings).children {
      let pause = PersonPause.allCases.first { String(describing: $0) == member.label }!
      #expect(pause.distribution(in: persona.timings) == member.value as? Distribution)
    }
  }

  @Test func purposeNumbersAreDisjointAndFixed() {
    #expect(PersonDecision.allCases.map(\.rawValue) == Array(1...50))
    #expect(PersonPause.allCases.map(\.rawValue) == Array(61...74))
    #expect(PersonTrait.allCases.map(\.rawValue) == Array(121...171))
  }

  @Test func changingOneProbabilityChangesNothingElse() {
    // Streaks are visited always or never; the person's other actions in the session stay the same.
    func taps(_ user: UInt32, visitsStreaks: Probability) -> [Rehearsal.Tap] {
      let person = PersonModel(user: user, horizon: .hours(6)) { $0.decisions.visitStreaks = visitsStreaks }
      return Rehearsal(person).taps.filter { $0.session == 1 }
    }
    var visits = 0
    for user: UInt32 in 0..<300 {
      let without = taps(user, visitsStreaks: 0)
      let with = taps(user, visitsStreaks: 1)
      visits += with.count - without.count
      // The tab to be opened on the way depends on the current tab, so tabs are left out.
      let kinds = { (taps: [Rehearsal.Tap]) in taps.map(\.action.kind).filter { $0 != .openTab } }
      #expect(kinds(with) == kinds(without))
    }
    #expect(visits > 200)
  }
}
