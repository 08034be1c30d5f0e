/// The bodies that leave a phone at once, which share its uplink evenly.
///
/// Egalitarian processor sharing: with n of them under way, each gets an nth of the rate, whatever its size.
struct Uplink {
  private struct Transfer {
    var number: Int
    /// Parts of nanoseconds for which it needs the whole uplink, and would still need it.
    var whole: Int64
    var left: Int64
  }

  /// Parts of a nanosecond: up to ten transfers share one without a remainder.
  private static let parts: Int64 = 2_520

  /// Bits a microsecond, which are megabits a second.
  let rate: Double
  private var transfers: [Transfer] = []
  private var next = 0
  private var since: Int64 = 0

  init(megabits rate: Double) { self.rate = rate }

  /// A body of so many bytes begins; returns its number.
  mutating func begin(bytes: Int, at now: Int64) -> Int {
    advance(to: now)
    next += 1
    // Bits over bits a microsecond, in nanoseconds: at most 8e14 for 1 GB at 0.01 Mbit/s.
    let alone = Int64((Double(bytes) * 8_000 / rate).rounded(.up))
    transfers.append(Transfer(number: next, whole: alone * Self.parts, left: alone * Self.parts))
    return next
  }

  /// A body ends, through or not.
  mutating func end(_ number: Int, at now: Int64) {
    advance(to: now)
    transfers.removeAll { $0.number == number }
  }

  /// Whether a body is through.
  mutating func isThrough(_ number: Int, at now: Int64) -> Bool {
    advance(to: now)
    return transfers.contains { $0.number == number && $0.left == 0 }
  }

  /// How much of a body is through, whole percent; nil for one that is not under way.
  mutating func percent(of number: Int, at now: Int64) -> UInt8? {
    advance(to: now)
    guard let transfer = transfers.first(where: { $0.number == number }) else { return nil }
    // A hundred times the parts of 1 GB at 0.01 Mbit/s, 2e18, would overflow.
    return UInt8(min(100, (transfer.whole - transfer.left) / max(1, transfer.whole / 100)))
  }

  /// When the next body will be through, if none begins or ends before; nil when nothing is under way.
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
