import Testing

@testable import HTTPLoop
@testable import Randomness

struct DeadlineHeapTests {
  private final class Owner: DeadlineHandler {
    func deadlineReached() {}
  }

  /// The heap fires the same timers as a list that is searched linearly.
  @Test(arguments: [1, 2, 3])
  func timersFireWhenTheyWereLastSetTo(seed: UInt64) {
    var chance = SplitMix64(seed: seed)
    let owner = Owner()
    let timers = (0..<40).map { _ in DeadlineTimer(handler: owner) }
    var reference = [Int64](repeating: .max, count: timers.count)
    var queue = DeadlineHeap()
    var now: Int64 = 0
    var fired = 0
    for _ in 0..<20_000 {
      switch chance.below(10) {
      case 0..<7:
        let index = chance.below(timers.count)
        let deadline = chance.below(12) == 0 ? Int64.max : now + Int64(chance.below(200))
        queue.set(timers[index], to: deadline)
        reference[index] = deadline
      default:
        now += Int64(chance.below(30))
        var last = Int64.min
        while let timer = queue.expired(at: now) {
          let index = timers.firstIndex { $0 === timer }!
          #expect(reference[index] <= now)
          #expect(reference[index] == reference.min())
          #expect(reference[index] >= last)
          last = reference[index]
          reference[index] = .max
          fired += 1
        }
        #expect(reference.allSatisfy { $0 > now })
      }
      #expect(queue.next <= reference.min()!)
    }
    #expect(fired > 1_000)
  }

  @Test func movingATimerLaterAddsNothing() {
    let timer = DeadlineTimer(handler: Owner())
    var queue = DeadlineHeap()
    for deadline in 1...1_000 { queue.set(timer, to: Int64(deadline)) }
    // Still at its first position until it reaches the top there.
    #expect(queue.next == 1)
    #expect(queue.expired(at: 999) == nil)
    #expect(queue.next == 1_000)
    #expect(queue.expired(at: 1_000) === timer)
    #expect(queue.next == .max)
  }

  @Test func timersThatWereGivenUpTakeNoRoom() {
    let owner = Owner()
    var queue = DeadlineHeap()
    let kept = (0..<100).map { _ in DeadlineTimer(handler: owner) }
    for (index, timer) in kept.enumerated() { queue.set(timer, to: 5_000 + Int64(index)) }
    for deadline in 1...10_000 {
      let timer = DeadlineTimer(handler: owner)
      queue.set(timer, to: 10_000_000 + Int64(deadline))
      queue.set(timer, to: .max)
    }
    #expect(queue.entryCount < 500)
    for timer in kept { #expect(queue.expired(at: 6_000) === timer) }
  }
}
