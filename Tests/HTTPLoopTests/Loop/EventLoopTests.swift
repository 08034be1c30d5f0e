import Foundation
import HTTPTestSupport
import TestSupport
import Testing

@testable import HTTPLoop

@Suite(.limitedWait)
struct EventLoopTests {
  private final class Recorder: EventHandler, DeadlineHandler {
    var seen: [Readiness] = []
    var deadlines = 0
    var whenReady: (Readiness) -> Void = { _ in }

    func ready(_ readiness: Readiness) {
      seen.append(readiness)
      whenReady(readiness)
    }

    func deadlineReached() { deadlines += 1 }
  }

  /// Two ends of a connection.
  private static func pair(_ loop: EventLoop) throws -> (Int32, Int32) {
    let listener = try Socket.listen(at: .loopback())
    defer { _ = Socket.close(listener) }
    let near = try Socket.connect(to: Socket.localAddress(of: listener))
    var far: Int32?
    for _ in 0..<1_000 where far == nil {
      far = try Socket.accept(from: listener)
      if far == nil { loop.turn(until: loop.readClock() + 1_000_000) }
    }
    return (near, try #require(far))
  }

  private static func write(_ descriptor: Int32, _ bytes: [UInt8]) {
    #expect(bytes.withUnsafeBytes { Socket.write(descriptor, $0) } == .moved(bytes.count))
  }

  @Test func readinessIsReportedUntilItIsHandled() throws {
    let loop = try EventLoop()
    let (near, far) = try Self.pair(loop)
    let recorder = Recorder()
    try loop.add(near, for: .read, recorder)
    loop.turn(until: 0)
    #expect(recorder.seen.isEmpty)
    Self.write(far, [1, 2, 3])
    loop.turn { !recorder.seen.isEmpty }
    loop.turn(until: 0)
    #expect(recorder.seen == [.read, .read])
    var buffer = [UInt8](repeating: 0, count: 10)
    #expect(buffer.withUnsafeMutableBytes { Socket.read(near, into: $0) } == .moved(3))
    #expect(buffer.withUnsafeMutableBytes { Socket.read(near, into: $0) } == .wouldBlock(until: .read))
    loop.turn(until: 0)
    #expect(recorder.seen.count == 2)

    loop.change(near, to: .write)
    loop.turn(until: 0)
    #expect(recorder.seen.last == .write)
    loop.change(near, to: [])
    Self.write(far, [4])
    loop.settle()
    #expect(recorder.seen.count == 3)

    loop.change(near, to: .read)
    Socket.endWriting(far)
    loop.turn { recorder.seen.count > 3 }
    #expect(buffer.withUnsafeMutableBytes { Socket.read(near, into: $0) } == .moved(1))
    #expect(buffer.withUnsafeMutableBytes { Socket.read(near, into: $0) } == .ended)
    loop.remove(near)
    _ = (Socket.close(near), Socket.close(far))
  }

  @Test func closedConnectionIsReportedEvenWithoutWatchedEvents() throws {
    let loop = try EventLoop()
    let (near, far) = try Self.pair(loop)
    let recorder = Recorder()
    // Unread bytes turn the other end's close into a reset.
    Self.write(near, [1])
    try loop.add(near, for: [], recorder)
    loop.settle()
    #expect(recorder.seen.isEmpty)
    _ = Socket.close(far)
    loop.turn { !recorder.seen.isEmpty }
    #expect(recorder.seen[0].contains(.hangUp))
    loop.remove(near)
    _ = Socket.close(near)
  }

  /// In one batch of events, the first handler closes the second's descriptor and opens another one with the same
  /// number.
  @Test func eventsOfADescriptorThatWasClosedReachNobody() throws {
    let loop = try EventLoop()
    let (first, firstFar) = try Self.pair(loop)
    let (second, secondFar) = try Self.pair(loop)
    let (spare, spareFar) = try Self.pair(loop)
    let (one, two, reopened) = (Recorder(), Recorder(), Recorder())
    try loop.add(first, for: .read, one)
    try loop.add(second, for: .read, two)
    // The handler that is called first replaces the other.
    func replace(_ other: Int32) -> (Readiness) -> Void {
      { _ in
        loop.remove(other)
        #expect(dup2(spare, other) == other)
        #expect(throws: Never.self) { try loop.add(other, for: .read, reopened) }
        one.whenReady = { _ in }
        two.whenReady = { _ in }
      }
    }
    one.whenReady = replace(second)
    two.whenReady = replace(first)
    Self.write(firstFar, [1])
    Self.write(secondFar, [1])
    loop.turn { one.seen.count + two.seen.count > 0 }
    #expect(one.seen.count + two.seen.count == 1)
    #expect(reopened.seen.isEmpty)
    Self.write(spareFar, [1])
    loop.turn { !reopened.seen.isEmpty }
    for descriptor in [first, second] { loop.remove(descriptor) }
    for descriptor in [first, second, spare, firstFar, secondFar, spareFar] { _ = Socket.close(descriptor) }
  }

  @Test func deadlinesFireInTimeAndOnce() throws {
    let loop = try EventLoop()
    let recorder = Recorder()
    let timer = DeadlineTimer(handler: recorder)
    // In hours, so that only skipped time reaches it.
    let hour: Int64 = 3_600_000_000_000
    loop.set(timer, to: loop.now + 3 * hour)
    loop.turn(until: 0)
    #expect(recorder.deadlines == 0)
    loop.skip(2 * hour)
    loop.turn(until: 0)
    #expect(recorder.deadlines == 0)
    loop.skip(hour)
    loop.turn(until: 0)
    loop.turn(until: 0)
    #expect(recorder.deadlines == 1)
    loop.set(timer, to: loop.now + 1)
    loop.set(timer, to: .max)
    loop.skip(1_000_000_000)
    loop.turn(until: 0)
    #expect(recorder.deadlines == 1)
    #expect(timer.deadline == .max)
  }

  @Test func aTurnEndsWithItsDeadlineAndNotBefore() throws {
    let loop = try EventLoop()
    let end = loop.readClock() + 3_000_000
    loop.turn(until: end)
    #expect(loop.now >= end)
  }

  @Test func otherThreadsCanWakeTheLoopAndLetItDoThings() throws {
    let loop = try EventLoop()
    let recorder = Recorder()
    let count = 1_000
    let order = OrderLog()
    let thread = Thread {
      for number in 0..<count { loop.submit { order.numbers.append(number) } }
    }
    thread.start()
    // Without a deadline: only the submitted closure ends these turns.
    while order.numbers.count < count { loop.turn(until: .max) }
    #expect(order.numbers == Array(0..<count))

    // A wake before the wait ends that wait.
    loop.wake()
    loop.turn(until: .max)
    #expect(recorder.seen.isEmpty)
  }

  /// `@unchecked Sendable`: touched by what the loop runs alone, on the test's thread.
  private final class OrderLog: @unchecked Sendable {
    var numbers: [Int] = []
  }
}
