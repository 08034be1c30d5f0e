import GTSDModel

extension Timeline {
  /// The first step at which two timelines differ: in what arrives, or in what follows from it; nil if they do not.
  package static func firstDivergence(_ a: Timeline, _ b: Timeline) -> Int? {
    if a.happenings(of: -1) != b.happenings(of: -1) { return 0 }
    for step in 0..<max(a.arrivals.count, b.arrivals.count) {
      guard step < a.arrivals.count, step < b.arrivals.count, a.arrivals[step].label == b.arrivals[step].label,
        a.happenings(of: step) == b.happenings(of: step)
      else { return step }
    }
    return nil
  }

  /// The step during which a place came, -1 before the first arrival.
  package func step(of place: Int) -> Int { (arrivals.lastIndex { $0.place <= place }) ?? -1 }

  /// The places that follow from a step; -1 for those before the first arrival.
  package func places(of step: Int) -> Range<Int> {
    let start = step < 0 ? 0 : arrivals[step].place
    let end = step + 1 < arrivals.count ? arrivals[step + 1].place : places
    return start..<max(start, end)
  }

  /// Something that a step did, on a row.
  package struct Happening: Equatable, Sendable {
    package var row: String
    package var text: String
    package var kind: Mark.Kind?
  }

  /// What a step did, in order.
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
