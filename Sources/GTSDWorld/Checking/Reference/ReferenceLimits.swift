import GTSDModel

/// Checks the server's limit on the number of requests per person and minute, from the requests of the last minutes.
///
/// The server counts the requests that reach it in windows of one minute. The exact instants of arrival are not known
/// here. A reply is therefore a finding only if no possible instants explain it.
struct ReferenceLimits: Sendable {
  private struct Entry {
    var id: Int32
    var device: UInt8
    var sentAt: Int64
    /// The time at which the reply arrived or the client stopped waiting; nil while the request is in progress.
    var receivedAt: Int64?
    var isGranted = false
  }

  private var entries: [Entry] = []

  mutating func sent(_ id: Int32, on device: UInt8, at time: Int64) {
    // Requests that ended two minutes ago were counted in an earlier window.
    entries.removeAll { $0.receivedAt.map { time - $0 > 2 * Nanoseconds.minute } ?? false }
    entries.append(Entry(id: id, device: device, sentAt: time))
  }

  /// Handles a reply, or the end of the wait for one.
  ///
  /// - Returns: whether the request was refused although the limit was not reached, or granted although the limit was
  ///   exceeded.
  mutating func received(
    _ id: Int32, on device: UInt8, status: Int, at time: Int64, limit: Int
  ) -> (isRefusedWrongly: Bool, isGrantedWrongly: Bool) {
    guard let index = entries.lastIndex(where: { $0.device == device && $0.id == id }) else { return (false, false) }
    entries[index].receivedAt = time
    let isGranted = (200..<300).contains(status)
    entries[index].isGranted = isGranted
    if status == 429 {
      // The server may have counted any request that was in progress in the minute before this one was sent.
      let since = entries[index].sentAt - Nanoseconds.minute
      return (entries.count { $0.receivedAt ?? time >= since } <= limit, false)
    }
    let window = entries[index].sentAt / Nanoseconds.minute
    guard isGranted, time / Nanoseconds.minute == window else { return (false, false) }
    let granted = entries.count {
      $0.isGranted && $0.sentAt / Nanoseconds.minute == window && ($0.receivedAt ?? time) / Nanoseconds.minute == window
    }
    return (false, granted > limit)
  }
}
