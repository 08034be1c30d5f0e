import GTSDFields
import GTSDModel

/// The delays between events and their arrival at the service. They reveal local times that are marked as UTC.
struct ArrivalLags: Codable, Sendable, Equatable {
  /// The number of lines by delay in half hours, from 0 on. A line counts if its delay is within a few minutes of such
  /// a value.
  private var near = [Int](repeating: 0, count: 29)
  private var lines = 0

  private static let step: Int64 = 30 * Milliseconds.minute
  private static let tolerance: Int64 = 5 * Milliseconds.minute
  private static let fewest = 50
  private static let most = 0.5

  mutating func note(event: Int64, received: Int64) {
    lines += 1
    let lag = received - event
    guard lag > -Self.tolerance else { return }
    // A line arrives after its event, and never before it.
    let place = (lag + Self.tolerance) / Self.step
    guard place < near.count, lag - place * Self.step < Self.tolerance else { return }
    near[Int(place)] += 1
  }

  /// The finding, if most lines arrive by whole half hours after their events.
  var finding: LogFinding? {
    let off = near.dropFirst(2).reduce(0, +)
    guard lines >= Self.fewest, Double(off) > Self.most * Double(lines) else { return nil }
    let worst = near.indices.dropFirst(2).max { near[$0] < near[$1] } ?? 2
    let hours = Double(worst) / 2
    return LogFinding(
      .zone,
      "\(off) of \(lines) lines (\(LogQuality.percent(off, lines))) reached the service a whole number of half hours after "
        + "their events, mostly \(hours.shortText) hours: their times are local ones that are marked as UTC.",
      isFault: true, paths: ["habit.returnNextDay", "habit.dailyDecay"], remedy: .localTimes)
  }
}
