import GTSDModel

/// The random draws of one backend. Each is named by the calling person, its purpose and the call, so that no fault,
/// variant or further call shifts another draw.
struct BackendDraws: Sendable {
  private let draws: Draws
  private let replication: UInt32

  init(seed: UInt64, replication: UInt32) {
    draws = Draws(seed: seed)
    self.replication = replication
  }

  /// One of the draws of a call.
  ///
  /// - Parameters:
  ///   - number: 0 to 127, for purposes with more than one draw a call.
  func uniform(_ purpose: DrawPurpose, _ exchange: Exchange, number: UInt32 = 0) -> Double {
    // 23 bits for the call, one for its copy, 8 for the number.
    let step = UInt32(truncatingIfNeeded: exchange.call.id) << 9 | (exchange.isCopy ? 256 : 0) | number
    return draws.uniform(
      user: exchange.call.caller.user, purpose: purpose.rawValue, step: step, replication: replication)
  }

  /// The draw for the metrics delay of an account's onboarding.
  func metricsDelay(_ owner: Caller, onboarding: UInt32) -> Double {
    draws.uniform(
      user: owner.user, purpose: DrawPurpose.metricsDelay.rawValue, step: UInt32(owner.account) << 24 | onboarding,
      replication: replication)
  }
}
