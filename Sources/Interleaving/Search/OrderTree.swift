/// What came of the orders that have been lived through: at each place what there was to choose from, and where each
/// choice leads.
///
/// What comes of an order is a function of what was picked. So where a policy picks what was picked before, it is known
/// without living through it again; else this stands between the policy and the world, and looks on.
///
/// Outcomes are numbers of the caller's, from 0: a generic tree would ask for metadata at each step wherever it is used from
/// another module.
package final class OrderTree: SchedulePolicy {
  package let window: Int64
  package let picksJobs: Bool

  private struct Place {
    /// What there is to choose from, among all choices; none where nobody has been, and at the end.
    var first = 0
    var count = 0
    /// What has come, at the end; -1 elsewhere.
    var outcome = -1
  }

  private static let root = 0
  /// How many places a search mostly remembers, and how much there is to choose from at each.
  private static let (mostly, choicesAPlace) = (4_096, 6)
  @exclusivity(unchecked) private var places = [Place()]
  /// What there is to choose from, place by place: arrays of their own would cost more than what is done with them.
  @exclusivity(unchecked) private var choices: [ReadyChoice] = []
  /// To which place each of them leads; the root, to which none does, where nobody has gone.
  @exclusivity(unchecked) private var ways: [Int] = []
  /// What the policy is shown, kept for its memory.
  @exclusivity(unchecked) private var menu: [ReadyChoice] = []
  /// How many places are remembered. What lies beyond is lived through each time.
  private let capacity: Int
  @exclusivity(unchecked) private var policy: any SchedulePolicy
  /// What the policy has picked before the world began.
  @exclusivity(unchecked) private var picked: [Int] = []
  @exclusivity(unchecked) private var step = 0
  @exclusivity(unchecked) private var place = root
  /// What comes is known, or there is no memory for it.
  @exclusivity(unchecked) private var isSettled = false
  /// Whether what came last is remembered.
  package private(set) var hasKept = false

  /// An empty tree of a world whose policies all have the window of this one, and pick jobs if it does.
  package init(_ policy: any SchedulePolicy, capacity: Int = .max) {
    (window, picksJobs) = (policy.window, policy.picksJobs)
    self.policy = policy
    self.capacity = capacity
    // Of what a search mostly needs: each growth would copy all there is. Memory that nobody writes to is none.
    choices.reserveCapacity(min(capacity, Self.mostly) * Self.choicesAPlace)
    ways.reserveCapacity(min(capacity, Self.mostly) * Self.choicesAPlace)
  }

  /// What comes of the order that a policy makes which has been told to begin.
  ///
  /// - Parameter live: lives through the world from its beginning under the policy that it is given.
  package func outcome(under policy: any SchedulePolicy, live: (OrderTree) -> Int) -> Int {
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
    let outcome = live(self)
    if !isSettled { settle(outcome) }
    return places[place].outcome >= 0 ? places[place].outcome : outcome
  }

  /// Says what comes of the order that is lived through, whatever is picked from here on.
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
