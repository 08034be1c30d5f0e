import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

struct PersonModelTests {
  @Test func sameSeedSameItinerary() {
    func itinerary(seed: UInt64) -> [String] {
      let person = PersonModel(user: 5, seed: seed, horizon: .days(4)) { $0.decisions.abandonOnboarding = 0 }
      return Rehearsal(person).taps.map { "\($0.time) \($0.device) \($0.intent) \($0.action)" }
    }
    #expect(itinerary(seed: 1) == itinerary(seed: 1))
    #expect(itinerary(seed: 1) != itinerary(seed: 2))
  }

  @Test func everySessionIsALaunchAndATermination() {
    for user: UInt32 in 0..<300 {
      let rehearsal = Rehearsal(PersonModel(user: user))
      for device: UInt8 in 0...1 {
        let kinds: [PersonAction] = rehearsal.taps.filter { $0.device == device }.map(\.action.kind)
        let life = kinds.filter { (kind: PersonAction) -> Bool in kind == .launch || kind == .terminate }
        for (index, kind) in life.enumerated() {
          let wanted = index.isMultiple(of: 2) ? PersonAction.launch : .terminate
          #expect(kind == wanted)
        }
        #expect(life.count % 2 == 0)
      }
    }
  }

  @Test func nothingHappensAtOrAfterTheHorizonButClosing() {
    let horizon = TimeSpan.hours(5)
    for user: UInt32 in 0..<300 {
      for tap in Rehearsal(PersonModel(user: user, arrival: .hours(4), horizon: horizon)).taps
      where tap.action.kind != .terminate {
        #expect(tap.time >= TimeSpan.hours(4).nanoseconds)
        #expect(tap.time < horizon.nanoseconds)
      }
    }
  }

  @Test func onlyDoubleTapsShareAnIntent() {
    let person = PersonModel(user: 1) {
      $0.decisions.abandonOnboarding = 0
      $0.decisions.skipOnboarding = 0
      $0.decisions.doubleTapComplete = 1
      $0.decisions.doubleTapAcknowledge = 1
      $0.decisions.followCard = 1
      $0.decisions.acknowledge = 1
      $0.decisions.pullToRefresh = 1
      $0.decisions.pullDuringLoad = 1
      $0.decisions.refreshPlan = 0
    }
    let taps = Rehearsal(person).taps
    func intents(_ kind: PersonAction, session: UInt32 = 1) -> [Int32] {
      taps.filter { $0.action.kind == kind && $0.session == session }.map(\.intent)
    }
    #expect(intents(.completeOnboarding).count == 2)
    #expect(Set(intents(.completeOnboarding)).count == 1)
    #expect(intents(.acknowledge).count == 2)
    #expect(Set(intents(.acknowledge)).count == 1)
    #expect(intents(.pullToRefresh).count == 2)
    #expect(Set(intents(.pullToRefresh)).count == 2)
    let meant = taps.map(\.intent).filter { $0 != 0 }
    #expect(Set(meant).count == meant.count - 2)
    #expect(taps.count == meant.count + 4, "going on to the next step is no intent")
  }

  /// A person who taps Acknowledge again, or retries, after an edit has changed the values acknowledges something else.
  @Test(arguments: [false, true], [false, true])
  func tapsOnOtherValuesHaveAnotherIntent(changesRow: Bool, fails: Bool) {
    let person = PersonModel(user: 1) {
      $0.decisions.abandonOnboarding = 0
      $0.decisions.skipOnboarding = 0
      $0.decisions.doubleTapAcknowledge = fails ? 0 : 1
      $0.decisions.retryAfterError = 1
      $0.decisions.acknowledge = 1
      $0.decisions.goToPlansDirectly = 1
    }
    var phone = ScriptedPhone()
    phone.answered = [true, true]
    phone.complete = [true, true]
    (phone.fails, phone.changesRow) = (fails, changesRow)
    let taps = Rehearsal(person, phone: phone).taps.filter {
      $0.session == 1 && [.acknowledge, .retryAcknowledge].contains($0.action.kind)
    }
    #expect(taps.count == (fails ? 4 : 2))
    #expect(Set(taps.map(\.intent)).count == (changesRow ? taps.count : 1))
  }

  @Test func abandonersMayCompleteLater() {
    var later = 0
    var offered = 0
    for user: UInt32 in 0..<1_500 {
      let person = PersonModel(user: user, horizon: .days(3)) {
        $0.decisions.abandonOnboarding = 1
        $0.decisions.skipOnboarding = 0
      }
      let taps = Rehearsal(person).taps
      #expect(!taps.contains { $0.session == 1 && $0.action.kind == .completeOnboarding })
      guard taps.contains(where: { $0.session == 2 }) else { continue }
      offered += 1
      if taps.contains(where: { $0.session == 2 && $0.action.kind == .completeOnboarding }) { later += 1 }
    }
    #expect(isPlausible(later, of: offered, probability: 0.3))
  }

  /// The four steps after the welcome share the time of the form, also if the zero state opens it.
  @Test func stepsShareTheTimeOfTheForm() throws {
    let second = Nanoseconds.second
    for skips in [Probability(0), 1] {
      let person = PersonModel(user: 1) {
        $0.decisions.abandonOnboarding = 0
        $0.decisions.skipOnboarding = skips
        $0.decisions.completeProfile = 1
        $0.decisions.finishProfile = 1
        $0.timings.fillOnboarding = .constant(100)
      }
      let taps = Rehearsal(person).taps
      let done = try #require(taps.firstIndex { $0.action.kind == .completeOnboarding })
      let times = taps[(done - 3)...done].map(\.time)
      #expect(taps[(done - 3)..<done].allSatisfy { $0.action.kind == .nextStep })
      #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 == 25 * second })
      #expect((taps[done - 4].action.kind == .nextStep) == (skips == 0))
    }
  }

  /// People who leave onboarding do so at each of its steps, after the time for the steps so far.
  @Test func abandonersLeaveAtEveryStep() {
    var left = [Int](repeating: 0, count: OnboardingStep.allCases.count)
    for user: UInt32 in 0..<2_000 {
      let person = PersonModel(user: user, horizon: .hours(1)) {
        $0.decisions.abandonOnboarding = 1
        $0.decisions.completeAfterAbandon = 0
        $0.timings.fillOnboarding = .constant(100)
      }
      let taps = Rehearsal(person).taps.filter { $0.session == 1 && $0.action.kind != .terminate }
      #expect(taps.last?.action.kind == .abandonOnboarding)
      left[taps.count { $0.action.kind == .nextStep }] += 1
    }
    for count in left { #expect(isPlausible(count, of: 2_000, probability: 0.2)) }
  }

  @Test func dayOfUseFollowsTheHabit() {
    // One session per day of use: a session on the seventh day (144 h to 168 h) has the probability returnNextDay x
    // dailyDecay^6.
    let people = 3_000
    var returned = 0
    for user in 0..<UInt32(people) {
      let person = PersonModel(user: user, arrival: .hours(9), horizon: .days(9)) {
        $0.habit.returnNextDay = 0.6
        $0.habit.dailyDecay = 0.9
        $0.habit.returnSameDay = 0
        $0.decisions.abandonOnboarding = 0
      }
      let day = TimeSpan.hours(9 + 144).nanoseconds..<TimeSpan.hours(9 + 168).nanoseconds
      if Rehearsal(person).taps.contains(where: { $0.action.kind == .launch && day.contains($0.time) }) {
        returned += 1
      }
    }
    #expect(isPlausible(returned, of: people, probability: 0.6 * 0.531441))
  }

  @Test func defaultsMakeAFullFirstDay() {
    // With arrivals over 24 h and a horizon of 48 h, at least 4 sessions per person are required.
    let people = 1_500
    var sessions = 0
    for user in 0..<UInt32(people) {
      let arrival = TimeSpan(nanoseconds: Int64(user) * 86_400_000_000_000 / Int64(people))
      sessions += Int(Rehearsal(PersonModel(user: user, arrival: arrival)).model.sessions)
    }
    #expect(Double(sessions) / Double(people) >= 4.3)
  }

  @Test func householdMemberUsesThePhoneBetween() {
    let person = PersonModel(user: 3, horizon: .hours(20)) {
      $0.decisions.abandonOnboarding = 0
      $0.decisions.skipOnboarding = 0
      $0.decisions.switchAccount = 1
    }
    let rehearsal = Rehearsal(person)
    let accounts = rehearsal.taps.filter { $0.session == 1 }.compactMap { tap -> String? in
      switch tap.action {
      case .signUp(let identity): "up \(identity.ordinal)"
      case .logIn(let identity): "in \(identity.ordinal)"
      case .logOut: "out"
      default: nil
      }
    }
    #expect(accounts == ["up 0", "out", "up 1", "out", "in 0"])
    let second = rehearsal.taps.filter { $0.session == 2 }
    #expect(second.contains { if case .logIn(let identity) = $0.action { identity.ordinal == 1 } else { false } })
  }

  @Test func secondDeviceEditsWhileTheFirstDoes() {
    var pairs = 0
    for user: UInt32 in 0..<60 {
      let person = PersonModel(user: user, horizon: .hours(2)) {
        $0.decisions = Decisions()
        $0.decisions.abandonOnboarding = 0
        $0.decisions.skipOnboarding = 0
        $0.decisions.useSecondDevice = 1
        $0.decisions.editPreferences = 0
        $0.decisions.editProfile = 0
      }
      let edits = Rehearsal(person).taps.filter {
        $0.session == 1 && [.openEdit, .saveEdit].contains($0.action.kind)
      }
      guard !edits.isEmpty else { continue }
      pairs += 1
      #expect(edits.map(\.device) == [0, 1, 1, 0])
      #expect(edits.map(\.action.kind) == [.openEdit, .openEdit, .saveEdit, .saveEdit])
    }
    #expect(pairs > 15)
  }
}
