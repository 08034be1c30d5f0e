import HTTPLoop
import Interleaving

/// A loop is the clock of the world whose sockets it turns.
extension EventLoop: WallClock {
  package func read() -> Int64 { readClock() }

  package func turn(until deadline: Int64, _ awake: (_ now: Int64) -> Void) {
    let _: Bool = turn(until: deadline, awake)
  }
}
