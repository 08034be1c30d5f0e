/// What came of the orders that have been lived through: at each place what there was to choose from, and where each
/// choice leads.
///
/// What comes of an order is a function of what was picked. So where a policy picks what was picked before, it is known
/// without living through it again; else this stands between the policy and the world, and looks on.
package final class OrderTree<Outcome>: SchedulePolicy {
  package let window: Int64
  package let picksJobs: Bool

  private enum Place {
    /// Nobody has been here.
    case new
    /// What there is to choose from, and for each choice the place to which it leads; 0 where nobody has gone.
    case menu([ReadyChoice], [Int])
    case end(Outcome)
  }

  private var places: [Place] = [.new]
  private var policy: any SchedulePolicy
  /// What the policy has picked before the world began.
  private var picked: [Int] = []
  private var step = 0
  private var place = 0
  private var isSettled = false

  /// An empty tree of a world whose policies all have the window of this one, and pick jobs if it does.
  package init(_ policy: any SchedulePolicy) {
    (window, picksJobs) = (policy.window, policy.picksJobs)
    self.policy = policy
  }

  /// What comes of the order that a policy makes which has been told to begin.
  ///
  /// - Parameter live: lives through the world from its beginning under the policy that it is given.
  package func outcome(under policy: any SchedulePolicy, live: (OrderTree) -> Outcome) -> Outcome {
    self.policy = policy
    picked.removeAll(keepingCapacity: true)
    place = 0
    while case .menu(let choices, let next) = places[place] {
      let index = policy.pick(from: choices)
      picked.append(index)
      place = next[index]
      if place == 0 { break }
    }
    if case .end(let outcome) = places[place] { return outcome }
    (step, place, isSettled) = (0, 0, false)
    let outcome = live(self)
    if case .end(let settled) = places[place] { return settled }
    places[place] = .end(outcome)
    return outcome
  }

  /// Says what comes of the order that is lived through, whatever is picked from here on.
  package func settle(_ outcome: Outcome) {
    guard !isSettled else { return }
    places[place] = .end(outcome)
    isSettled = true
  }

  package func pick(from choices: [ReadyChoice]) -> Int {
    let index = step < picked.count ? picked[step] : policy.pick(from: choices)
    step += 1
    if !isSettled { go(to: index, of: choices) }
    return index
  }

  private func go(to index: Int, of choices: [ReadyChoice]) {
    var next: [Int]
    switch places[place] {
    case .menu(_, let known): next = known
    case .new, .end: next = Array(repeating: 0, count: choices.count)
    }
    if next[index] == 0 {
      next[index] = places.count
      places.append(.new)
      places[place] = .menu(choices, next)
    }
    place = next[index]
  }
}
