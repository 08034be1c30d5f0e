package import GTSDModel
package import GTSDWorld
import Interleaving

/// A story at the moment when the search begins, as values. Every schedule continues from a copy.
///
/// The steps of `given` run once, in exact time, each until nothing is left to happen. The phones, the backend and the
/// checkers are then values without a task or a timer, so a schedule costs only the part that is searched.
///
/// A class, since each schedule would otherwise copy the values that it reads.
///
/// `@unchecked Sendable`: its oracles are only copied, and receive no more events.
package final class StoryStage: @unchecked Sendable {
  package let scenario: Scenario
  let script: StoryScript
  /// The time at which the search begins, in virtual nanoseconds.
  let time: Int64
  let phones: [PhoneAtRest]
  package let backend: BackendMemory
  package let oracles: Oracles
  /// The violations by steps before the search. Each is a separate find, and the search continues after it.
  package let givenFindings: [Finding]

  /// Creates the stage by running the steps before the search.
  ///
  /// - Parameters:
  ///   - observers: creates the observers of these steps that receive events before the oracles.
  ///   - noticed: called with each violation of these steps.
  ///   - witness: creates the object that checks the story's expectations; by default the oracles do so.
  package init(
    _ scenario: Scenario, observers: (World) -> [any EventObserver] = { _ in [] },
    noticed: ((Finding) -> Void)? = nil, witness: (Oracles) -> any StoryWitness = { $0 }
  ) throws(ExplorationError) {
    guard let story = scenario.story else { preconditionFailure("\(scenario.name) has no story") }
    var scenario = scenario
    scenario.population = .onePerson
    // Only the story's own faults can happen.
    scenario.backend.errorRate = 0
    scenario.backend.lossRate = 0
    self.scenario = scenario
    script = StoryScript(story)
    let world = World(scenario: scenario, replication: 0, cell: 0, users: 0..<1, drawsMedians: true)
    oracles = Oracles(users: 0..<1, scenario: scenario)
    oracles.noticed = noticed
    world.events.observers = observers(world) + [oracles]
    var memory = BackendMemory(world: world)
    let faults = memory.faults
    memory.faults = faults.selecting(0)
    let backend = InProcessBackend(world: world, memory: memory)
    let scene = StoryScene(server: backend, witness: witness(oracles))
    let phones = (0..<UInt8(story.devices)).map {
      Device(world: world, backend: backend, user: 0, ordinal: $0, generation: scenario.generation)
    }
    world.scheduler.maxJobs = Self.maxJobs(ofSteps: script.given.count)
    for move in script.given {
      let phone = phones[Int(move.device)]
      world.scheduler.spawn { await phone.follow([move], in: scene) }
      world.scheduler.run()
    }
    guard world.scheduler.jobsRun < world.scheduler.maxJobs else {
      world.scheduler.shutdown()
      throw .givenNeverIdle("more than \(world.scheduler.jobsRun - 1) jobs without an end")
    }
    oracles.noticed = nil
    let judge = Oracles(continuing: oracles)
    let atRest = judge.finish(at: world.scheduler.now, faultFreeSince: nil)
    if let noticed { atRest.forEach(noticed) }
    givenFindings = oracles.early + atRest
    time = world.scheduler.now
    let rest = Rest()
    world.scheduler.spawn {
      for phone in phones { rest.phones.append(await phone.memory) }
      rest.backend = await backend.memory
    }
    world.scheduler.run()
    world.events.observers = []
    let stuck = world.scheduler.shutdown()
    let known = rest.phones.compactMap { $0 }
    guard stuck.isEmpty, known.count == phones.count, var kept = rest.backend else {
      let who = rest.phones.firstIndex { $0 == nil }.map { "phone \($0 + 1)" } ?? "the backend"
      throw .givenNeverIdle(who)
    }
    kept.faults = faults.adding(begunIn: kept.faults)
    self.phones = known.map(PhoneAtRest.init)
    self.backend = kept
  }

  /// Descriptions of the steps other than taps, by the path of their task.
  var otherStepsThanTaps: [String: String] {
    guard let story = scenario.story else { return [:] }
    var words: [String: String] = [:]
    for device in phones.indices {
      for move in script.moves(of: UInt8(device), leavingOut: 0) {
        if case .tap = move.deed { continue }
        words["\(device + 1).\(move.number)"] = StateWords.words("\(story.steps[move.place.index].action)")
      }
    }
    return words
  }

  /// The paths of the tasks of pauses. An event before or after a pause only happens at another time.
  var pauses: Set<String> { Set(otherStepsThanTaps.filter { $0.value == "rest" }.keys) }

  /// The number of jobs after which this many steps count as never coming to rest: some hundred times the usual
  /// number.
  static func maxJobs(ofSteps count: Int) -> Int { 20_000 + 2_000 * count }

  /// A container that carries the observations of a task out of its world.
  ///
  /// `@unchecked Sendable`: touched only on the thread that runs the world.
  private final class Rest: @unchecked Sendable {
    var phones: [DeviceMemory?] = []
    var backend: BackendMemory?
  }
}
