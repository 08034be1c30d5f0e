import GTSDModel
import GTSDWorld

/// Writes the analytics events of one world as JSON Lines in the specifications' envelope.
final class AnalyticsWriter: EventObserver {
  /// The events in UTF-8, one on each line.
  private(set) var lines: [UInt8] = []
  private let experiment: Experiment?
  private let roster: PopulationRoster?

  /// Creates a writer for one replication.
  ///
  /// - Parameter roster: the people of the replication, with the arms of the experiment that sign-up events name.
  init(of scenario: Scenario, _ roster: PopulationRoster) {
    experiment = scenario.armCount > 1 ? scenario.experiment : nil
    self.roster = roster
  }

  /// Creates a writer for the one person of a story, who is in no arm.
  init() { (experiment, roster) = (nil, nil) }

  func observe(_ event: SimulationEvent) {
    guard case .analytics(let analytics) = event.kind else { return }
    var record = AnalyticsRecord(
      event: analytics, timestamp: WorldCalendar.timestamp(at: event.time), user: event.user,
      session: event.sessionID)
    if case .signupCompleted = analytics, let experiment, let roster {
      record.arm = .init(experiment: experiment.name, arm: experiment.arms[roster.member(event.user).arm].name)
    }
    lines.append(contentsOf: record.jsonLine.utf8)
    lines.append(UInt8(ascii: "\n"))
  }
}
