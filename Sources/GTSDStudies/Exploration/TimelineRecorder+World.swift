import GTSDModel
package import GTSDWorld
import Interleaving

extension TimelineRecorder {
  /// Creates a recorder of a world's events. In a world that a policy runs, it reads the arrivals from the scheduler's
  /// trace.
  ///
  /// - Parameters:
  ///   - origin: the time at which the search began, in virtual nanoseconds.
  ///   - byTime: whether each instant counts as one arrival, even if a policy runs the world, as for one person of
  ///     many.
  package convenience init(events: EventStream, origin: Int64 = 0, byTime: Bool = false) {
    let scheduler = events.scheduler
    var arrivals: ((Int) -> [Arrival])?
    if scheduler.isSearching, !byTime {
      arrivals = { from in
        scheduler.trace.dropFirst(from).map { arrival in
          let path = scheduler.path(of: arrival.task)
          return Arrival(
            id: arrival.id, time: arrival.time - origin, kind: ArrivalKind(arrival.kind),
            cause: arrival.cause == TracedArrival.none ? nil : Int(arrival.cause), task: path.isEmpty ? nil : path,
            due: arrival.deadline - origin)
        }
      }
    }
    self.init(Insight(arrivals: arrivals) { events.source })
  }
}

extension TimelineRecorder.ArrivalKind {
  fileprivate init(_ kind: ReadyChoice.Kind) {
    switch kind {
    case .leg: self = .message
    case .timer: self = .timer
    case .lane, .pool: self = .job
    }
  }
}
