import GTSDModel

/// The times at which one person's phones have no connection, in the order in which they are asked for.
///
/// The times depend only on the person, so that all phones of a person lose their connection together.
struct ConnectionGaps {
  private let gaps: NetworkLink.Gaps
  private let draws: BackendDraws
  private let user: UInt32
  private var number: UInt32 = 0
  /// The present or next gap, in nanoseconds.
  private var from: Int64 = 0
  private var until: Int64 = 0

  init(_ gaps: NetworkLink.Gaps, of user: UInt32, draws: BackendDraws) {
    self.gaps = gaps
    self.user = user
    self.draws = draws
    advance()
  }

  /// Whether the phone has no connection. The times of calls never fall.
  mutating func contains(_ now: Int64) -> Bool {
    while now >= until { advance() }
    return now >= from
  }

  private mutating func advance() {
    from = until + max(1, gaps.after.nanoseconds(at: draws.gap(of: user, number: number, part: 0)))
    until = from + max(1, gaps.length.nanoseconds(at: draws.gap(of: user, number: number, part: 1)))
    number += 1
  }
}
