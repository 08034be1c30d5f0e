import GTSDModel

/// Writes the analytics events of one unit as JSON Lines in the specifications' envelope.
final class AnalyticsWriter: EventObserver {
  /// UTF-8, one event a line.
  private(set) var lines: [UInt8] = []

  func observe(_ event: SimulationEvent) {
    guard case .analytics(let analytics) = event.kind else { return }
    let record = AnalyticsRecord(
      event: analytics, timestamp: WorldCalendar.timestamp(at: event.time), user: event.user,
      session: event.sessionID)
    lines.append(contentsOf: record.jsonLine.utf8)
    lines.append(UInt8(ascii: "\n"))
  }
}
