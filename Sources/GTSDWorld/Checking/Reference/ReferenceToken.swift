import GTSDModel
import Randomness

/// The access token of a phone, with the phone's knowledge of its age.
struct ReferenceToken: Sendable {
  /// The time at which the token was received, in nanoseconds; -1 if not in this process.
  var receivedAt: Int64 = -1
  /// A hash of the access token; 0 if this phone received none in this process.
  var access: UInt64 = 0
  /// A hash of the refresh token that came with the access token; 0 if this phone received none.
  var refresh: UInt64 = 0
  /// Whether another token has been requested since.
  var isReplaced = false
  /// Whether the phone's clock has been set since the token was received.
  var isClockMoved = false
  /// Whether a request has been refused since then for lack of a valid token, or may have been.
  var isRefused = false

  init() {}

  init(receivedAt: Int64, access: String, refresh: String) {
    self.receivedAt = receivedAt
    (self.access, self.refresh) = (Self.hash(access), Self.hash(refresh))
  }

  /// Whether the token has expired by the phone's own clock and the phone has not requested another. Its expiry is in
  /// whole seconds.
  ///
  /// Used only for clocks that were never set, since a clock that is set back to before the world began stops until
  /// then.
  func hasRunOut(at time: Int64, _ options: ReferenceOptions) -> Bool {
    receivedAt >= 0 && !isReplaced
      && time - receivedAt > options.accessTokenLifetime.nanoseconds + Nanoseconds.second
  }

  /// Whether the token needs no renewal: by the phone's own clock at least half of its lifetime is left, and no request
  /// with it was refused.
  func isGood(at time: Int64, _ options: ReferenceOptions) -> Bool {
    receivedAt >= 0 && !isReplaced && !isClockMoved && !isRefused
      && time - receivedAt < options.accessTokenLifetime.nanoseconds / 2 - Nanoseconds.second
  }

  /// Whether this is the access token, as far as the phone's tokens are known.
  func isSame(as text: String) -> Bool { access == 0 || access == Self.hash(text) }

  static func hash(_ token: String) -> UInt64 {
    var hash = StableHash()
    for byte in token.utf8 { hash.combine(byte) }
    return hash.value
  }
}
