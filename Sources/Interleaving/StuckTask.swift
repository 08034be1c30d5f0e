/// A task that will never go on.
public struct StuckTask: Hashable, Sendable {
  /// The task's spawn path, as in "2.1.4"; empty unless a policy runs the world.
  public let path: String
  /// The lane in which it waits, by its label; nil outside every actor or if unknown.
  public let lane: String?
  /// The number that the lane was made with.
  public let laneNumber: Int?
  /// Whether it waits for a ``OneShot`` (and not for a continuation that the world does not know).
  public let waitsForValue: Bool
}
