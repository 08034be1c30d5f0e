import Foundation
import GTSDExplore
import Observation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Measures the speed of a search on one core: a benchmark, which only checks that both bodies pass.
///
/// `GTSD_APP_LONG=1 swift test -c release --package-path Examples/GTSDApp --filter SpeedTests`
@Suite(.enabled(if: Size.isLong), .serialized) struct SpeedTests {
  /// Two view models, a store and a fake API: 49 jobs a schedule.
  enum Toy {
    struct Plan: Sendable {
      var id: Int
      var isAcknowledged: Bool
    }

    actor API {
      private var isAcknowledged = false

      func plan() async throws -> Plan {
        try await Task.sleep(for: .milliseconds(20))
        let plan = Plan(id: 7, isAcknowledged: isAcknowledged)
        try await Task.sleep(for: .milliseconds(20))
        return plan
      }

      func acknowledge(_ id: Int) async throws {
        try await Task.sleep(for: .milliseconds(20))
        isAcknowledged = true
        try await Task.sleep(for: .milliseconds(20))
      }
    }

    actor Store {
      private let api: API
      private var cached: Plan?
      init(api: API) { self.api = api }

      func plan() async throws -> Plan {
        let fresh = try await api.plan()
        cached = fresh
        return fresh
      }

      func acknowledge(_ id: Int) async throws {
        try await api.acknowledge(id)
        cached?.isAcknowledged = true
      }
    }

    @MainActor @Observable final class Home {
      private(set) var needsAcknowledgment = false
      private(set) var isLoading = false
      private let store: Store
      private var generation = 0
      init(store: Store) { self.store = store }

      func load() async {
        isLoading = true
        defer { isLoading = false }
        generation += 1
        let mine = generation
        guard let plan = try? await store.plan(), mine == generation else { return }
        needsAcknowledgment = !plan.isAcknowledged
      }

      func acknowledged() {
        generation += 1
        needsAcknowledgment = false
      }
    }

    @MainActor @Observable final class Plans {
      private(set) var needsAcknowledgment = true
      private let store: Store
      private let home: Home
      init(store: Store, home: Home) { (self.store, self.home) = (store, home) }

      func acknowledge() async {
        guard (try? await store.acknowledge(7)) != nil else { return }
        needsAcknowledgment = false
        home.acknowledged()
      }
    }

    static func run(_ world: ExploredWorld) async {
      let store = Store(api: API())
      let home = await Home(store: store)
      let plans = await Plans(store: store, home: home)
      async let load: Void = home.load()
      async let tap: Void = plans.acknowledge()
      async let pull: Void = home.load()
      _ = await (load, tap, pull)
      let agree = await home.needsAcknowledgment == plans.needsAcknowledgment
      world.expect(agree, "Home and Plans disagree")
    }
  }

  /// The processor time of this process over all cores, in seconds. Other work of the machine does not count.
  private static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static func measure(
    _ name: String, schedules: Int, _ body: @escaping @Sendable (ExploredWorld) async throws -> Void
  ) async throws {
    var rates: [Double] = []
    for seed in 1...5 {
      let start = Self.processorTime
      let result = try await Exploration.run(schedules: schedules, seed: UInt64(seed), body)
      let seconds = Self.processorTime - start
      #expect(result.findings.isEmpty, "\(result.findings)")
      rates.append(Double(result.schedules) / seconds)
    }
    let sorted = rates.sorted().map { Int($0) }
    print(
      "\(name): \(sorted[2]) schedules/s of one core, \(sorted[0]) to \(sorted[4]) in five searches of \(schedules)")
  }

  @Test func twoViewModelsAStoreAndAFake() async throws {
    try await Self.measure("own code", schedules: 50_000) { world in await Toy.run(world) }
  }

  @Test func digests() async throws {
    let result = try await Exploration.run(schedules: 1_000) { world in await Toy.run(world) }
    print("digest of 1,000 schedules: \(String(result.digest, radix: 16)), \(result.classes) classes")
  }

  @Test func twoRequestsThroughURLSession() async throws {
    let url = try #require(URL(string: "https://app.test/plan"))
    try await Self.measure("URLSession", schedules: 2_000) { world in
      world.intercept { _ in
        try await Task.sleep(for: .milliseconds(20))
        return .json("{}")
      }
      let session = world.urlSession()
      async let first = session.data(from: url)
      async let second = session.data(from: url)
      let bytes = try await [first.0.count, second.0.count]
      world.expect(bytes == [2, 2], "a reply is not whole")
    }
  }
}
