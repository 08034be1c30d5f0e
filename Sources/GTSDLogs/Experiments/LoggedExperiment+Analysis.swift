import Foundation
import GTSDModel
import Statistics

extension LoggedExperiment {
  /// The difference for which the always-valid test is tuned. It is fixed in advance, since a test that chooses it from
  /// the data would not be valid.
  package static let detectable = 0.05
  /// The probability of ever reporting a difference that does not exist: for the first indicator over all arms, for the
  /// other indicators over all of them together.
  package static let alpha = 0.05
  /// The least number of people in an arm for an analysis.
  package static let minPeople = 10
  /// The length of the time before a person's assignment, in milliseconds, whose events are the covariate.
  package static let before = 7 * Milliseconds.day
  /// The greatest number of experiments reported.
  private static let most = 20

  /// The experiments of a log, most people first.
  package static func all(of log: EventLog) -> [LoggedExperiment] {
    guard !log.exposures.isEmpty else { return [] }
    let people = log.exposures.experiments.ordered {
      ($1.people.count + $1.mixed.count, $0.name) < ($0.people.count + $0.mixed.count, $1.name)
    }
    return people.prefix(most).map { LoggedExperiment($0, plan: log.exposures.plans[$0.name], log) }
  }

  private init(_ experiment: LogExposures.Experiment, plan: LogExposures.Plan?, _ log: EventLog) {
    self.init(name: experiment.name)
    outside = log.users - experiment.people.count - experiment.mixed.count { $0 >= 0 }
    mixed = experiment.mixed.count
    guard !experiment.isCrowded else {
      outside = 0
      effect = .tooManyArms
      return
    }
    let places = setArms(experiment, plan)
    guard arms.count >= 2, arms.count(where: { $0.people > 0 }) >= 2 else {
      effect = .oneArm
      return
    }
    if let test = SampleRatioTest(counts: arms.map(\.people), weights: arms.map(\.planned)) {
      (chiSquare, ratioP) = (test.chiSquare, test.p)
      if test.isMismatch { effect = .ratio }
    }
    let members = Self.members(experiment, places, log)
    let adjustment = CovariateAdjustment(Self.sums(members, arms.count) { _ in 0 })
    let active = members.count { $0.covariate > 0 }
    if active >= 20, let adjustment {
      balanceP = adjustment.balance
      if adjustment.balance < SampleRatioTest.limit, effect == .stated { effect = .balance }
    }
    guard effect == .stated else { return }
    setRows(members, log)
  }

  /// Names the arms in order and returns, for each arm found in the log, its index among them; nil for an arm that
  /// was not planned.
  private mutating func setArms(_ experiment: LogExposures.Experiment, _ plan: LogExposures.Plan?) -> [Int?] {
    var people = experiment.idle
    for sighting in experiment.people.values { people[sighting.arm] += 1 }
    let shares = plan?.shares ?? [:]
    areSharesStated = !shares.isEmpty
    let names = shares.isEmpty ? experiment.arms : shares.keys.sorted()
    isControlStated = plan?.control != nil
    let control = plan?.control ?? Self.control(of: names)
    let ordered = names.filter { $0 == control } + names.filter { $0 != control }
    let total = ordered.reduce(0) { $0 + (shares[$1] ?? 1) }
    arms = ordered.map { name in
      let index = experiment.arms.firstIndex(of: name)
      return Arm(
        name: name, people: index.map { people[$0] } ?? 0, planned: (shares[name] ?? 1) / total,
        idle: index.map { experiment.idle[$0] } ?? 0)
    }
    let places = experiment.arms.map { name in ordered.firstIndex(of: name) }
    unplanned = zip(places, people).reduce(0) { $0 + ($1.0 == nil ? $1.1 : 0) }
    return places
  }

  /// The arm whose name says that it is the control; if there is none, the first arm.
  private static func control(of names: [String]) -> String? {
    for word in ["control", "baseline", "original", "off", "false", "0"] {
      if let name = names.first(where: { $0.lowercased() == word }) { return name }
    }
    return names.first { $0.lowercased().contains("control") } ?? names.first
  }

  // MARK: People

  /// A person who was assigned to one arm and has events.
  private struct Member {
    var arm: Int
    var named: Int64
    var times: PersonTimes
    /// The number of the person's earlier events on a logarithmic scale.
    var covariate: Double
  }

  private static func members(
    _ experiment: LogExposures.Experiment, _ places: [Int?], _ log: EventLog
  ) -> [Member] {
    experiment.people.sorted { $0.key < $1.key }.compactMap { user, sighting in
      guard let arm = places[sighting.arm] else { return nil }
      let events = log.events(of: Int(user))
      let earlier = events.count { $0.time < sighting.first && $0.time >= sighting.first - before }
      return Member(
        arm: arm, named: sighting.first, times: PersonTimes(events), covariate: log1p(Double(earlier)))
    }
  }

  private static func sums(_ members: [Member], _ arms: Int, _ outcome: (Member) -> Double?) -> [CovariateSums] {
    var sums = Array(repeating: CovariateSums(), count: arms)
    for member in members {
      if let outcome = outcome(member) { sums[member.arm].add(covariate: member.covariate, outcome: outcome) }
    }
    return sums
  }

  // MARK: Indicators

  private mutating func setRows(_ members: [Member], _ log: EventLog) {
    var measured: [LoggedIndicator] = []
    for indicator in LoggedIndicator.all {
      let missing = indicator.needs.filter { !log.has($0) }
      if missing.isEmpty {
        measured.append(indicator)
      } else {
        unmeasured.append(
          Unmeasured(
            id: indicator.kpi.rawValue, title: indicator.kpi.definition.title, missing: missing.map(\.text)))
      }
    }
    let comparisons = Double(arms.count - 1)
    rows = measured.enumerated().map { index, indicator in
      let others = index == 0 ? 1 : Double(measured.count - 1)
      return row(indicator, members, log.end, alpha: Self.alpha / (comparisons * others))
    }
  }

  private func row(_ indicator: LoggedIndicator, _ members: [Member], _ end: Int64, alpha: Double) -> Row {
    var outcomes = arms.map {
      Outcome(arm: $0.name, successes: 0, trials: 0, censored: 0, late: 0, verdict: .notMeasured)
    }
    let results = members.map { member -> Double? in
      guard let outcome = indicator.outcome(member.times) else { return nil }
      guard member.named < outcome.decided else {
        outcomes[member.arm].late += 1
        return nil
      }
      guard outcome.isClosed(by: end) else {
        outcomes[member.arm].censored += 1
        return nil
      }
      let isSuccess = outcome.isHit != indicator.isOfMissing
      outcomes[member.arm].trials += 1
      if isSuccess { outcomes[member.arm].successes += 1 }
      return isSuccess ? 1 : 0
    }
    var sums = Array(repeating: CovariateSums(), count: arms.count)
    for (member, result) in zip(members, results) {
      if let result { sums[member.arm].add(covariate: member.covariate, outcome: result) }
    }
    let direction = KPIDirection(indicator.kpi.definition.targets)
    let adjustment = CovariateAdjustment(sums)
    setShares(&outcomes, direction)
    for index in outcomes.indices.dropFirst() {
      compare(index, &outcomes, adjustment, direction, alpha: alpha)
    }
    return Row(
      id: indicator.kpi.rawValue, title: indicator.kpi.definition.title, arms: outcomes,
      reduction: adjustment?.reduction)
  }

  private func setShares(_ outcomes: inout [Outcome], _ direction: KPIDirection) {
    for index in outcomes.indices {
      outcomes[index].interval = ProportionInterval.wilson(
        successes: outcomes[index].successes, trials: outcomes[index].trials)
    }
    guard direction != .none, outcomes.allSatisfy({ $0.trials >= Self.minPeople }) else { return }
    let chances = BetaDistribution.probabilitiesOfGreatest(
      outcomes.map { outcome in
        let (yes, no) = (Double(outcome.successes) + 1, Double(outcome.trials - outcome.successes) + 1)
        return direction == .lowerIsBetter ? (a: no, b: yes) : (a: yes, b: no)
      })
    for index in outcomes.indices { outcomes[index].best = chances[index] }
  }

  private func compare(
    _ index: Int, _ outcomes: inout [Outcome], _ adjustment: CovariateAdjustment?, _ direction: KPIDirection,
    alpha: Double
  ) {
    let (own, control) = (outcomes[index], outcomes[0])
    guard own.trials >= Self.minPeople, control.trials >= Self.minPeople else { return }
    let groups = [own, control].map { TwoProportionTest.Group(successes: $0.successes, trials: $0.trials) }
    guard let plain = TwoProportionTest(treated: groups[0], control: groups[1]) else { return }
    var test = AlwaysValidTest(detectable: Self.detectable, alpha: alpha)
    let variance = groups.reduce(0) { $0 + AlwaysValidTest.smoothedVariance($1) }
    let difference = adjustment?.difference(index, less: 0) ?? plain.difference
    test.look(difference: difference, variance: variance * (1 - (adjustment?.reduction ?? 0)))
    outcomes[index].difference = difference
    outcomes[index].alwaysValid = test.interval
    outcomes[index].p = test.p
    outcomes[index].planned = plain.differenceInterval().moved(
      from: plain.difference, to: difference, by: (1 - (adjustment?.reduction ?? 0)).squareRoot())
    outcomes[index].verdict = ComparisonVerdict(
      difference: difference, isSignificant: test.isSignificant, direction: direction)
  }
}

extension Interval {
  /// The interval after an estimate has been replaced by one that is more precise by a factor.
  fileprivate func moved(from old: Double, to new: Double, by factor: Double) -> Interval {
    guard old != new || factor != 1 else { return self }
    return Interval(
      level: level, low: new - (old - low) * factor, high: new + (high - old) * factor, method: "\(method)-adjusted")
  }
}
