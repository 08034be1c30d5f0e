import Interleaving

/// A load that several callers share: one caller starts it, and the callers that come meanwhile wait for its end.
struct Flight {
  /// The callers that wait, in the order in which they came; nil while no load is under way.
  private var waiting: [OneShot<Bool>]?

  var isUnderWay: Bool { waiting != nil }

  mutating func begin() { waiting = [] }

  /// Adds a caller, which must wait for the value that this returns.
  mutating func join(_ scheduler: Scheduler) -> OneShot<Bool> {
    let end = OneShot<Bool>(scheduler: scheduler)
    waiting?.append(end)
    return end
  }

  /// Ends the load. Every waiting caller receives the result.
  mutating func end(_ result: Bool) {
    let ended = waiting ?? []
    waiting = nil
    for caller in ended { caller.fulfil(result) }
  }
}
