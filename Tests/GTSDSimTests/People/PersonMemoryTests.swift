import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

struct PersonMemoryTests {
  private func memory(_ user: UInt32, _ terms: PeopleMemory = PeopleMemory()) -> PersonMemory {
    PersonMemory(terms, draws: PersonDraws(seed: 5, user: user, replication: 0))
  }

  // MARK: Traits

  /// However much people differ, at the first occasion the share who decide so is the persona's. The logistic
  /// distribution is not exactly a normal one of 1.7 times the scale, which leaves at most a point.
  @Test(arguments: [0.05, 0.45, 0.9], [0, 1, 2.5])
  func traitsKeepThePersonasMeanShare(probability: Double, deviation: Double) {
    var persona = Persona(name: "test")
    persona.decisions.followCard = Probability(probability)
    var terms = PeopleMemory()
    terms.traits.thoroughness = deviation
    let temperament = Temperament(persona: persona, memory: terms)
    var sum = 0.0
    for user in 0..<4_000 as Range<UInt32> {
      sum += temperament.probability(of: .followCard, shift: memory(user, terms).shift(of: .followCard))
    }
    // Three standard errors of a mean of 4,000, plus the point.
    let error = 3 * min(0.5, 0.21 * deviation) / 63
    #expect(abs(sum / 4_000 - probability) < 0.012 + error)
  }

  /// With Fisher's transform, 4,000 pairs have a standard error of 0.016.
  @Test func traitCorrelationIsAsStated() {
    var terms = PeopleMemory()
    terms.traits.correlation = 0.4
    var products = (0.0, 0.0)
    for user in 0..<4_000 as Range<UInt32> {
      let memory = memory(user, terms)
      let engaged = memory.shift(of: .visitTasks) / terms.traits.engagement
      products.0 += engaged * memory.shift(of: .followCard) / terms.traits.thoroughness
      products.1 += engaged * memory.shift(of: .skipOnboarding) / terms.traits.formAversion
    }
    #expect(abs(products.0 / 4_000 - 0.4) < 0.08)
    #expect(abs(products.1 / 4_000 + 0.4) < 0.08)
  }

  @Test func certainDecisionsStayCertain() {
    var persona = Persona(name: "test")
    persona.decisions.followCard = 1
    persona.decisions.dismissCard = 0
    let temperament = Temperament(persona: persona, memory: PeopleMemory())
    #expect(temperament.probability(of: .followCard, shift: -9) == 1)
    #expect(temperament.probability(of: .dismissCard, shift: 9) == 0)
  }

  @Test func shareOfPeopleWithOneVisitIsAsStated() {
    let terms = PeopleMemory()
    let count = (0..<5_000 as Range<UInt32>).count { memory($0, terms).neverReturns }
    #expect(isPlausible(count, of: 5_000, probability: terms.oneVisit.value))
  }

  // MARK: Experiences

  /// A declined offer is accepted less often later, and other offers are not affected.
  @Test func refusalsLowerLaterAcceptance() {
    var person = memory(1)
    let before = (person.shift(of: .followCard), person.shift(of: .acknowledge))
    person.refuse(.card)
    person.refuse(.card)
    #expect(abs(person.shift(of: .followCard) - (before.0 - 2 * PeopleMemory().refusal)) < 1e-12)
    #expect(person.shift(of: .acknowledge) == before.1)
  }

  @Test func errorsKeepPeopleAwayAndValueBringsThemBack() {
    func shift(_ terms: PeopleMemory, _ events: [PersonMemory.Event], sessions: Int = 1) -> Double {
      var person = memory(2, terms)
      for _ in 0..<sessions {
        person.beginSession(at: 0, arrival: 0)
        for event in events { person.meet(event) }
        person.endSession()
      }
      return person.shift(ofReturningOn: 1, since: 0, arrival: 0)
    }
    let terms = PeopleMemory()
    let calm = shift(terms, [])
    #expect(abs(calm - shift(terms, [.error]) - terms.experience.error) < 1e-12)
    #expect(abs(calm - shift(terms, [.error, .wait]) - terms.experience.error - terms.experience.wait) < 1e-12)
    #expect(shift(terms, [.value]) > calm && shift(terms, [.contradiction]) < calm)
    // More than three of a kind count as three; experiences of an earlier session count less.
    #expect(shift(terms, [.error, .error, .error]) == shift(terms, [.error, .error, .error, .error, .error]))
    #expect(
      abs(calm - shift(terms, [.wait], sessions: 2) - terms.experience.wait * (1 + terms.experience.recall)) < 1e-12)
    // With all weights 0, experiences have no effect.
    var numb = terms
    (numb.experience.error, numb.experience.wait, numb.experience.contradiction, numb.experience.value) = (0, 0, 0, 0)
    #expect(shift(numb, [.error, .wait, .contradiction, .value]) == shift(numb, []))
  }

  /// Experiences fade with the days; habit grows with days of use, and weekends differ.
  @Test func returnChanceDependsOnDaysHabitAndWeekend() {
    var terms = PeopleMemory()
    (terms.fading, terms.weekend) = (0, 0)
    var person = memory(3, terms)
    person.beginSession(at: 0, arrival: 0)
    person.meet(.error)
    person.endSession()
    let shifts = (1...3).map { person.shift(ofReturningOn: $0, since: 0, arrival: 0) }
    #expect(shifts[0] < shifts[1] && shifts[1] < shifts[2])
    person.beginSession(at: Nanoseconds.day, arrival: 0)
    person.endSession()
    #expect(person.shift(ofReturningOn: 2, since: 1, arrival: 0) > shifts[0])
    terms.weekend = -0.5
    let rested = memory(3, terms)
    // Virtual time begins on a Thursday: days 2 and 3 are Saturday and Sunday.
    let week = (1...7).map { rested.shift(ofReturningOn: $0, since: 0, arrival: 0) }
    #expect(week[1] < week[0] && week[2] < week[3] && week[0] == week[3] && week[3] == week[6])
  }

  /// Only people with a memory store one, so that others behave as before.
  @Test func personWithoutMemoryDecidesAsThePersonaSays() {
    let person = PersonModel(user: 1)
    #expect(person.memory == nil && person.returning(0.3, on: 4, since: 1) == 0.3)
  }

  // MARK: Sleep

  @Test(arguments: [-2.0, 0, 1.5])
  func nobodyActsWhileAsleep(score: Double) {
    let hours = WakingHours(sleep: 8 * Nanoseconds.hour, bedtimeScore: score)
    let bed = Int64((23 + score) * Double(Nanoseconds.hour))
    for step in 0..<500 as Range<Int64> {
      let instant = step * 10 * Nanoseconds.minute
      for up in [hours.awake(at: instant), hours.after(step % 90 * 10 * Nanoseconds.minute, from: instant)] {
        let since = ((up - bed) % Nanoseconds.day + Nanoseconds.day) % Nanoseconds.day
        #expect(since >= 8 * Nanoseconds.hour && up >= instant)
      }
    }
  }

  /// A gap of three hours that begins an hour before bedtime ends two hours after getting up.
  @Test func gapsBetweenSessionsDoNotCountTheNight() {
    let hours = WakingHours(sleep: 8 * Nanoseconds.hour, bedtimeScore: 0)
    let hour = Nanoseconds.hour
    #expect(hours.after(3 * hour, from: 22 * hour) == (24 + 7 + 2) * hour)
    #expect(hours.after(3 * hour, from: 12 * hour) == 15 * hour)
    #expect(WakingHours(sleep: 0, bedtimeScore: 0).after(3 * hour, from: 22 * hour) == 25 * hour)
  }
}
