import GTSDModel

/// A schedule as a diagram: rows for user, views, device and backend, and their events in order.
///
/// The axis is the order of events, not their time: events of one instant are side by side. A *step* is the number of
/// an arrival (a message, timer or tap that the schedule picked), from 0. A *place* is the number of an event.
package struct Timeline: Sendable, Equatable {
  /// A row of the diagram.
  package struct Row: Sendable, Equatable {
    package enum Kind: String, CaseIterable, Sendable, Hashable { case user, view, device, backend }
    package var kind: Kind
    /// The row's name, as in "phone 1: Home".
    package var label: String

    package init(kind: Kind, label: String) {
      self.kind = kind
      self.label = label
    }
  }

  /// An operation or request from call to return.
  package struct Bar: Sendable, Equatable {
    package var row: Int
    package var from: Int
    /// The place at which the request ended; nil if it never did.
    package var to: Int?
    package var label: String
    /// The outcome, as in "200, read at revision 4"; empty while the request is in progress.
    package var outcome: String

    package init(row: Int, from: Int, to: Int?, label: String, outcome: String) {
      self.row = row
      self.from = from
      self.to = to
      self.label = label
      self.outcome = outcome
    }
  }

  /// An event at one place.
  package struct Mark: Sendable, Equatable {
    package enum Kind: String, CaseIterable, Sendable, Hashable { case tap, commit, state, applied, violation, note }
    package var kind: Kind
    package var row: Int
    package var place: Int
    /// The event in words, as in "homeNeed: 0 → 1 (reply)".
    package var text: String
    /// The name of a state variable, with its values before and after.
    package var variable: String?
    package var before: String?
    package var after: String?
    /// The revision of a commit, or the one at which an applied reply was read.
    package var revision: Int?
    /// The source file and line of the write, as in "Device+Metrics.swift:88".
    package var source: String?

    package init(
      kind: Kind, row: Int, place: Int, text: String, variable: String? = nil, before: String? = nil,
      after: String? = nil, revision: Int? = nil, source: String? = nil
    ) {
      self.kind = kind
      self.row = row
      self.place = place
      self.text = text
      self.variable = variable
      self.before = before
      self.after = after
      self.revision = revision
      self.source = source
    }
  }

  /// An arrival of the schedule.
  package struct Arrival: Sendable, Equatable {
    /// The arrival in words, as in "reply to GET metrics/today #12 on phone 1".
    package var label: String
    /// The virtual time in nanoseconds since the search began.
    package var time: Int64
    /// The place of the arrival's first event.
    package var place: Int
    /// The spawn path of the task that resumed, as in "2.1"; nil if unknown.
    package var task: String?

    package init(label: String, time: Int64, place: Int, task: String? = nil) {
      self.label = label
      self.time = time
      self.place = place
      self.task = task
    }
  }

  package var rows: [Row] = []
  package var bars: [Bar] = []
  package var marks: [Mark] = []
  package var arrivals: [Arrival] = []
  /// The number of places, which is the number of events on the axis.
  package var places: Int = 0

  package init() {}
}

// MARK: Its steps

extension Timeline {
  /// The step that a place belongs to, -1 before the first arrival.
  package func step(of place: Int) -> Int { (arrivals.lastIndex { $0.place <= place }) ?? -1 }

  /// The places of a step's events; for step -1, those before the first arrival.
  package func places(of step: Int) -> Range<Int> {
    let start = step < 0 ? 0 : arrivals[step].place
    let end = step + 1 < arrivals.count ? arrivals[step + 1].place : places
    return start..<max(start, end)
  }

  /// An event of a step, in a row of the diagram.
  package struct Happening: Equatable, Sendable {
    package var row: String
    package var text: String
    package var kind: Mark.Kind?
  }

  /// The events of a step, in order.
  package func happenings(of step: Int) -> [Happening] {
    let places = places(of: step)
    var found: [(place: Int, happening: Happening)] = []
    for mark in marks where places.contains(mark.place) {
      found.append((mark.place, Happening(row: rows[mark.row].label, text: mark.text, kind: mark.kind)))
    }
    for bar in bars {
      let (row, verb) = (rows[bar.row].label, rows[bar.row].kind == .device ? "sends" : "begins")
      if places.contains(bar.from) { found.append((bar.from, Happening(row: row, text: "\(verb) \(bar.label)"))) }
      if let to = bar.to, places.contains(to) {
        found.append((to, Happening(row: row, text: "\(bar.label): \(bar.outcome)")))
      }
    }
    return found.ordered { $0.place < $1.place }.map(\.happening)
  }
}
