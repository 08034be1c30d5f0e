import GTSDModel

/// The events of a run, each with its place in the schedule and in the source code, for the search for causes.
package struct RunRecord: Sendable {
  /// An event.
  package struct Entry: Sendable {
    var event: SimulationEvent
    /// The index in the timeline.
    var place: Int
    /// The arrival that caused the event, -1 for one before the first.
    var step: Int
    /// The source file and line behind the event; for a request, those at which its operation began.
    var source: String?
    /// The source file and line that emitted the event.
    var emitter: String?
    /// The content of a request; empty for every other event.
    var detail = ""

    func isSending(_ number: Int32, on device: UInt8) -> Bool {
      if case .sent(_, number, _, _) = event.kind { event.device == device } else { false }
    }
  }

  /// An arrival of the schedule.
  struct Arrival: Sendable {
    /// The identity of the arrival, equal in all runs with the same events before it; the time if arrivals are unknown.
    var id: UInt64
    /// The arrival in words, as in "reply to GET metrics/today #12 on phone 1"; empty before the run has ended.
    var name = ""
    /// The arrival during which the wait for this arrival began; nil if there is none, or if it is unknown.
    var cause: Int?
    /// The spawn path of the task that resumed.
    var task: String?
  }

  /// A decision of the server about a request.
  struct ServerAnswer: Sendable {
    var endpoint: Endpoint
    var place: Int
    var step: Int
    /// The line of the simulated server.
    var source: String?
  }

  /// A finding of an oracle, with its place.
  struct Notice: Sendable {
    var finding: Finding
    var place: Int
  }

  var entries: [Entry] = []
  var arrivals: [Arrival] = []
  var notices: [Notice] = []
  var answers: [ServerAnswer] = []
  /// The values on the phones' screens before the first event.
  var shown: [(device: UInt8, variable: StateVariable, value: Int64)] = []

  /// Copies the names of the arrivals.
  mutating func name(from timeline: Timeline) {
    for (index, arrival) in timeline.arrivals.enumerated() where index < arrivals.count {
      arrivals[index].name = arrival.label
    }
  }

  /// The place at which an oracle first noticed the finding. For an oracle that judges the whole history, the end.
  func place(of finding: Finding) -> Int {
    notices.first { $0.finding.key == finding.key && $0.finding.user == finding.user }?.place ?? .max
  }

  /// The entries of each step; the first are those before any arrival.
  var steps: [ArraySlice<Entry>] {
    var result: [ArraySlice<Entry>] = []
    var start = 0
    for step in -1..<arrivals.count {
      var end = start
      while end < entries.count, entries[end].step <= step { end += 1 }
      result.append(entries[start..<end])
      start = end
    }
    return result
  }
}
