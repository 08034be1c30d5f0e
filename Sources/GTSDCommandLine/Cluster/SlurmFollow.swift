/// The next action for the shards in the queue: runs failed shards again, at most twice, and starts the merge once
/// all have finished.
package struct SlurmFollow: Sendable, Equatable {
  /// The state of a job.
  package enum State: Equatable, Sendable {
    /// The job was never submitted, or belongs to an earlier run and did not finish.
    case absent
    case waiting, running, done
    /// The attempt failed, with its exit code if one is known.
    case failed(Int32?)
    /// The job was cancelled by a person or the system.
    case cancelled
  }

  /// The state of the queue and the files at one time.
  package struct Sight: Sendable, Equatable {
    /// The states of the shards by number, from 1; those of a second round follow those of the first, and so on.
    package var shards: [State]
    package var merge: State

    /// The numbers of the shards whose state fulfils a condition.
    package func numbers(_ holds: (State) -> Bool) -> [Int] {
      shards.indices.filter { holds(shards[$0]) }.map { $0 + 1 }
    }
  }

  package enum Action: Equatable, Sendable {
    case wait
    /// Submit these shards, and a merge after them; only the merge if there are none.
    case submit([Int])
    /// The report is written.
    case finished
    /// The shards that cannot be completed, after which following ends.
    case giveUp([Int])
    case mergeFailed
  }

  /// Exit codes that would occur again in another attempt: those of a wrong command line or input.
  package static let lastingCodes: [Int32] = [64, 65, 66]
  package static let maxRepeats = 2

  /// Whether failed shards can be run again.
  package var canRepeat = true
  /// The number of shards in a round; nil if there is only one round.
  package var shardsOfRound: Int?
  package private(set) var repeats = 0
  private var hasBegun = false
  /// Shards that were seen to be done. They are stored, since a later job does not list the tasks of an earlier one,
  /// and a shard's file may appear late.
  private var done: Set<Int> = []

  package init(canRepeat: Bool = true, shardsOfRound: Int? = nil) {
    self.canRepeat = canRepeat
    self.shardsOfRound = shardsOfRound
  }

  package mutating func next(_ seen: Sight) -> Action {
    done.formUnion(seen.numbers { $0 == .done })
    var sight = seen
    for number in done { sight.shards[number - 1] = .done }
    let under = sight.numbers { $0 == .waiting || $0 == .running }
    let missing = sight.numbers { ![.waiting, .running, .done].contains($0) }
    defer { hasBegun = true }
    if !hasBegun, under.isEmpty {
      // Shards that an earlier run left unfinished are tried again, whatever their state.
      if missing.isEmpty, sight.merge != .absent, !Self.hasFailed(sight.merge) { return afterShards(sight.merge) }
      if missing.isEmpty || canRepeat || missing.count == sight.shards.count { return .submit(missing) }
      return afterShards(sight.merge)
    }
    if !under.isEmpty { return .wait }
    if missing.isEmpty || !canRepeat { return afterShards(sight.merge) }
    // Shards that waited for a failed round were removed from the queue, which does not count as a failure of their
    // own.
    let round = shardsOfRound.map { (missing[0] - 1) / $0 }
    let causes = missing.filter { number in shardsOfRound.map { (number - 1) / $0 } == round }
    let isHopeless = causes.contains { number in
      switch sight.shards[number - 1] {
      case .failed(let code): code.map(Self.lastingCodes.contains) ?? false
      case .cancelled: true
      default: false
      }
    }
    guard !isHopeless, repeats < Self.maxRepeats else { return .giveUp(causes) }
    repeats += 1
    return .submit(missing)
  }

  private func afterShards(_ merge: State) -> Action {
    switch merge {
    case .done: .finished
    case .waiting, .running: .wait
    case .absent, .failed, .cancelled: .mergeFailed
    }
  }

  private static func hasFailed(_ state: State) -> Bool {
    switch state {
    case .failed, .cancelled: true
    default: false
    }
  }
}
