import Foundation
import GTSDModel
import GTSDStudies

/// The fixed model of `gtsd-bench journey`: N users, each of whom thinks and sends a request 40 times, and one backend
/// of 64 servers with a first-in-first-out queue. Times are whole nanoseconds.
///
/// It calls the C library's `log`, `exp` and `cos`, like the engines it is compared with; scenario runs never do.
struct JourneyModel {
  static let steps = 40
  static let servers = 64
  static let limit = Nanoseconds.day

  private let arrivalMean: Double
  private let thinkMean = 2_160e9
  private let serviceMu: Double
  private let seed: UInt64

  init(users: Int, seed: UInt64) {
    arrivalMean = 3_600e9 / Double(users)
    let serviceMean = 0.85 * Double(Self.servers) * 2_160 / Double(users)
    serviceMu = log(serviceMean) - 0.5 * 0.5 / 2
    self.seed = seed
  }

  /// The stream of the arrivals.
  var source: SplitMix { SplitMix(state: SplitMix.mix(seed ^ 0xA5A5_A5A5)) }

  /// The stream of random numbers of one user.
  func stream(of user: Int) -> SplitMix {
    SplitMix(state: SplitMix.mix(seed &+ 0x9E37_79B9_7F4A_7C15 &* UInt64(user + 1)))
  }

  // Never inlined: their temporary values would stay in the frame of a waiting actor.

  @inline(never)
  func gap(_ stream: inout SplitMix) -> Int64 { Int64(-log(stream.uniform()) * arrivalMean) }

  @inline(never)
  func think(_ stream: inout SplitMix) -> Int64 { Int64(-log(stream.uniform()) * thinkMean) }

  @inline(never)
  func service(_ stream: inout SplitMix) -> Int64 {
    let radius = (-2 * log(stream.uniform())).squareRoot()
    let normal = radius * cos(2 * Double.pi * stream.uniform())
    return Int64(exp(serviceMu + 0.5 * normal) * 1e9)
  }
}

/// The generator SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
struct SplitMix: Sendable {
  var state: UInt64

  static func mix(_ word: UInt64) -> UInt64 {
    var z = word
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }

  /// Takes the next draw from (0, 1].
  mutating func uniform() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    // Converts a signed number, which takes one instruction; it has 53 bits.
    return Double(Int64(bitPattern: Self.mix(state) >> 11) + 1) * 0x1p-53
  }
}

/// The result of a run of the journey model, added up event by event.
///
/// `@unchecked Sendable`: touched only on the thread that runs the world.
final class JourneyTally: @unchecked Sendable {
  /// The running hash. ``StableHash`` computes the same, but each of its words would be a call into another module.
  @exclusivity(unchecked) private(set) var digest: UInt64 = 0xcbf2_9ce4_8422_2325
  @exclusivity(unchecked) private(set) var events = 0
  @exclusivity(unchecked) var doneInTime = 0

  @inline(never)
  func note(_ time: Int64, _ payload: UInt64) {
    events &+= 1
    digest = (digest ^ UInt64(bitPattern: time)) &* 0x100_0000_01b3
    digest = (digest ^ payload) &* 0x100_0000_01b3
  }
}
