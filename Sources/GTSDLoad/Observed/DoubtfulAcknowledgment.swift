import GTSDModel
import GTSDWorld

/// An acknowledgment that the server confirmed and a later read does not show. It is late if a still later read shows
/// it, otherwise lost.
struct DoubtfulAcknowledgment: Sendable {
  /// The read that did not show the acknowledgment.
  private(set) var breach: ObservedBreach
  private let row: Int64
  /// The latest further read that did not show the acknowledgment; nil if there was none.
  private var again: (request: ObservedRequest, time: Int64)?

  /// Creates a doubtful acknowledgment from a breach; nil for a breach of another kind.
  init?(_ breach: ObservedBreach) {
    guard breach.oracle == .readYourWrites, let row = breach.row, !row.isAcknowledged else { return nil }
    self.breach = breach
    self.row = row.row
  }

  /// The verdict of a later read.
  enum Answer {
    /// Undecided: no later read yet, or later reads do not show the acknowledgment either.
    case open
    /// A later read shows the acknowledgment.
    case late(ObservedBreach)
    /// A newer metrics row replaced the acknowledged one, so that late and lost cannot be distinguished.
    case replaced(ObservedBreach)
  }

  mutating func read(_ shown: ObservedAcknowledgment.State, by request: ObservedRequest) -> Answer {
    if shown.row > row { return .replaced(settled) }
    guard shown.row == row else { return .open }
    guard shown.isAcknowledged else {
      again = (request, request.endedAt)
      return .open
    }
    var late = breach
    late.site = "acknowledgment-late"
    late.summary += "; \(request.text), \(wait(until: request.endedAt)) later, shows it: it came late, and is not lost"
    return .late(late)
  }

  /// The time, in nanoseconds, after which an acknowledgment that is not shown counts as lost.
  private static let patience = 4 * Nanoseconds.second

  /// The breach, classified as far as reads show.
  var settled: ObservedBreach {
    guard let again else { return breach }
    let isLost = again.time - breach.time >= Self.patience
    var lost = breach
    if isLost { lost.site = "acknowledgment-lost" }
    let kind = isLost ? "lost" : "late or lost"
    lost.summary += "; \(again.request.text), \(wait(until: again.time)) later, does not show it either: it is \(kind)"
    return lost
  }

  private func wait(until instant: Int64) -> String {
    "\(max(0, (instant - breach.time) / Nanoseconds.millisecond)) ms"
  }
}
