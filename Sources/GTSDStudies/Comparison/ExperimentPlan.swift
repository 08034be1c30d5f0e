import GTSDModel
package import Statistics

/// The power and sample sizes of an experiment; the format of the comparison's `plan`.
package struct ExperimentPlan: Equatable, Sendable {
  /// The experiment's name; nil for a plan of two arms without one.
  package var experiment: String?
  package var kpi: String
  /// The two-sided level over all comparisons together.
  package var alpha: Double
  /// The number of arms that are compared with the control.
  package var comparisons: Int
  /// The control's share of successes, from simulated people.
  package var baseline: Share
  /// The number of outcomes per person who signs up. Some people's windows do not close, and some never have the
  /// occasion.
  package var outcomesPerUser: Double
  /// The number of simulated people behind the control's share; nil in reports of earlier versions.
  package var simulatedUsers: Int?
  /// The number of outcomes that carry as much information as one independent outcome, if a person has several similar
  /// ones; nil otherwise.
  package var designEffect: Double?
  /// The number of people who sign up per day; nil if they do not come evenly.
  package var arrivalsPerDay: Double?
  package var arms: [PlannedArm]
  package var sampleSizes: [SampleSize]
  /// The share of simulated experiments that find a difference, by scale of the assumed effects.
  package var powerCurve: [Power]
  /// The effect of testing every day.
  package var peeking: [Peeking]

  /// Successes among trials, with Wilson's interval.
  package struct Share: Equatable, Sendable {
    package var successes: Int
    package var trials: Int
    package var value: Double?
    package var interval: Interval?

    package init(successes: Int, trials: Int) {
      self.successes = successes
      self.trials = trials
      value = trials > 0 ? Double(successes) / Double(trials) : nil
      interval = ProportionInterval.wilson(successes: successes, trials: trials)
    }
  }

  /// An arm with its number of people.
  package struct PlannedArm: Equatable, Sendable {
    package var name: String
    package var control: Bool
    /// The number of people in the planned sample.
    package var users: Int
    /// The expected number of their outcomes.
    package var outcomes: Double
    /// The share with the assumed effect; nil for the control, and where no arm ran.
    package var assumed: Double?
    /// The relative change of that share, with the same people in the arm and in the control.
    package var assumedLift: Double?
    /// The interval of that change, adjusted for the number of arms; nil for fewer than two replications.
    package var assumedLiftInterval: Interval?
    /// The probability of finding the effect, by the approximation of the two-sided test; nil if the same people in
    /// both arms show no effect.
    package var power: Double?
    /// The smallest relative changes, up and down, that are found with a probability of 80 %; nil if none is.
    package var detectableLift: Double?
    package var detectableDrop: Double?
  }

  /// The sample size for a desired change.
  package struct SampleSize: Equatable, Sendable {
    /// The relative change against the control.
    package var lift: Double
    /// The source of the change: `table`, `--lift` or an arm's name.
    package var source: String
    package var power: Double
    /// The share that the change leads to; nil if it would exceed 100 %.
    package var share: Double?
    /// The number of outcomes in the control.
    package var controlOutcomes: Int?
    /// The number of people in the control, and in all arms.
    package var controlUsers: Int?
    package var users: Int?
    package var days: Double?
    /// The number of people at both ends of the control's interval; unbounded above if the share would exceed 100 %.
    package var usersInterval: Interval?
  }

  /// Simulated experiments with the effects at one scale.
  package struct Power: Equatable, Sendable {
    package var scale: Double
    /// The shares by arm, without the control.
    package var arms: [Rejections]
    /// The experiments in which any arm differs. At scale 0, the rate of false alarms.
    package var any: Rejections

    package struct Rejections: Equatable, Sendable {
      /// The arm; empty for any arm.
      package var arm: String
      /// The share of successes over all replications.
      package var share: Double?
      /// The share of simulated experiments in which the test rejects "no difference".
      package var worlds: Share
      /// The share of resampled experiments in which the test rejects "no difference".
      package var redrawn: Share?
      /// The power by the normal approximation, for comparison with the simulated one.
      package var approximate: Double?
    }
  }

  /// A test repeated every day that stops at the first significant result.
  package struct Peeking: Equatable, Sendable {
    package var scale: Double
    package var test: Test
    package var worlds: Share
    package var redrawn: Share
    /// The median day of the stop, counted from 1, among the resampled experiments that stop.
    package var medianDay: Double?

    package enum Test: String, CaseIterable, Hashable, Sendable, Codable {
      /// A single test, at the planned end of the experiment.
      case once
      /// The same test repeated each day, without correction for the repetition.
      case naive
      /// A test repeated each day that stays valid however often it is repeated.
      case alwaysValid
    }
  }
}

extension ExperimentPlan {
  /// Removes the simulated power of arms whose effect is not distinguishable from zero, since chance would decide it.
  package mutating func leaveOutUnshown() {
    let unshown = Set(arms.filter { !$0.control && $0.power == nil }.map(\.name))
    let isAny = arms.contains { !$0.control && $0.power != nil }
    powerCurve = powerCurve.compactMap { power in
      guard power.scale != 0 else { return power }
      var power = power
      power.arms.removeAll { unshown.contains($0.arm) }
      return isAny ? power : nil
    }
    if !isAny { peeking.removeAll { $0.scale != 0 } }
  }

  package static var blank: Self {
    Self(
      kpi: "", alpha: 0, comparisons: 0, baseline: .blank, outcomesPerUser: 0, arms: [], sampleSizes: [],
      powerCurve: [], peeking: [])
  }
}

extension ExperimentPlan.Share {
  package static var blank: Self { Self(successes: 0, trials: 0) }
}

extension ExperimentPlan.PlannedArm {
  package static var blank: Self { Self(name: "", control: false, users: 0, outcomes: 0) }
}

extension ExperimentPlan.SampleSize {
  package static var blank: Self { Self(lift: 0, source: "", power: 0) }
}

extension ExperimentPlan.Power {
  package static var blank: Self { Self(scale: 0, arms: [], any: .blank) }
}

extension ExperimentPlan.Power.Rejections {
  package static var blank: Self { Self(arm: "", worlds: .blank) }
}

extension ExperimentPlan.Peeking {
  package static var blank: Self { Self(scale: 0, test: .once, worlds: .blank, redrawn: .blank) }
}
