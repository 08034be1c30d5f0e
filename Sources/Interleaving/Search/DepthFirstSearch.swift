/// Every order, one after another, those with few deviations from the natural order first.
///
/// A schedule is a set of deviations: at which step something other than the first choice was picked, and what. All
/// schedules with one deviation come before those with two, and so on; among those with equally many, depth first.
///
/// A search that merges classes looks only once at what could follow each partial-order class of what has happened (with
/// the fewest deviations), so that orders of independent things are not tried in all ways. That takes the orders of one
/// class to have the same future, which holds as far as the code does not look at the time, the window does not bind, and
/// no two jobs that are picked send to one lane. Where that is not known, it is no proof that all has been tried.
///
/// Schedules depend on those before: it takes no notice of their numbers, and is for one thread.
public final class DepthFirstSearch: SearchPolicy {
  /// See ``SchedulePolicy/window``.
  public let window: Int64
  /// See ``SchedulePolicy/picksJobs``.
  public let picksJobs: Bool
  /// Whether something was left out, for its many deviations or because there was no memory to note it.
  public private(set) var isCut = false

  /// A deviation, after those of its parent.
  private struct Deviation {
    var parent: Int32
    var step: UInt32
    var pick: UInt64
    /// The class that it leads to, and with how many deviations.
    var order: UInt64
    var count: UInt32
  }

  private let bound: UInt32
  private let mergesClasses: Bool
  private let capacity: Int
  private var deviations: [Deviation] = []
  /// Indices of deviations left to try: those of this round, and of the next, with one more.
  private var round: [Int32] = []
  private var nextRound: [Int32] = []
  /// With how few deviations each class has been met.
  private var met = IdentityTable(minimumCapacity: 1_024)

  /// The deviations of the current schedule, the first first, and how many of them have been made.
  private var path: [Int32] = []
  private var made = 0
  private var step: UInt32 = 0
  private var order = OrderClass()
  /// Whether what follows is looked at.
  private var isExpanding = true
  private var hasBegun = false

  /// A search over all schedules with at most so many deviations.
  ///
  /// - Parameter mergesClasses: whether what could follow is looked at once for each partial-order class.
  public init(
    window: Int64 = .max, picksJobs: Bool = false, maximumDeviations: Int = .max, maximumMemory: Int = 4_000_000,
    mergesClasses: Bool = false
  ) {
    self.window = window
    self.picksJobs = picksJobs
    self.mergesClasses = mergesClasses
    bound = UInt32(clamping: maximumDeviations)
    capacity = min(maximumMemory, Int(Int32.max))
  }

  /// Whether everything has been tried that was not cut; asked between schedules.
  public var isExhausted: Bool {
    hasBegun && !findNext()
  }

  /// Starts the next schedule; the natural one, too, when everything has been tried.
  public func begin(schedule: UInt64 = 0) {
    (made, step, isExpanding) = (0, 0, !hasBegun)
    order.removeAll()
    path.removeAll(keepingCapacity: true)
    guard hasBegun else {
      hasBegun = true
      return
    }
    guard findNext(), var index = round.popLast() else { return }
    while index >= 0 {
      path.append(index)
      index = deviations[Int(index)].parent
    }
    path.reverse()
  }

  /// Brings what is to be tried next to the end of the round; false if there is nothing.
  private func findNext() -> Bool {
    while true {
      if round.isEmpty { swap(&round, &nextRound) }
      guard let index = round.last else { return false }
      let deviation = deviations[Int(index)]
      // Since it was noted, the same may have been met with fewer deviations.
      if !mergesClasses || met[deviation.order] == deviation.count { return true }
      round.removeLast()
    }
  }

  /// The deviation that the schedule has at this step, or the first.
  public func pick(from choices: [ReadyChoice]) -> Int {
    var index = 0
    var isDeviation = false
    if made < path.count, deviations[Int(path[made])].step == step {
      let pick = deviations[Int(path[made])].pick
      // It was a choice the last time this step was reached in this way.
      index = choices.firstIndex { $0.id == pick } ?? 0
      made += 1
      isDeviation = true
    } else if isExpanding {
      for other in choices.indices.dropFirst() { note(choices[other]) }
    }
    order.append(choices[index].id, lane: choices[index].lane)
    if isDeviation {
      isExpanding = made == path.count
    } else if isExpanding {
      isExpanding = meet(order.hash, deviations: UInt32(path.count))
    }
    step += 1
    return index
  }

  /// Whether a class has not been met with so few deviations before.
  private func meet(_ order: UInt64, deviations: UInt32) -> Bool {
    if !mergesClasses { return true }
    if let before = met[order], before <= deviations { return false }
    met[order] = deviations
    return true
  }

  private func note(_ choice: ReadyChoice) {
    let order = order.hash(with: choice.id, lane: choice.lane)
    let count = UInt32(path.count) + 1
    guard count <= bound, deviations.count < capacity else {
      isCut = isCut || met[order] == nil
      return
    }
    guard meet(order, deviations: count) else { return }
    deviations.append(
      Deviation(parent: path.last ?? -1, step: step, pick: choice.id, order: order, count: count))
    nextRound.append(Int32(deviations.count - 1))
  }
}
