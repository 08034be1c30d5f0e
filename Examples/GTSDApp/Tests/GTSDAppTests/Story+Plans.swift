import GTSDApp
import GTSDExplore

extension Story {
  /// An app with Home and Plans, whose metrics are on screen.
  private static func plans(
    _ world: ExploredWorld, _ repairs: Repairs
  ) async throws -> (home: HomeViewModel, plans: PlansViewModel) {
    let client = try await Person(world.backend(.correct)).client(world, repairs: repairs)
    let metrics = await MetricsModel(client: client, repairs: repairs)
    let home = await HomeViewModel(client: client, metrics: metrics, repairs: repairs)
    let plans = await PlansViewModel(client: client, metrics: metrics)
    world.watch(metrics, as: "metrics")
    await plans.open()
    return (home, plans)
  }

  static let plans = [
    Story(
      hazard: "stale-get-overwrites-ack", repair: .lateMetricsAreDropped, finding: "the card is back"
    ) { world, repairs in
      let (home, plans) = try await plans(world, repairs)
      async let load: Void = home.load()
      async let tap: Void = plans.acknowledge()
      _ = await (load, tap)
      let showsCard = await home.showsCard
      world.expect(!showsCard, "the card is back after the acknowledgment")
    },
    // No expectation is needed, since the repeated request is visible on the wire.
    Story(
      hazard: "double-tap-acknowledge", repair: .oneAcknowledgment, finding: "I-ONCE: acknowledge of"
    ) { world, repairs in
      let (_, plans) = try await plans(world, repairs)
      async let first: Void = plans.acknowledge()
      async let second: Void = plans.acknowledge()
      _ = await (first, second)
    },
  ]
}
