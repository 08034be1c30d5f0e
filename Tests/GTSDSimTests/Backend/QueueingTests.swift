import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import Randomness
@testable import Statistics

@Suite struct QueueingTests {
  @Test func fewServersServeFirstInFirstOut() {
    var queue = ServiceQueue(capacity: 2, limit: 1)
    #expect(queue.arrive() == .serve && queue.arrive() == .serve)
    #expect(queue.arrive() == .wait && queue.arrive() == .refuse)
    #expect(queue.release() && queue.waiting == 0 && queue.busy == 2)
    #expect(!queue.release() && !queue.release())
    #expect(queue.busy == 0)
  }

  @Test func aSmallerCapacityLetsServicesFinish() {
    var queue = ServiceQueue(capacity: 2, limit: .max)
    for _ in 0..<5 { _ = queue.arrive() }
    queue.resize(to: 1)
    #expect(!queue.release() && queue.busy == 1)
    #expect(queue.release() && queue.busy == 1 && queue.waiting == 2)
    queue.resize(to: 3)
    #expect(queue.callNext() && queue.callNext() && !queue.callNext())
    #expect(queue.busy == 3)
  }

  @Test(arguments: [(256, 100_000, 1000), (64, 1000, 64), (7, 1001, 100), (3, 10, 10), (1000, 37, 5)])
  func sharesOfCellsAddUpToTheWhole(_ whole: Int, _ users: Int, _ cell: Int) {
    var population = Population()
    population.size = users
    var sum = 0
    for start in stride(from: 0, to: users, by: cell) {
      let range = start..<min(start + cell, users)
      let share = population.share(of: whole, users: range)
      let fair = Double(whole) * Double(range.count) / Double(users)
      #expect(abs(Double(share) - fair) < 1)
      sum += share
    }
    #expect(sum == whole)
  }

  @Test func requestsLeaveInTheOrderInWhichTheyCame() {
    let harness = BackendHarness { $0.backend.servers = 1 }
    let order = Log<UInt32>()
    for user in 0..<20 as Range<UInt32> {
      harness.start(user) { person in
        await person.pause(.milliseconds(Int64(user)))
        try await person.send(.health)
        order.append(user)
      }
    }
    harness.world.scheduler.run()
    #expect(order.items == Array(0..<20))
    // One after the other: 20 services between the first request's uplink and the last reply's downlink.
    #expect(harness.world.scheduler.now == 850_000_000)
  }

  @Test func aFullQueueAnswers503AtOnce() {
    let harness = BackendHarness {
      $0.backend.servers = 1
      $0.backend.queueLimit = 2
    }
    let statuses = Log<Int>()
    for user in 0..<5 as Range<UInt32> {
      harness.start(user) { person in statuses.append(try await person.send(.health).status) }
    }
    harness.world.scheduler.run()
    #expect(statuses.items == [503, 503, 200, 200, 200])
  }

  /// The mean wait of M/M/c by Erlang's C formula, compared with 32 replications of open Poisson arrivals.
  @Test(arguments: [(1, 0.6), (3, 0.75)])
  func meanWaitFollowsErlangC(_ servers: Int, _ utilization: Double) throws {
    let meanService = 0.1
    let offered = utilization * Double(servers)
    let expected = erlangC(servers, offered) * meanService / (Double(servers) - offered)
    let waits = (0..<32 as Range<UInt32>).map { replication in
      OpenArrivals(servers: servers, meanService: meanService, rate: offered / meanService, replication: replication)
        .meanWait(warmUp: 300, measured: 1500)
    }
    let mean = waits.reduce(0, +) / Double(waits.count)
    let variance = waits.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(waits.count - 1)
    let interval = try #require(
      MeanInterval.student(mean: mean, variance: variance, count: waits.count, level: 0.999))
    #expect(interval.low <= expected && expected <= interval.high, "\(expected) s not in \(interval)")
    // The interval is informative: not wider than the value itself.
    #expect(interval.high - interval.low < expected)
  }

  @Test func moreServersNeverServeFewer() {
    let served = (1...6).map { servers in
      OpenArrivals(servers: servers, meanService: 0.1, rate: 40, replication: 0).served(within: 20_000_000_000)
    }
    #expect(served == served.sorted())
    #expect(served[0] < served[4])
  }

  /// Requests that wait for days for one slow server wait longer together than 64 bits of nanoseconds can hold.
  @Test func waitsAddUpBeyondThreeCenturies() {
    let harness = BackendHarness {
      $0.backend.servers = 1
      $0.backend.network = .constant(0)
      $0.backend.service = .constant(86_400)
    }
    let count = 1000
    for user in 0..<UInt32(count) { harness.start(user) { _ = try? await $0.send(.health) } }
    harness.world.scheduler.run()
    let load = Log<BackendLoad>()
    let backend = harness.backend
    harness.world.scheduler.spawn { load.append(await backend.load) }
    harness.world.scheduler.run()
    let days = Int128(count * (count - 1) / 2)
    #expect(load.items.map(\.waited) == [days * Int128(Nanoseconds.day)])
  }

  /// The probability that an arrival waits, by the recursion for Erlang B.
  private func erlangC(_ servers: Int, _ offered: Double) -> Double {
    var blocking = 1.0
    for count in 1...servers { blocking = offered * blocking / (Double(count) + offered * blocking) }
    let utilization = offered / Double(servers)
    return blocking / (1 - utilization + utilization * blocking)
  }
}

/// A world with nothing but Poisson arrivals at a backend with exponential service.
private struct OpenArrivals {
  let harness: BackendHarness
  let rate: Double
  let draws: Draws
  let replication: UInt32

  init(servers: Int, meanService: Double, rate: Double, replication: UInt32) {
    harness = BackendHarness(replication: replication) {
      $0.backend.servers = servers
      $0.backend.network = .constant(0)
      $0.backend.service = .exponential(mean: meanService)
    }
    self.rate = rate
    self.replication = replication
    draws = Draws(seed: 4711)
  }

  private func arrive(_ count: Int, _ each: @escaping @Sendable (Int) async -> Void) {
    let (scheduler, backend) = (harness.world.scheduler, harness.backend)
    scheduler.spawn { [rate, draws, replication] in
      for index in 1...count {
        let u = draws.uniform(user: 0, purpose: 1, step: UInt32(index), replication: replication)
        await scheduler.sleep(Int64(Sampling.exponential(u, mean: 1e9 / rate)), kind: .timer)
        await each(index)
        let call = APICall(
          request: .health, accessToken: nil, caller: Caller(user: 0, account: 0, device: 0), id: Int32(index),
          timeout: .max)
        scheduler.spawn { _ = try? await backend.respond(to: call) }
      }
    }
  }

  /// The times in seconds, for the requests after the warm-up.
  func meanWait(warmUp: Int, measured: Int) -> Double {
    let before = Log<BackendLoad>()
    let backend = harness.backend
    arrive(warmUp + measured) { index in
      if index == warmUp + 1 { before.append(await backend.load) }
    }
    let after = Log<BackendLoad>()
    let scheduler = harness.world.scheduler
    scheduler.run()
    scheduler.spawn { after.append(await backend.load) }
    scheduler.run()
    return Double(after.items[0].waited - before.items[0].waited) / Double(measured) / 1e9
  }

  /// The number of requests in service at a time.
  func served(within time: Int64) -> Int {
    let load = Log<BackendLoad>()
    let backend = harness.backend
    arrive(1000) { _ in }
    harness.world.scheduler.run(until: time)
    harness.world.scheduler.spawn { load.append(await backend.load) }
    harness.world.scheduler.run(until: time)
    harness.world.scheduler.run()
    return load.items[0].served
  }
}

/// A list that tasks of one world fill.
///
/// `@unchecked Sendable`: touched only on the thread that runs the world.
final class Log<Item: Sendable>: @unchecked Sendable {
  private(set) var items: [Item] = []

  func append(_ item: Item) { items.append(item) }
}
