package import GTSDModel
import Interleaving

extension Population {
  /// Starts the people of a world's cell, each of them active from sign-up to the horizon.
  ///
  /// People use no memory before they sign up: a single task sleeps from each sign-up to the next.
  ///
  /// - Parameters:
  ///   - world: the world whose cell has the people.
  ///   - backend: the backend of everybody's app.
  package static func spawn(in world: World, backend: any Backend) {
    let roster = PopulationRoster(scenario: world.scenario, replication: world.replication)
    let rollbacks = world.scenario.experiment?.arms.indices.map(roster.rollback(ofArm:)) ?? []
    spawn(in: world) { user, ordinal, generation in
      let rollback = rollbacks.contains { $0 != nil } ? rollbacks[roster.member(user).arm] : nil
      var memory = DeviceMemory()
      memory.zone = roster.member(user).zone
      return Device(
        world: world, backend: backend, user: user, ordinal: ordinal, generation: generation, rollback: rollback,
        memory: memory)
    }
  }

  /// Starts the same people with phones that the caller creates.
  ///
  /// - Parameters:
  ///   - world: the world, whose cell has the people.
  ///   - makePhone: creates the phone of a person, an ordinal and a generation at its first use.
  package static func spawn(
    in world: World, makePhone: @escaping @Sendable (_ user: UInt32, _ ordinal: UInt8, Generation) -> Device
  ) {
    let roster = PopulationRoster(scenario: world.scenario, replication: world.replication)
    let horizon = world.scenario.horizon.nanoseconds
    var arrivals = world.users
      .map { (time: roster.member(UInt32($0)).arrival, user: UInt32($0)) }
      .filter { $0.time < horizon }
    arrivals.sort { ($0.time, $0.user) < ($1.time, $1.user) }
    let scheduler = world.scheduler
    scheduler.spawn { [arrivals] in
      for arrival in arrivals {
        if arrival.time > scheduler.now { await scheduler.sleep(arrival.time - scheduler.now, kind: .timer) }
        if scheduler.isShuttingDown { return }
        let user = arrival.user
        let generation = roster.generation(ofArm: roster.member(user).arm)
        let person = SyntheticUser(model: roster.person(user), scheduler: scheduler) { ordinal in
          makePhone(user, ordinal, generation)
        }
        scheduler.spawn(on: person, isCancelled: false) { await $0.run() }
      }
    }
  }
}
