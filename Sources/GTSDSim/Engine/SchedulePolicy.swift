/// Something that could happen next in a world whose order a policy chooses.
public struct ReadyChoice: Sendable {
  /// What happens if this is picked.
  public enum Kind: UInt8, Sendable {
    /// The oldest job of a lane runs.
    case lane
    /// A job outside every actor runs.
    case pool
    /// A message in flight arrives, or a service ends, whatever its drawn time.
    case leg
  }

  /// What happens.
  public let kind: Kind
  /// When it became possible: rises with time, unique in a world; for a leg, when it started.
  public let sequence: UInt64
  /// The task that goes on, by its number in the world; ``Scheduler/path(of:)`` names it.
  public let task: UInt32
  /// The lane that runs, nil outside every actor.
  public var lane: Lane? { laneReference?.takeUnretainedValue() }

  // Unowned, as in the queue: the waiting job keeps the lane's actor alive.
  let laneReference: Unmanaged<Lane>?
  let deadline: Int64
  let record: TimerHandle?
  let job: UnownedJob?

  // `Unmanaged` and jobs are handed about on the world's thread only.
}

/// Decides what happens next in a world.
public protocol SchedulePolicy: AnyObject {
  /// Whether every leg in flight may arrive at any moment, so that the order of replies is the policy's and not that of
  /// the drawn latencies. Timers then fire only when nothing else is left to happen.
  var legsAreReady: Bool { get }

  /// The index of what happens next.
  ///
  /// - Parameter choices: what could happen, never empty: jobs first, in the order in which they became ready (so index 0
  ///   is first in, first out), then legs in the order of their drawn times.
  func pick(from choices: [ReadyChoice]) -> Int
}

/// Picks uniformly among the lanes and pool jobs that are ready, and the legs in flight if they count as ready.
///
/// A pool job and the message it sends to an idle actor count as one: to delay the message alone gives no order of
/// messages that delaying both would not, and few picks for an order make it likely to be met.
public final class RandomPolicy: SchedulePolicy {
  /// Whether legs in flight are picked from as well.
  public let legsAreReady: Bool
  private let seed: UInt64
  private var step: UInt64 = 0
  /// The task whose pool job ran last, until its next pick.
  private var sender: UInt32?

  /// A policy whose picks depend on nothing but its arguments.
  ///
  /// - Parameters:
  ///   - seed: neighbouring seeds give independent picks.
  ///   - legsAreReady: see ``SchedulePolicy/legsAreReady``.
  public init(seed: UInt64, legsAreReady: Bool = false) {
    self.seed = seed
    self.legsAreReady = legsAreReady
  }

  /// A uniform pick, or the message just sent.
  public func pick(from choices: [ReadyChoice]) -> Int {
    let message = sender.flatMap { sender in choices.firstIndex { $0.task == sender && $0.kind == .lane } }
    let index = message ?? uniform(below: choices.count)
    sender = choices[index].kind == .pool ? choices[index].task : nil
    return index
  }

  private func uniform(below count: Int) -> Int {
    guard count > 1 else { return 0 }
    step += 1
    let words = Philox4x32.words(
      counter: .init(UInt32(truncatingIfNeeded: step), UInt32(truncatingIfNeeded: step >> 32), Self.purpose, 0),
      key: seed)
    let bits = UInt64(words.word1) << 32 | UInt64(words.word0)
    return Int(bits.multipliedFullWidth(by: UInt64(count)).high)
  }

  /// Keeps the picks apart from all draws of ``Draws``, whose third word is a user's number.
  private static let purpose: UInt32 = 0xFFFF_5C4E
}
