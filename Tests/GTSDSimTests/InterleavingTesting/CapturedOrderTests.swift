import InterleavingTesting
import Synchronization
import Testing

/// Orders that a search reaches, and orders that it must not reach.
struct CapturedOrderTests {
  actor Inbox {
    private let name: String
    private let orders: Orders
    init(_ name: String, _ orders: Orders) { (self.name, self.orders) = (name, orders) }
    func receive(_ task: Int) { orders.add("\(task)\(name)") }
  }

  final class Orders: Sendable {
    private let current = Mutex<[String]>([])
    func add(_ text: String) { current.withLock { $0.append(text) } }
    var text: String { current.withLock { $0.joined(separator: " ") } }
  }

  /// Three tasks that each call three actors, one after another.
  @Test func threeTasksOnThreeActorsHaveAllOrders() async throws {
    let met = Mutex<Set<String>>([])
    // The number of schedules is random: at most 40,000.
    for seed in 1...10 as ClosedRange<UInt64> where met.withLock({ $0.count }) < 1_680 {
      let result = try await Exploration.run(schedules: 4_000, seed: seed, policy: .random) { _ in
        let orders = Orders()
        let inboxes = ["a", "b", "c"].map { Inbox($0, orders) }
        await withTaskGroup { group in
          for task in 0..<3 {
            group.addTask { for inbox in inboxes { await inbox.receive(task) } }
          }
        }
        let text = orders.text
        met.withLock { _ = $0.insert(text) }
      }
      #expect(result.findings.isEmpty)
    }
    #expect(met.withLock { $0.count } == 1_680)
  }

  actor Account {
    private var value = 0
    private func add() async { value += 1 }
    /// Awaits its own method. The runtime never lets another job run in between.
    func addTwice() async -> Bool {
      let before = value
      await add()
      await add()
      return value == before + 2
    }
    func addLater() -> Task<Void, Never> { Task { value += 1 } }
    func touch() { value += 1 }
  }

  @Test func aCallOfTheSameActorIsNeverSplit() async throws {
    let split = Mutex(0)
    let result = try await Exploration.run(schedules: Sample.isWhole ? 40_000 : 4_000) { _ in
      let account = Account()
      async let first = account.addTwice()
      async let second = account.addTwice()
      async let third: Void = account.touch()
      let later = await account.addLater()
      let (isWhole, isWholeToo, _) = await (first, second, third)
      await later.value
      if !isWhole || !isWholeToo { split.withLock { $0 += 1 } }
    }
    #expect(result.findings.isEmpty)
    #expect(split.withLock { $0 } == 0)
    #expect(result.classes > 10)
  }

  @Test func depthFirstSearchTriesEveryOrderOfASmallBody() async throws {
    let met = Mutex<Set<String>>([])
    let result = try await Exploration.run(schedules: 100_000, policy: .dfs) { _ in
      let orders = Orders()
      let (first, second) = (Inbox("a", orders), Inbox("b", orders))
      async let one: Void = first.receive(1)
      async let two: Void = second.receive(2)
      async let three: Void = second.receive(3)
      _ = await (one, two, three)
      let text = orders.text
      met.withLock { _ = $0.insert(text) }
    }
    // It ends by itself. The recorder of the orders takes a lock, so none is reported as the last.
    #expect(result.schedules < 100_000 && !result.isExhausted)
    #expect(met.withLock { $0.count } == 6)
  }
}
