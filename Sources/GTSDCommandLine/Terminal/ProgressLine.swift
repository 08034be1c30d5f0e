import Foundation
import Synchronization

/// The progress of a run on standard error: redrawn in place on a terminal, silent elsewhere.
package final class ProgressLine: Sendable {
  private let console: Console
  package let label: String
  private let start = ContinuousClock.now
  private let lastDrawn = Mutex<ContinuousClock.Instant?>(nil)

  package init(_ console: Console, label: String) {
    self.console = console
    self.label = label
  }

  /// Draws the progress of a run.
  ///
  /// - Parameter phase: the part of the work that goes on; nil if there is one.
  package func show(_ phase: String? = nil, done: Int, of total: Int, events: Int) {
    draw(isLast: done >= total) { [label] seconds, width in
      let label = [label, phase].compactMap(\.self).joined(separator: " ")
      return Self.text(label, done: done, of: total, events: events, seconds: seconds, width: width)
    }
  }

  /// Draws how many simulated populations are done.
  package func show(populations done: Int, of total: Int) {
    draw(isLast: done >= total) { [label] seconds, width in
      let share = total > 0 ? Double(done) / Double(total) : 1
      let left = done > 0 ? "\(Self.span(seconds / share - seconds)) left" : "…"
      let text = "\(done)/\(total) populations  \(left)"
      return Self.fitting(["\(label) \(Self.bar(share)) \(text)", text], width: width) ?? text
    }
  }

  /// Draws how much of a file was read; `total` is nil where its size is unknown.
  package func show(bytes done: Int, of total: Int?) {
    draw(isLast: total.map { done >= $0 } ?? false) { [label] seconds, width in
      guard let total else {
        let text = "\(label) \(done / 1_000_000) MB read"
        return Self.fitting([text], width: width) ?? text
      }
      let share = total > 0 ? Double(done) / Double(total) : 1
      let text =
        "\(done / 1_000_000)/\(total / 1_000_000) MB read  \(Self.span(seconds / max(share, 1e-6) - seconds)) left"
      return Self.fitting(["\(label) \(Self.bar(share)) \(text)", text], width: width) ?? text
    }
  }

  /// Draws how many cells of a matrix are done.
  package func show(cells done: Int, of total: Int) {
    draw(isLast: done >= total) { [label] _, width in
      let text = "\(done)/\(total) cells"
      let share = total > 0 ? Double(done) / Double(total) : 1
      return Self.fitting(["\(label) \(Self.bar(share)) \(text)", text], width: width) ?? text
    }
  }

  /// Redraws the line at most ten times a second. The last line is always drawn.
  package func draw(isLast: Bool, _ text: (_ seconds: Double, _ width: Int) -> String) {
    guard console.animatesError else { return }
    let now = ContinuousClock.now
    let isDue = lastDrawn.withLock { last in
      if let drawn = last, now - drawn < .milliseconds(100), !isLast { return false }
      last = now
      return true
    }
    guard isDue else { return }
    console.error("\r\u{1B}[K" + text((now - start).inSeconds, console.widthError))
  }

  /// Removes the line.
  package func clear() {
    if console.animatesError { console.error("\r\u{1B}[K") }
  }

  /// One line: bar, users, events per second and time left. Leaves out what does not fit.
  package static func text(_ label: String, done: Int, of total: Int, events: Int, seconds: Double, width: Int)
    -> String
  {
    let share = total > 0 ? Double(done) / Double(total) : 1
    let bar = bar(share)
    let rate = rate(events, seconds: seconds).map { "  \(grouped($0)) events/s" } ?? ""
    let users = "\(grouped(done))/\(grouped(total)) users"
    let left = done > 0 ? "\(span(seconds / share - seconds)) left" : "…"
    return fitting(
      [
        "\(label) \(bar) \(users)\(rate)  \(left)", "\(bar) \(users)\(rate)  \(left)", "\(bar) \(users)  \(left)",
        "\(users)  \(left)",
      ], width: width) ?? users
  }

  /// The rate per second; nil until enough time has passed for a meaningful rate.
  package static func rate(_ count: Int, seconds: Double) -> Int? {
    seconds >= 0.5 ? Int(Double(count) / seconds) : nil
  }

  /// A whole number with its thousands separated.
  package static func grouped(_ number: Int) -> String {
    var digits = "\(number)"
    for place in stride(from: digits.count - 3, to: 0, by: -3) {
      digits.insert(",", at: digits.index(digits.startIndex, offsetBy: place))
    }
    return digits
  }

  package static func bar(_ share: Double) -> String {
    let filled = Int(min(1, max(0, share)) * 20)
    return String(repeating: "█", count: filled) + String(repeating: "░", count: 20 - filled)
  }

  /// The first line that fits. A full last column would make some terminals begin a new line.
  package static func fitting(_ lines: [String], width: Int) -> String? {
    lines.first { $0.count < width }
  }

  /// A length of time to the second, or to the minute where it is longer than two.
  package static func span(_ seconds: Double) -> String {
    let seconds = max(0, seconds)
    return seconds <= 120 ? "\(Int(seconds.rounded(.up))) s" : "\(Int((seconds / 60).rounded(.up))) min"
  }
}

extension Duration {
  /// This length in seconds.
  package var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
