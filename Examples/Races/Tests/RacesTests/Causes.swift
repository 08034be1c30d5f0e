import Dispatch
import Foundation
import InterleavingTesting
import Races
import Synchronization

/// Further ways, in addition to the gallery, in which an app's code depends on an order of events. The natural order
/// passes, and another order fails.
enum Causes {
  final class Lines: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
  }

  final class Tasks: Sendable {
    private let tasks = Mutex<[Task<Void, Never>]>([])
    var all: [Task<Void, Never>] { tasks.withLock { $0 } }
    func add(_ task: Task<Void, Never>) { tasks.withLock { $0.append(task) } }
  }

  actor Journal {
    private(set) var lines: [String] = []
    func add(_ line: String) { lines.append(line) }
    func addSlowly(_ line: String) async {
      try? await Task.sleep(for: .milliseconds(10))
      lines.append(line)
    }
  }

  actor Box<Value: Sendable> {
    private(set) var value: Value
    init(_ value: Value) { self.value = value }
    func set(_ new: Value) { value = new }
    func change(_ change: @Sendable (Value) async -> Value) async { value = await change(value) }
  }

  @MainActor final class Model {
    var title = ""
    var didSet: [String] = []
    func load(_ title: String, after delay: Duration) async {
      try? await Task.sleep(for: delay)
      self.title = title
    }
  }

  protocol Store: Sendable { func save(_ line: String) async }
  struct JournalStore: Store {
    let journal: Journal
    func save(_ line: String) async { await journal.add(line) }
  }

  private static func isInOrder(_ world: ExploredWorld, _ journal: Journal) async {
    let lines = await journal.lines
    world.expect(lines == ["a", "b"], "\(lines)")
  }

  typealias Body = @Sendable (ExploredWorld) async -> Void

  static let all: [(name: String, body: Body)] = [
    (
      "two child tasks",
      { world in
        let journal = Journal()
        async let a: Void = journal.add("a")
        async let b: Void = journal.add("b")
        _ = await (a, b)
        await isInOrder(world, journal)
      }
    ),
    (
      "tasks with names",
      { world in
        let journal = Journal()
        let a = Task(name: "loader") { await journal.add("a") }
        let b = Task(name: "saver") { await journal.add("b") }
        _ = await (a.value, b.value)
        await isInOrder(world, journal)
      }
    ),
    (
      "tasks without names",
      { world in
        let journal = Journal()
        let a = Task { await journal.add("a") }
        let b = Task { await journal.add("b") }
        _ = await (a.value, b.value)
        await isInOrder(world, journal)
      }
    ),
    (
      "detached tasks",
      { world in
        let journal = Journal()
        let a = Task.detached { await journal.add("a") }
        let b = Task.detached { await journal.add("b") }
        _ = await (a.value, b.value)
        await isInOrder(world, journal)
      }
    ),
    (
      "a group",
      { world in
        let journal = Journal()
        await withTaskGroup { group in
          for line in ["a", "b"] { group.addTask { await journal.add(line) } }
        }
        await isInOrder(world, journal)
      }
    ),
    (
      "a group with names",
      { world in
        let journal = Journal()
        await withTaskGroup { group in
          for line in ["a", "b"] { group.addTask(name: line) { await journal.add(line) } }
        }
        await isInOrder(world, journal)
      }
    ),
    (
      "a group whose results come as they end",
      { world in
        let first = await withTaskGroup { group in
          for line in ["a", "b"] {
            group.addTask {
              try? await Task.sleep(for: .milliseconds(line == "a" ? 10 : 20))
              return line
            }
          }
          defer { group.cancelAll() }
          return await group.next()
        }
        world.expect(first == "a", "first was \(first ?? "nothing")")
      }
    ),
    (
      "sleeps in actors",
      { world in
        let journal = Journal()
        async let a: Void = journal.addSlowly("a")
        async let b: Void = journal.addSlowly("b")
        _ = await (a, b)
        await isInOrder(world, journal)
      }
    ),
    (
      "a value that is read, awaited and written",
      { world in
        let box = Box(0)
        let add: @Sendable (Int) async -> Int = { old in
          try? await Task.sleep(for: .milliseconds(5))
          return old + 1
        }
        async let a: Void = box.change(add)
        async let b: Void = box.set(7)
        _ = await (a, b)
        let value = await box.value
        world.expect(value == 1, "the value is \(value)")
      }
    ),
    (
      "a view model",
      { world in
        let model = Model()
        async let a: Void = model.load("old", after: .milliseconds(10))
        async let b: Void = model.load("new", after: .milliseconds(12))
        _ = await (a, b)
        let title = await model.title
        world.expect(title == "new", "the title is \(title)")
      }
    ),
    (
      "tasks of the main actor",
      { world in
        let model = Model()
        let a = Task { @MainActor in
          await Task.yield()
          model.didSet.append("a")
        }
        let b = Task { @MainActor in
          await Task.yield()
          await Task.yield()
          model.didSet.append("b")
        }
        _ = await (a.value, b.value)
        let lines = await model.didSet
        world.expect(lines == ["a", "b"], "\(lines)")
      }
    ),
    (
      "work of two queues",
      { world in
        let lines = Lines()
        await withCheckedContinuation { continuation in
          let group = DispatchGroup()
          for line in ["a", "b"] {
            DispatchQueue(label: line).async(group: group) { lines.add(line) }
          }
          group.notify(queue: .main) { continuation.resume() }
        }
        let all = lines.all
        world.expect(all == ["a", "b"], "\(all)")
      }
    ),
    (
      "work of queues after a while",
      { world in
        let lines = Lines()
        let first = DispatchQueue(label: "first")
        let second = DispatchQueue(label: "second")
        await withTaskGroup { group in
          for (queue, line, delay) in [(first, "a", 10), (second, "b", 20)] {
            group.addTask {
              await withCheckedContinuation { continuation in
                queue.asyncAfter(deadline: .now() + .milliseconds(delay)) {
                  lines.add(line)
                  continuation.resume()
                }
              }
            }
          }
        }
        let all = lines.all
        world.expect(all == ["a", "b"], "\(all)")
      }
    ),
    (
      "a queue and a task",
      { world in
        let journal = Journal()
        let a = Task { await journal.add("a") }
        let b = Task {
          await withCheckedContinuation { continuation in
            DispatchQueue(label: "b").async { continuation.resume() }
          }
          await journal.add("b")
        }
        _ = await (a.value, b.value)
        await isInOrder(world, journal)
      }
    ),
    (
      "operations",
      { world in
        let lines = Lines()
        let queue = OperationQueue()
        await withTaskGroup { group in
          for line in ["a", "b"] {
            group.addTask {
              await withCheckedContinuation { continuation in
                queue.addOperation {
                  lines.add(line)
                  continuation.resume()
                }
              }
            }
          }
        }
        let all = lines.all
        world.expect(all == ["a", "b"], "\(all)")
      }
    ),
    (
      "two listeners of streams",
      { world in
        let journal = Journal()
        let (first, tellFirst) = AsyncStream.makeStream(of: String.self)
        let (second, tellSecond) = AsyncStream.makeStream(of: String.self)
        let a = Task { for await line in first { await journal.add(line) } }
        let b = Task { for await line in second { await journal.add(line) } }
        tellFirst.yield("a")
        tellSecond.yield("b")
        tellFirst.finish()
        tellSecond.finish()
        _ = await (a.value, b.value)
        await isInOrder(world, journal)
      }
    ),
    (
      "a task that is cancelled",
      { world in
        let journal = Journal()
        let a = Task {
          if !Task.isCancelled { await journal.add("a") }
        }
        let b = Task {
          await Task.yield()
          a.cancel()
          await journal.add("b")
        }
        _ = await (a.value, b.value)
        await isInOrder(world, journal)
      }
    ),
    (
      "a protocol and a generic actor",
      { world in
        let (journal, box) = (Journal(), Box<(any Store)?>(nil))
        await box.set(JournalStore(journal: journal))
        let store = await box.value
        async let a: Void? = store?.save("a")
        async let b: Void? = store?.save("b")
        _ = await (a, b)
        await isInOrder(world, journal)
      }
    ),
    (
      "a local function",
      { world in
        let journal = Journal()
        @Sendable func save(_ line: String) async {
          await Task.yield()
          await journal.add(line)
        }
        async let a: Void = save("a")
        async let b: Void = save("b")
        _ = await (a, b)
        await isInOrder(world, journal)
      }
    ),
    (
      "a time-out",
      { world in
        let lines = Lines()
        let work = Task {
          try? await Task.sleep(for: .milliseconds(90))
          lines.add("done")
        }
        let timeout = Task {
          try? await Task.sleep(for: .milliseconds(100))
          if lines.all.isEmpty { lines.add("late") }
        }
        _ = await (work.value, timeout.value)
        let first = lines.all.first
        world.expect(first == "done", "\(first ?? "nothing") came first")
      }
    ),
    (
      "notifications",
      { world in
        let journal = Journal()
        let name = Notification.Name("saved")
        let center = NotificationCenter()
        let tasks = Tasks()
        for line in ["a", "b"] {
          _ = center.addObserver(forName: name, object: nil, queue: nil) { _ in
            let task = Task { await journal.add(line) }
            tasks.add(task)
          }
        }
        center.post(name: name, object: nil)
        for task in tasks.all { await task.value }
        await isInOrder(world, journal)
      }
    ),
    (
      "a group that throws",
      { world in
        struct Late: Error {}
        let lines = Lines()
        try? await withThrowingTaskGroup { group in
          group.addTask {
            try await Task.sleep(for: .milliseconds(10))
            lines.add("a")
          }
          group.addTask {
            try await Task.sleep(for: .milliseconds(20))
            throw Late()
          }
          for try await _ in group {}
        }
        world.expect(lines.all == ["a"], "\(lines.all)")
      }
    ),
    (
      "tasks that make tasks",
      { world in
        let journal = Journal()
        let outer = Task(name: "outer") {
          let a = Task(name: "a") { await journal.add("a") }
          let b = Task(name: "b") { await journal.add("b") }
          _ = await (a.value, b.value)
        }
        await outer.value
        await isInOrder(world, journal)
      }
    ),
    (
      "a continuation that another task resumes",
      { world in
        let journal = Journal()
        let waits = Task {
          await withCheckedContinuation { continuation in Task { continuation.resume() } }
          await journal.add("a")
        }
        let other = Task {
          for _ in 0..<3 { await Task.yield() }
          await journal.add("b")
        }
        _ = await (waits.value, other.value)
        await isInOrder(world, journal)
      }
    ),
    (
      "a throttle by a timer",
      { world in
        let lines = Lines()
        let (ticks, tell) = AsyncStream.makeStream(of: Void.self)
        let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "timer"))
        timer.schedule(deadline: .now() + .milliseconds(100))
        timer.setEventHandler {
          lines.add("a")
          tell.finish()
        }
        timer.resume()
        async let late: Void? = try? Task.sleep(for: .milliseconds(150))
        _ = await late
        lines.add("b")
        for await _ in ticks {}
        world.expect(lines.all == ["a", "b"], "\(lines.all)")
      }
    ),
  ]
}
