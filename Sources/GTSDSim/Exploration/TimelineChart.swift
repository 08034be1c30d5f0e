import Documents
import GTSDModel
import GTSDWorld
import Statistics

/// Timelines as inline SVG, one below the other with common columns, so that equal steps are above each other.
///
/// Columns are steps, each with room for its events; they do not show time. All information of a mark is also in its
/// title and in the table below the picture.
struct TimelineChart {
  /// A timeline with the marks that the chart shows.
  struct Panel {
    var title: String
    var timeline: Timeline
    var constraints: [Find.Constraint] = []
    /// The first step that differs from the other panel, to be marked; nil if there is none.
    var divergence: Int?
  }

  private static let column = 19.0
  private static let labels = 148.0
  private static let rowHead = 26.0
  private static let lane = 19.0

  let panels: [Panel]
  private let grids: [TimelineGrid]
  /// The left edge of each step's first column, of the part before the first step first, and the right edge of all.
  private let edges: [Double]

  init(_ panels: [Panel]) {
    self.panels = panels
    grids = panels.map { TimelineGrid($0.timeline) }
    let steps = grids.map(\.widths.count).max() ?? 0
    var edges = [Self.labels]
    for step in 0..<steps {
      let columns = grids.map { step < $0.widths.count ? $0.widths[step] : 0 }.max() ?? 0
      // A step has room for its number even if it has no events.
      edges.append((edges.last ?? 0) + (step == 0 && columns == 0 ? 6 : Double(max(1, columns)) * Self.column + 9))
    }
    self.edges = edges
  }

  private var width: Double { (edges.last ?? Self.labels) + 14 }

  /// The charts, for a scrolling container.
  var html: String {
    panels.indices.map { index in
      let panel = panels[index]
      return """
        <figure class="timeline"><figcaption>\(escaped(panel.title))</figcaption>\(svg(index))</figure>
        """
    }.joined()
  }

  private func svg(_ index: Int) -> String {
    let (panel, grid) = (panels[index], grids[index])
    let head = panel.constraints.isEmpty ? 30.0 : 62.0
    var tops: [Double] = []
    var bottom = head
    for row in panel.timeline.rows.indices {
      tops.append(bottom)
      bottom += Self.rowHead + Double(grid.lanes[row]) * Self.lane + 5
    }
    let arrivals = Wording.count(panel.timeline.arrivals.count, "arrival")
    let broken = panel.timeline.marks.count { $0.kind == .violation }
    let label =
      "\(panel.title): \(arrivals) on \(Wording.count(panel.timeline.rows.count, "row")), "
      + (broken == 0 ? "nothing broken" : "broken in \(Wording.count(broken, "place"))") + ". A table follows."
    return """
      <svg role="group" aria-label="\(escaped(label))" width="\(at(width))" height="\(at(bottom + 18))" \
      viewBox="0 0 \(at(width)) \(at(bottom + 18))">
      \(backdrop(panel, tops, head: head, bottom: bottom))
      \(bars(panel, grid, tops))
      \(steps(panel, head: head, bottom: bottom))
      \(arrows(panel, head: head))
      \(marks(panel, grid, tops, head: head, bottom: bottom))
      </svg>
      """
  }

  // MARK: Parts

  private func backdrop(_ panel: Panel, _ tops: [Double], head: Double, bottom: Double) -> String {
    var parts: [String] = []
    if let step = panel.divergence, step + 2 < edges.count {
      let (from, to) = (edges[step + 1] - 4, edges[step + 2] - 5)
      parts.append(
        """
        <rect class="zone" x="\(at(from))" y="\(at(head - 28))" width="\(at(to - from))" \
        height="\(at(bottom - head + 28))"/><text class="strong" x="\(at(from))" y="\(at(bottom + 13))" \
        style="font-size: 11px">first difference</text>
        """)
    }
    for (row, top) in tops.enumerated() {
      parts.append(#"<line class="grid" x1="0" x2="\#(at(width))" y1="\#(at(top))" y2="\#(at(top))"/>"#)
      let label = panel.timeline.rows[row].label
      parts.append(#"<text class="row" x="0" y="\#(at(top + 17))">\#(escaped(clip(label, to: 142)))</text>"#)
    }
    return parts.joined()
  }

  private func bars(_ panel: Panel, _ grid: TimelineGrid, _ tops: [Double]) -> String {
    panel.timeline.bars.indices.map { index in
      let bar = panel.timeline.bars[index]
      let from = x(bar.from, grid)
      let end = bar.to.map { x($0, grid) } ?? width - 8
      let top = tops[bar.row] + Self.rowHead + Double(grid.laneOfBar[index]) * Self.lane - 1
      let outcome = bar.outcome.isEmpty ? "never ends" : bar.outcome
      let text = clip(bar.label, to: end - from - 10)
      return """
        <g class="bar\(bar.to == nil ? " open" : "")"><title>\(escaped("\(bar.label): \(outcome)"))</title>\
        <rect x="\(at(from))" y="\(at(top))" width="\(at(max(4, end - from)))" height="15" rx="4"/>\
        <text x="\(at(from + 5))" y="\(at(top + 11.5))">\(escaped(text))</text></g>
        """
    }.joined()
  }

  private func steps(_ panel: Panel, head: Double, bottom: Double) -> String {
    panel.timeline.arrivals.enumerated().map { step, arrival in
      guard step + 1 < edges.count else { return "" }
      let from = edges[step + 1]
      let isBound = panel.constraints.contains { $0.beforeStep == step || $0.afterStep == step }
      let text = "Step \(step + 1), \(Wording.seconds(Nanoseconds.seconds(arrival.time))): \(arrival.label)"
      return """
        <line class="grid dash" x1="\(at(from - 4))" x2="\(at(from - 4))" y1="\(at(head - 8))" y2="\(at(bottom))"/>\
        <g class="step\(isBound ? " bound" : "")" tabindex="0" role="img" aria-label="\(escaped(text))">\
        <title>\(escaped(text))</title><circle cx="\(at(from + 6))" cy="\(at(head - 15))" r="9.5"/>\
        <text x="\(at(from + 6))" y="\(at(head - 11))" text-anchor="middle">\(step + 1)</text></g>
        """
    }.joined()
  }

  /// The arrows that show the order that is sufficient for the failure, from step to step.
  private func arrows(_ panel: Panel, head: Double) -> String {
    panel.constraints.compactMap { constraint in
      guard let before = constraint.beforeStep, let after = constraint.afterStep, before + 1 < edges.count,
        after + 1 < edges.count
      else { return nil }
      let (from, to) = (edges[before + 1] + 6, edges[after + 1] + 6)
      let (y, peak) = (head - 26, head - 26 - min(30, 8 + abs(to - from) / 8))
      // The arrowhead points down into the later step, from whichever side the line arrives.
      return """
        <g class="order"><title>\(escaped("\(constraint.before), before \(constraint.after)"))</title>\
        <path d="M\(at(from)) \(at(y))C\(at(from)) \(at(peak)) \(at(to)) \(at(peak)) \(at(to)) \(at(y - 5))"/>\
        <path class="tip" d="M\(at(to - 4.5)) \(at(y - 7))L\(at(to + 4.5)) \(at(y - 7))L\(at(to)) \(at(y + 1))Z"/></g>
        """
    }.joined()
  }

  private func marks(
    _ panel: Panel, _ grid: TimelineGrid, _ tops: [Double], head: Double, bottom: Double
  ) -> String {
    panel.timeline.marks.map { mark in
      let (x, y) = (x(mark.place, grid), tops[mark.row] + 13)
      let title = [
        panel.timeline.rows[mark.row].label, mark.text,
        mark.variable.flatMap { name in
          mark.after.map { "\(name) before: \(mark.before ?? "unknown"), after: \($0)" }
        }, mark.source,
      ].compactMap { $0 }.joined(separator: "\n")
      let spoken = escaped(title.replacing("\n", with: "; "))
      let line =
        mark.kind == .violation
        ? #"<line class="wrong" x1="\#(at(x))" x2="\#(at(x))" y1="\#(at(head - 4))" y2="\#(at(bottom))"/>"# : ""
      return """
        \(line)<g class="mark \(mark.kind.rawValue)" tabindex="0" role="img" aria-label="\(spoken)">\
        <title>\(escaped(title))</title>\(shape(mark.kind, x, y))</g>
        """
    }.joined(separator: "\n")
  }

  /// The shape of a kind of mark. Each kind has its own, so that colour is never the only difference.
  private func shape(_ kind: Timeline.Mark.Kind, _ x: Double, _ y: Double) -> String {
    switch kind {
    case .tap: return #"<path d="M\#(at(x - 6)) \#(at(y - 5.5))h12l-6 11Z"/>"#
    case .commit: return #"<rect x="\#(at(x - 5.5))" y="\#(at(y - 5.5))" width="11" height="11" rx="1.5"/>"#
    case .state: return #"<circle cx="\#(at(x))" cy="\#(at(y))" r="5.5"/>"#
    case .applied: return #"<path d="M\#(at(x)) \#(at(y - 7))l7 7l-7 7l-7 -7Z"/>"#
    case .note: return #"<circle cx="\#(at(x))" cy="\#(at(y))" r="3"/>"#
    case .violation:
      return """
        <path d="M\(at(x)) \(at(y - 11))L\(at(x + 10.5)) \(at(y + 8))H\(at(x - 10.5))Z"/>\
        <text x="\(at(x))" y="\(at(y + 6))" text-anchor="middle">!</text>
        """
    }
  }

  private func x(_ place: Int, _ grid: TimelineGrid) -> Double {
    let cell = grid.cells[place]
    return edges[cell.step + 1] + (Double(cell.column) + 0.5) * Self.column - 3
  }

  private func at(_ coordinate: Double) -> String { PageDrawing.at(coordinate) }

  /// Text that fits a width in pixels at the font size of charts.
  private func clip(_ text: String, to width: Double) -> String {
    let room = Int(width / 6.1)
    if text.count <= room { return text }
    return room < 4 ? "" : text.prefix(room - 1) + "…"
  }
}

/// The positions of a timeline's events. Each event is in a column of its step and in the line of its row.
struct TimelineGrid {
  /// A column of a step; -1 is the part before the first.
  struct Cell {
    var step: Int
    var column: Int
  }

  /// The cells by place.
  private(set) var cells: [Cell] = []
  /// The number of columns of each step; the part before the first step comes first.
  private(set) var widths: [Int] = []
  /// The number of lanes of each row, and the lane of each bar.
  private(set) var lanes: [Int] = []
  private(set) var laneOfBar: [Int] = []

  init(_ timeline: Timeline) {
    var rows = [Int](repeating: 0, count: timeline.places)
    var isViolation = [Bool](repeating: false, count: timeline.places)
    for bar in timeline.bars {
      rows[bar.from] = bar.row
      if let to = bar.to { rows[to] = bar.row }
    }
    for mark in timeline.marks {
      rows[mark.place] = mark.row
      isViolation[mark.place] = mark.kind == .violation
    }
    for step in -1..<timeline.arrivals.count {
      var used = [Int](repeating: 0, count: timeline.rows.count)
      var last = -1
      for place in timeline.places(of: step) {
        let row = rows[place]
        // A failure is drawn to the right of its cause, and its consequences to the right of both.
        let column = isViolation[place] ? max(used[row], last + 1) : used[row]
        cells.append(Cell(step: step, column: column))
        used[row] = column + 1
        if isViolation[place] { for other in used.indices { used[other] = max(used[other], column + 1) } }
        last = max(last, column)
      }
      widths.append(used.max() ?? 0)
    }
    arrangeBars(timeline)
  }

  private mutating func arrangeBars(_ timeline: Timeline) {
    // The last occupied position of each lane, by row.
    var ends = [[Int]](repeating: [], count: timeline.rows.count)
    laneOfBar = [Int](repeating: 0, count: timeline.bars.count)
    for index in timeline.bars.indices.ordered(by: { timeline.bars[$0].from < timeline.bars[$1].from }) {
      let bar = timeline.bars[index]
      let end = bar.to ?? .max
      if let lane = ends[bar.row].firstIndex(where: { $0 < bar.from }) {
        ends[bar.row][lane] = end
        laneOfBar[index] = lane
      } else {
        laneOfBar[index] = ends[bar.row].count
        ends[bar.row].append(end)
      }
    }
    lanes = ends.map(\.count)
  }
}
