/// A cache of the outcomes of orders that have been run. For each state it stores the choices and the state that each
/// choice leads to.
///
/// The outcome of an order depends only on the picks. If a policy repeats known picks, the outcome is known without
/// running the world. Otherwise the tree forwards the world's questions to the policy and records the picks.
///
/// Outcomes are numbers that the caller assigns, from 0. The tree is not generic over outcomes, since another module
/// would then look up type metadata at each step.
package final class OrderTree: SchedulePolicy {
  package let window: Int64
  package let picksJobs: Bool

  private struct Place {
    /// The index of the first choice of this place in the array of all choices. An unvisited place, and the end of an
    /// order, have no choices.
    var first = 0
    var count = 0
    /// The outcome at the end of an order; -1 elsewhere.
    var outcome = -1
  }

  private static let root = 0
  /// The number of states for which memory is reserved at first, and of choices for each.
  private static let (mostly, choicesAPlace) = (4_096, 6)
  @exclusivity(unchecked) private var places = [Place()]
  /// The choices of all places in one array. An array for each place would cost more than the work done with it.
  @exclusivity(unchecked) private var choices: [ReadyChoice] = []
  /// The place that each choice leads to. For unexplored choices it is the root, to which no choice leads.
  @exclusivity(unchecked) private var ways: [Int] = []
  /// The choices offered to the policy. A property, so that its memory is reused.
  @exclusivity(unchecked) private var menu: [ReadyChoice] = []
  /// The largest number of remembered places. Orders beyond them are run each time.
  private let capacity: Int
  @exclusivity(unchecked) private var policy: any SchedulePolicy
  /// The picks of the policy in the known part of the order, before the world ran.
  @exclusivity(unchecked) private var picked: [Int] = []
  @exclusivity(unchecked) private var step = 0
  @exclusivity(unchecked) private var place = root
  /// Whether nothing more is to be recorded: the rest of the order is already known, or the memory is full.
  @exclusivity(unchecked) private var isSettled = false
  /// Whether the latest outcome was remembered.
  package private(set) var hasKept = false

  /// Creates an empty tree for a world. All policies used with it must have the window of this one and agree with it on
  /// picking jobs.
  package init(_ policy: any SchedulePolicy, capacity: Int = .max) {
    (window, picksJobs) = (policy.window, policy.picksJobs)
    self.policy = policy
    self.capacity = capacity
    // Enough for most searches: each growth would copy everything. Reserved memory that is never written costs nothing.
    choices.reserveCapacity(min(capacity, Self.mostly) * Self.choicesAPlace)
    ways.reserveCapacity(min(capacity, Self.mostly) * Self.choicesAPlace)
  }

  /// The outcome of the order that a policy makes. The policy must have begun that order.
  ///
  /// - Parameter run: runs the world from its beginning under the policy that it is given. Called only if the outcome
  ///   is not known.
  package func outcome(under policy: any SchedulePolicy, run: (OrderTree) -> Int) -> Int {
    self.policy = policy
    picked.removeAll(keepingCapacity: true)
    place = Self.root
    while places[place].count > 0 {
      let (first, count) = (places[place].first, places[place].count)
      choices.withUnsafeBufferPointer {
        menu.replaceSubrange(
          menu.startIndex..<menu.endIndex, with: UnsafeBufferPointer(rebasing: $0[first..<first + count]))
      }
      let index = policy.pick(from: menu)
      picked.append(index)
      place = ways[first + index]
      if place == Self.root { break }
    }
    if places[place].outcome >= 0 { return places[place].outcome }
    (step, place, isSettled, hasKept) = (0, Self.root, false, false)
    let outcome = run(self)
    if !isSettled { settle(outcome) }
    return places[place].outcome >= 0 ? places[place].outcome : outcome
  }

  /// Records the outcome of the current run, which later picks do not change.
  package func settle(_ outcome: Int) {
    guard !isSettled else { return }
    places[place].outcome = outcome
    (isSettled, hasKept) = (true, true)
  }

  package func pick(from choices: [ReadyChoice]) -> Int {
    let index = step < picked.count ? picked[step] : policy.pick(from: choices)
    step += 1
    if !isSettled { go(to: index, of: choices) }
    return index
  }

  private func go(to index: Int, of choices: [ReadyChoice]) {
    if places[place].count == 0 {
      (places[place].first, places[place].count) = (ways.count, choices.count)
      self.choices.append(contentsOf: choices)
      for _ in choices { ways.append(Self.root) }
    }
    let way = places[place].first + index
    if ways[way] == Self.root {
      guard places.count < capacity else { return isSettled = true }
      ways[way] = places.count
      places.append(Place())
    }
    place = ways[way]
  }
}
