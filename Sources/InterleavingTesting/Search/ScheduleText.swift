import Interleaving

/// One schedule as text: a line for each job that ran.
struct ScheduleText {
  struct Line {
    /// The identity of the step; nil for an event within a step.
    var id: UInt64?
    var step: String
    var time: String
    var lane: String
    var task: String
    var text: String
  }

  /// A task that ran.
  struct TaskName {
    /// The task or place in prose, as in "the task made in Player.play() at Player.swift:40".
    var text: String
    /// The task or place in a column, as in "Player.swift:40".
    var short: String
    /// The place at which the task was made, as the text of a table cell.
    var maker: String
    /// Whether the task has a name that the tested code gave it.
    var isNamed = false
  }

  private(set) var lines: [Line] = []
  /// The tasks that ran, in the order of their first steps.
  private(set) var tasks: [TaskName] = []
  private var names: [UInt64: String] = [:]

  /// Names a schedule from its record.
  init(_ record: ScheduleRecord, _ trace: [TracedArrival]) {
    let tasks = Self.tasks(of: trace.map(\.task), record)
    let rests = Set(record.handovers.map(\.rest))
    var hasRun: Set<UInt32> = []
    for (step, arrival) in trace.enumerated() {
      let rows = record.rows.filter { $0.step == step }
      let place = place(of: step, in: trace, record)
      let lane = arrival.lane == ReadyChoice.noLane ? nil : record.lanes[arrival.lane]
      let task = tasks[arrival.task] ?? TaskName(text: "?", short: "?", maker: "")
      let isFirst = hasRun.insert(arrival.task).inserted && record.origins[arrival.task]?.owner == nil
      if isFirst { self.tasks.append(task) }
      let what =
        arrival.kind.isWait
        ? "a sleep ends\(place.map { " in \($0.text)" } ?? "")" : place?.text ?? (isFirst ? "begins" : "goes on")
      let isRest = rests.contains(arrival.id)
      names[arrival.id] =
        (isRest ? "the rest of " : "") + Self.name(arrival, place: place, lane: lane, task: task, isFirst: isFirst)
      lines.append(
        Line(
          id: arrival.id, step: "\(step)", time: Self.time(arrival.time), lane: lane ?? "-", task: task.short,
          text: isRest ? "the rest of \(what)" : what))
      for row in rows where !row.text.isEmpty {
        lines.append(Line(id: nil, step: "", time: "", lane: "", task: "", text: row.text))
      }
    }
  }

  /// The place in the code at which a step resumes its task. The end of a sleep or yield has the place of the job that
  /// it makes ready.
  private func place(of step: Int, in trace: [TracedArrival], _ record: ScheduleRecord) -> CodePlace? {
    func place(_ step: Int) -> CodePlace? { record.rows.first { $0.step == step && $0.text.isEmpty }?.place }
    let isEnd = trace[step].kind.isWait || record.origins[trace[step].task]?.owner != nil
    guard isEnd else { return place(step) }
    let next = trace.indices.dropFirst(step + 1).first { trace[$0].cause == UInt32(step) }
    return place(step) ?? next.flatMap(place)
  }

  /// The names of tasks. The tasks' paths distinguish equal names.
  private static func tasks(
    of tasks: [UInt32], _ record: ScheduleRecord
  ) -> [UInt32: TaskName] {
    var names: [UInt32: TaskName] = [:]
    var counts: [String: Int] = [:]
    for task in tasks where names[task] == nil {
      let (path, origin) = (record.paths[task] ?? "?", record.origins[task])
      if let owner = origin?.owner, let owned = names[owner] {
        names[task] = owned
        continue
      }
      let name =
        path == "test"
        ? TaskName(text: "the test", short: "the test", maker: "")
        : TaskName(
          text: origin?.text ?? "task \(path)", short: origin?.short ?? path, maker: origin?.maker ?? "",
          isNamed: origin?.name != nil && origin?.place != nil)
      names[task] = name
      counts[name.short, default: 0] += 1
    }
    for (task, name) in names where (counts[name.short] ?? 0) > 1 {
      let path = record.paths[record.origins[task]?.owner ?? task] ?? "?"
      names[task] = TaskName(
        text: "\(name.text) (\(path))", short: "\(name.short) (\(path))", maker: name.maker,
        isNamed: name.isNamed)
    }
    return names
  }

  private static func name(
    _ arrival: TracedArrival, place: CodePlace?, lane: String?, task: TaskName, isFirst: Bool
  ) -> String {
    let lane = lane.map { " on \($0)" } ?? ""
    switch (arrival.kind.isWait, place) {
    case (true, nil): return "the end of a sleep of \(task.text)"
    case (true, let place?): return "the end of a sleep in \(place.text), in \(task.text),"
    case (false, nil):
      return isFirst
        ? "the beginning of \(task.text)\(task.isNamed ? ", \(task.maker)" : "")\(lane)"
        : "a step of \(task.text)\(lane)"
    case (false, let place?): return "\(place.text)\(lane), in \(task.text),"
    }
  }

  /// Adds the names from another schedule for tasks that do not occur in this one.
  mutating func addNames(of other: ScheduleText) { names.merge(other.names) { own, _ in own } }

  private func name(_ id: UInt64) -> String {
    let name = names[id] ?? "something"
    return name.hasSuffix(",") ? String(name.dropLast()) : name
  }

  /// A constraint in words.
  func text(_ constraint: OrderConstraint) -> String {
    "\(names[constraint.before] ?? "something") comes before \(name(constraint.after))"
  }

  /// The whole text, in columns.
  func text() -> String { Self.columns(lines.map { [$0.step, $0.time, $0.lane, $0.task, $0.text] }) }

  /// Formats rows of text as columns.
  static func columns(_ rows: [[String]]) -> String {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
    return rows.map { row in
      let line = zip(row, widths).map { text, width in text + String(repeating: " ", count: width - text.count) }
        .joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed()) + "\n"
    }.joined()
  }

  private static func time(_ nanoseconds: Int64) -> String {
    let micros = nanoseconds / 1_000
    let fraction = String(micros % 1_000 + 1_000).dropFirst()
    return "\(micros / 1_000).\(fraction) ms"
  }
}
