import Dispatch
import Testing

@testable import InterleavingTesting

/// Timers of Dispatch run in virtual time, and work left behind by a test can be a failure.
struct DispatchTimerTests {
  /// Calls a function once nothing has arrived for a while, as reactive libraries do.
  ///
  /// `@unchecked Sendable`: `timer` is used only in `queue`.
  private final class Debounce: @unchecked Sendable {
    private let queue = DispatchQueue(label: "debounce")
    private var timer: (any DispatchSourceTimer)?
    let values: AsyncStream<Int>
    private let continuation: AsyncStream<Int>.Continuation

    init() { (values, continuation) = AsyncStream.makeStream(of: Int.self) }

    func send(_ value: Int) {
      queue.async { [self] in
        timer?.cancel()
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + .milliseconds(300))
        timer.setEventHandler { [self] in continuation.yield(value) }
        timer.resume()
        self.timer = timer
      }
    }
  }

  @Test("A debounce by a Dispatch timer takes virtual time and no real time")
  func debounce() async throws {
    let result = try await QuietSearch.run(schedules: 50) { world in
      let debounce = Debounce()
      debounce.send(1)
      try await Task.sleep(for: .seconds(1))
      debounce.send(2)
      debounce.send(3)
      var iterator = debounce.values.makeAsyncIterator()
      let values = [await iterator.next(), await iterator.next()]
      #expect(values == [1, 3])
      #expect(world.elapsed == .milliseconds(1_300))
    }
    #expect(result.findings.isEmpty && result.schedules == 50, "\(result.findings.map(\.message))")
  }

  @Test("A timer that repeats fires until it is cancelled, and then runs its cancel handler")
  func repeats() async throws {
    let result = try await QuietSearch.run(schedules: 20) { world in
      let (ticks, continuation) = AsyncStream.makeStream(of: Void.self)
      let timer = DispatchSource.makeTimerSource(queue: .main)
      timer.setEventHandler { continuation.yield() }
      timer.setCancelHandler { continuation.finish() }
      timer.schedule(deadline: .now() + .seconds(1), repeating: .seconds(1))
      timer.activate()
      var count = 0
      for await _ in ticks {
        count += 1
        if count == 3 { timer.cancel() }
      }
      #expect(count >= 3 && world.elapsed >= .seconds(3))
    }
    #expect(result.findings.isEmpty && result.schedules == 20, "\(result.findings.map(\.message))")
  }

  @Test("A Dispatch timer wakes no outside thread, however it ends")
  func wakesNobodyOutside() async throws {
    for isCancelled in [true, false] {
      let result = try await QuietSearch.run(schedules: 20) { _ in
        let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "timer"))
        await withCheckedContinuation { continuation in
          timer.schedule(deadline: .now() + .seconds(1))
          timer.setEventHandler { continuation.resume() }
          timer.resume()
        }
        if isCancelled { timer.cancel() }
      }
      #expect(result.wokeThreadOutside == nil && result.isSaturated, "\(result.summary)")
    }
  }

  @Test("A search reports that iterations of concurrentPerform ran only in their order")
  func iterations() async throws {
    let result = try await QuietSearch.run(schedules: 20) { _ in
      DispatchQueue.concurrentPerform(iterations: 2) { _ in }
    }
    #expect(result.iteratesInOrder && !result.isSaturated)
    #expect(result.summary.contains("iterations of concurrentPerform ran only in their order"), "\(result.summary)")
  }

  @Test("A dropped continuation and an endless loop are failures if leaks are reported")
  func leaks() async throws {
    for isReported in [true, false] {
      let result = try await QuietSearch.run(schedules: 5) { world in
        if isReported { world.reportLeaks() }
        Task { await withCheckedContinuation { (_: CheckedContinuation<Void, Never>) in } }
        Task { while !Task.isCancelled { try await Task.sleep(for: .seconds(1)) } }
        try await Task.sleep(for: .seconds(3))
      }
      let expected = isReported ? ["leaked: a task", "leaked: the continuation"] : []
      #expect(result.findings.count == expected.count, "\(result.findings.map(\.message))")
      for text in expected { #expect(result.findings.contains { $0.message.hasPrefix(text) }) }
    }
  }
}
