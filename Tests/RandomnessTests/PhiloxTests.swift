import Testing

@testable import Randomness

/// Known answers of Random123 1.14.0, tests/kat_vectors, lines "philox4x32 10".
@Suite struct PhiloxTests {
  typealias Words = Philox4x32.Words

  @Test func matchesThePublishedVectors() {
    #expect(
      Philox4x32.words(counter: Words(0, 0, 0, 0), key: 0)
        == Words(0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8))
    #expect(
      Philox4x32.words(counter: Words(.max, .max, .max, .max), key: .max)
        == Words(0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd))
    #expect(
      Philox4x32.words(
        counter: Words(0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344), key: 0x299f_31d0_a409_3822)
        == Words(0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1))
  }

  @Test func everyPartOfTheKeyMatters() {
    let base = Draws(seed: 7).bits(user: 1, purpose: 2, step: 3, replication: 4)
    let others = [
      Draws(seed: 8).bits(user: 1, purpose: 2, step: 3, replication: 4),
      Draws(seed: 7).bits(user: 2, purpose: 2, step: 3, replication: 4),
      Draws(seed: 7).bits(user: 1, purpose: 3, step: 3, replication: 4),
      Draws(seed: 7).bits(user: 1, purpose: 2, step: 4, replication: 4),
      Draws(seed: 7).bits(user: 1, purpose: 2, step: 3, replication: 5),
    ]
    #expect(Set(others + [base]).count == 6)
  }

  @Test func uniformsFillTheOpenInterval() {
    #expect(Draws.uniform(0) == 0x1p-53)
    #expect(Draws.uniform(.max) == 1 - 0x1p-53)
    // Means of 20,000 uniforms: standard deviation 1/sqrt(12 x 20,000) = 0.00204; variance 1/12.
    let draws = Draws(seed: 1)
    let values = (0..<20_000).map { draws.uniform(user: UInt32($0), purpose: 1) }
    let mean = values.reduce(0, +) / 20_000
    let variance = values.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / 20_000
    #expect(abs(mean - 0.5) < 4 * 0.00204)
    #expect(abs(variance - 1.0 / 12) < 0.003)
  }
}
