package import GTSDModel
import GTSDStudies
import GTSDWorld
package import Statistics
import Synchronization

/// Counts how often the intervals of single worlds contain the value that many worlds together show, to check the
/// stated level.
package struct CoverageStudy: Sendable {
  package var scenario: Scenario
  /// The number of worlds, each the whole population with its own draws.
  package var worlds: Int
  /// Threads, 1 or more; nil takes one for each processor.
  package var jobs: Int?

  package init(_ scenario: Scenario, worlds: Int, jobs: Int? = nil) {
    precondition(worlds > 1, "coverage takes two worlds or more, not \(worlds)")
    self.scenario = scenario
    self.worlds = worlds
    self.jobs = jobs
  }

  /// The coverage of one indicator's intervals.
  package struct Row: Equatable, Sendable {
    package var kpi: KPI
    /// The value over all worlds together, used as the truth.
    package var truth: Double
    /// The expected number of the rarer outcome of a share, success or failure, in a world. Below four, an interval
    /// cannot have the right ends and still miss the truth equally often on both sides.
    package var events: Double?
    /// The number of worlds with anything to measure.
    package var measured = 0
    /// The number of worlds that state an interval.
    package var claimed = 0
    /// The number of intervals that contain the truth.
    package var covering = 0
    /// Intervals among them that end below it, and that begin above it.
    package var tooLow = 0
    package var tooHigh = 0

    /// The share of claimed intervals that hold the truth, with Wilson's interval; nil where none is claimed.
    package var coverage: (value: Double, interval: Interval)? {
      ProportionInterval.wilson(successes: covering, trials: claimed).map { (Double(covering) / Double(claimed), $0) }
    }
  }

  private struct Collected: Sendable {
    var total: ArmFold
    var results: [[KPIResult]] = []
  }

  /// One row for each indicator with an interval from a single world.
  package func run() -> [Row] {
    let size = Double(scenario.population.describedSize)
    let collected = Mutex(Collected(total: ArmFold()))
    let trials = (0..<UInt32(worlds)).map { Ensemble.Trial(scenario, replication: $0) }
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
        var row = Row(kpi: kpi, truth: truth)
        if kpi.definition.unit == "share", let successes = together.numerator, let trials = together.denominator {
          row.events = Double(min(successes, trials - successes)) / Double(worlds)
        }
        return collected.results.reduce(into: row) { row, results in
          let result = results[kpi.position]
          guard result.denominator ?? 0 > 0 else { return }
          row.measured += 1
          guard let interval = result.interval else { return }
          row.claimed += 1
          if interval.high < truth {
            row.tooLow += 1
          } else if interval.low > truth {
            row.tooHigh += 1
          } else {
            row.covering += 1
          }
        }
      }
    }
  }
}
