import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// Strategies of Plans and of acknowledging, each compared with its correct twin.
@Suite struct PlansStrategyTests {
  @Test(arguments: Generation.Plan.Toolbar.allCases)
  func refreshOnTheAcknowledgmentScreen(_ strategy: Generation.Plan.Toolbar) {
    let harness = DeviceHarness { $0.generation.plan.toolbar = strategy }
    harness.run { person in
      await person.onboard()
      _ = await person.open(.plans)
      await person.tap(.refreshPlan, intent: 2)
      await person.rest(5)
    }
    #expect(harness.backend.recorder.gates == (strategy == .always ? [false] : []))
  }

  /// Another phone edits the weight between this phone's read and its tap, so the row on screen is not the newest.
  @Test(arguments: Generation.Acknowledge.OnNotFound.allCases)
  func acknowledgingAnOutdatedRow(_ strategy: Generation.Acknowledge.OnNotFound) {
    let harness = DeviceHarness(devices: 2) { $0.generation.acknowledge.onNotFound = strategy }
    let seen = Notebook<[Screen]>([])
    harness.run { person in
      await person.onboard()
      _ = await person.open(.plans)
      await person.tap(.launch, on: 1)
      await person.tap(.logIn(Person.own), on: 1)
      await person.wait(.signInSettled, on: 1)
      await person.tap(.openTab(.profile), on: 1)
      await person.tap(.openEdit, on: 1)
      await person.wait(.editReady, on: 1)
      var draft = EditDraft()
      draft.currentWeight = 90
      await person.tap(.typeEdit(draft), on: 1)
      await person.tap(.saveEdit, intent: 7, on: 1)
      await person.wait(.saveSettled, on: 1)
      await person.tap(.acknowledge, intent: 8)
      await person.wait(.acknowledgeSettled)
      await person.rest(3)
      seen.value.append(await person.look())
      await person.tap(.retryAcknowledge, intent: 9)
      await person.rest(5)
      seen.value.append(await person.look())
    }
    #expect(harness.backend.recorder.gates.contains(false) == (strategy == .clearNeed))
    if strategy == .refetch {
      #expect(seen.value.map(\.plans) == [.acknowledgment, .plan])
    }
  }

  /// Before, the read counted as the last of three, and Plans requested a plan for the row before the edit.
  @Test("A read that an edit overtook is repeated, although a gateway answered the two reads before it")
  func overtakenReadIsRepeated() throws {
    let scenario = try Scenario.parse(
      #"""
      {"name": "overtaken", "seed": 32650020, "generation": "correct", "backend": {"accessTokenLifetime": "3340ms"},
       "faults": [{"kind": "error", "status": 404, "endpoints": ["today-metrics"], "times": 2}],
       "story": {"given": ["onboard", {"do": "openTab", "tab": "plans"}, "acknowledge"],
                 "when": [{"do": "pullToRefresh", "after": "251ms"},
                          {"do": "openTab", "tab": "profile", "after": "926ms"}, "openEdit",
                          {"do": "typeEdit", "until": "editReady", "weight": 96.8, "after": "1ms"}, "saveEdit"]}}
      """#)
    let search = Exploration(scenario, schedules: 1500, jobs: 1)
    #expect(try search.search(StoryStage(scenario)).sortedEntries.map(\.signature) == [])
  }

  @Test(arguments: Generation.Plan.Invalidate.allCases)
  func planAfterAnEdit(_ strategy: Generation.Plan.Invalidate) {
    let harness = DeviceHarness {
      $0.generation.plan.invalidate = strategy
      $0.generation.metrics.recomputeOnEdit = .off
    }
    harness.run { person in
      await person.onboard()
      _ = await person.open(.plans)
      await person.tap(.acknowledge, intent: 2)
      await person.wait(.acknowledgeSettled)
      await person.rest(3)
      _ = await person.open(.profile)
      await person.tap(.openEdit)
      await person.wait(.editReady)
      var draft = EditDraft()
      draft.currentWeight = 95
      await person.tap(.typeEdit(draft))
      await person.tap(.saveEdit, intent: 3)
      await person.wait(.saveSettled)
      await person.rest(4)
      _ = await person.open(.plans)
      await person.rest(3)
    }
    let isCleared = harness.events.contains { $0.kind == .cleared(.plan, view: .plans) }
    #expect(isCleared == (strategy == .onEdit))
    let targets = harness.events.values(of: .plansTargets).filter { $0 >= 0 }
    #expect(targets.count == (strategy == .onEdit ? 2 : 1))
  }

  @Test(arguments: Generation.Plan.Fetch.allCases)
  func summaryFailsBesideThePlan(_ strategy: Generation.Plan.Fetch) {
    let harness = DeviceHarness {
      $0.generation.plan.fetch = strategy
      $0.faults = [Fault(kind: .error(status: 500), endpoints: [.howItWorks], from: .seconds(15))]
    }
    let seen = Notebook<Screen?>(nil)
    harness.run { person in
      await person.onboard()
      _ = await person.open(.plans)
      await person.rest(20)
      await person.tap(.acknowledge, intent: 2)
      await person.wait(.acknowledgeSettled)
      await person.rest(3)
      seen.value = await person.look()
    }
    #expect(seen.value?.plans == (strategy == .independent ? .plan : .error))
  }

  @Test(arguments: Generation.ZeroState.OnSummaryError.allCases)
  func failedSummaryAndTheZeroState(_ strategy: Generation.ZeroState.OnSummaryError) {
    let harness = DeviceHarness {
      $0.generation.zeroState.onSummaryError = strategy
      $0.generation.summary.cache = .none
      $0.faults = [Fault(kind: .error(status: 500), endpoints: [.howItWorks], from: .seconds(60))]
    }
    let seen = Notebook<Screen?>(nil)
    harness.run { person in
      await person.onboard()
      await person.tap(.terminate)
      await person.rest(100)
      await person.tap(.launch)
      await person.rest(3)
      seen.value = await person.look()
    }
    #expect(seen.value?.hasZeroState == (strategy == .show))
  }

  @Test(arguments: Generation.Summary.Once.allCases)
  func summaryWhenOnboardingIsRepeated(_ strategy: Generation.Summary.Once) {
    let harness = DeviceHarness { $0.generation.summary.once = strategy }
    harness.run { person in
      await person.onboard()
      _ = await person.open(.profile)
      await person.tap(.deleteHealthData, intent: 2)
      await person.wait(.saveSettled)
      _ = await person.open(.home)
      await person.wait(.cardOrZeroState)
      await person.tap(.completeProfile)
      await person.tap(.completeOnboarding(Person.answers()), intent: 3)
      await person.wait(.sheetSettled)
    }
    let shown = harness.events.values(of: .summarySheet).count { $0 == SummarySheet.shown.published }
    #expect(shown == (strategy == .on ? 1 : 2))
  }

  /// The reply to an upload is lost after the server has stored the photo, and the person retries.
  @Test(arguments: Generation.Photo.Retry.allCases)
  func retryOfAnUploadWhoseReplyWasLost(_ strategy: Generation.Photo.Retry) {
    let harness = DeviceHarness {
      $0.generation.photo.retry = strategy
      $0.faults = [Fault(kind: .replyLost, endpoints: [.uploadPhoto], from: .seconds(30), until: .seconds(50))]
      $0.backend.requestTimeout = .seconds(3)
    }
    harness.run { person in
      await person.onboard()
      await person.tap(.openPhotos(taskID: 1))
      await person.rest(40 - Double(person.scheduler.now) / 1e9)
      let pick = PhotoPick(
        item: PhotoItemID(0), contentType: .jpeg, fileSize: 1_000_000, longerSide: 1000, isImage: true)
      await person.tap(.pickPhotos([pick]), intent: 2)
      await person.wait(.uploadsSettled)
      await person.rest(20)
      await person.tap(.retryPhotos, intent: 2)
      await person.wait(.uploadsSettled)
    }
    let stored = harness.backend.recorder.commits.count { if case .photo = $0 { true } else { false } }
    #expect(stored == (strategy == .selection ? 2 : 1))
    #expect(harness.events.states(of: PhotoItemID(0)).last == (strategy == .none ? .failed : .uploaded))
  }
}
