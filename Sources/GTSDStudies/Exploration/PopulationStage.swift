import GTSDModel
import GTSDWorld

/// The search of a population: its first few people, from sign-up to the horizon.
///
/// Hours of many people have more orders than any search can run. This search finds likely violations and reports that
/// it was not saturated. To find the others, search a story.
///
/// `@unchecked Sendable`: its oracles are only copied, and receive no events.
struct PopulationStage: SearchSubject, @unchecked Sendable {
  /// The largest number of people in one schedule.
  static let peopleLimit = 20

  let scenario: Scenario
  let oracles: Oracles

  init(_ scenario: Scenario) {
    var scenario = scenario
    scenario.population.size = min(scenario.population.size, Self.peopleLimit)
    scenario.population.cellSize = max(scenario.population.cellSize, scenario.population.size)
    self.scenario = scenario
    oracles = Oracles(users: 0..<scenario.population.size, scenario: scenario)
  }

  var faultCount: Int { scenario.faults.count }
  var optionalSteps: UInt64 { 0 }
  var stepCount: Int { 0 }
  var start: Int64 { 0 }
  var givenFindings: [Finding] { [] }
  var seed: UInt64 { scenario.seed }
  var chunk: Int { 1 }
  /// The limit on jobs: none, since a population runs to its horizon.
  var maxJobs: Int { .max }
  var replayBudget: Int { 40 }

  var asksNaturalOrder: Bool { false }
  var drawsMoments: Bool { false }
  /// Always true, since people draw their decisions at random.
  func isDrawn(_ schedule: Schedule) -> Bool { true }

  func populate(
    _ world: World, with cast: StoryCast, for schedule: Schedule, witness: any StoryWitness
  ) -> (() -> Void)? {
    var memory = BackendMemory(world: world)
    if !memory.faults.windows.isEmpty { memory.faults = memory.faults.selecting(schedule.faults) }
    let backend = InProcessBackend(world: world, memory: memory)
    Population.spawn(in: world, backend: backend)
    return nil
  }
}
