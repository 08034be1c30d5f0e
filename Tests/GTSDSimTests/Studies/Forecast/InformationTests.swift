import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import Randomness
@testable import Statistics

struct InformationTests {
  /// The value of a measurement by brute force: draws of the input, and for each the share of yes among draws of the
  /// rest. The conjugate case has a closed form to compare with.
  @Test(arguments: [(0.4, 0.9, 0.8, 0.5), (-0.2, 0.5, 1.2, 0.3), (0.1, 0.6, 0.3, 1.0)])
  func valueOfPerfectInformationIsThatOfBruteForce(margin: Double, slope: Double, other: Double, chance: Double) {
    var random = SplitMix64(seed: 11)
    func normal() -> Double {
      NormalDistribution.quantile(Draws.uniform(random.next()))
    }
    let (outer, inner) = (200, 1_000)
    var (right, all) = (0.0, 0)
    for stratum in 0..<outer {
      // One draw in each part of the input's distribution, since a plain sample of 200 would be wrong by a tenth.
      let place = (Double(stratum) + Draws.uniform(random.next())) / Double(outer)
      let known = margin + slope * NormalDistribution.quantile(place)
      let yes = (0..<inner).count { _ in known + other * normal() + chance * normal() > 0 }
      all += yes
      let share = Double(yes) / Double(inner)
      right += max(share, 1 - share)
    }
    let share = Double(all) / Double(outer * inner)
    let brute = right / Double(outer) - max(share, 1 - share)
    let variance = slope * slope + other * other + chance * chance
    let information = PerfectInformation(probability: NormalDistribution.cumulative(margin / variance.squareRoot()))
    let worth = information.worth(ofShare: slope * slope / variance)
    #expect(abs(information.probability - share) < 0.01)
    #expect(abs(worth - brute) < 0.1 * brute, "\(worth) against \(brute)")
    let half = information.worth(ofShare: 0.5 * slope * slope / variance)
    #expect(half < worth && worth <= information.worth(ofShare: 1) && information.worth(ofShare: 0) == 0)
  }

  @Test("The value of knowing everything is the probability of a wrong answer, and each pair of an interval is within")
  func valuesOfPairs() {
    for probability in [0, 0.01, 0.3, 0.5, 0.8, 1] {
      let all = PerfectInformation(probability: probability).worth(ofShare: 1)
      #expect(abs(all - min(probability, 1 - probability)) < 1e-3, "\(probability): \(all)")
    }
    for (low, high) in [(0.1, 0.3), (0.2, 0.9), (0.6, 1.0)] {
      let chance = Interval(level: 0.95, low: low, high: high, method: "test")
      let ends = PerfectInformation.worth(probability: chance, share: (0.2, 0.7))
      for (part, share) in [(0.0, 0.2), (0.3, 0.4), (0.6, 0.7), (1.0, 0.5)] {
        let worth = PerfectInformation(probability: low + part * (high - low)).worth(ofShare: share)
        #expect(worth >= ends.low - 1e-12 && worth <= ends.high + 1e-12)
      }
    }
  }

  @Test func movingFactorIsFoundAmongMany() {
    var alarms = 0
    for seed in 0..<60 as Range<UInt64> {
      let draws = Draws(seed: seed)
      let inputs = (0..<200 as Range<UInt32>).map { input in
        (0..<50 as Range<UInt32>).map {
          NormalDistribution.quantile(draws.uniform(user: input, purpose: 1, step: $0))
        }
      }
      let noise = (0..<50 as Range<UInt32>).map {
        NormalDistribution.quantile(draws.uniform(user: 0, purpose: 2, step: $0))
      }
      let driven = noise.indices.map { 0.3 * noise[$0] + inputs[7][$0] - 0.6 * inputs[120][$0] }
      let chosen = ForwardSelection.choose(inputs, driven)
      #expect(chosen.prefix(2).map(\.input) == [7, 120])
      // One standard error is 0.3 over the root of 50 values.
      #expect(abs((chosen.first?.slope ?? 0) - 1) < 0.2)
      if !ForwardSelection.choose(inputs, noise).isEmpty { alarms += 1 }
    }
    // At 5 % each, 60 times: more than 8 happen once in a hundred thousand.
    #expect(alarms <= 9)
  }

  @Test func assumptionsWithoutASourceAreDrawnByDefault() throws {
    let scenario = try Scenario.parse("{}")
    let values = scenario.unsourcedValues
    #expect(values.count > 70 && Set(values.map(\.path)).count == values.count)
    // Two of the four kinds inherit it, so it is one unknown.
    let follow = try #require(values.first { $0.path == "population.personas.decisions.followCard" })
    #expect(follow.places == ["casual", "restless"].map { "population.personas.\($0).decisions.followCard" })
    let odds = { (share: Double) in share / (1 - share) }
    // Nine of ten draws lie within the factor of the odds; the middle one is the value.
    #expect(abs(odds(follow.drawn(at: 0.95)) / odds(follow.base) - 1.5) < 1e-9)
    #expect(abs(odds(follow.drawn(at: 0.05)) * 1.5 / odds(follow.base) - 1) < 1e-9)
    #expect(abs(follow.drawn(at: 0.5) - follow.base) < 1e-9)
    let time = try #require(values.first { $0.kind == .duration })
    #expect(abs(time.drawn(at: 0.95) / time.base - 1.5) < 1e-9)
    #expect(try Scenario.parse(#"{"uncertainty": {"factor": 1}}"#).unsourcedValues.isEmpty)
    let own = try Scenario.parse(
      #"""
      {"uncertainty": {"factor": 1, "spread": {"backend.metricsDelay.lognormal.median": 3}},
       "population": {"personas": [{"name": "a", "decisions": {"followCard": {"value": 0.4, "spread": 2}}}]}}
      """#)
    #expect(
      own.unsourcedValues.map { "\($0.path) \($0.spread ?? 0)" } == [
        "population.personas.a.decisions.followCard 2.0", "backend.metricsDelay.lognormal.median 3.0",
      ])
    #expect(ParameterDraws(scenario, replications: 8, isStratified: true, chanceAlone: true).values.isEmpty)
  }

  /// A set is named in tokens rather than written out, and can be drawn again.
  @Test func aSetOfDrawsIsMadeAgainFromItsName() throws {
    let scenario = try Scenario.parse("{}")
    for replications in [8, 40] {
      let draws = ParameterDraws(scenario, replications: replications, isStratified: true)
      let set = DrawnSet(draws, set: 3)
      let read = try #require(DrawnSet(override: set.override))
      #expect(read == set)
      #expect(try read.scenario(of: scenario) == scenario.setting(draws.assignments(ofSet: 3)))
    }
    #expect(DrawnSet(override: "population.size=3") == nil && DrawnSet(override: "forecast.draw=1/2") == nil)
  }

  /// A forecast of 40 draws, in which the first assumption causes 0.6 of the variance between true shares.
  private static func information(ofAtLeast bound: Double, seed: UInt64) throws -> ForecastSection.Information {
    let scenario = try Scenario.parse(#"{"population": {"size": 1000}, "seed": \#(seed + 1)}"#)
    let parameters = ParameterDraws(scenario, replications: 80, isStratified: true)
    let demand = TargetOverride(
      kpi: KPI.acknowledgmentRate24h.id, comparison: ">=", value: [bound], level: .criterion)
    var fold = ForecastFold(
      kpi: .acknowledgmentRate24h, targets: [demand], horizonSeconds: 86_400, draws: parameters, size: 1_000,
      simulated: 100)
    let draws = Draws(seed: seed)
    for index in 0..<80 as Range<UInt32> {
      let first = NormalDistribution.quantile(parameters.uniform(parameter: 0, set: Int(index / 2)))
      let others = NormalDistribution.quantile(draws.uniform(user: index / 2, purpose: 1))
      let own = NormalDistribution.quantile(draws.uniform(user: index, purpose: 2))
      let share = 0.5 + 0.05 * (0.6.squareRoot() * first + 0.4.squareRoot() * others)
      var values = ReplicationValues(
        values: KPI.allCases.map { _ in nil }, changes: KPI.allCases.map { _ in nil }, curve: [], violations: 0)
      values.values[KPI.acknowledgmentRate24h.position] = share + own * (0.25 / 100).squareRoot()
      fold.add([values])
    }
    return try #require(fold.information(users: 1_000))
  }

  @Test("The values of knowing one and all assumptions lie in their intervals", arguments: [0.4, 0.5])
  func valuesOfKnownWorlds(bound: Double) throws {
    let variance = 0.05 * 0.05 + 0.25 / 1_000
    let truth = PerfectInformation(
      probability: NormalDistribution.cumulative((0.5 - bound) / variance.squareRoot()))
    let (all, one) = (truth.worth(ofShare: 0.0025 / variance), truth.worth(ofShare: 0.6 * 0.0025 / variance))
    var held = 0
    let seeds = 10
    for seed in 0..<UInt64(seeds) {
      let found = try Self.information(ofAtLeast: bound, seed: seed)
      let total = try #require(found.worthInterval)
      let chance = try #require(found.probabilityInterval)
      // Nobody gains more than an answer can be wrong.
      #expect(total.high <= max(min(chance.high, 0.5), 1 - max(chance.low, 0.5)) + 1e-3)
      // 40 draws do not always show the first assumption.
      let own = found.values.first?.interval ?? total
      #expect(own.high <= total.high + 1e-12)
      if total.low <= all, all <= total.high, own.low <= one, one <= own.high { held += 1 }
    }
    #expect(held >= BinomialDistribution.quantile(0.0005, trials: seeds, probability: 0.9), "\(held)")
  }

  /// A forecast of 20 replications of 60 people out of 1,000, whose share is normal over sets with mean 0.5.
  private static func probability(ofAtLeast bound: Double, seed: UInt64) throws -> (value: Double, interval: Interval) {
    let scenario = try Scenario.parse(#"{"population": {"size": 1000}}"#)
    var fold = ForecastFold(
      kpi: .acknowledgmentRate24h, targets: [], horizonSeconds: 86_400,
      draws: ParameterDraws(scenario, replications: 20, isStratified: false), size: 1_000, simulated: 60)
    let draws = Draws(seed: seed)
    for index in 0..<20 as Range<UInt32> {
      let set = NormalDistribution.quantile(draws.uniform(user: index / 2, purpose: 1))
      let own = NormalDistribution.quantile(draws.uniform(user: index, purpose: 2))
      var values = ReplicationValues(
        values: KPI.allCases.map { _ in nil }, changes: KPI.allCases.map { _ in nil }, curve: [], violations: 0)
      values.values[KPI.acknowledgmentRate24h.position] = 0.5 + 0.05 * set + own * (0.25 / 60).squareRoot()
      fold.add([values])
    }
    let demand = KPITarget(
      level: .criterion, comparison: .atLeast, value: .number(bound), versus: .absolute, source: "test")
    return try #require(fold.probability(of: demand, kpi: .acknowledgmentRate24h))
  }

  @Test("A few sets of assumptions decide a distant target, and no interval of a probability is too narrow")
  func farTargetsAreSettled() throws {
    let deviation = (0.05 * 0.05 + 0.25 / 1_000).squareRoot()
    for bound in [0.15, 0.46, 0.85] {
      let truth = NormalDistribution.cumulative((0.5 - bound) / deviation)
      let found = try (0..<30).map { try Self.probability(ofAtLeast: bound, seed: $0) }
      let held = found.count { $0.interval.low <= truth && truth <= $0.interval.high }
      #expect(held >= BinomialDistribution.quantile(0.0005, trials: 30, probability: 0.95), "\(bound): \(held)")
      // Ten sets that all are met leave 69.2 % at the least, by Clopper and Pearson.
      if bound == 0.15 { #expect(found.allSatisfy { $0.interval.low > 0.69 && $0.value > 0.99 }) }
      if bound == 0.85 { #expect(found.allSatisfy { $0.interval.high < 0.31 && $0.value < 0.01 }) }
    }
  }

  /// Twice as many people tell more of the same probability: only its precision depends on how many are simulated.
  @Test func theProbabilityIsForThePeopleThatTheScenarioDescribes() throws {
    let scenario = try Scenario.parse(#"{"population": {"size": 5000}}"#)
    func probability(simulated: Int) throws -> (value: Double, interval: Interval) {
      var fold = ForecastFold(
        kpi: .acknowledgmentRate24h, targets: [], horizonSeconds: 86_400,
        draws: ParameterDraws(scenario, replications: 1_600, isStratified: true), size: 5_000, simulated: simulated)
      let draws = Draws(seed: 8)
      for index in 0..<1_600 as Range<UInt32> {
        let set = NormalDistribution.quantile(draws.uniform(user: index / 2, purpose: 1))
        let own = NormalDistribution.quantile(draws.uniform(user: index, purpose: 2, step: UInt32(simulated)))
        let share = 0.82 + 0.02 * set + own * (0.82 * 0.18 / Double(simulated)).squareRoot()
        var values = ReplicationValues(
          values: KPI.allCases.map { _ in nil }, changes: KPI.allCases.map { _ in nil }, curve: [], violations: 0)
        values.values[KPI.acknowledgmentRate24h.position] = share
        fold.add([values])
      }
      let demand = KPITarget(
        level: .criterion, comparison: .atLeast, value: .number(0.8), versus: .absolute, source: "test")
      return try #require(fold.probability(of: demand, kpi: .acknowledgmentRate24h))
    }
    // The truth: one standard deviation above the bound, apart from the chance among 5,000 people.
    let truth = NormalDistribution.cumulative(0.02 / (0.0004 + 0.82 * 0.18 / 5_000).squareRoot())
    // Three standard errors, since a small population estimates the same probability less precisely.
    for (simulated, error) in [(200, 0.06), (1_000, 0.036), (5_000, 0.03)] {
      let found = try probability(simulated: simulated)
      #expect(abs(found.value - truth) < error, "\(simulated)")
      #expect(found.interval.low < truth && truth < found.interval.high, "\(simulated): \(found.interval)")
    }
  }

  /// Shares of ten people are often 0, so that the mean of their log-odds lies far from the log-odds of their mean. The
  /// probability for the described people does not depend on that.
  @Test func sharesOfFewPeopleDoNotShiftTheProbability() throws {
    let scenario = try Scenario.parse(#"{"population": {"size": 3000}}"#)
    let (centre, deviation, viewers) = (-2.15, 0.25, 10)
    func share(_ logOdds: Double) -> Double { 1 / (1 + PortableMath.exp(-logOdds)) }
    let demand = KPITarget(
      level: .target, comparison: .below, value: .number(0.1), versus: .absolute, source: "test")
    // Of a hundred times as many people, a thousand view the card.
    let places = (0..<2_000).map { (Double($0) + 0.5) / 2_000 }
    let truth =
      places.map { place in
        let own = share(centre + deviation * NormalDistribution.quantile(place))
        return BinomialDistribution.cumulative(99, trials: 1_000, probability: own)
      }.reduce(0, +) / Double(places.count)
    let found = try (0..<60 as Range<UInt64>).map { seed in
      let draws = Draws(seed: seed)
      var fold = ForecastFold(
        kpi: .dismissalRate, targets: [], horizonSeconds: 86_400,
        draws: ParameterDraws(scenario, replications: 20, isStratified: false), size: 3_000, simulated: 30)
      for index in 0..<20 as Range<UInt32> {
        let set = NormalDistribution.quantile(draws.uniform(user: index / 2, purpose: 1))
        let dismissed = BinomialDistribution.quantile(
          draws.uniform(user: index, purpose: 2), trials: viewers, probability: share(centre + deviation * set))
        var values = ReplicationValues(
          values: KPI.allCases.map { _ in nil }, changes: KPI.allCases.map { _ in nil }, curve: [], violations: 0)
        values.values[KPI.dismissalRate.position] = Double(dismissed) / Double(viewers)
        fold.add([values])
      }
      return try #require(fold.probability(of: demand, kpi: .dismissalRate))
    }
    // The log-odds of each share would say 0.9 on average, and their intervals would hold the truth in a third.
    let mean = SampleMoments(found.map(\.value)).mean
    #expect(abs(mean - truth) < 0.12, "\(mean) against \(truth)")
    let held = found.count { $0.interval.low <= truth && truth <= $0.interval.high }
    #expect(held >= BinomialDistribution.quantile(0.0005, trials: 60, probability: 0.95), "\(held)")
  }
}
