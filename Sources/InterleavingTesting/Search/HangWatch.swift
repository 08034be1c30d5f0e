import Foundation
import Interleaving

/// Ends the search when a job of the tested code never ends, in a loop or on a lock.
extension SearchThread {
  /// The interval of the checks, in seconds.
  private static let interval = 0.25

  /// Checks at regular intervals whether a job has ended since the last check.
  static func watch(_ search: CodeSearch, _ outcome: Outcome, beats: Int, since: Double) {
    DispatchQueue.global().asyncAfter(deadline: .now() + interval) {
      guard !outcome.isKnown else { return }
      let now = search.heartbeat.beats
      let waited = now == beats && now > 0 && !search.heartbeat.waitsForOthers ? since + interval : 0
      guard waited >= search.settings.patience else { return watch(search, outcome, beats: now, since: waited) }
      var result = ExplorationResult()
      // The thread is inside the code under test, so the world's state does not change while it is read.
      let place = search.world.map { $0.whereItRuns(task: $0.scheduler.runningTask) } ?? "a task"
      result.findings = [
        ExplorationFinding(
          kind: .escape,
          message:
            "not controlled: a job that did not end within \(search.settings.patienceText), in an endless loop or a lock "
            + "that is never released, in \(place)")
      ]
      search.heartbeat.holdThread()
      outcome.provide(result)
    }
  }
}
