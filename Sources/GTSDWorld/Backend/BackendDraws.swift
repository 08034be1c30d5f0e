import GTSDModel
import Randomness

/// The random draws of one backend. Each is keyed by the calling person, its purpose and the call, so that a fault, a
/// variant or an additional call does not change any other draw.
struct BackendDraws: Sendable {
  private let draws: Draws
  private let replication: UInt32
  /// Whether times are their medians instead of random.
  private let areMedians: Bool

  init(seed: UInt64, replication: UInt32, areMedians: Bool = false) {
    draws = Draws(seed: seed)
    self.replication = replication
    self.areMedians = areMedians
  }

  /// A uniform draw for a call; `number` is 0 or 1, for purposes with two draws per call.
  func uniform(_ purpose: DrawPurpose, _ request: Request, number: UInt32 = 0) -> Double {
    if areMedians { return 0.5 }
    return draws.uniform(
      user: request.call.caller.user, purpose: purpose.rawValue, step: step(request, number: number),
      replication: replication)
  }

  /// The draws for a fault and a call: whether the fault affects the call (0), and how much (1). `fault` is the fault's
  /// key, of 31 bits.
  func uniform(fault: UInt32, number: UInt32, _ request: Request) -> Double {
    // Faults have purposes of their own, after the named ones.
    draws.uniform(
      user: request.call.caller.user, purpose: 1 << 31 | fault,
      step: step(request, number: number), replication: replication)
  }

  /// The draw's step: 30 bits for the call, one for its second delivery, one for the number.
  private func step(_ request: Request, number: UInt32) -> UInt32 {
    UInt32(truncatingIfNeeded: request.call.id) << 2 | (request.isCopy ? 2 : 0) | number
  }

  /// The draw for the metrics delay of an account's onboarding.
  func metricsDelay(_ owner: Caller, onboarding: UInt32) -> Double {
    if areMedians { return 0.5 }
    return draws.uniform(
      user: owner.user, purpose: DrawPurpose.metricsDelay.rawValue, step: UInt32(owner.account) << 24 | onboarding,
      replication: replication)
  }

  /// The index of a person's link in the scenario, by the links' weights.
  func link(of user: UInt32, among links: [NetworkLink]) -> Int {
    let draw =
      areMedians ? 0.5 : draws.uniform(user: user, purpose: DrawPurpose.link.rawValue, replication: replication)
    return choice(draw, among: cumulatedShares(links.map(\.weight)))
  }

  /// The draws for a gap in a person's connection: the time before it (0), and its length (1).
  func gap(of user: UInt32, number: UInt32, part: UInt32) -> Double {
    if areMedians { return 0.5 }
    return draws.uniform(
      user: user, purpose: DrawPurpose.gap.rawValue, step: number << 1 | part, replication: replication)
  }
}
