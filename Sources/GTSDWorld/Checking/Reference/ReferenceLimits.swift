import GTSDModel

/// The requests of a person in the last minutes, where the server limits the requests of each person to a number a
/// minute.
///
/// The server counts in windows of a minute, and what reaches it. Both is not known here to the instant, so that only
/// what no way and no window explains is found.
struct ReferenceLimits: Sendable {
  private struct Entry {
    var id: Int32
    var device: UInt8
    var sentAt: Int64
    /// When a reply came, or the wait for one ended; nil while the request is under way.
    var receivedAt: Int64?
    var isGranted = false
  }

  private var entries: [Entry] = []

  mutating func sent(_ id: Int32, on device: UInt8, at time: Int64) {
    // What ended two minutes ago was counted in an earlier window.
    entries.removeAll { $0.receivedAt.map { time - $0 > 2 * Nanoseconds.minute } ?? false }
    entries.append(Entry(id: id, device: device, sentAt: time))
  }

  /// Handles a reply, or the end of the wait for one.
  ///
  /// - Returns: whether the request was refused for too many requests though there were fewer, or granted though there
  ///   were more.
  mutating func received(
    _ id: Int32, on device: UInt8, status: Int, at time: Int64, limit: Int
  ) -> (isRefusedWrongly: Bool, isGrantedWrongly: Bool) {
    guard let index = entries.lastIndex(where: { $0.device == device && $0.id == id }) else { return (false, false) }
    entries[index].receivedAt = time
    let isGranted = (200..<300).contains(status)
    entries[index].isGranted = isGranted
    if status == 429 {
      // Any of those that were under way in the minute before it was sent may count.
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
