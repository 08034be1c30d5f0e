import HTTPLoop
import Interleaving

/// The event loop as the clock of the world whose sockets it handles.
extension EventLoop: WallClock {
  package func read() -> Int64 { readClock() }

  package func turn(until deadline: Int64, _ awake: (_ now: Int64) -> Void) {
    let _: Bool = turn(until: deadline, awake)
  }
}
