import GTSDModel
package import Statistics

/// What an experiment can tell: format of the comparison's `plan`.
package struct ExperimentPlan: Equatable, Sendable {
  /// The experiment's name; nil for a plan of two arms without one.
  package var experiment: String?
  package var kpi: String
  /// Two-sided, over all comparisons together.
  package var alpha: Double
  /// Arms that are compared with the control.
  package var comparisons: Int
  /// The control's share of successes, from simulated people.
  package var baseline: Share
  /// Outcomes that count for each person who signs up: not everybody has a window that closes, or is asked at all.
  package var outcomesPerUser: Double
  /// People whom the control's share was seen in; nil in reports of earlier versions.
  package var simulatedUsers: Int?
  /// How many outcomes tell as much as one, where a person has several that are alike; nil for one.
  package var designEffect: Double?
  /// People who sign up in a day; nil where they do not come evenly.
  package var arrivalsPerDay: Double?
  package var arms: [PlannedArm]
  package var sampleSizes: [SampleSize]
  /// How often simulated experiments find a difference, by scale of the assumed effects.
  package var powerCurve: [Power]
  /// What looking every day does.
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

  /// One arm with the people that the scenario gives it.
  package struct PlannedArm: Equatable, Sendable {
    package var name: String
    package var control: Bool
    /// People in the planned sample.
    package var users: Int
    /// Outcomes that they have, expected.
    package var outcomes: Double
    /// The share that the assumed effect leads to; nil for the control, and where no arm ran.
    package var assumed: Double?
    /// The relative change of that share.
    package var assumedLift: Double?
    /// The probability of finding it, by the approximation of the two-sided test.
    package var power: Double?
    /// The least relative changes up and down that are found with 80 %; nil where none is.
    package var detectableLift: Double?
    package var detectableDrop: Double?
  }

  /// What a wished-for change needs.
  package struct SampleSize: Equatable, Sendable {
    /// Relative change against the control.
    package var lift: Double
    /// Where it comes from: `table`, `--lift` or an arm's name.
    package var source: String
    package var power: Double
    /// The share that it leads to; nil where it would be beyond 100 %.
    package var share: Double?
    /// Outcomes in the control.
    package var controlOutcomes: Int?
    /// People in the control, and in all arms.
    package var controlUsers: Int?
    package var users: Int?
    package var days: Double?
    /// People in all, from one end of the control's interval to the other; open above where the share would be beyond
    /// 100 %.
    package var usersInterval: Interval?
  }

  /// Simulated experiments with the effects at one scale.
  package struct Power: Equatable, Sendable {
    package var scale: Double
    /// By arm, without the control.
    package var arms: [Rejections]
    /// Experiments in which any arm differs: at scale 0 the rate of false alarms.
    package var any: Rejections

    package struct Rejections: Equatable, Sendable {
      /// The arm; empty for any.
      package var arm: String
      /// The share of successes over all replications.
      package var share: Double?
      /// Whole populations that ran: how many of them reject.
      package var worlds: Share
      /// Experiments redrawn from the replications' daily outcomes: how many of them reject.
      package var redrawn: Share?
      /// What the approximation says.
      package var approximate: Double?
    }
  }

  /// Looking every day and stopping at the first significant look.
  package struct Peeking: Equatable, Sendable {
    package var scale: Double
    package var test: Test
    package var worlds: Share
    package var redrawn: Share
    /// The median day on which it stops, from 1, among redrawn experiments that stop.
    package var medianDay: Double?

    package enum Test: String, CaseIterable, Hashable, Sendable, Codable {
      /// One look at the end, as planned.
      case once
      /// The same test at every look.
      case naive
      /// A test that allows for every look.
      case alwaysValid
    }
  }
}

extension ExperimentPlan {
  /// What is read goes into it.
  package static var blank: Self {
    Self(
      kpi: "", alpha: 0, comparisons: 0, baseline: .blank, outcomesPerUser: 0, arms: [], sampleSizes: [],
      powerCurve: [], peeking: [])
  }
}

extension ExperimentPlan.Share {
  /// What is read goes into it.
  package static var blank: Self { Self(successes: 0, trials: 0) }
}

extension ExperimentPlan.PlannedArm {
  /// What is read goes into it.
  package static var blank: Self { Self(name: "", control: false, users: 0, outcomes: 0) }
}

extension ExperimentPlan.SampleSize {
  /// What is read goes into it.
  package static var blank: Self { Self(lift: 0, source: "", power: 0) }
}

extension ExperimentPlan.Power {
  /// What is read goes into it.
  package static var blank: Self { Self(scale: 0, arms: [], any: .blank) }
}

extension ExperimentPlan.Power.Rejections {
  /// What is read goes into it.
  package static var blank: Self { Self(arm: "", worlds: .blank) }
}

extension ExperimentPlan.Peeking {
  /// What is read goes into it.
  package static var blank: Self { Self(scale: 0, test: .once, worlds: .blank, redrawn: .blank) }
}
