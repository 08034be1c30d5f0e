import GTSDModel
package import GTSDWorld
package import Interleaving

/// The report's data on a search of schedules and faults.
package struct ExplorationSection: Equatable, Sendable {
  /// The name of the searched scenario.
  package var subject: String
  /// The id of the hazard that the scenario shows; nil for others.
  package var hazard: String?
  /// The strategy of the search, such as `portfolio`.
  package var strategy: String
  /// The seed. Together with their numbers, it identifies all schedules.
  package var seed: UInt64
  /// The number of schedules that ran.
  package var schedules: Int
  /// The largest delay of a message or timer relative to the earliest one.
  package var windowSeconds: Double
  /// The number of searched steps of the story; 0 for a population.
  package var steps: Int
  /// The mean number of messages, timers and taps in one schedule.
  package var meanArrivals: Double
  /// The mean number of jobs in one schedule.
  package var meanJobs: Double
  /// The number of partial-order classes seen. A class contains the schedules with the same order in every lane.
  package var classes: Int
  /// The number of classes seen exactly once.
  package var classesMetOnce: Int
  /// Whether every order within the window has run, for every choice of faults and steps.
  package var isExhausted: Bool
  /// The finds, by key.
  package var finds: [Find]
  /// Errors of the search itself, such as a replay with another result or a checker that gave up. An error is never a
  /// find.
  package var errors: [String]

  /// Creates the data of a search.
  package init(
    subject: String, hazard: String? = nil, strategy: String, seed: UInt64, schedules: Int, windowSeconds: Double,
    steps: Int = 0, meanArrivals: Double, meanJobs: Double, classes: Int, classesMetOnce: Int, isExhausted: Bool,
    finds: [Find], errors: [String] = []
  ) {
    self.subject = subject
    self.hazard = hazard
    self.strategy = strategy
    self.seed = seed
    self.schedules = schedules
    self.windowSeconds = windowSeconds
    self.steps = steps
    self.meanArrivals = meanArrivals
    self.meanJobs = meanJobs
    self.classes = classes
    self.classesMetOnce = classesMetOnce
    self.isExhausted = isExhausted
    self.finds = finds
    self.errors = errors
  }

  /// The estimated probability that the next schedule is of a new class; 0 once every order has run.
  package var unseenMass: Double { isExhausted ? 0 : goodTuring.unseenMass }

  /// The upper end of the 95 % interval of that probability, for independently drawn schedules; large for small
  /// searches.
  package var unseenMassHigh: Double { isExhausted ? 0 : goodTuring.upperBound(risk: 0.05) }

  package var goodTuring: GoodTuring { GoodTuring(samples: schedules, singletons: classesMetOnce) }
}

extension Find {
  /// The time of the failure, in virtual seconds since the search began.
  package var atSeconds: Double {
    guard let violation = timeline.violation(of: oracle) else { return 0 }
    let step = timeline.step(of: violation.place)
    return step < 0 ? 0 : Nanoseconds.seconds(timeline.arrivals[step].time)
  }
}
