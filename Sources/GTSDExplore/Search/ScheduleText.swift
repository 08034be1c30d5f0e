internal import GTSDSim

/// One schedule in words: a line for each thing that ran.
struct ScheduleText {
  private struct Line {
    var step: String
    var time: String
    var lane: String
    var task: String
    var text: String
  }

  private var lines: [Line] = []
  private var names: [UInt64: String] = [:]
  /// The place of each arrival.
  private var steps: [UInt64: Int] = [:]
  /// The same as a picture has it: a row for each lane.
  private(set) var timeline = Timeline()

  /// What a schedule recorded, in the world that still knows the names.
  init(_ record: ScheduleRecord, _ world: CapturedWorld) {
    let trace = world.scheduler.trace
    for (step, arrival) in trace.prefix(record.arrivals).enumerated() {
      let rows = record.rows.filter { $0.step == step }
      let job = rows.first { $0.text.isEmpty }
      let lane = arrival.lane == ReadyChoice.noLane ? nil : world.lane(at: arrival.lane)?.label
      var what = job?.function ?? ""
      let task = world.path(of: arrival.task)
      if arrival.kind.isWait {
        what = "a sleep ends"
        names[arrival.id] = "the end of a sleep of task \(task)"
      } else {
        names[arrival.id] = "\(what.isEmpty ? "" : "\(what) in ")task \(task)\(lane.map { " on \($0)" } ?? "")"
      }
      steps[arrival.id] = step
      timeline.arrivals.append(
        Timeline.Arrival(
          label: names[arrival.id] ?? "", time: arrival.time, place: timeline.places, task: task))
      lines.append(
        Line(step: "\(step)", time: Self.time(arrival.time), lane: lane ?? "-", task: task, text: what))
      if !arrival.kind.isWait { mark(.note, what.isEmpty ? "task \(task)" : what, in: lane ?? Self.pool) }
      for row in rows where !row.text.isEmpty {
        lines.append(Line(step: "", time: "", lane: "", task: "", text: row.text))
        mark(row.kind, row.text, in: row.lane.flatMap { world.lane(at: $0)?.label } ?? Self.pool)
      }
    }
  }

  /// Where jobs of no actor run.
  private static let pool = "the pool"

  /// Puts something that happened into the picture.
  private mutating func mark(_ kind: Timeline.Mark.Kind, _ text: String, in lane: String) {
    if !timeline.rows.contains(where: { $0.label == lane }) {
      timeline.rows.append(Timeline.Row(kind: lane == "MainActor" ? .view : .device, label: lane))
    }
    let place = timeline.rows.firstIndex { $0.label == lane } ?? 0
    timeline.marks.append(Timeline.Mark(kind: kind, row: place, place: timeline.places, text: text))
    timeline.places += 1
  }

  /// A constraint, for a picture.
  func constraint(_ constraint: OrderConstraint) -> Find.Constraint {
    Find.Constraint(
      before: names[constraint.before] ?? "something", after: names[constraint.after] ?? "something",
      beforeStep: steps[constraint.before], afterStep: steps[constraint.after])
  }

  /// A constraint.
  func text(_ constraint: OrderConstraint) -> String {
    let (before, after) = (names[constraint.before] ?? "something", names[constraint.after] ?? "something")
    return "\(before) comes before \(after)"
  }

  /// All of it, in columns.
  func text() -> String {
    let widths = [\Line.step, \.time, \.lane, \.task].map { column in lines.map { $0[keyPath: column].count }.max() ?? 0
    }
    return lines.map { line in
      let columns = zip([line.step, line.time, line.lane, line.task], widths).map { text, width in
        text + String(repeating: " ", count: width - text.count)
      }
      let text = (columns + [line.text]).joined(separator: "  ")
      return String(text.reversed().drop { $0 == " " }.reversed()) + "\n"
    }.joined()
  }

  private static func time(_ nanoseconds: Int64) -> String {
    let micros = nanoseconds / 1_000
    let fraction = String(micros % 1_000 + 1_000).dropFirst()
    return "\(micros / 1_000).\(fraction) ms"
  }
}
