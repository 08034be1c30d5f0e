import Documents
import GTSDCommandLine
import GTSDLoad
import GTSDModel
import GTSDSim
import Statistics
import Synchronization

/// The display of a running load run on a terminal: a few lines that are redrawn each second. Shows nothing without a
/// terminal.
final class LoadScreen: Sendable {
  /// The measurements of the preceding seconds.
  struct History: Sendable {
    static let most = 60
    /// The values of the last minute, one for each second.
    var p95: [Double?] = []
    var answered: [Double] = []

    mutating func add(_ snapshot: LoadSnapshot) {
      p95 = (p95 + [snapshot.p95]).suffix(Self.most)
      answered = (answered + [snapshot.answered]).suffix(Self.most)
    }
  }

  private struct Drawn {
    var history = History()
    var lines = 0
  }

  private let console: Console
  private let label: String
  private let thresholds: [LoadThreshold]
  private let drawn = Mutex(Drawn())

  init(_ console: Console, label: String, thresholds: [LoadThreshold]) {
    self.console = console
    self.label = label
    self.thresholds = thresholds
  }

  func show(_ fold: LoadFold, _ snapshot: LoadSnapshot) {
    guard console.animatesError else { return }
    let total = fold.total
    let held = thresholds.map { threshold in
      let finding = threshold.finding(in: fold, total: total)
      return (threshold.description, finding.value == nil ? .none : finding.verdict)
    }
    drawn.withLock { drawn in
      drawn.history.add(snapshot)
      let lines = Self.lines(label, snapshot, drawn.history, held, width: console.widthError)
      console.error(Self.back(drawn.lines) + lines.joined(separator: "\n") + "\n")
      drawn.lines = lines.count
    }
  }

  /// Removes the drawing.
  func clear() {
    drawn.withLock { drawn in
      if drawn.lines > 0 { console.error(Self.back(drawn.lines)) }
      drawn.lines = 0
    }
  }

  /// Moves back over this many lines and clears from there on.
  private static func back(_ lines: Int) -> String { lines > 0 ? "\u{1B}[\(lines)A\r\u{1B}[J" : "" }

  /// The lines of the screen: the figures, the last minute, and the thresholds.
  static func lines(
    _ label: String, _ snapshot: LoadSnapshot, _ history: History, _ thresholds: [(text: String, verdict: Verdict)],
    width: Int
  ) -> [String] {
    // Two columns stay empty: some terminals begin a new line after a full last column.
    let columns = max(10, width - 2)
    let heads = ["p95      ", "answers/s "]
    let room = max(1, min(History.most, columns - 30))
    var lines = [ProgressLine.text(label, snapshot, width: width)]
    if columns >= 40 {
      let p95 = history.p95.suffix(room).map { $0 ?? 0 }
      lines.append("\(heads[0]) \(sparks(p95))  most \(ProgressLine.milliseconds(p95.max() ?? 0))")
      let answered = Array(history.answered.suffix(room))
      lines.append("\(heads[1])\(sparks(answered))  most \(Int((answered.max() ?? 0).rounded()))")
    }
    for threshold in thresholds.prefix(8) {
      let text = "\(threshold.verdict.glyph) \(threshold.text)"
      lines.append(text.count <= columns ? text : text.prefix(columns - 1) + "…")
    }
    return lines
  }

  /// A line of bars, one per value, scaled to the greatest value.
  static func sparks(_ values: [Double]) -> String {
    let bars = Array("▁▂▃▄▅▆▇█")
    let most = values.max() ?? 0
    return String(
      values.map { value in
        most > 0 ? bars[min(bars.count - 1, max(0, Int(value / most * Double(bars.count) - 0.5)))] : bars[0]
      })
  }
}
