import Foundation
import Interleaving
import Testing

/// A counter with one clerk: a customer waits in line, is served, and leaves.
actor Counter: LaneActor {
  nonisolated let lane: Lane
  private let clock: VirtualClock
  private let line: WaitLine
  private var isBusy = false
  /// Seconds that customers have waited in line, in all.
  private(set) var waited = 0.0
  private(set) var customers = 0

  init(in world: Scheduler) {
    lane = Lane(scheduler: world, kind: "counter")
    clock = VirtualClock(scheduler: world)
    line = WaitLine(scheduler: world)
  }

  func serve(for seconds: Double) async throws {
    let arrival = clock.now
    if isBusy { await line.wait() } else { isBusy = true }
    waited += arrival.duration(to: clock.now) / .seconds(1)
    customers += 1
    try await clock.sleep(for: .seconds(seconds))
    if !line.releaseFirst() { isBusy = false }
  }
}

/// Exponential times between arrivals and of service, the same in every run.
struct Times {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next(mean: Double) -> Double {
    // SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    let uniform = (Double((bits ^ (bits >> 31)) >> 12) + 0.5) * 0x1p-52
    return -mean * log(uniform)
  }
}

/// The source of customers: starts a customer's visit at each arrival time.
actor Street: LaneActor {
  nonisolated let lane: Lane
  private let world: Scheduler
  private var times = Times(seed: 1)

  init(in world: Scheduler) {
    self.world = world
    lane = Lane(scheduler: world, kind: "street")
  }

  func send(_ count: Int, every interval: Double, to counter: Counter, service: Double) async throws {
    let clock = VirtualClock(scheduler: world)
    for _ in 0..<count {
      try await clock.sleep(for: .seconds(times.next(mean: interval)))
      let seconds = times.next(mean: service)
      world.spawn { try? await counter.serve(for: seconds) }
    }
  }
}

@Test("The mean wait of an M/M/1 queue equals its closed form")
func meanWait() throws {
  let world = Scheduler()
  let (street, counter) = (Street(in: world), Counter(in: world))
  let (interval, service) = (2.0, 1.0)
  world.spawn { try? await street.send(30_000, every: interval, to: counter, service: service) }
  // Seventeen hours of virtual time take a moment.
  world.run()

  let load = service / interval
  let expected = load / (1 - load) * service
  let (waited, customers) = try #require(world.run { await (counter.waited, counter.customers) })
  let mean = waited / Double(customers)
  #expect(customers == 30_000)
  // Four standard errors for this number of customers.
  #expect(abs(mean - expected) < 0.125, "\(mean) s against \(expected) s")
}
