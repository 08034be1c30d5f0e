import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// The generations that these tests cover.
let hosted: [Generation.Preset] = [.seedCurrent, .seedFixed, .correct]

/// Acceptance scenarios A1 to A5, A8 and A14 of the specifications, with the expected result for each generation.
@Suite struct AcceptanceCardTests {
  @Test(arguments: zip(hosted, [true, false, false]))
  func a1FollowCardAcknowledgeReturn(_ preset: Generation.Preset, showsCardAfterwards: Bool) {
    let harness = DeviceHarness(preset)
    let seen = Notebook<[Screen]>([])
    harness.run { person in
      await person.onboard()
      seen.value.append(await person.look())
      await person.tap(.reviewCard)
      seen.value.append(await person.wait(.tabSettled))
      await person.tap(.acknowledge, intent: 2)
      await person.wait(.acknowledgeSettled)
      await person.rest(2)
      seen.value.append(await person.look())
      seen.value.append(await person.open(.home))
      await person.rest(2)
      seen.value.append(await person.look())
    }
    #expect(seen.value.map(\.showsCard)[0])
    #expect(seen.value[1].plans == .acknowledgment)
    #expect(seen.value[2].plans == .plan)
    #expect(harness.events.values(of: .toast).first == 1)
    #expect(seen.value[4].showsCard == showsCardAfterwards)
    #expect(harness.events.analytics.contains(.cardTapped(.review)))
    let isFromCard = harness.events.analytics.contains {
      if case .metricsAcknowledged(_, _, .card) = $0 { true } else { false }
    }
    #expect(isFromCard)
  }

  @Test(arguments: zip(hosted, [false, true, false]))
  func a2DismissThenSwitchTabs(_ preset: Generation.Preset, returnsInSession: Bool) {
    let harness = DeviceHarness(preset)
    let seen = Notebook<[Screen]>([])
    harness.run { person in
      await person.onboard()
      await person.tap(.dismissCard)
      await person.rest(1)
      seen.value.append(await person.look())
      _ = await person.open(.tasks)
      _ = await person.open(.home)
      await person.rest(2)
      seen.value.append(await person.look())
      await person.tap(.terminate)
      await person.rest(60)
      await person.tap(.launch)
      await person.wait(.cardOrZeroState)
      seen.value.append(await person.look())
    }
    #expect(!seen.value[0].showsCard)
    #expect(seen.value[1].showsCard == returnsInSession)
    #expect(seen.value[2].showsCard)
  }

  @Test(arguments: hosted)
  func a3StraightToPlans(_ preset: Generation.Preset) {
    let harness = DeviceHarness(preset)
    let seen = Notebook<[Screen]>([])
    harness.run { person in
      await person.signUp()
      await person.completeOnboarding()
      await person.rest(10)
      seen.value.append(await person.open(.plans))
      await person.tap(.acknowledge, intent: 2)
      await person.wait(.acknowledgeSettled)
      seen.value.append(await person.open(.home))
    }
    #expect(seen.value[0].plans == .acknowledgment)
    #expect(!seen.value[1].showsCard)
    let isDirect = harness.events.analytics.contains {
      if case .metricsAcknowledged(_, _, .tab) = $0 { true } else { false }
    }
    #expect(isDirect)
  }

  @Test(arguments: hosted)
  func a4AcknowledgedUserLaunches(_ preset: Generation.Preset) {
    let harness = DeviceHarness(preset)
    let seen = Notebook<[Screen]>([])
    harness.run { person in
      await person.onboard()
      _ = await person.open(.plans)
      await person.tap(.acknowledge, intent: 2)
      await person.wait(.acknowledgeSettled)
      await person.rest(2)
      await person.tap(.terminate)
      await person.rest(3600)
      await person.tap(.launch)
      await person.wait(.signInSettled)
      await person.rest(2)
      seen.value.append(await person.look())
      seen.value.append(await person.open(.plans))
    }
    #expect(seen.value[0].showsTabs)
    #expect(!seen.value[0].showsCard)
    #expect(seen.value[1].plans == .plan)
  }

  @Test(arguments: hosted)
  func a5MetricsReadFails(_ preset: Generation.Preset) {
    let harness = DeviceHarness(preset) {
      $0.faults = [Fault(kind: .error(status: 500), endpoints: [.todayMetrics], until: .seconds(60))]
    }
    let seen = Notebook<[Screen]>([])
    harness.run { person in
      await person.onboard()
      seen.value.append(await person.look())
      _ = await person.open(.plans)
      await person.rest(2)
      seen.value.append(await person.look())
      await person.tap(.terminate)
      await person.rest(120)
      await person.tap(.launch)
      seen.value.append(await person.wait(.cardOrZeroState))
    }
    #expect(!seen.value[0].showsCard)
    #expect(harness.events.analytics.contains(.apiError(.todayMetrics, status: 500)))
    #expect(seen.value[1].tab == .plans)
    // A client that continues without the read is refused by the gate. The correct client does not send the request.
    #expect(seen.value[1].plans == .error)
    #expect(harness.backend.recorder.gates.isEmpty == (preset == .correct))
    #expect(seen.value[2].showsCard)
  }

  @Test(arguments: hosted)
  func a8ProfileIncompleteShowsZeroStateOnly(_ preset: Generation.Preset) {
    let harness = DeviceHarness(preset)
    let seen = Notebook<Screen?>(nil)
    harness.run { person in
      await person.signUp()
      await person.tap(.skipOnboarding, intent: 1)
      await person.wait(.onboardingSettled)
      await person.wait(.tabSettled)
      await person.rest(10)
      seen.value = await person.look()
    }
    #expect(seen.value?.hasZeroState == true)
    #expect(seen.value?.showsCard == false)
    #expect(harness.events.values(of: .homeCard).isEmpty)
  }

  @Test(arguments: hosted)
  func a14PullToRefreshReloadsTheCard(_ preset: Generation.Preset) {
    let harness = DeviceHarness(preset)
    let seen = Notebook<[Screen]>([])
    harness.run { person in
      await person.signUp()
      await person.completeOnboarding()
      seen.value.append(await person.look())
      await person.rest(10)
      await person.tap(.pullToRefresh)
      seen.value.append(await person.wait(.cardOrZeroState))
    }
    #expect(!seen.value[0].showsCard)
    #expect(seen.value[1].showsCard)
  }
}
