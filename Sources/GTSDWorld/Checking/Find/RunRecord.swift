import GTSDModel

/// One run as its events, each with where in the schedule and in the sources it came about: what causes are found in.
package struct RunRecord: Sendable {
  /// One event.
  package struct Entry: Sendable {
    var event: SimulationEvent
    /// The index in the timeline.
    var place: Int
    /// The arrival that it follows from, -1 for one before the first.
    var step: Int
    /// Source file and line of the code behind it: of a request, where its operation began.
    var source: String?
    /// Source file and line that emitted it.
    var emitter: String?
    /// The content of a request; empty for every other event.
    var detail = ""

    func isSending(_ number: Int32, on device: UInt8) -> Bool {
      if case .sent(_, number, _, _) = event.kind { event.device == device } else { false }
    }
  }

  /// One arrival of the schedule.
  struct Arrival: Sendable {
    /// Names it in every run that came so far alike: its identity, or its time where nobody tells of arrivals.
    var id: UInt64
    /// In words, as in "reply to GET metrics/today #12 on phone 1"; empty before the run has ended.
    var name = ""
    /// The arrival during which its wait began, nil for none or where it is not known.
    var cause: Int?
    /// Spawn path of the task that went on.
    var task: String?
  }

  /// An oracle's notice.
  struct Notice: Sendable {
    var finding: Finding
    var place: Int
  }

  var entries: [Entry] = []
  var arrivals: [Arrival] = []
  var notices: [Notice] = []
  /// The values on the phones' screens before the first event.
  var shown: [(device: UInt8, variable: StateVariable, value: Int64)] = []

  /// Takes over the names of the arrivals.
  mutating func name(from timeline: Timeline) {
    for (index, arrival) in timeline.arrivals.enumerated() where index < arrivals.count {
      arrivals[index].name = arrival.label
    }
  }

  /// The place at which an oracle first noticed the finding. For an oracle that judges the whole history, the end.
  func place(of finding: Finding) -> Int {
    notices.first { $0.finding.key == finding.key && $0.finding.user == finding.user }?.place ?? .max
  }

  /// The entries of each step, the first those before any arrival.
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
