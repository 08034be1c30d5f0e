import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import InterleavingTesting

/// A thread that existed before any search, and resumes the continuations that it is given.
private enum Outside {
  private static let queue = Mutex<[CheckedContinuation<Void, Never>]>([])
  private static let isThere = DispatchSemaphore(value: 0)

  static func start() {
    Thread.detachNewThread {
      isThere.wait()
      let taken = queue.withLock { queue in
        defer { queue = [] }
        return queue
      }
      for continuation in taken { continuation.resume() }
    }
  }

  static func resume(_ continuation: CheckedContinuation<Void, Never>) {
    queue.withLock { $0.append(continuation) }
    isThere.signal()
  }
}

/// Actions that no search controls are reported in specific words; none of them crashes, hangs or passes.
struct EscapeTests {
  /// Code that leaves the world, and the expected report.
  struct Escape: Sendable, CustomTestStringConvertible {
    var message: String
    var patience: Double?
    var body: @Sendable () async throws -> Void
    var testDescription: String { message }
  }

  /// Waits for a semaphore. Only this suite calls it.
  private static func wait(_ semaphore: DispatchSemaphore) { semaphore.wait() }
  private static func wait(_ group: DispatchGroup) { group.wait() }
  private static func wait(_ item: DispatchWorkItem) { item.wait() }
  private static func wait(_ condition: NSCondition) {
    condition.lock()
    condition.wait()
    condition.unlock()
  }
  private static func runLoop() {
    RunLoop.current.add(Timer(timeInterval: 1, repeats: true) { _ in }, forMode: .default)
    RunLoop.current.run(until: .distantFuture)
  }
  private static func performInRunLoop() { RunLoop.current.perform {} }
  private static func sleep(_ seconds: Double) { Thread.sleep(forTimeInterval: seconds) }
  private static func join(_ body: @escaping @Sendable () -> Void) {
    let thread = Thread(block: body)
    thread.start()
  }

  /// A lock that is held while its task is suspended.
  private final class Keeper: Sendable {
    private let lock = NSLock()
    private func take() { lock.lock() }
    private func giveBack() { lock.unlock() }
    func keep() async {
      take()
      await Task.yield()
      giveBack()
    }
  }

  static let escapes: [Escape] = [
    Escape(message: "DispatchSemaphore.wait that would block") { wait(DispatchSemaphore(value: 0)) },
    Escape(message: "DispatchGroup.wait that would block") {
      let group = DispatchGroup()
      group.enter()
      wait(group)
    },
    Escape(message: "DispatchWorkItem.wait") {
      let item = DispatchWorkItem {}
      DispatchQueue.global().async(execute: item)
      wait(item)
    },
    Escape(message: "a lock that a job holds across an await, while another one waits for it") {
      let lock = Keeper()
      async let first: Void = lock.keep()
      async let second: Void = lock.keep()
      _ = await (first, second)
    },
    Escape(message: "a read that would block, of a pipe or a socket") {
      let pipe = Pipe()
      _ = try pipe.fileHandleForReading.read(upToCount: 1)
      withExtendedLifetime(pipe) {}
    },
    Escape(message: "a signal that is sent to a process (kill)") { kill(getpid(), SIGINT) },
    Escape(message: "a signal that the code sends itself (raise)") { raise(SIGTERM) },
    Escape(message: "a wait for a condition variable, as by NSCondition") { wait(NSCondition()) },
    Escape(message: "a sleep that blocks its thread (usleep)") { usleep(1_000_000) },
    Escape(message: "a sleep that blocks its thread (sleep)") { _ = Glibc.sleep(1) },
    Escape(message: "a sleep that blocks its thread (nanosleep, Thread.sleep)") { sleep(1) },
    Escape(message: "a thread of its own") { join {} },
    // Woken by a semaphore; the test fails if this does not happen in time.
    Escape(message: "a thread outside that") {
      // The inner task begins once this one has suspended: an earlier resume would not be noticed as an escape.
      await withCheckedContinuation { continuation in Task { Outside.resume(continuation) } }
    },
    Escape(message: "a connection over the network (connect)") {
      let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(file) }
      var address = sockaddr()
      address.sa_family = sa_family_t(AF_INET)
      _ = connect(file, &address, socklen_t(MemoryLayout<sockaddr_in>.size))
    },
    Escape(message: "a socket that is bound to an address (bind)") {
      let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(file) }
      var address = sockaddr()
      address.sa_family = sa_family_t(AF_INET)
      _ = bind(file, &address, socklen_t(MemoryLayout<sockaddr_in>.size))
    },
    Escape(message: "a process of its own (posix_spawn)") {
      var (process, arguments) = (pid_t(), [strdup("true"), nil])
      _ = posix_spawn(&process, "/bin/true", nil, nil, &arguments, nil)
      free(arguments[0])
    },
    Escape(message: "a run loop, or another wait for files, that would block") { runLoop() },
    Escape(message: "a block of a run loop") { performInRunLoop() },
    Escape(message: "a DispatchSource") {
      let source = DispatchSource.makeUserDataAddSource()
      source.setEventHandler {}
      source.activate()
      source.cancel()
    },
    Escape(message: "DispatchWorkItem.notify") {
      let item = DispatchWorkItem {}
      item.notify(queue: .global()) {}
      item.perform()
    },
    Escape(message: "DispatchIO") {
      DispatchIO.read(fromFileDescriptor: 0, maxLength: 1, runningHandlerOn: .global()) { _, _ in }
    },
    Escape(message: "a suspended DispatchQueue") {
      let queue = DispatchQueue(label: "suspended")
      queue.suspend()
      queue.resume()
    },
    Escape(message: "a DispatchQueue that is inactive at first") {
      DispatchQueue(label: "inactive", attributes: .initiallyInactive).activate()
    },
    Escape(message: "a barrier in a DispatchWorkItem") {
      let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
      queue.async(execute: DispatchWorkItem(flags: .barrier) {})
    },
    Escape(message: "random numbers of a device by fopen") {
      if let file = fopen("/dev/urandom", "r") { fclose(file) }
    },
    Escape(message: "a name looked up over the network (getaddrinfo)") {
      var result: UnsafeMutablePointer<addrinfo>?
      _ = getaddrinfo("app.test", nil, nil, &result)
    },
    Escape(message: "a packet sent over the network (sendto)") {
      let file = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
      defer { close(file) }
      var address = sockaddr()
      address.sa_family = sa_family_t(AF_INET)
      _ = sendto(file, "x", 1, 0, &address, socklen_t(MemoryLayout<sockaddr_in>.size))
    },
    Escape(message: "a process of its own (popen)") { _ = popen("true", "r") },
    Escape(message: "a process of its own (system)") { _ = Glibc.system("true") },
    Escape(message: "a process of its own (posix_spawn)") {
      let process = Process()
      process.executableURL = URL(filePath: "/bin/true")
      try? process.run()
    },
    Escape(message: "a job that did not end within 0.5 s", patience: 0.5) {
      var number = 1
      while number != 0 { number = number &* 3 | 1 }
    },
  ]

  @Test(.limitedWait, arguments: escapes)
  func escapeIsASeparateFinding(escape: Escape) async throws {
    Outside.start()
    let result = try await QuietSearch.run(schedules: 10, patience: escape.patience) { _ in try await escape.body() }
    let finding = try #require(result.findings.first { $0.message.contains(escape.message) }, "\(result.findings)")
    #expect(finding.kind == .escape)
    #expect(finding.message.hasPrefix("not controlled: \(escape.message)"))
    #expect(finding.message.contains("task test"))
  }

  @Test func aRequirementThatFailsIsOneFinding() async throws {
    let result = try await QuietSearch.run(schedules: 3) { _ in
      try #require(await LittleApp.FakeAPI().plan().id == 8)
    }
    #expect(result.findings.count == 1, "\(result.findings.map(\.message))")
    #expect(result.findings.first?.message.hasPrefix("Expectation failed") == true)
  }

  @Test func yieldingIsNotReportedAsEscape() async throws {
    let result = try await QuietSearch.run(schedules: 3) { _ in _ = Glibc.sleep(0) }
    #expect(result.findings.isEmpty, "\(result.findings)")
  }

  @Test func aContinuationThatIsNeverResumedIsStuck() async throws {
    let result = try await QuietSearch.run(schedules: 10) { _ in
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }
    #expect(result.findings.map(\.kind) == [.stuck])
    #expect(result.findings[0].message.contains("could wake task test of a closure of EscapeTests.aContinuation"))
  }

  @Test("The runtime's warning about a dropped continuation is printed once in a search")
  func warningsArePrintedOnce() {
    let heartbeat = Heartbeat()
    #expect(heartbeat.isNew(warning: "load() leaked") && heartbeat.isNew(warning: "save() leaked"))
    #expect(!heartbeat.isNew(warning: "load() leaked"))
    #expect(Heartbeat().isNew(warning: "load() leaked"))
  }

  @Test func aLoopThatAlwaysYieldsIsFound() async throws {
    let result = try await QuietSearch.run(schedules: 10) { _ in
      while !Task.isCancelled { await Task.yield() }
    }
    #expect(result.findings.map(\.kind) == [.escape])
    #expect(result.findings[0].message.hasPrefix("does not become idle: 100000 jobs ran"))
  }

  @Test("A loop that yields until another task ends, or until a time, ends")
  func aLoopThatYieldsForOthersEnds() async throws {
    let result = try await QuietSearch.run(schedules: 8) { _ in
      let isDone = Guarded((first: false, second: false))
      Task { isDone.withLock { $0.first = true } }
      while !isDone.withLock({ $0.first }) { await Task.yield() }
      Task {
        try await Task.sleep(for: .seconds(2))
        isDone.withLock { $0.second = true }
      }
      while !isDone.withLock({ $0.second }) { await Task.yield() }
    }
    #expect(result.findings.isEmpty, "\(result.findings.map(\.message))")
    #expect(result.schedules == 8)
  }

  @Test("Every schedule draws its own random numbers, and the token reproduces them")
  func randomNumbersAreTheSchedules() async throws {
    @Sendable func body(_: ExploredWorld) async { #expect(Int.random(in: 0..<20) != 7) }
    let result = try await QuietSearch.run(schedules: 200, body)
    let finding = try #require(result.findings.first)
    #expect(result.findings.count == 1 && finding.kind == .failure && finding.schedule > 1)
    #expect(Findings.text(finding, result).contains("in the natural order, with the random numbers of this schedule"))
    let again = try await QuietSearch.run(token: finding.token, body)
    #expect(again.findings.map(\.message) == [finding.message])
  }

  @MainActor private static var kept = 0

  @Test func stateThatOutlivesAScheduleIsFound() async throws {
    let result = try await QuietSearch.run(schedules: 10) { _ in
      await MainActor.run { Self.kept += 1 }
      if await Self.kept > 1 { await Task.yield() }
    }
    #expect(result.findings.map(\.kind) == [.unrepeatable])
  }

  @Test(.compactMapIssues { issue in "\(issue)".contains("stuck") ? nil : issue }, .explored(schedules: 3))
  func aStuckBodyUnderTheTraitEndsTheTest() async {
    await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
  }

  @Test func environmentIsReadOrRefused() throws {
    let environment = try ExplorationEnvironment([
      "GTSD_EXPLORE_SCHEDULES": "7", "GTSD_EXPLORE_SEED": "3", "GTSD_EXPLORE_SECONDS": "1.5",
      "GTSD_EXPLORE_PATIENCE": "20",
    ])
    #expect(environment.schedules == 7)
    #expect(environment.seed == 3)
    #expect(environment.seconds == 1.5 && environment.patience == 20)
    #expect(environment.reports == nil && environment.replay == nil)
    for name in ["SCHEDULES", "SEED", "SECONDS", "PATIENCE"] {
      let error = #expect(throws: ExplorationError.self) {
        try ExplorationEnvironment(["GTSD_EXPLORE_\(name)": "-1"])
      }
      #expect(error?.description.hasPrefix("GTSD_EXPLORE_\(name) is \"-1\" in the environment: set it to") == true)
    }
  }

  @Test func badUseIsRefused() async throws {
    await #expect(throws: ExplorationError.self) { try await Exploration.run(schedules: 0) { _ in } }
    await #expect(throws: ExplorationError.self) { try await Exploration.run(replaying: "abc") { _ in } }
    await #expect(throws: ExplorationError.self) { try await Exploration.run(replaying: "own1:AAAA") { _ in } }
    await #expect(throws: ExplorationError.noTest) {
      try await Task.detached { try await Exploration.search { _ in } }.value
    }
    let nested = try await Exploration.run(schedules: 1) { _ in _ = try await Exploration.run { _ in } }
    #expect(nested.findings.first?.message.contains("A search runs in this test already") == true)
  }
}
