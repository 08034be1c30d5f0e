import Randomness

/// 64-bit words of one Philox stream: a function of (seed, purpose, schedule) and of the number of words taken.
struct RandomStream {
  private let seed: UInt64
  private let purpose: UInt32
  private var schedule: UInt32
  private var step: UInt32 = 0

  /// The purpose of a stream. Purposes set the high bit of the third word, which separates them from all draws of
  /// ``Draws``, whose third word is a user's number.
  enum Purpose: UInt32 {
    case uniform = 0xFFFF_5C4E
    case priorities = 0xFFFF_5C4F
    case partialOrder = 0xFFFF_5C50
    case uniformWalk = 0xFFFF_5C51
  }

  init(seed: UInt64, purpose: Purpose, schedule: UInt64 = 0) {
    // Schedules beyond 2^32 use another key.
    self.seed = seed ^ (schedule >> 32 == 0 ? 0 : Mix64.finish(schedule >> 32))
    self.purpose = purpose.rawValue
    self.schedule = UInt32(truncatingIfNeeded: schedule)
  }

  mutating func next() -> UInt64 {
    step &+= 1
    let words = Philox4x32.words(counter: .init(step, 0, purpose, schedule), key: seed)
    return UInt64(words.word1) << 32 | UInt64(words.word0)
  }

  /// Draws a uniform number below a bound, with a bias below bound / 2^64.
  mutating func next(below bound: Int) -> Int {
    bound > 1 ? Int(next().multipliedFullWidth(by: UInt64(bound)).high) : 0
  }
}
