import GTSDModel

/// Counts requests in fixed windows of 60 seconds.
struct RateWindow: Sendable, Equatable {
  /// Nanoseconds.
  static let length = Nanoseconds.minute

  private var window: Int64 = -1
  private var count = 0

  /// Counts one request at a virtual instant, in nanoseconds.
  ///
  /// - Returns: false when the window has had its `limit` already.
  mutating func admit(at now: Int64, limit: Int) -> Bool {
    let current = now / Self.length
    if current != window {
      window = current
      count = 0
    }
    guard count < limit else { return false }
    count += 1
    return true
  }
}

/// The limit that applies to every request, by user or by address.
struct RateLimiter: Sendable, Equatable {
  private let limit: Int
  /// Users that share one key.
  private let usersPerKey: Int
  private let firstUser: Int
  private var windows: [RateWindow]

  /// A limiter for a cell's users, nil when nothing is limited.
  ///
  /// - Parameters:
  ///   - limit: requests a minute and key.
  ///   - usersPerKey: 1 for limits by user, else the users behind one address.
  init(limit: Int, usersPerKey: Int, users: Range<Int>) {
    self.limit = limit
    self.usersPerKey = max(1, usersPerKey)
    firstUser = users.lowerBound
    windows = Array(repeating: RateWindow(), count: (users.count + self.usersPerKey - 1) / self.usersPerKey)
  }

  /// Counts one request of a user; false when it is over the limit.
  mutating func admit(user: UInt32, at now: Int64) -> Bool {
    precondition(Int(user) >= firstUser, "user \(user) called the backend of a cell that starts at \(firstUser)")
    let key = (Int(user) - firstUser) / usersPerKey
    while windows.count <= key { windows.append(RateWindow()) }
    return windows[key].admit(at: now, limit: limit)
  }
}
