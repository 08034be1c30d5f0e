/// A step of the funnel and how many users reached it.
public struct FunnelRow: Hashable, Sendable {
  /// The step's id, such as `onboarded`.
  public var step: String
  /// The number of users who reached the step.
  public var users: Int

  /// Creates a row.
  package init(step: String, users: Int) {
    self.step = step
    self.users = users
  }
}
