import GTSDModel
import GTSDWorld

/// Finds requests that phones still send long after the last person has stopped using them. No person causes these
/// requests, and they never end.
final class SettlingWatch: EventObserver {
  /// The first request of a person that a phone sent after the last person had stopped using it.
  struct Late: Equatable {
    var user: UInt32
    var device: UInt8
    var operation: Operation
  }

  private let start: Int64
  /// An entry for each person, in order of arrival.
  private(set) var late: [Late] = []

  /// Creates a watch.
  ///
  /// - Parameter start: the time at which everything must have ended, in virtual nanoseconds.
  init(from start: Int64) { self.start = start }

  func observe(_ event: SimulationEvent) {
    guard event.time >= start, case .sent(_, _, let operation, _) = event.kind,
      !late.contains(where: { $0.user == event.user })
    else { return }
    late.append(Late(user: event.user, device: event.device, operation: operation))
  }
}
