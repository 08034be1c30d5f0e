import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

extension BackendConformance {
  // MARK: Metrics

  static let metrics: [Check] = [
    Check("metrics come when the strategy says") { suite in
      let person = suite.person()
      try await person.signUp()
      #expect(try await person.send(.todayMetrics).status == 404)
      try await person.onboard()
      let first = try await person.send(.todayMetrics)
      #expect(first.status == (suite.generation.metrics.compute == .async ? 404 : 200))
      await suite.pausing(suite.metricsDelay)
      let payload = try await person.metrics()
      #expect(payload.metrics.bmi == 24.69 && payload.metrics.bmr == 1760 && payload.metrics.version == 1)
      #expect(!payload.acknowledged && payload.acknowledgement == nil)
    },
    Check("a row stays, or every day has its own") { suite in
      let (person, before) = try await suite.settled()
      _ = try await person.acknowledge(before)
      await suite.pausing(.days(1))
      try await person.refresh()
      let after = try await person.metrics()
      let isDaily = suite.generation.metrics.daily == .on
      #expect((after.metrics.computedAt == before.metrics.computedAt) == !isDaily)
      #expect(after.acknowledged == !isDaily)
    },
    Check("an edit brings a new row, or none") { suite in
      let (person, before) = try await suite.settled()
      _ = try await person.acknowledge(before)
      #expect(try await person.send(.updateProfile(ProfileUpdate(currentWeight: 90))).status == 200)
      await suite.pausing(suite.metricsDelay)
      let after = try await person.metrics()
      let recomputes = suite.generation.metrics.recomputeOnEdit == .on
      #expect((after.metrics.bmr != before.metrics.bmr) == recomputes)
      #expect(after.acknowledged == !recomputes)
    },
  ]

  // MARK: Acknowledging

  static let acknowledging: [Check] = [
    Check("acknowledging twice answers the first time") { suite in
      let (person, metrics) = try await suite.settled()
      let first = try await person.acknowledge(metrics)
      await suite.pausing(.seconds(5))
      let second = try await person.acknowledge(metrics)
      #expect(first.status == 200 && second.status == 200 && first.body == second.body)
      #expect(try await person.metrics().acknowledged)
    },
    Check("rows match by version and whole second") { suite in
      let (person, metrics) = try await suite.settled()
      let time = metrics.metrics.computedAt
      var statuses: [Int] = []
      for (version, milliseconds) in [
        (0, time.milliseconds), (2, time.milliseconds), (1, time.milliseconds + 1000),
        (1, time.wholeSecond * 1000 + 999),
      ] {
        let at = Timestamp(milliseconds: milliseconds)
        statuses.append(try await person.send(.acknowledge(version: version, metricsComputedAt: at)).status)
      }
      #expect(statuses == [400, 404, 404, 200])
    },
    Check("only own rows can be acknowledged") { suite in
      let (_, metrics) = try await suite.settled(0)
      await suite.pausing(.seconds(5))
      let (other, _) = try await suite.settled(1)
      #expect(try await other.acknowledge(metrics).status == 404)
    },
    Check("an older row matches under anyRow only") { suite in
      guard suite.generation.metrics.recomputeOnEdit == .on else { return }
      let (person, old) = try await suite.settled()
      _ = try await person.send(.updateProfile(ProfileUpdate(currentWeight: 90)))
      await suite.pausing(suite.metricsDelay)
      let isAccepted = suite.generation.acknowledge.matching == .anyRow
      #expect(try await person.acknowledge(old).status == (isAccepted ? 200 : 404))
      #expect(try await !person.metrics().acknowledged)
    },
    Check("replies carry the revision they were read at") { suite in
      let (person, metrics) = try await suite.settled()
      let before = try await person.send(.todayMetrics).asOf
      let acknowledged = try await person.acknowledge(metrics).asOf
      let after = try await person.send(.todayMetrics).asOf
      guard before >= 0 else { return }
      #expect(before < acknowledged && acknowledged == after)
    },
  ]

  // MARK: Plans

  static let plans: [Check] = [
    Check("the gate refuses plans for unacknowledged metrics") { suite in
      let (person, metrics) = try await suite.settled()
      for isForced in [false, true] where suite.generation.plan.gate == .on {
        let reply = try await person.send(.generatePlan(forceRecompute: isForced))
        #expect(reply.status == 400 && reply.reason == .gated)
      }
      _ = try await person.acknowledge(metrics)
      #expect(try await person.send(.generatePlan(forceRecompute: false)).isSuccess)
    },
    Check("a plan is reused until Monday") { suite in
      // Accounts start on Thursday, 1 January 2026.
      let (person, metrics) = try await suite.settled()
      _ = try await person.acknowledge(metrics)
      let first = try await person.plan(status: suite.generation.plan.status == .tests ? 201 : 200)
      #expect(first.startDate == Timestamp(iso8601: "2025-12-29")!)
      #expect(first.endDate == Timestamp(iso8601: "2026-01-05")!)
      #expect(first.targets.protein == 176 && first.targets.water == 2800 && first.estimatedWeeks == 10)
      await suite.pausing(.days(3))
      try await person.refresh()
      _ = try await person.acknowledge(try await person.metrics())
      let reused = try await person.plan(status: 200)
      #expect(reused.id == first.id && reused.weeklyRate == nil)
      let forced = try await person.plan(isForced: true, status: 201)
      #expect(forced.id != first.id && forced.recomputed)
      await suite.pausing(.days(1))
      try await person.refresh()
      _ = try await person.acknowledge(try await person.metrics())
      let next = try await person.plan(status: suite.generation.plan.status == .tests ? 201 : 200)
      #expect(next.id != forced.id && next.startDate == first.endDate)
    },
    Check("plans need a complete profile in range") { suite in
      let person = suite.person()
      try await person.signUp()
      #expect(try await person.send(.generatePlan(forceRecompute: false)).status == 404)
      try await person.onboard(weight: 400)
      await suite.pausing(suite.metricsDelay)
      _ = try await person.acknowledge(try await person.metrics())
      #expect(try await person.send(.generatePlan(forceRecompute: false)).reason == .validation)
    },
  ]

  // MARK: Profile and preferences

  static let profiles: [Check] = [
    Check("preferences round-trip, empty lists included") { suite in
      let (person, _) = try await suite.settled()
      let update = PreferencesUpdate(dietaryPreferences: [], allergies: ["soy", "milk"], mealsPerDay: 5)
      #expect(try await person.send(.updatePreferences(update)).status == 200)
      guard case .preferences(let read) = try await person.send(.preferences).body else { throw Unexpected() }
      #expect(
        read.preferences == DietPreferences(dietaryPreferences: [], allergies: ["soy", "milk"], mealsPerDay: 5))
      _ = try await person.send(.updatePreferences(PreferencesUpdate(mealsPerDay: 4)))
      guard case .profile(let profile) = try await person.send(.profile).body else { throw Unexpected() }
      #expect(profile.preferences.preferences.allergies == ["soy", "milk"])
      #expect(profile.preferences.preferences.mealsPerDay == 4)
    },
    Check("preferences have limits") { suite in
      let (person, _) = try await suite.settled()
      let many = (0..<21).map { "item \($0)" }
      for update in [
        PreferencesUpdate(), PreferencesUpdate(dietaryPreferences: Array(many.prefix(11))),
        PreferencesUpdate(allergies: many), PreferencesUpdate(mealsPerDay: 0), PreferencesUpdate(mealsPerDay: 11),
      ] {
        #expect(try await person.send(.updatePreferences(update)).status == 400)
      }
      let most = PreferencesUpdate(
        dietaryPreferences: Array(many.prefix(10)), allergies: Array(many.prefix(20)), mealsPerDay: 10)
      #expect(try await person.send(.updatePreferences(most)).status == 200)
    },
    Check("an outdated write conflicts where writes are conditional") { suite in
      let (person, _) = try await suite.settled()
      guard case .preferences(let read) = try await person.send(.preferences).body else { throw Unexpected() }
      _ = try await person.send(.updatePreferences(PreferencesUpdate(allergies: ["milk"])))
      let late = PreferencesUpdate(allergies: ["soy"], ifRevision: read.revision)
      let isConditional = suite.generation.prefs.write == .conditional
      #expect(try await person.send(.updatePreferences(late)).status == (isConditional ? 409 : 200))
      let edit = ProfileUpdate(currentWeight: 81, preferences: late)
      #expect(try await person.send(.updateProfile(edit)).status == (isConditional ? 409 : 200))
      guard case .profile(let profile) = try await person.send(.profile).body else { throw Unexpected() }
      #expect(profile.profile?.currentWeight == (isConditional ? 80 : 81))
    },
    Check("a profile edit changes the targets") { suite in
      let (person, _) = try await suite.settled()
      #expect(try await person.send(.updateProfile(ProfileUpdate())).status == 400)
      #expect(try await person.send(.updateProfile(ProfileUpdate(currentWeight: 19))).status == 400)
      let same = try await person.send(.updateProfile(ProfileUpdate(currentWeight: 80)))
      #expect(same.body == .profileUpdated(ProfileUpdatePayload(planUpdated: false)))
      guard case .profileUpdated(let edit) = try await person.send(.updateProfile(.init(currentWeight: 100))).body,
        case .profile(let profile) = try await person.send(.profile).body
      else { throw Unexpected() }
      #expect(edit.planUpdated && profile.targets?.bmr == 1960)
      var expected = profile.targets
      if suite.generation.profile.reply == .waterBefore { expected?.water = 2800 }
      #expect(edit.targets == expected)
    },
    Check("health data can be deleted where placeholders are accepted") { suite in
      let (person, _) = try await suite.settled()
      let status = try await person.send(.updateProfile(ProfileUpdate(height: 0, currentWeight: 0))).status
      guard suite.generation.onboarding.skip == .accept else {
        #expect(status == 400)
        return
      }
      #expect(status == 200)
      guard case .summary(let summary) = try await person.send(.howItWorks).body else { throw Unexpected() }
      #expect(summary.profile.isPlaceholder && summary.targets.calories == 0)
    },
  ]
}

extension CallingPerson {
  func plan(isForced: Bool = false, status: Int) async throws -> PlanPayload {
    let reply = try await send(.generatePlan(forceRecompute: isForced))
    #expect(reply.status == status)
    guard case .plan(let plan) = reply.body else { throw UnexpectedReply(reply: reply) }
    return plan
  }
}
