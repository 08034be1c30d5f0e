import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// Fast taps: double taps, taps on moving elements, and tabs left in the middle of a load.
@Suite struct HasteTests {
  /// The button is drawn as disabled one frame (16 ms) after the tap. A guard in the model needs no frame.
  @Test(arguments: [0.004, 0.015, 0.017, 0.05], [Generation.Acknowledge.Guard.none, .inFlight])
  func doubleTapOnAcknowledge(_ gap: Double, strategy: Generation.Acknowledge.Guard) {
    let harness = DeviceHarness { $0.generation.acknowledge.guard = strategy }
    harness.run { person in
      await person.onboard()
      _ = await person.open(.plans)
      await person.tap(.acknowledge, intent: 2)
      await person.rest(gap)
      await person.tap(.acknowledge, intent: 2)
      await person.rest(5)
    }
    #expect(harness.events.sent(.acknowledge) == (strategy == .none && gap < 0.016 ? 2 : 1))
  }

  /// Another row appears at the moment of the tap, which refers to the row before it.
  @Test(arguments: [0.001, 0.015, 0.017], Generation.Acknowledge.Marks.allCases)
  func tapOnARowThatIsNotDrawnYet(_ gap: Double, strategy: Generation.Acknowledge.Marks) throws {
    func events(tappingAt instant: Double) -> [SimulationEvent] {
      let harness = DeviceHarness(devices: 2) { $0.generation.acknowledge.marks = strategy }
      harness.run { person in
        await person.onboard()
        await person.logInOnSecond()
        await person.typeEdit(on: 1) { $0.currentWeight = 90 }
        _ = await person.open(.plans)
        await person.tap(.saveEdit, intent: 3, on: 1)
        await person.wait(.saveSettled, on: 1)
        await person.rest(until: 60)
        await person.tap(.pullToRefresh)
        await person.rest(until: instant)
        await person.tap(.acknowledge, intent: 4)
        await person.rest(5)
      }
      return harness.events
    }
    let drawn = events(tappingAt: 70).last {
      if case .published(.plansRow, let row, .reply) = $0.kind { row >= 0 && $0.time > 60_000_000_000 } else { false }
    }
    let redrawnAt = Double(try #require(drawn).time) / 1e9
    let isSent = events(tappingAt: redrawnAt + gap).sent(.acknowledge) == 1
    #expect(isSent == (strategy == .held || gap > 0.016))
  }

  @Test(arguments: [Generation.Onboarding.Guard.none, .inFlight])
  func doubleTapOnComplete(_ strategy: Generation.Onboarding.Guard) {
    let harness = DeviceHarness { $0.generation.onboarding.guard = strategy }
    harness.run { person in
      await person.signUp()
      await person.tap(.completeOnboarding(Person.answers()), intent: 1)
      await person.tap(.completeOnboarding(Person.answers()), intent: 1)
      await person.wait(.sheetSettled)
    }
    #expect(harness.events.sent(.onboard) == (strategy == .none ? 2 : 1))
  }

  /// The card takes 400 ms to disappear. A tap on it during that time still counts.
  @Test(arguments: [0.05, 0.39, 0.41])
  func cardTakesTapsWhileItMovesOut(_ gap: Double) {
    let harness = DeviceHarness()
    let seen = Notebook<Screen?>(nil)
    harness.run { person in
      await person.onboard()
      await person.tap(.dismissCard)
      await person.rest(gap)
      seen.value = await person.tap(.reviewCard)
    }
    #expect((seen.value?.tab == .plans) == (gap < 0.4))
  }

  @Test(arguments: Generation.Replies.Cancelled.allCases)
  func leavingATabInTheMiddleOfItsLoad(_ strategy: Generation.Replies.Cancelled) {
    let harness = DeviceHarness { $0.generation.replies.cancelled = strategy }
    harness.run { person in
      await person.onboard()
      await person.tap(.openTab(.tasks))
      await person.rest(0.02)
      await person.tap(.openTab(.home))
      await person.rest(5)
    }
    let isCancelled = harness.events.contains {
      if case .received(.tasksToday, _, .cancelled, _, _) = $0.kind { true } else { false }
    }
    #expect(isCancelled)
    #expect(harness.events.values(of: .tasksLoading) == (strategy == .leavesLoading ? [1] : [1, 0]))
    #expect(harness.events.values(of: .tasksError) == (strategy == .networkError ? [1] : []))
  }

  @Test(arguments: Generation.Home.Loads.allCases)
  func pullDuringTheFirstLoad(_ strategy: Generation.Home.Loads) {
    let harness = DeviceHarness {
      $0.generation.home.loads = strategy
      $0.generation.summary.once = .on
    }
    let loads = Notebook(0)
    harness.run { person in
      await person.onboard()
      await person.tap(.terminate)
      await person.tap(.launch)
      await person.rest(0.03)
      await person.tap(.pullToRefresh)
      await person.rest(5)
      loads.value = 1
    }
    let last = harness.events.filter { $0.session == 2 }
    let begun = last.count { $0.kind == .began(.homeLoad) }
    #expect(begun == (strategy == .singleFlight ? 1 : 2))
    #expect(last.values(of: .homeLoading) == [1, 0])
    #expect(loads.value == 1)
  }

  @Test(arguments: Generation.Metrics.Coalesce.allCases)
  func checksOfTwoTabsShareOneRequest(_ strategy: Generation.Metrics.Coalesce) {
    let harness = DeviceHarness {
      $0.generation.metrics.coalesce = strategy
      // A check that began on return continues when the tab is left again.
      $0.generation.replies.apply = .arrival
    }
    harness.run { person in
      await person.onboard()
      _ = await person.open(.tasks)
      await person.tap(.openTab(.home))
      await person.rest(0.01)
      await person.tap(.openTab(.plans))
      await person.rest(5)
    }
    var inFlight = 0
    var most = 0
    for event in harness.events {
      if case .sent(.todayMetrics, _, _, _) = event.kind { inFlight += 1 }
      if case .received(.todayMetrics, _, _, _, _) = event.kind { inFlight -= 1 }
      most = max(most, inFlight)
    }
    #expect(most == (strategy == .singleFlight ? 1 : 2))
  }
}
