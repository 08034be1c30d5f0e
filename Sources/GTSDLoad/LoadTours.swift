import GTSDModel
import GTSDWorld
import Interleaving

/// The tours of a run, which are read again at its end.
struct LoadTours {
  private var tours: [LoadTour] = []
  private var read = 0

  /// The largest number of tours kept. A run of days keeps the latest.
  private static let limit = 10_000

  /// Adds a tour. If there are too many, the older half is dropped.
  mutating func add(_ tour: LoadTour) {
    if tours.count >= Self.limit { tours.removeFirst(Self.limit / 2) }
    tours.append(tour)
  }

  /// Takes the next tour to read again; nil once all were taken.
  mutating func next() -> LoadTour? {
    guard read < tours.count else { return nil }
    defer { read += 1 }
    return tours[read]
  }
}

extension LoadWorker {
  /// The number of tours whose data are read again at the same time.
  private static let readersAtOnce = 8

  /// Begins a tour at regular intervals, until the run ends.
  ///
  /// - Parameter gap: nanoseconds between two tours.
  func keepTouring(from origin: Int64, every gap: Int64) async {
    if origin > scheduler.now { await scheduler.sleep(origin - scheduler.now, kind: .timer) }
    var number: UInt32 = 0
    var before: LoadTour?
    while !isEnding {
      let tour = tour(number, after: before)
      before = tour
      number += 1
      tours.add(tour)
      scheduler.spawn { await tour.make() }
      await scheduler.sleep(gap, kind: .timer)
    }
  }

  /// Reads the accounts of all tours again.
  func readToursAgain() {
    for _ in 0..<Self.readersAtOnce {
      tourReaders += 1
      scheduler.spawn {
        while let tour = self.tours.next() { await tour.readAgain() }
        self.tourReaders -= 1
      }
    }
  }
}
