import Foundation
import GTSDModel
import TestSupport
import Testing

@testable import GTSDLogs
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import Randomness
@testable import Statistics

struct EstimatorTests {
  // MARK: Shares of people who differ

  /// Ten occasions each, all or none successful, count as one occasion per person.
  @Test func peopleWhoAlwaysDoTheSameCountOnce() throws {
    var rate = ClusteredRate()
    for person in 0..<200 { rate.add(successes: person % 2 * 10, of: 10) }
    #expect(rate.share == 0.5 && rate.trials == 2_000)
    #expect(close(rate.designEffect, 10 * 200 / 199.0, 1e-9))
    #expect(close(rate.standardError, (0.25 / 199).squareRoot(), 1e-9))
    let wilson = try #require(ProportionInterval.wilson(successes: 100, trials: 200))
    let interval = try #require(rate.interval())
    #expect(abs(interval.low - wilson.low) < 1e-3 && abs(interval.high - wilson.high) < 1e-3)
  }

  @Test func peopleWhoAreAlikeGetTheBinomialInterval() {
    var rate = ClusteredRate()
    for person in 0..<500 { rate.add(successes: person % 4 == 0 ? 1 : 0, of: 1) }
    #expect(rate.designEffect < 1.01)
    #expect(abs(rate.standardError - (0.25 * 0.75 / 500).squareRoot()) < 1e-4)
    var none = ClusteredRate()
    none.add(successes: 0, of: 50)
    #expect(none.share == 0 && none.standardError > 0)
  }

  // MARK: A part of a sum

  @Test func thePartIsFoundInTheSum() throws {
    var held = (median: 0, sigma: 0)
    let sets = 30
    for seed in 0..<sets {
      var generator = SplitMix64(seed: UInt64(seed) + 1)
      let sums = (0..<300).map { _ in
        8 * exp(0.7 * NormalDistribution.quantile(generator.uniform()))
          + 6 * exp(0.8 * NormalDistribution.quantile(generator.uniform()))
      }
      let fit = try #require(SummandFit(sums, knownMedian: 8, knownSigma: 0.7))
      if abs(log(fit.median / 6)) <= 1.96 * fit.logMedianError { held.median += 1 }
      if abs(log(fit.sigma / 0.8)) <= 1.96 * fit.logSigmaError { held.sigma += 1 }
    }
    let low = BinomialDistribution.quantile(0.0005, trials: sets, probability: 0.95)
    #expect(held.median >= low && held.sigma >= low, "\(held) of \(sets)")
  }

  // MARK: Days

  @Test func oneDayIsACount() throws {
    let people = (0..<100).map { CalibrationTally.Days(used: $0 < 60 ? 2 : 0, observed: 2) }
    let fit = try #require(DayFit(people, givenDecay: 0.9))
    #expect(!fit.fitsDecay && fit.decay == 0.9 && fit.used == 60 && fit.observed == 100)
    #expect(close(fit.daily, 0.6 / 0.9, 1e-4))
    #expect(close(fit.logDailyError, (0.4 / 0.6 / 100).squareRoot(), 1e-3))
  }

  @Test func severalDaysGiveTheDecay() throws {
    var generator = SplitMix64(seed: 3)
    let people = (0..<800).map { _ in
      var days = CalibrationTally.Days()
      for day in 1...8 {
        days.observed |= 1 << UInt64(day)
        if generator.uniform() < 0.7 * pow(0.9, Double(day)) { days.used |= 1 << UInt64(day) }
      }
      return days
    }
    let fit = try #require(DayFit(people, givenDecay: 1))
    #expect(fit.fitsDecay)
    #expect(abs(log(fit.daily / 0.7)) < 3.3 * fit.logDailyError)
    #expect(abs(log(fit.decay / 0.9)) < 3.3 * fit.logDecayError)
    #expect(fit.logDecayError < 0.02)
  }

  @Test("If usage rises from day to day, the fitted decay is near its bound and has an interval")
  func aRiseIsTheBound() throws {
    let people = (0..<400).map { person in
      CalibrationTally.Days(used: (person % 10 < 5 ? 2 : 0) | (person % 10 < 7 ? 4 : 0), observed: 6)
    }
    let fit = try #require(DayFit(people, givenDecay: 0.9))
    let interval = try #require(fit.boundInterval)
    #expect(fit.fitsDecay && fit.logDecayError > 0 && interval.low < fit.decay && fit.decay < 1 && interval.high == 1)
    #expect(fit.decay > 0.97 && interval.low > 0.9, "\(fit.decay), \(interval)")
    #expect(close(fit.daily, 0.6, 0.03))
  }

  @Test("Intervals of a decay at its bound contain the true value")
  func boundedDecaysCover() throws {
    var generator = SplitMix64(seed: 12)
    var (bounded, held) = (0, 0)
    for _ in 0..<300 {
      let people = (0..<120).map { _ in
        var days = CalibrationTally.Days()
        for day in 1...4 {
          days.observed |= 1 << UInt64(day)
          if generator.uniform() < 0.5 * pow(0.98, Double(day)) { days.used |= 1 << UInt64(day) }
        }
        return days
      }
      guard let fit = DayFit(people, givenDecay: 0.9), let interval = fit.boundInterval else { continue }
      bounded += 1
      if interval.low <= 0.98, 0.98 <= interval.high { held += 1 }
    }
    #expect(bounded > 50 && Double(held) > 0.9 * Double(bounded), "\(held) of \(bounded)")
  }

  // MARK: Sign-ups

  @Test(arguments: [
    Arrival.uniform(over: .hours(30)), .daily(over: .hours(48)), .launch(mean: .hours(6)), .together,
  ])
  func signUpsShowTheirProcess(arrival: Arrival) throws {
    var generator = SplitMix64(seed: 11)
    let times = (0..<1_500).map { _ in arrival.instant(generator.uniform()) / 1_000_000 }
    let fit = ArrivalFit(times, end: 72 * 3_600_000)
    #expect(fit.people == 1_500 && fit.perDay.reduce(0, +) == 1_500)
    let best = try #require(fit.candidates.first)
    switch (arrival, try #require(fit.arrival)) {
    case (.uniform(let truth), .uniform(let span)), (.daily(let truth), .daily(let span)):
      #expect(abs(span.seconds / truth.seconds - 1) < 0.01)
    case (.launch(let truth), .launch(let mean)):
      #expect(abs(mean.seconds / truth.seconds - 1) < 0.1)
    case (.together, .together): break
    case (_, let other): Issue.record("\(other)")
    }
    // Kolmogorov's bound at 99.9 %.
    #expect(best.distance < 1.95 / 1_500.0.squareRoot())
  }

  /// Steady, growing, falling and bursting streams of 20 to 5,000 people over an hour to a year.
  @Test func anySignUpsHaveAProcessThatScenariosTake() throws {
    var generator = SplitMix64(seed: 20)
    let steady = ArrivalFit((0..<200).map { $0 * 1_296_000 / 2 }, end: 108_000_000)
    #expect(steady.candidates.first?.process == "uniform")
    for number in 0..<150 {
      let people = 20 + Int(pow(250, generator.uniform()) * 20) - 20
      let length = 3_600_000 * pow(8_760, generator.uniform())
      let bursts = (0..<3).map { _ in generator.uniform() }
      let times = (0..<people).map { index in
        let u = generator.uniform()
        let share =
          switch number % 5 {
          case 0: Double(index) / Double(people)
          case 1: u.squareRoot()
          case 2: u * u
          case 3: min(1, bursts[index % 3] + u / 1_000)
          default: 1 - pow(u, 9)
          }
        return Int64(share * length)
      }
      let fit = ArrivalFit(times, end: Int64(length * (1 + generator.uniform() / 10)))
      let arrival = try #require(fit.arrival)
      var scenario = Scenario(name: "fit")
      scenario.population.arrival = arrival
      #expect(throws: Never.self) { try Scenario.parse(bytes: Array(scenario.resolvedJSON.utf8)) }
      #expect(
        fit.candidates.allSatisfy { $0.seconds.isFinite && $0.logLikelihood.isFinite && (0...1).contains($0.distance) })
    }
  }

  @Test func fewSignUpsHaveNoProcess() {
    let fit = ArrivalFit((0..<19).map { Int64($0) * 1_000_000 }, end: 86_400_000)
    #expect(fit.arrival == nil && fit.people == 19)
  }

  // MARK: Figures

  @Test func predictionIntervalsHoldTheNextDraw() throws {
    var inside = 0
    var generator = SplitMix64(seed: 8)
    let sets = 2_000
    for _ in 0..<sets {
      let draws = (0..<11).map { _ in 10 + NormalDistribution.quantile(generator.uniform()) }
      let check = try #require(
        PredictiveCheck(.tapDelay, observed: draws[0], simulated: Array(draws.dropFirst()), users: 100))
      if check.isInside { inside += 1 }
      #expect(check.isInside == (check.p >= 0.05))
    }
    let low = BinomialDistribution.quantile(0.0005, trials: sets, probability: 0.95)
    let high = BinomialDistribution.quantile(0.9995, trials: sets, probability: 0.95)
    #expect((low...high).contains(inside))
  }

  @Test func outcomeOfNoReplicationIsRareRatherThanImpossible() throws {
    let zeros = [Double](repeating: 0, count: 20)
    let once = try #require(PredictiveCheck(.skipped, observed: 0.01, simulated: zeros, users: 100))
    #expect(once.isInside && once.interval.low == 0)
    let often = try #require(PredictiveCheck(.skipped, observed: 0.2, simulated: zeros, users: 100))
    #expect(!often.isInside)
  }
}
