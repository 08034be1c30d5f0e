/// All random draws of a run: a pure function of seed, replication, user, purpose and step.
///
/// Two runs with the same seed share every draw that they both make, whatever else differs between them (common random
/// numbers). An additional user, fault or variant changes nobody else's draws. Every draw comes from one Philox4x32-10
/// block with the seed as key and (step, purpose, user, replication) as counter.
///
/// Searches have no user and no replication. Their counters have another layout (`RandomStream` in `Interleaving`),
/// which keeps them apart from these draws.
package struct Draws: Hashable, Sendable {
  /// The seed of the run. Neighbouring seeds give independent draws.
  package let seed: UInt64

  /// Creates the draws of a run with this seed.
  package init(seed: UInt64) {
    self.seed = seed
  }

  /// Returns 64 random bits.
  ///
  /// - Parameters:
  ///   - user: the user, who keeps the same number in every variant.
  ///   - purpose: the purpose; give every kind of decision a number of its own.
  ///   - step: the number of the draw, if there are several for the same user and purpose.
  ///   - replication: the repetition of the run.
  @inlinable
  package func bits(user: UInt32, purpose: UInt32, step: UInt32 = 0, replication: UInt32 = 0) -> UInt64 {
    let words = Philox4x32.words(counter: .init(step, purpose, user, replication), key: seed)
    return UInt64(words.word1) << 32 | UInt64(words.word0)
  }

  /// A uniform draw from the open interval (0, 1), a multiple of 2^-53: never 0, never 1, and 1 - u is exact.
  ///
  /// The parameters are those of ``bits(user:purpose:step:replication:)``.
  @inlinable
  package func uniform(user: UInt32, purpose: UInt32, step: UInt32 = 0, replication: UInt32 = 0) -> Double {
    Draws.uniform(bits(user: user, purpose: purpose, step: step, replication: replication))
  }

  /// The number in (0, 1) for 64 random bits: the upper 52 bits, and a half, times 2^-52.
  @inlinable
  package static func uniform(_ bits: UInt64) -> Double {
    (Double(bits >> 12) + 0.5) * 0x1p-52
  }
}
