/// A task that will never continue.
public struct StuckTask: Hashable, Sendable {
  /// The task's spawn path, such as "2.1.4"; empty unless a policy runs the world.
  public let path: String
  /// The label of the lane in which it waits; nil outside every actor, or if unknown.
  public let lane: String?
  /// The number that the lane was created with.
  public let laneNumber: Int?
  /// Whether the task waits for a ``OneShot``. If not, it waits for a continuation that the world does not know.
  public let waitsForValue: Bool
}
