package import GTSDModel
import GTSDStudies
import GTSDWorld
package import Statistics
import Synchronization

/// Measures the true level of intervals: how often the intervals that single studies print contain the value that many
/// such studies show together.
package struct CoverageStudy: Sendable {
  package var scenario: Scenario
  package var question: Question
  /// The number of studies, each with draws of its own.
  package var studies: Int
  /// Threads, 1 or more; nil takes one for each processor.
  package var jobs: Int?

  package init(_ scenario: Scenario, _ question: Question = .world, studies: Int, jobs: Int? = nil) {
    precondition(studies > 1, "coverage takes two studies or more, not \(studies)")
    self.scenario = scenario
    self.question = question
    self.studies = studies
    self.jobs = jobs
  }

  /// The kind of study whose intervals are examined.
  package enum Question: Sendable {
    /// The indicators of one world, as `run` prints them. Study number r is replication r.
    case world
    /// The means of a forecast of so many replications. Each study has a seed of its own.
    case forecast(replications: Int)
    /// The differences between the scenario and another one, over a number of pairs. Each study has a seed of its own.
    case comparison(with: Scenario, replications: Int)
  }

  /// The coverage of one indicator's intervals.
  package struct Row: Equatable, Sendable {
    package var kpi: KPI
    /// The value over all studies together, used as the truth.
    package var truth: Double
    /// The expected number of the rarer outcome of a share, success or failure, in a world; nil for other questions.
    /// Below four, an interval cannot have the right ends and still miss the truth equally often on both sides.
    package var events: Double?
    /// The number of studies in which there was anything to measure.
    package var measured = 0
    /// The number of these studies that state an interval.
    package var claimed = 0
    /// The number of intervals that contain the true value.
    package var covering = 0
    /// The mean of the levels that the intervals state. Those of a comparison are adjusted for the number of questions.
    package var level: Double { claimed > 0 ? levels / Double(claimed) : 0 }
    private var levels = 0.0
    /// The number of these intervals that end below the true value, and the number that begin above it.
    package var tooLow = 0
    package var tooHigh = 0
    /// The widths of all intervals, ascending.
    package var widths: [Double] = []

    init(_ kpi: KPI, truth: Double) {
      self.kpi = kpi
      self.truth = truth
    }

    /// The share of stated intervals that contain the true value, with Wilson's interval; nil if none is stated.
    package var coverage: (value: Double, interval: Interval)? {
      ProportionInterval.wilson(successes: covering, trials: claimed).map { (Double(covering) / Double(claimed), $0) }
    }

    /// The ratio of the 95th to the 5th percentile of the widths; nil if the latter is 0 or infinite.
    package var spreadOfWidths: Double? {
      guard let last = widths.indices.last else { return nil }
      func width(_ share: Double) -> Double { widths[Int((share * Double(last)).rounded())] }
      return width(0.05) > 0 && width(0.05).isFinite ? width(0.95) / width(0.05) : nil
    }

    mutating func count(_ interval: Interval?) {
      measured += 1
      guard let interval else { return }
      claimed += 1
      levels += interval.level
      widths.append(interval.high - interval.low)
      if interval.high < truth {
        tooLow += 1
      } else if interval.low > truth {
        tooHigh += 1
      } else {
        covering += 1
      }
    }
  }

  /// The figure that one study prints about an indicator.
  private struct Figure {
    var value: Double
    var interval: Interval?
  }

  /// The result of a study of coverage.
  package struct Outcome: Equatable, Sendable {
    /// One row for each indicator of which a study can state an interval.
    package var rows: [Row]
    /// The number of studies all of whose intervals, but the main indicator's, hold the truth; nil for intervals that
    /// are not adjusted for each other.
    package var allHeld: Int?
  }

  /// Runs all studies.
  package func run() -> Outcome {
    switch question {
    case .world: Outcome(rows: worlds())
    case .forecast(let replications):
      outcome(
        seeded { scenario in
          var forecast = Forecast(scenario, replications: replications, jobs: jobs)
          forecast.runsAlternative = false
          return try forecast.outcome().section.indicators.compactMap { indicator in
            guard let value = indicator.centre ?? indicator.interval.map(\.high) else { return nil }
            return (indicator.id, Figure(value: value, interval: indicator.interval))
          }
        })
    case .comparison(let other, let replications):
      outcome(
        seeded { scenario in
          var other = other
          other.seed = scenario.seed
          let rows = Comparison(scenario, other, replications: replications, jobs: jobs).outcome().section.contrasts[0]
            .rows
          return rows.compactMap { row in
            row.shift.map { (row.id, Figure(value: $0, interval: row.interval)) }
          }
        }, adjustedBut: .acknowledgmentRate24h)
    }
  }

  /// The figures of each study by indicator, each study with the seed after the one before.
  private func seeded(_ study: (Scenario) throws -> [(String, Figure)]) -> [[KPI: Figure]] {
    (0..<studies).map { number in
      var scenario = scenario
      scenario.seed &+= UInt64(number)
      guard let found = try? study(scenario) else { preconditionFailure("a checked scenario is refused") }
      var figures: [KPI: Figure] = [:]
      for (id, figure) in found {
        if let kpi = KPI.allCases.first(where: { $0.id == id }) { figures[kpi] = figure }
      }
      return figures
    }
  }

  /// Rows whose truth is the mean of all studies' values, or their median where a study states a median.
  ///
  /// - Parameter main: the only indicator whose interval is not adjusted for the others; nil if none is adjusted.
  private func outcome(_ studies: [[KPI: Figure]], adjustedBut main: KPI? = nil) -> Outcome {
    let rows = KPI.allCases.compactMap { kpi -> Row? in
      let all = studies.compactMap { $0[kpi] }
      guard all.count > 1 else { return nil }
      let values = all.map(\.value).sorted()
      var row = Row(
        kpi,
        truth: kpi.isMedianOverReplications
          ? values[values.count / 2] : values.reduce(0, +) / Double(values.count))
      for figure in all { row.count(figure.interval) }
      row.widths.sort()
      return row
    }
    let held = studies.count { study in
      rows.allSatisfy { row in
        guard row.kpi != main, let interval = study[row.kpi]?.interval else { return true }
        return interval.low <= row.truth && row.truth <= interval.high
      }
    }
    return Outcome(rows: rows, allHeld: main == nil ? nil : held)
  }

  private struct Collected: Sendable {
    var total: ArmFold
    var results: [[KPIResult]] = []
  }

  private func worlds() -> [Row] {
    let size = Double(scenario.population.describedSize)
    let collected = Mutex(Collected(total: ArmFold()))
    let trials = (0..<UInt32(studies)).map { Ensemble.Trial(scenario, replication: $0) }
    Ensemble(jobs: jobs).run(trials) { _, fold in
      let arm = fold.kpis.total
      let results = KPI.allCases.map {
        KPIResult($0, arm.measurement(of: $0, standingFor: size), targets: [])
      }
      collected.withLock {
        $0.total.merge(arm)
        $0.results.append(results)
      }
    }
    return collected.withLock { collected in
      KPI.allCases.compactMap { kpi in
        let together = KPIResult(kpi, collected.total.measurement(of: kpi, standingFor: size), targets: [])
        guard kpi != .stateViolations, let truth = together.value else { return nil }
        var row = Row(kpi, truth: truth)
        if kpi.definition.unit == "share", let successes = together.numerator, let trials = together.denominator {
          row.events = Double(min(successes, trials - successes)) / Double(studies)
        }
        for results in collected.results where results[kpi.position].denominator ?? 0 > 0 {
          row.count(results[kpi.position].interval)
        }
        row.widths.sort()
        return row
      }
    }
  }
}
