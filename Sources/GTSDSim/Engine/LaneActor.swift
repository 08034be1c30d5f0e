/// An actor that runs on a lane of its own.
public protocol LaneActor: Actor {
  /// This actor's lane; make one per instance and never share it.
  nonisolated var lane: Lane { get }
}

extension LaneActor {
  /// The lane, as the runtime wants it.
  @inlinable
  public nonisolated var unownedExecutor: UnownedSerialExecutor { lane.asUnownedSerialExecutor() }
}
