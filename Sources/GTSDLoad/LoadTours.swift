import GTSDModel

import Interleaving
/// The rounds of every endpoint that somebody new makes every so often, and the last look at what they wrote.
///
/// `@unchecked Sendable`: used on the thread of one world.
final class LoadTours: @unchecked Sendable {
  private let scheduler: Scheduler
  /// Makes the round of the n-th, from 0.
  private let make: (UInt32) -> LoadTour
  private var tours: [LoadTour] = []
  private var reading = 0
  private var next = 0

  /// How many are read again at once.
  private static let atOnce = 8
  /// A run of days keeps the last rounds.
  private static let limit = 10_000

  init(scheduler: Scheduler, make: @escaping (UInt32) -> LoadTour) {
    self.scheduler = scheduler
    self.make = make
  }

  /// Begins a round every so often, until the run is over.
  func run(from origin: Int64, every gap: Int64, isOver: @escaping () -> Bool) async {
    if origin > scheduler.now { await scheduler.sleep(origin - scheduler.now, kind: .timer) }
    var number: UInt32 = 0
    while !isOver() {
      let tour = make(number)
      number += 1
      if tours.count >= Self.limit { tours.removeFirst(Self.limit / 2) }
      tours.append(tour)
      scheduler.spawn { await tour.make() }
      await scheduler.sleep(gap, kind: .timer)
    }
  }

  /// Whether accounts are still to be read again.
  var isReading: Bool { reading > 0 }

  /// Reads the accounts of all rounds again.
  func readAgain() {
    for _ in 0..<min(Self.atOnce, tours.count) {
      reading += 1
      scheduler.spawn {
        while self.next < self.tours.count {
          self.next += 1
          await self.tours[self.next - 1].readAgain()
        }
        self.reading -= 1
      }
    }
  }
}
