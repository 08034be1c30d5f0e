import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

struct RemindersTests {
  private static let hour = Nanoseconds.hour
  private static let three = Reminders(after: .hours(4), every: .days(1), most: 3, reach: 1, response: 1)

  /// A person who completes onboarding and returns only because of a reminder.
  private func person(
    _ user: UInt32 = 1, _ reminders: Reminders? = three, memory: PeopleMemory? = nil, acknowledges: Probability = 0,
    rollback: Rollback<Temperament>? = nil
  ) -> PersonModel {
    PersonModel(
      user: user, horizon: .days(9), memory: memory, reminders: reminders, rollback: rollback
    ) { persona in
      persona.decisions.abandonOnboarding = 0
      persona.decisions.skipOnboarding = 0
      persona.decisions.acknowledge = acknowledges
      persona.decisions.followCard = 1
      persona.decisions.switchAccount = 0
      persona.decisions.useSecondDevice = 0
      persona.habit.returnSameDay = 0
      persona.habit.returnNextDay = 0
    }
  }

  private func launches(_ rehearsal: Rehearsal) -> [Int64] {
    rehearsal.taps.filter { $0.action.kind == .launch }.map(\.time)
  }

  /// The instant at which a rehearsed person sees the new account.
  private func signUp(_ rehearsal: Rehearsal) throws -> Int64 {
    try #require(rehearsal.taps.first { $0.action.kind == .signUp }).time + Rehearsal.appTime
  }

  /// Reminders open the app four hours after sign-up and a day after each other, to the nanosecond, by way of a
  /// notification.
  @Test func aReminderOpensTheAppAtItsInstantAndLeadsToPlans() throws {
    let rehearsal = Rehearsal(person())
    let signUp = try signUp(rehearsal)
    #expect(Array(launches(rehearsal).dropFirst()) == [4, 28, 52].map { signUp + $0 * Self.hour })
    for session in 2...4 as ClosedRange<UInt32> {
      let taps = rehearsal.taps.filter { $0.session == session }
      #expect(taps.prefix(2).map(\.action.kind) == [.launch, .openTab])
      #expect(taps[1].time == taps[0].time + Rehearsal.appTime)
      if case .openTab(let tab) = taps[1].action { #expect(tab == .plans) }
    }
  }

  @Test func nobodyIsRemindedAfterAcknowledging() throws {
    let rehearsal = Rehearsal(person(acknowledges: 1))
    #expect(rehearsal.taps.contains { $0.action.kind == .acknowledge })
    #expect(launches(rehearsal).count == 1)
    // A person who returns only when reminded gets no reminder after acknowledging.
    var late = 0
    for user in 0..<60 as Range<UInt32> {
      let taps = Rehearsal(person(user, acknowledges: 0.4)).taps
      let sessions = taps.last?.session ?? 0
      let own = taps.last { $0.action.kind == .acknowledge }?.session ?? 4
      #expect(sessions == own)
      if own > 1, own < 4 { late += 1 }
    }
    #expect(late > 10)
  }

  /// A reminder while the app is open changes nothing; here it comes at the sign-up itself.
  @Test func aReminderInMidSessionIsIgnored() {
    let now = Reminders(after: .zero, every: .minutes(1), most: 1, reach: 1, response: 1)
    #expect(launches(Rehearsal(person(1, now))).count == 1)
  }

  /// A reminder at night wakes nobody: the person reads it after getting up.
  @Test func aReminderAtNightWaitsForTheMorning() throws {
    var memory = PeopleMemory()
    memory.oneVisit = 0
    var waited = 0
    for user in 0..<200 as Range<UInt32> {
      let hourly = Reminders(after: .hours(1), every: .hours(1), most: 40, reach: 1, response: 0.2)
      let rehearsal = Rehearsal(person(user, hourly, memory: memory))
      let hours = try #require(rehearsal.model.memory?.hours)
      let signUp = try signUp(rehearsal)
      for launch in launches(rehearsal).dropFirst() {
        #expect(hours.awake(at: launch) == launch)
        if (launch - signUp) % Self.hour != 0 { waited += 1 }
      }
    }
    #expect(waited > 50)
  }

  /// Probabilities are the stated ones: reach once per person, response for each reminder. There are never more
  /// reminders than stated.
  @Test func shareAndChanceAreThoseStated() {
    var reminders = Self.three
    reminders.reach = 0.6
    reminders.response = 0.5
    let opened = (0..<2_000 as Range<UInt32>).map { launches(Rehearsal(person($0, reminders))).count - 1 }
    #expect(opened.allSatisfy { (0...3).contains($0) })
    #expect(isPlausible(opened.count { $0 > 0 }, of: 2_000, probability: 0.6 * 0.875))
    #expect(isPlausible(opened.count { $0 == 3 }, of: 2_000, probability: 0.6 * 0.125))
  }

  /// Reminders that nobody follows, or that reach nobody, change nothing at all.
  @Test func remindersThatNobodyFollowsChangeNothing() {
    func taps(_ reminders: Reminders?, _ user: UInt32) -> [String] {
      Rehearsal(PersonModel(user: user, horizon: .days(9), memory: PeopleMemory(), reminders: reminders)).taps
        .map { "\($0.time) \($0.session) \($0.intent) \($0.action)" }
    }
    var (deaf, idle, none) = (Self.three, Self.three, Self.three)
    (deaf.reach, idle.response, none.most) = (0, 0, 0)
    for user in 0..<100 as Range<UInt32> {
      let plain = taps(nil, user)
      for reminders in [deaf, idle, none] { #expect(taps(reminders, user) == plain) }
    }
  }

  /// A reminder adds a session and removes none: the person's next planned session stays.
  @Test func intentionOfAPersonStays() {
    for user in 0..<200 as Range<UInt32> {
      func starts(_ reminders: Reminders?) -> [Int64] {
        launches(
          Rehearsal(
            PersonModel(user: user, horizon: .days(3), reminders: reminders) { persona in
              persona.decisions.acknowledge = 0
              persona.habit.returnSameDay = 0
            }))
      }
      let once = Reminders(after: .hours(12), every: .days(1), most: 1, reach: 1, response: 1)
      let (plain, reminded) = (starts(nil), starts(once))
      if plain.count > 1 { #expect(reminded.contains(plain[1])) }
    }
  }

  /// A person whose arm is rolled back gets the control's reminders from then on, here none.
  @Test func anArmThatIsRolledBackRemindsNobody() throws {
    let control = Temperament(persona: Persona(name: "test"))
    let signUp = try signUp(Rehearsal(person()))
    let rollback = Rollback(control, from: signUp + 28 * Self.hour)
    let starts = launches(Rehearsal(person(rollback: rollback))).dropFirst()
    #expect(starts.first == signUp + 4 * Self.hour)
    #expect(!starts.contains(signUp + 28 * Self.hour) && !starts.contains(signUp + 52 * Self.hour))
  }

  // MARK: In a population

  private func report(_ reminders: Reminders?) -> Report {
    var scenario = Scenario(name: "reminded")
    scenario.generation = .preset(.correct)
    scenario.population.size = 120
    scenario.population.arrival = .uniform(over: .hours(12))
    scenario.population.memory = PeopleMemory()
    scenario.population.reminders = reminders
    return Simulation(scenario, jobs: 1).run()
  }

  private func rate(_ result: Report) throws -> Double {
    try #require(result.kpis.first { $0.id == KPI.acknowledgmentRate24h.id }?.value)
  }

  /// People, app and backend together: the same events if nobody follows, and more acknowledgments if all do.
  @Test func remindersRaiseTheShareWhoAcknowledge() throws {
    var idle = Self.three
    idle.response = 0
    let plain = report(nil)
    #expect(report(idle).digest == plain.digest)
    #expect(try rate(report(Self.three)) > rate(plain) + 0.02)
  }

  @Test func armsCanHaveTheirOwnReminders() throws {
    let text = """
      {"population": {"reminders": {"response": 0.2}},
       "experiment": {"name": "e", "arms": [{"name": "A"}, {"name": "B", "reminders": {"after": "4h", "most": 1}}]}}
      """
    let scenario = try Scenario.parse(text)
    #expect(scenario.experiment?.arms[0].reminders == nil)
    #expect(scenario.experiment?.arms[1].reminders?.after == .hours(4))
    #expect(try Scenario.parse(scenario.resolvedJSON) == scenario)
    let roster = PopulationRoster(scenario: scenario, replication: 0)
    for user in 0..<40 as Range<UInt32> {
      let reminders = roster.person(user).temperament.reminders
      #expect(reminders?.most == (roster.member(user).arm == 0 ? 3 : 1))
    }
    // Absent reminders are not written, so that scenarios without them keep their digests.
    let plain = try Scenario.parse(#"{"experiment": {"name": "e", "arms": [{"name": "A"}, {"name": "B"}]}}"#)
    #expect(!plain.resolvedJSON.contains("reminders") && !plain.resolvedJSON.contains("timeZones"))
  }

  @Test func chancesAreAssumptionsThatForecastsDraw() throws {
    let scenario = try Scenario.parse(#"{"population": {"reminders": {}}}"#)
    let source = scenario.assumptions.first { $0.path == "population.reminders.response" }?.source
    #expect(source == "assumption, no source")
    #expect(scenario.unsourcedValues.contains { $0.path == "population.reminders.reach" && $0.kind == .probability })
  }
}
