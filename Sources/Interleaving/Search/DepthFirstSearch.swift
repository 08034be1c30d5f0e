/// A search that runs every order, beginning with those that deviate least from the natural order.
///
/// A schedule is a set of deviations. Each deviation names a step and the choice that was picked there instead of the
/// first one. Schedules with one deviation come before those with two, and so on; schedules with equally many are
/// searched depth first.
///
/// A search that merges classes continues only once from each partial-order class of past events, so orders that differ
/// only in independent events are not repeated. This is correct if orders of one class have the same future: the code
/// does not read the time, the window excludes nothing, and no two picked jobs send to one lane. Otherwise a finished
/// search does not prove that every order was tried.
///
/// Each schedule depends on the ones before. The search ignores schedule numbers and must be used from one thread.
public final class DepthFirstSearch: SearchPolicy {
  /// The window; see ``SchedulePolicy/window``.
  public let window: Int64
  /// Whether the policy picks jobs; see ``SchedulePolicy/picksJobs``.
  public let picksJobs: Bool
  /// Whether orders were left out: they had too many deviations, or memory ran out.
  public private(set) var isCut = false

  /// A deviation, linked to the earlier deviations of its schedule.
  private struct Deviation {
    var parent: Int32
    var step: UInt32
    var pick: UInt64
    /// The partial-order class of the schedule, and its number of deviations.
    var order: UInt64
    var count: UInt32
  }

  private let bound: UInt32
  private let mergesClasses: Bool
  private let capacity: Int
  private var deviations: [Deviation] = []
  /// The indices of deviations that remain to be tried: those of this round, and those of the next with one more.
  private var round: [Int32] = []
  private var nextRound: [Int32] = []
  /// The smallest number of deviations with which each class has been reached.
  private var met = IdentityTable(minimumCapacity: 1_024)

  /// The deviations of the current schedule in order, and the number made so far.
  private var path: [Int32] = []
  private var made = 0
  private var step: UInt32 = 0
  private var order = OrderClass()
  /// Whether the current schedule's further choices are examined.
  private var isExpanding = true
  private var hasBegun = false

  /// Creates a search over all schedules with a limited number of deviations.
  ///
  /// - Parameter mergesClasses: whether to continue only once from each partial-order class.
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

  /// Whether every order that was not left out has been run. Valid between schedules.
  public var isExhausted: Bool {
    hasBegun && !findNext()
  }

  /// Starts the next schedule; the natural one when everything has been tried.
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

  /// Moves the next deviation to try to the end of the round; false if there is none.
  private func findNext() -> Bool {
    while true {
      if round.isEmpty { swap(&round, &nextRound) }
      guard let index = round.last else { return false }
      let deviation = deviations[Int(index)]
      // The same class may have been reached with fewer deviations since this one was noted.
      if !mergesClasses || met[deviation.order] == deviation.count { return true }
      round.removeLast()
    }
  }

  /// Picks the schedule's deviation at this step, or else the first choice.
  public func pick(from choices: [ReadyChoice]) -> Int {
    var index = 0
    var isDeviation = false
    if made < path.count, deviations[Int(path[made])].step == step {
      let pick = deviations[Int(path[made])].pick
      // The choice existed the last time this step was reached in this way.
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

  /// Records a partial-order class. Returns false if it was already reached with as few deviations.
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
