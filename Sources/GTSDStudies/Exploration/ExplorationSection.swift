import GTSDModel
package import GTSDWorld
package import Interleaving

/// What a search of schedules and faults found, and how far it got.
package struct ExplorationSection: Equatable, Sendable {
  /// The scenario that was searched, as people call it.
  package var subject: String
  /// Id of the hazard that it was made to show, nil for a scenario of its own.
  package var hazard: String?
  /// The strategy of the search, as in `portfolio`.
  package var strategy: String
  /// Names all schedules together with their numbers.
  package var seed: UInt64
  /// Schedules that ran.
  package var schedules: Int
  /// How late a message or timer could come against what was due first.
  package var windowSeconds: Double
  /// Steps of the story that were searched, 0 for a population.
  package var steps: Int
  /// Messages, timers and taps in one schedule, on average.
  package var meanArrivals: Double
  /// Jobs in one schedule, on average.
  package var meanJobs: Double
  /// Partial-order classes met: schedules that order what touches the same lane alike.
  package var classes: Int
  /// How many of them were met exactly once.
  package var classesMetOnce: Int
  /// Whether every order within the window, for the menu of faults and steps, has run.
  package var isExhausted: Bool
  /// What was found, by key.
  package var finds: [Find]
  /// What went wrong in the search itself: a replay that came out otherwise, a checker that gave up. Never a find.
  package var errors: [String]

  /// A search.
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

  /// The chance that the next schedule is of a class not met so far; 0 once every order has run.
  package var unseenMass: Double { isExhausted ? 0 : goodTuring.unseenMass }

  /// An upper end of that chance at 95 %, for schedules drawn alike and apart from each other; wide for small searches.
  package var unseenMassHigh: Double { isExhausted ? 0 : goodTuring.upperBound(risk: 0.05) }

  package var goodTuring: GoodTuring { GoodTuring(samples: schedules, singletons: classesMetOnce) }
}

extension Find {
  /// When it broke, in virtual seconds since the search began.
  package var atSeconds: Double {
    guard let violation = timeline.violation(of: oracle) else { return 0 }
    let step = timeline.step(of: violation.place)
    return step < 0 ? 0 : Nanoseconds.seconds(timeline.arrivals[step].time)
  }
}
