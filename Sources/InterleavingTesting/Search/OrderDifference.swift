/// The failing order and the passing one, side by side: a row for each task, and the steps that changed places.
enum OrderDifference {
  /// The number of steps that are shown before and after differing ones.
  private static let context = 1
  /// The largest number of lines. The rest is only in the timeline.
  private static let limit = 24

  /// Both orders as text: a row for each task, then the steps that changed places.
  static func text(failing: ScheduleText, passing: ScheduleText) -> String {
    tasks(failing, passing) + "\n" + steps(failing, passing)
  }

  /// A row for each task: the numbers of its steps in both orders.
  private static func tasks(_ failing: ScheduleText, _ passing: ScheduleText) -> String {
    let all = failing.tasks + passing.tasks.filter { task in !failing.tasks.contains { $0.short == task.short } }
    let rows = all.prefix(limit).map { task in
      [task.short, numbers(of: task.short, in: failing), numbers(of: task.short, in: passing), task.maker]
    }
    return ScheduleText.columns([["task", "steps, it fails", "it passes", ""]] + rows)
  }

  private static func numbers(of task: String, in text: ScheduleText) -> String {
    let steps = text.lines.filter { $0.id != nil && $0.task == task }.map(\.step)
    return steps.isEmpty ? "-" : steps.prefix(8).joined(separator: " ") + (steps.count > 8 ? " …" : "")
  }

  /// The steps that differ: "+" in the order of the failing schedule, "-" in that of the passing one.
  private static func steps(_ failing: ScheduleText, _ passing: ScheduleText) -> String {
    let (new, old) = (failing.lines.filter { $0.id != nil }, passing.lines.filter { $0.id != nil })
    let difference = new.map(\.id).difference(from: old.map(\.id))
    var (inserted, removed): (Set<Int>, Set<Int>) = ([], [])
    for change in difference {
      switch change {
      case .insert(let offset, _, _): inserted.insert(offset)
      case .remove(let offset, _, _): removed.insert(offset)
      }
    }
    var marked: [(mark: String, line: ScheduleText.Line)] = []
    var (at, before) = (0, 0)
    while at < new.count || before < old.count {
      if removed.contains(before), before < old.count {
        marked.append(("-", old[before]))
        before += 1
      } else if at < new.count {
        if !inserted.contains(at) { before += 1 }
        marked.append((inserted.contains(at) ? "+" : " ", new[at]))
        at += 1
      } else {
        before += 1
      }
    }
    return shown(marked)
  }

  private static func shown(_ lines: [(mark: String, line: ScheduleText.Line)]) -> String {
    let changed = lines.indices.filter { lines[$0].mark != " " }
    guard let first = changed.first, let last = changed.last else { return "" }
    let range = max(0, first - context)..<min(lines.count, last + 1 + context)
    var rows = [["", "task", "on", "+ as it fails, - as it passes"]]
    rows += lines[range].prefix(limit).map { [$0.mark, $0.line.task, $0.line.lane, $0.line.text] }
    if range.count > limit { rows.append(["", "… \(range.count - limit) more in the timeline"]) }
    return ScheduleText.columns(rows)
  }
}
