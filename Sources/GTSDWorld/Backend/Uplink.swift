/// The transfers that a phone sends at the same time. They share its uplink evenly.
///
/// With n transfers in progress, each gets an nth of the rate, whatever its size (egalitarian processor sharing).
struct Uplink {
  private struct Transfer {
    var number: Int
    /// The time for which the transfer would need the whole uplink if it were the only one, in parts of a nanosecond.
    /// `left` is the rest of this time.
    var whole: Int64
    var left: Int64
  }

  /// The number of parts in a nanosecond, by which up to ten transfers share it without a remainder.
  private static let parts: Int64 = 2_520

  /// The rate in bits per microsecond, which are megabits per second.
  let rate: Double
  private var transfers: [Transfer] = []
  private var next = 0
  private var since: Int64 = 0

  init(megabits rate: Double) { self.rate = rate }

  /// Begins a transfer of this many bytes; returns its number.
  mutating func begin(bytes: Int, at now: Int64) -> Int {
    advance(to: now)
    next += 1
    // Bits divided by bits per microsecond, in nanoseconds: at most 8e14 for 1 GB at 0.01 Mbit/s.
    let alone = Int64((Double(bytes) * 8_000 / rate).rounded(.up))
    transfers.append(Transfer(number: next, whole: alone * Self.parts, left: alone * Self.parts))
    return next
  }

  /// Ends a transfer, complete or not.
  mutating func end(_ number: Int, at now: Int64) {
    advance(to: now)
    transfers.removeAll { $0.number == number }
  }

  /// Whether a transfer is complete.
  mutating func isThrough(_ number: Int, at now: Int64) -> Bool {
    advance(to: now)
    return transfers.contains { $0.number == number && $0.left == 0 }
  }

  /// The part of a transfer that was sent, in whole percent; nil for one that is not in progress.
  mutating func percent(of number: Int, at now: Int64) -> UInt8? {
    advance(to: now)
    guard let transfer = transfers.first(where: { $0.number == number }) else { return nil }
    // A hundred times the parts of 1 GB at 0.01 Mbit/s, 2e18, would overflow.
    return UInt8(min(100, (transfer.whole - transfer.left) / max(1, transfer.whole / 100)))
  }

  /// The time at which the next transfer will be complete, if none begins or ends before; nil when none is in
  /// progress.
  mutating func nextEnd(after now: Int64) -> Int64? {
    advance(to: now)
    guard let left = transfers.map(\.left).min() else { return nil }
    let count = Int64(transfers.count)
    return now + left / Self.parts * count + (left % Self.parts * count + Self.parts - 1) / Self.parts
  }

  private mutating func advance(to now: Int64) {
    defer { since = now }
    guard now > since, !transfers.isEmpty else { return }
    let share = (now - since) * Self.parts / Int64(transfers.count)
    for index in transfers.indices { transfers[index].left -= min(share, transfers[index].left) }
  }
}
