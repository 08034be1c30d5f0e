import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// Acceptance scenarios A6, A7, A9, A10 and A11 of the specifications: failures, fast taps and deletion.
@Suite struct AcceptanceFaultTests {
  @Test(arguments: hosted)
  func a6AcknowledgeFails(_ preset: Generation.Preset) {
    let harness = DeviceHarness(preset) {
      $0.faults = [Fault(kind: .error(status: 500), endpoints: [.acknowledge], until: .seconds(40))]
    }
    let seen = Notebook<[Screen]>([])
    harness.run { person in
      await person.onboard()
      _ = await person.open(.plans)
      await person.tap(.acknowledge, intent: 2)
      seen.value.append(await person.wait(.acknowledgeSettled))
      await person.rest(60)
      await person.tap(.retryAcknowledge, intent: 2)
      await person.wait(.acknowledgeSettled)
      await person.rest(2)
      seen.value.append(await person.look())
    }
    #expect(seen.value[0].hasError(.acknowledge))
    #expect(seen.value[0].plans == .acknowledgment)
    #expect(harness.events.analytics.contains(.acknowledgeFailed(status: 500)))
    #expect(!seen.value[1].hasError(.acknowledge))
    #expect(seen.value[1].plans == .plan)
  }

  @Test(arguments: hosted)
  func a7AcknowledgedButPlanFails(_ preset: Generation.Preset) {
    let harness = DeviceHarness(preset) {
      $0.faults = [Fault(kind: .error(status: 503), endpoints: [.generatePlan], until: .seconds(60))]
    }
    let seen = Notebook<[Screen]>([])
    harness.run { person in
      await person.onboard()
      _ = await person.open(.plans)
      await person.tap(.acknowledge, intent: 2)
      await person.wait(.acknowledgeSettled)
      await person.wait(.tabSettled)
      seen.value.append(await person.look())
      await person.tap(.openTab(.home))
      await person.rest(2)
      seen.value.append(await person.look())
      await person.rest(60)
      await person.tap(.openTab(.plans))
      await person.tap(.retryPlan, intent: 3)
      await person.rest(2)
      seen.value.append(await person.look())
    }
    #expect(seen.value[0].plans == .error)
    // There are two copies, and Home's own still says that an acknowledgment is needed.
    #expect(seen.value[1].showsCard == (preset == .seedCurrent))
    #expect(seen.value[2].plans == .plan)
  }

  @Test(arguments: hosted)
  func a9HasteKeepsTheDismissal(_ preset: Generation.Preset) {
    let harness = DeviceHarness(preset)
    let seen = Notebook<[Screen]>([])
    harness.run { person in
      await person.onboard()
      await person.tap(.dismissCard)
      for tab in [Tab.tasks, .home, .streaks, .home, .profile, .home, .tasks, .home] {
        await person.rest(0.06)
        await person.tap(.openTab(tab))
      }
      await person.rest(3)
      seen.value.append(await person.look())
      await person.tap(.background)
      await person.rest(7200)
      await person.tap(.foreground)
      await person.rest(1)
      seen.value.append(await person.look())
    }
    let isShown = preset == .seedFixed
    #expect(seen.value.map(\.showsCard) == [isShown, isShown])
    #expect(seen.value.allSatisfy { !$0.isLoading })
    // Tabs are left in the middle of their loads: the app shows an error text, or nothing.
    #expect(harness.events.values(of: .tasksError).contains(1) == (preset != .correct))
  }

  @Test(arguments: hosted)
  func a9NetworkLostWhileAcknowledging(_ preset: Generation.Preset) {
    let harness = DeviceHarness(preset) {
      $0.faults = [Fault(kind: .replyLost, endpoints: [.acknowledge], until: .seconds(70))]
      $0.backend.requestTimeout = .seconds(30)
    }
    let seen = Notebook<[Screen]>([])
    harness.run { person in
      await person.onboard()
      _ = await person.open(.plans)
      await person.tap(.acknowledge, intent: 2)
      await person.wait(.acknowledgeSettled, 120)
      await person.rest(3)
      seen.value.append(await person.look())
    }
    // The server has committed. The correct client finds out; the others keep showing an error.
    #expect(seen.value[0].hasError(.acknowledge) == (preset != .correct))
    #expect(seen.value[0].plans == (preset == .correct ? .plan : .acknowledgment))
  }

  @Test(arguments: hosted)
  func a10ZeroStateFollowsTheData(_ preset: Generation.Preset) {
    let harness = DeviceHarness(preset)
    let seen = Notebook<[Screen]>([])
    harness.run { person in
      await person.signUp()
      await person.tap(.skipOnboarding, intent: 1)
      await person.wait(.onboardingSettled)
      seen.value.append(await person.wait(.cardOrZeroState))
      await person.tap(.completeProfile)
      seen.value.append(await person.look())
      await person.tap(.completeOnboarding(Person.answers()), intent: 2)
      await person.wait(.sheetSettled)
      await person.tap(.exitSummary(.closeButton))
      await person.tap(.pullToRefresh)
      await person.rest(5)
      seen.value.append(await person.look())
      _ = await person.open(.profile)
      await person.tap(.deleteHealthData, intent: 3)
      await person.wait(.saveSettled)
      _ = await person.open(.home)
      await person.tap(.pullToRefresh)
      await person.rest(5)
      seen.value.append(await person.look())
    }
    #expect(seen.value.map(\.hasZeroState) == [true, false, false, true])
    #expect(seen.value[1].front == .onboarding)
    let hasCompleted = harness.events.analytics.contains {
      if case .zeroStateProfileCompleted = $0 { true } else { false }
    }
    #expect(hasCompleted)
  }

  @Test(arguments: hosted)
  func a11SlowSummaryOffersToContinue(_ preset: Generation.Preset) {
    let harness = DeviceHarness(preset) {
      $0.faults = [Fault(kind: .latency(.constant(25)), endpoints: [.howItWorks])]
    }
    let seen = Notebook<[Screen]>([])
    let waited = Notebook<Int64>(0)
    harness.run { person in
      await person.signUp()
      await person.tap(.completeOnboarding(Person.answers()), intent: 1)
      await person.wait(.onboardingSettled)
      let start = person.scheduler.now
      seen.value.append(await person.wait(.sheetSettled))
      waited.value = person.scheduler.now - start
      await person.tap(.continueSummary)
      seen.value.append(await person.look())
      await person.rest(30)
      seen.value.append(await person.look())
    }
    #expect(seen.value[0].summary == .canContinue)
    #expect((9_900_000_000...10_100_000_000).contains(waited.value))
    #expect(seen.value[1].summary == .hidden)
    // The late reply is dropped, or its sheet is presented over Home.
    #expect(seen.value[2].summary == (preset == .correct ? .hidden : .shown))
  }

  @Test(arguments: hosted, [404, 500])
  func a11FailedSummaryNeverBlocks(_ preset: Generation.Preset, status: Int) {
    let harness = DeviceHarness(preset) {
      $0.faults = [Fault(kind: .error(status: status), endpoints: [.howItWorks], until: .seconds(5))]
    }
    let seen = Notebook<[Screen]>([])
    harness.run { person in
      await person.signUp()
      await person.tap(.completeOnboarding(Person.answers()), intent: 1)
      seen.value.append(await person.wait(.sheetSettled))
      await person.rest(10)
      await person.tap(.pullToRefresh)
      seen.value.append(await person.wait(.sheetSettled))
    }
    #expect(seen.value[0].summary == (status == 404 ? .hidden : .failed))
    #expect(seen.value[1].summary == (status == 404 ? .hidden : .shown))
    #expect(seen.value[1].showsTabs)
  }
}
