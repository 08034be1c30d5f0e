package import GTSDModel

/// All oracles for one world's events: the invariants and the other checkers.
///
/// A copy can continue from the state of earlier oracles, as schedules of a search continue from one beginning.
///
/// `@unchecked Sendable`: used only on the thread that runs the world.
package final class Oracles: WireObserver, @unchecked Sendable {
  private let invariants: InvariantChecker
  /// The checker of expectations; nil if no step has any. Exclusivity is not checked for it: the only code that it
  /// calls wakes tasks.
  @exclusivity(unchecked) private var expectations: ExpectationChecker?
  private let histories: HistoryChecker
  private let rest: QuiescenceChecker
  private let possible: PossibleHazards
  private var words = SiteWords()

  /// A handler called as each episode of an invariant is noticed.
  package var noticed: ((Finding) -> Void)? {
    get { invariants.noticed }
    set { invariants.noticed = newValue }
  }

  /// Whether expectations for natural order only are checked.
  package var isNaturalOrder = true

  /// Creates the oracles of a world whose users have these global indices.
  package init(users: Range<Int>, scenario: Scenario) {
    invariants = InvariantChecker(users: users, scenario: scenario)
    invariants.keepsEpisodes = true
    histories = HistoryChecker(users: users)
    rest = QuiescenceChecker(users: users)
    possible = PossibleHazards(scenario)
    if let story = scenario.story, (story.given + story.steps).contains(where: { $0.action == .expect }) {
      expectations = ExpectationChecker()
    }
  }

  /// Creates oracles that continue from the state of others, with no findings yet.
  package init(continuing other: Oracles) {
    invariants = InvariantChecker(continuing: other.invariants)
    histories = HistoryChecker(other.histories.state)
    rest = QuiescenceChecker(other.rest.state)
    possible = other.possible
    expectations = other.expectations?.continued
  }

  /// Resets these oracles to the state of others.
  package func restart(continuing other: Oracles) {
    invariants.restart(continuing: other.invariants)
    histories.restart(continuing: other.histories)
    rest.restart(continuing: other.rest)
    expectations = other.expectations?.continued
  }

  /// The findings so far of invariants and of expectations that did not hold.
  package var early: [Finding] {
    if invariants.episodes.isEmpty, expectations?.findings.isEmpty ?? true { return [] }
    let broken = invariants.episodes.map { Finding($0.breach, user: UInt32($0.user), &words) }
    return broken + (expectations?.findings ?? [])
  }

  // MARK: Expectations

  /// Whether an expectation holds now.
  package func holds(_ asked: AskedExpectation) -> Bool {
    if asked.isNaturalOnly, !isNaturalOrder { return true }
    return expectations?.holds(asked) ?? true
  }

  /// Calls a handler at the next event after which the expectation holds.
  package func awaits(_ asked: AskedExpectation, _ notify: @escaping @Sendable () -> Void) {
    expectations?.awaits(asked, notify)
  }

  /// Records that an expectation did not hold when its time was up.
  package func misses(_ asked: AskedExpectation, at time: Int64) {
    if let finding = expectations?.misses(asked, at: time) { noticed?(finding) }
  }

  package func observe(_ event: SimulationEvent) {
    invariants.observe(event)
    histories.observe(event)
    rest.observe(event)
    expectations?.observe(event)
  }

  package func observe(_ event: WireEvent, user: UInt32, device: UInt8, time: Int64) {
    invariants.observe(event, user: user, device: device, time: time)
    expectations?.observe(event, device: device)
  }

  /// Records the end of all faults: a failure before this call, even in the same instant, counts as past.
  package func faultsEnded() { rest.faultsEnded() }

  /// Returns all findings, invariants first. Call once, at the end of the run.
  ///
  /// - Parameters:
  ///   - isQuiescent: whether the run ended because nothing was left to happen, rather than at its time limit.
  ///   - faultFreeSince: the time from which no fault or chance failure can happen; nil for no such time.
  package func finish(at time: Int64, isQuiescent: Bool = true, faultFreeSince: Int64?) -> [Finding] {
    invariants.finish(at: time)
    var others: [Finding] = []
    histories.finish(at: time, &others)
    rest.finish(at: time, isQuiescent: isQuiescent, faultFreeSince: faultFreeSince, &others)
    // Usually there are no findings.
    if others.isEmpty { return early }
    for index in others.indices { others[index].hazard = possible.name(others[index].hazard) }
    return early + others
  }
}
