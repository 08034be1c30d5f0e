import GTSDModel

// Decides which requests are refused with 429: those of simulated people, of a served backend, and uploads of photos.

/// A counter of requests in fixed windows of 60 seconds.
struct RateWindow: Sendable, Equatable {
  /// The length of a window in nanoseconds.
  static let length = Nanoseconds.minute
  /// The number of presigned uploads that an account may request in a window, and of confirmations.
  static let presigns = 20
  static let confirmations = 30

  private var window: Int64 = -1
  private var count = 0

  /// Counts one request at a virtual instant, in nanoseconds.
  ///
  /// - Returns: false if the window already has `limit` requests.
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

/// The rate limit for all requests of simulated people, by user or by address. A backend that is served over HTTP uses
/// ``EndpointRateLimits`` instead.
struct RateLimiter: Sendable, Equatable {
  private let limit: Int
  /// The number of users that share one address and therefore one limit.
  private let usersPerKey: Int
  private let firstUser: Int
  private var windows: [RateWindow]

  /// Creates a limiter for a cell's users; nil when nothing is limited.
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

  /// Counts one request of a user; returns false if the request is over the limit.
  mutating func admit(user: UInt32, at now: Int64) -> Bool {
    precondition(Int(user) >= firstUser, "user \(user) called the backend of a cell that starts at \(firstUser)")
    let key = (Int(user) - firstUser) / usersPerKey
    while windows.count <= key { windows.append(RateWindow()) }
    return windows[key].admit(at: now, limit: limit)
  }
}

/// The rate limits that the real server applies before it decides a request. Each limit has fixed windows that begin
/// with a key's first request. Header fields report it as in draft 6 of the IETF's rate limit headers.
///
/// Presigned uploads and their confirmations have limits of their own in the backend's state.
struct EndpointRateLimits: Sendable {
  /// A group of requests that share a limit.
  enum Policy: Hashable, Sendable {
    /// All requests, whatever their result.
    case all
    /// Requests that generate plans, which is expensive.
    case plans
    /// Edits of the profile that recompute targets, and other edits.
    case health, preferences
  }

  /// The limiter's answer to a request.
  struct Admission: Sendable, Equatable {
    var isAdmitted: Bool
    /// The number of requests allowed in a window.
    var limit: Int
    /// The length of a window in seconds.
    var window: Int
    /// The number of requests that are still allowed in the window.
    var remaining: Int
    /// The time until the window ends, in whole seconds, at least 1.
    var reset: Int

    /// The header fields that report the limit.
    var headers: [(name: String, value: String)] {
      let fields = [
        ("RateLimit-Policy", "\(limit);w=\(window)"), ("RateLimit-Limit", "\(limit)"),
        ("RateLimit-Remaining", "\(remaining)"), ("RateLimit-Reset", "\(reset)"),
      ]
      return isAdmitted ? fields : fields + [("Retry-After", "\(reset)")]
    }
  }

  private struct Key: Hashable {
    var policy: Policy
    var caller: String
  }

  private struct Window {
    /// The end of the window in nanoseconds.
    var end: Int64
    var count: Int
  }

  /// The number of stored keys above which keys with ended windows are removed.
  private static let crowd = 10_000

  /// The number of requests a minute under ``Policy/all``.
  private let perMinute: Int
  /// Whether callers are distinguished by address alone.
  private let isByAddress: Bool
  private var windows: [Key: Window] = [:]
  private var crowd = EndpointRateLimits.crowd

  /// Creates the limits of a scenario; nil if it has none.
  init?(_ scenario: Scenario) {
    switch scenario.generation.limits.mode {
    case .off: return nil
    case .perIp: isByAddress = true
    case .perUser: isByAddress = false
    }
    perMinute = scenario.backend.requestsPerMinute
  }

  /// Counts a request before its body is read.
  ///
  /// - Parameters:
  ///   - peer: the address that the request comes from.
  ///   - user: the number of the account in the request's token; nil counts by address instead.
  ///   - now: the loop's instant, in nanoseconds.
  mutating func admit(from peer: String, user: UInt32?, at now: Int64) -> Admission {
    admit(.all, caller(peer, user), limit: perMinute, seconds: 60, at: now)
  }

  /// Counts a request against the limit of its own route; nil if the route has none.
  mutating func admit(_ request: APIRequest, from peer: String, user: UInt32?, at now: Int64) -> Admission? {
    switch request {
    case .generatePlan:
      return admit(.plans, caller(peer, user), limit: 20, seconds: 60, at: now)
    case .updateProfile(let update):
      // An unauthorized write is refused before it is counted.
      guard let user else { return nil }
      return update.isImpactful
        ? admit(.health, "user \(user)", limit: 10, seconds: 3_600, at: now)
        : admit(.preferences, "user \(user)", limit: 20, seconds: 3_600, at: now)
    default: return nil
    }
  }

  private func caller(_ peer: String, _ user: UInt32?) -> String {
    if !isByAddress, let user { return "user \(user)" }
    return peer
  }

  private mutating func admit(
    _ policy: Policy, _ caller: String, limit: Int, seconds: Int, at now: Int64
  ) -> Admission {
    let key = Key(policy: policy, caller: caller)
    var window = windows[key] ?? Window(end: .min, count: 0)
    if window.end <= now {
      window = Window(end: now + Int64(seconds) * Nanoseconds.second, count: 0)
      if windows.count >= crowd {
        windows = windows.filter { $0.value.end > now }
        crowd = max(Self.crowd, 2 * windows.count)
      }
    }
    window.count += 1
    windows[key] = window
    let left = window.end - now
    return Admission(
      isAdmitted: window.count <= limit, limit: limit, window: seconds, remaining: max(0, limit - window.count),
      reset: Int((left + Nanoseconds.second - 1) / Nanoseconds.second))
  }
}
