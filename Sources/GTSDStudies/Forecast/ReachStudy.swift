import GTSDLogs
import GTSDModel
import GTSDWorld
import Statistics

/// Measures how each change that a product team can make affects an indicator and the probability of its target. People
/// and drawn assumptions are the same with and without the change.
struct ReachStudy {
  /// The largest number of replications with each change. With the same people in all, few are enough.
  private static let maxReplications = 40

  let kpi: KPI
  let runner: TrialRunner
  let draws: ParameterDraws
  /// An empty fold with the forecast's settings, which computes probabilities as the forecast does.
  let fold: ForecastFold
  private let changes: [ProductChange]

  init(kpi: KPI, runner: TrialRunner, draws: ParameterDraws, fold: ForecastFold) {
    (self.kpi, self.runner, self.draws, self.fold) = (kpi, runner, draws, fold)
    changes = ProductChange.all(of: runner.scenario)
  }

  private func trials(_ change: ProductChange?, _ count: Int) throws(Forecast.Failure) -> [Ensemble.Trial] {
    var trials: [Ensemble.Trial] = []
    for number in 0..<UInt32(count) where !runner.isCancelled {
      var variant = try runner.variant(draws.assignments(ofSet: draws.set(of: number)))
      if let change {
        do { variant = try change.apply(variant) } catch {
          throw .refused(error.problems.map(\.description).joined(separator: "; "))
        }
      }
      trials.append(Ensemble.Trial(variant, replication: number))
    }
    return trials
  }

  /// The users of all its trials.
  func users(replications: Int) -> Int {
    (1 + changes.count) * Self.count(replications) * runner.scenario.population.size
  }

  private static func count(_ replications: Int) -> Int { min(replications, maxReplications) }

  /// Runs a shard's part: all trials are known beforehand.
  ///
  /// - Returns: whether all are available.
  func runPart(replications: Int) throws(Forecast.Failure) -> Bool {
    var all: [Ensemble.Trial] = []
    for change in [nil] + changes.map(Optional.some) { all += try trials(change, Self.count(replications)) }
    return runner.prepare(all, phase: "reach")
  }

  /// Runs every change.
  ///
  /// - Parameter replications: the number of the forecast's replications. The study uses as many for each change, up to
  ///   its own limit.
  func run(replications: Int) throws(Forecast.Failure) -> ForecastSection.Reach? {
    let count = Self.count(replications)
    let base = runner.run(try trials(nil, count), phase: "reach").values
    guard base.count == count, base.contains(where: { $0.value(of: kpi) != nil }) else { return nil }
    var rows: [ForecastSection.Reach.Change] = []
    var pairs: [PairedDifference?] = []
    for change in changes {
      let values = runner.run(try trials(change, count), phase: "reach").values
      guard values.count == count else { return nil }
      let paired = paired(base, values)
      rows.append(row(change, values, paired))
      pairs.append(paired)
    }
    adjust(&rows, pairs)
    let isLower = KPIDirection(kpi.targets(overriddenBy: runner.scenario.targets)) == .lowerIsBetter
    return ForecastSection.Reach(
      baseline: DrawnMeans(base.map { $0.value(of: kpi) }, draws).mean, replications: count,
      users: runner.scenario.population.size,
      changes: rows.ordered { first, second in
        let gains = [first, second].map { ($0.difference ?? 0) * (isLower ? -1 : 1) }
        return (gains[1], first.name) < (gains[0], second.name)
      })
  }

  /// The differences that a change makes, paired by sets of drawn values, which are independent of each other. Nil for
  /// fewer than two sets.
  private func paired(_ base: [ReplicationValues], _ values: [ReplicationValues]) -> PairedDifference? {
    let both = zip(base, values).map { first, second in
      first.value(of: kpi).flatMap { a in second.value(of: kpi).map { (a, $0) } }
    }
    let first = DrawnMeans(both.map { $0?.0 }, draws).means
    let second = DrawnMeans(both.map { $0?.1 }, draws).means
    return PairedDifference(first: first, second: second)
  }

  private func row(
    _ change: ProductChange, _ values: [ReplicationValues], _ paired: PairedDifference?
  ) -> ForecastSection.Reach.Change {
    var own = fold
    own.add(values)
    let demands = kpi.targets(overriddenBy: runner.scenario.targets).filter { $0.versus == .absolute }
    let mean = DrawnMeans(values.map { $0.value(of: kpi) }, draws)
    var row = ForecastSection.Reach.Change(
      name: change.name, isControlled: change.kind.isControlled, assumed: change.assumed, option: change.option)
    row.difference = paired?.mean
    row.value = mean.count > 0 ? mean.mean : nil
    if let demand = demands.first(where: { $0.level == .criterion }) ?? demands.first {
      let target = own.target(kpi, demand, mean: mean.interval)
      (row.probability, row.probabilityInterval, row.verdict) = (target.probability, target.interval, target.verdict)
    }
    return row
  }

  /// Widens the intervals of changes by Bonferroni's method, since all changes are compared at once.
  private func adjust(_ rows: inout [ForecastSection.Reach.Change], _ pairs: [PairedDifference?]) {
    let varying = pairs.indices.filter { (pairs[$0]?.variance ?? 0) > 0 }
    let level = MultipleComparisons.bonferroniLevel(of: varying.count)
    for place in varying {
      rows[place].interval = pairs[place].map { $0.interval(level: level).possibleChange(of: kpi) }
    }
  }
}
