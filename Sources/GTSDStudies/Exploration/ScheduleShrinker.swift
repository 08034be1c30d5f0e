import GTSDModel
import GTSDWorld
package import Interleaving

/// A violation with the necessary part of its schedule.
package struct ShrunkSchedule: Sendable {
  package var schedule: Schedule
  /// The violation in the shrunk schedule.
  var finding: Finding
  /// Other findings of the small schedule.
  var furtherFindings: [Finding]
  /// The events of the small schedule, in order.
  package var trace: [TracedArrival]
  /// The constraints whose two sides conflict.
  var conflicts: [Conflict] = []
  /// Whether the schedule passes without its constraints.
  var passesWithoutConstraints: Bool
  package var replays: Int
  /// Whether shrinking was completed; otherwise the budget ran out.
  var isMinimal: Bool
  /// The result of the correct app, for a failed expectation that was compared with it.
  var soundApp: Find.SoundApp?
}

/// The reason why a violation is not shown.
package enum ShrinkFailure: Error, Equatable, Sendable {
  /// The schedule does not show the failure again. This is a defect of this program, not of the app.
  case notDeterministic(signature: String, schedule: UInt32)
}

extension ShrinkFailure: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notDeterministic(let signature, let schedule):
      "schedule \(schedule) showed \(signature) in the search and does not in a replay: a defect of the search itself"
    }
  }
}

/// Shrinks a failing schedule: faults first, then the person's steps and drawn latencies, then the order.
///
/// An expectation depends on steps: without them it fails in every app, which is not a find. A smaller schedule
/// therefore counts only if the correct app passes it in the same order. If the correct app fails the whole schedule in
/// that order, natural order is used instead. If it fails in natural order as well, no step is left out.
package struct ScheduleShrinker {
  let runner: ScheduleRunner
  /// The policies of the search.
  let policies: SchedulePolicies
  /// The signature that every smaller schedule must still show.
  let signature: String
  /// The largest number of replays.
  let budget: Int
  /// The app with which an expectation is compared; nil if there is none.
  let soundApp: SoundAppRunner?

  var replays = 0

  package init(runner: ScheduleRunner, policies: SchedulePolicies, signature: String) {
    self.init(runner: runner, policies: policies, signature: signature, soundApp: nil)
  }

  /// Creates a shrinker for one violation.
  ///
  /// - Parameter soundApp: the correct app, with which expectations are compared.
  init(runner: ScheduleRunner, policies: SchedulePolicies, signature: String, soundApp: SoundAppRunner?) {
    self.runner = runner
    self.policies = policies
    self.signature = signature
    self.soundApp = soundApp
    budget = runner.subject.replayBudget
  }

  /// The correct app, if the failure is an expectation; otherwise nil.
  private var judge: SoundAppRunner? { signature.hasPrefix("\(Oracle.expectation.id)/") ? soundApp : nil }

  /// Shrinks a schedule to the smallest one that fails in the same way, and verifies it by two replays with equal
  /// events.
  package mutating func shrink(_ found: Schedule) throws(ShrinkFailure) -> ShrunkSchedule {
    guard fails(runner.run(found, under: policies.policy(for: found))) else { throw failure(found) }
    if found.order == .given { return try verified(found, isMinimal: true) }
    var schedule = found
    var trace = runner.trace
    let judge = judge
    if judge == nil, let plain = simplestSchedule() { (schedule, trace) = (plain, runner.trace) }
    if judge != nil, !schedule.isNatural, fails(runner.run(.natural, under: policies.policy(for: .natural))) {
      // A failure that occurs in natural order is reported in natural order.
      schedule = .natural
      trace = runner.trace
    }
    let (runner, policies, signature) = (runner, policies, signature)
    let verdict = judge?.verdict(on: signature, in: schedule, like: trace)
    // A smaller schedule that fails counts if the correct app passes as much of it as of the whole schedule.
    func counts(_ candidate: Schedule) -> Bool {
      switch verdict {
      case .passes: judge?.passes(signature, in: candidate, like: runner.trace) ?? true
      case .passesInNaturalOrder: judge?.passesInNaturalOrder(signature, in: candidate) ?? true
      case .fails: candidate.leftOut == schedule.leftOut
      case nil: true
      }
    }
    for candidate in Self.smaller(schedule, steps: runner.subject.stepCount) {
      guard replays < budget / 2, let next = candidate(schedule) else { continue }
      replays += 1
      if fails(runner.run(next, under: FollowingPolicy(trace, window: Exploration.window))) {
        let smaller = runner.trace
        guard counts(next) else { continue }
        schedule = next
        trace = smaller
      }
    }
    var natural = schedule
    natural.order = .natural
    _ = runner.run(natural, under: policies.policy(for: natural))
    let naturalTrace = runner.trace
    let shrunk = schedule
    let cause = ConstraintShrinker.shrink(
      failing: trace, natural: naturalTrace, budget: max(1, budget - replays)
    ) { constraints in
      var candidate = shrunk
      candidate.order = .constrained(constraints)
      return runner.run(candidate, under: policies.policy(for: candidate)).shows(signature) && counts(candidate)
    }
    replays += cause.replays
    switch cause.outcome {
    case .minimal, .budgetExhausted:
      schedule.order = cause.constraints.isEmpty ? .natural : .constrained(cause.constraints)
    case .notReproduced:
      // No set of constraints reproduces it, so the whole order is recorded.
      schedule.order = .recorded(trace.map(\.id))
    }
    // With a fixed order, fewer faults and steps may be needed.
    for candidate in Self.smaller(schedule, steps: runner.subject.stepCount) {
      guard replays < budget, let next = candidate(schedule) else { continue }
      replays += 1
      if fails(runner.run(next, under: policies.policy(for: next))), counts(next) { schedule = next }
    }
    let canonical = canonical(schedule, counts: counts)
    var result = try verified(
      canonical?.schedule ?? schedule, isMinimal: canonical?.isMinimal ?? (cause.outcome == .minimal))
    result.conflicts = canonical?.conflicts ?? []
    return result
  }

  /// Tries the whole story in natural order with at most one fault; nil if none shows the failure.
  ///
  /// It then explains the failure, whatever schedule was found. So the reported cause does not change with the seed if
  /// a fault alone is enough.
  private mutating func simplestSchedule() -> Schedule? {
    guard runner.subject is StoryStage else { return nil }
    for fault in [nil] + runner.subject.scenario.faults.indices.prefix(budget / 8).map(Optional.some) {
      var candidate = Schedule.natural
      if let fault { candidate.faults.insert(fault) }
      replays += 1
      if fails(runner.run(candidate, under: policies.policy(for: candidate))) { return candidate }
    }
    return nil
  }

  /// Runs a schedule twice and compares all events.
  func verified(_ schedule: Schedule, isMinimal: Bool = false) throws(ShrinkFailure) -> ShrunkSchedule {
    var digests: [UInt64] = []
    var outcome: ScheduleOutcome?
    for _ in 0..<2 {
      let digest = EventDigest()
      let next = runner.run(schedule, under: policies.policy(for: schedule), observers: { _ in [digest] })
      guard fails(next) else { throw failure(schedule) }
      digests.append(digest.value)
      outcome = next
    }
    let trace = runner.trace
    guard digests[0] == digests[1], let outcome,
      let finding = outcome.findings.first(where: { $0.signature == signature })
    else { throw failure(schedule) }
    var passes = false
    if case .constrained = schedule.order {
      var natural = schedule
      natural.order = .natural
      passes = !fails(runner.run(natural, under: policies.policy(for: natural)))
    }
    var furtherFindings: [Finding] = []
    for other in outcome.findings
    where other.signature != signature && !furtherFindings.contains(where: { $0.signature == other.signature }) {
      // The steps that another expectation depends on may have been left out.
      if other.oracle == .expectation, let soundApp, schedule.order != .given,
        !soundApp.passes(other.signature, in: schedule, like: trace)
      {
        continue
      }
      furtherFindings.append(other)
    }
    return ShrunkSchedule(
      schedule: schedule, finding: finding, furtherFindings: furtherFindings, trace: trace,
      passesWithoutConstraints: passes,
      replays: replays, isMinimal: isMinimal,
      soundApp: judge?.verdict(on: signature, in: schedule, like: trace))
  }

  private func fails(_ outcome: ScheduleOutcome) -> Bool { outcome.shows(signature) }

  private func failure(_ schedule: Schedule) -> ShrinkFailure {
    .notDeterministic(signature: signature, schedule: schedule.number)
  }

  /// The ways to leave something out, one at a time, the coarsest first; nil if nothing can be left out.
  static func smaller(_ schedule: Schedule, steps: Int) -> [@Sendable (Schedule) -> Schedule?] {
    var ways: [@Sendable (Schedule) -> Schedule?] = []
    for fault in schedule.faults.places {
      ways.append { schedule in
        var next = schedule
        next.faults.remove(fault)
        return next
      }
    }
    for step in (0..<min(64, steps)).reversed() where schedule.leftOut >> UInt64(step) & 1 == 0 {
      ways.append { schedule in
        var next = schedule
        next.leftOut |= 1 << UInt64(step)
        return next
      }
    }
    if schedule.drawsLatencies {
      ways.append { schedule in
        var next = schedule
        next.drawsLatencies = false
        return next
      }
    }
    return ways
  }
}

extension ScheduleOutcome {
  func shows(_ signature: String) -> Bool { findings.contains { $0.signature == signature } }
}
