import Foundation
import Synchronization

/// The progress of a run on standard error: redrawn in place on a terminal, silent elsewhere.
final class ProgressLine: Sendable {
  private let console: Console
  private let label: String
  private let start = ContinuousClock.now
  private let lastDrawn = Mutex<ContinuousClock.Instant?>(nil)

  init(_ console: Console, label: String) {
    self.console = console
    self.label = label
  }

  /// Draws how far a run has come, at most ten times a second.
  func show(done: Int, of total: Int, events: Int) {
    guard console.animatesError else { return }
    let now = ContinuousClock.now
    let isDue = lastDrawn.withLock { last in
      if let drawn = last, now - drawn < .milliseconds(100), done < total { return false }
      last = now
      return true
    }
    guard isDue else { return }
    let seconds = (now - start).inSeconds
    console.error(
      "\r\u{1B}[K"
        + Self.text(label, done: done, of: total, events: events, seconds: seconds, width: console.widthError))
  }

  /// Removes the line.
  func clear() {
    if console.animatesError { console.error("\r\u{1B}[K") }
  }

  /// One line: bar, users, events a second, time left; without what there is no room for.
  static func text(_ label: String, done: Int, of total: Int, events: Int, seconds: Double, width: Int) -> String {
    let share = total > 0 ? Double(done) / Double(total) : 1
    let filled = Int(share * 20)
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 20 - filled)
    let rate = seconds > 0 ? Int(Double(events) / seconds) : 0
    let users = "\(done)/\(total) users"
    let left = done > 0 ? "\(span(seconds / share - seconds)) left" : "…"
    // A full last column would make some terminals go to the next line.
    return [
      "\(label) \(bar) \(users)  \(rate) events/s  \(left)", "\(bar) \(users)  \(rate) events/s  \(left)",
      "\(bar) \(users)  \(left)", "\(users)  \(left)",
    ].first { $0.count < width } ?? users
  }

  /// A length of time to the second, or to the minute where it is longer than two.
  private static func span(_ seconds: Double) -> String {
    seconds <= 120 ? "\(Int(seconds.rounded(.up))) s" : "\(Int((seconds / 60).rounded(.up))) min"
  }
}

extension Duration {
  /// This length in seconds.
  var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
