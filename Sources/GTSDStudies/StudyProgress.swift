/// The progress of a study.
public struct StudyProgress: Hashable, Sendable {
  /// The phase in progress, such as `users`, `replications`, `sensitivity`, `schedules` or `seconds`.
  public var phase: String
  /// The number of units done in this phase.
  public var done: Int
  /// The number of units in this phase.
  public var total: Int

  package init(phase: String, done: Int, total: Int) {
    self.phase = phase
    self.done = done
    self.total = total
  }

  /// The finished share, 0 to 1.
  public var share: Double { total > 0 ? min(1, Double(done) / Double(total)) : 0 }
}
