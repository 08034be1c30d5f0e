import Synchronization

/// The users that a forecast has simulated and will simulate in all its phases together, so that one line can say how
/// long is left.
///
/// A phase is planned before it runs, with the most that it may take. What it does not take is struck off at its end.
final class ForecastWork: Sendable {
  private struct State {
    /// The users that are still to be simulated, by phase.
    var planned: [String: Int] = [:]
    var done = 0
  }

  private let state = Mutex(State())

  func plan(_ phase: String, users: Int) {
    state.withLock { $0.planned[phase, default: 0] += users }
  }

  /// Takes the users of a run from the plan of its phase.
  func begin(_ phase: String, users: Int) {
    state.withLock { $0.planned[phase] = max(0, ($0.planned[phase] ?? 0) - users) }
  }

  func end(users: Int) {
    state.withLock { $0.done += users }
  }

  /// Removes the rest of a phase from the plan.
  func settle(_ phase: String) {
    state.withLock { $0.planned[phase] = nil }
  }

  /// The number of users simulated so far and the number of all users, over all phases, while a run goes on.
  func whole(during run: Ensemble.Progress) -> (done: Int, users: Int) {
    state.withLock { state in
      (state.done + run.usersDone, state.done + run.users + state.planned.values.reduce(0, +))
    }
  }
}
