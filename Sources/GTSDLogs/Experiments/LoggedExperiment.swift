import GTSDModel
package import Statistics

/// The analysis of an experiment that was run with the users of a log.
package struct LoggedExperiment: Equatable, Sendable {
  /// Whether an effect is stated, or else why not.
  package enum Effect: String, CaseIterable, Hashable, Sendable {
    case stated
    /// The log names only one arm, or none of the arms that the map lists.
    case oneArm
    /// The field that names the arms has more values than an experiment can have arms.
    case tooManyArms
    /// The shares of people in the arms differ from the planned ones.
    case ratio
    /// Before their arm was named in the log, people of different arms already behaved differently.
    case balance
  }

  /// An arm, and the people who were named in it alone.
  package struct Arm: Equatable, Sendable {
    package var name: String
    package var people: Int
    /// The planned share of people.
    package var planned: Double
    /// The number of ``people`` without any event that an indicator uses.
    package var idle: Int

    package init(
      name: String, people: Int, planned: Double, idle: Int
    ) {
      self.name = name
      self.people = people
      self.planned = planned
      self.idle = idle
    }
  }

  /// An indicator and its outcome in each arm.
  package struct Row: Equatable, Sendable {
    package var id: String
    package var title: String
    /// The outcomes in the order of ``LoggedExperiment/arms``.
    package var arms: [Outcome]
    /// The share of the variance that the covariate removed; nil without a covariate.
    package var reduction: Double?

    package init(
      id: String, title: String, arms: [Outcome], reduction: Double? = nil
    ) {
      self.id = id
      self.title = title
      self.arms = arms
      self.reduction = reduction
    }
  }

  /// An indicator's outcome in one arm.
  package struct Outcome: Equatable, Sendable {
    package var arm: String
    package var successes: Int
    package var trials: Int
    /// The number of people whose window is still open at the end of the log.
    package var censored: Int
    /// The number of people who were named in the arm only after their outcome was decided. They are left out.
    package var late: Int
    /// Wilson's interval of the share.
    package var interval: Interval?
    /// The arm less the control, adjusted by the covariate; nil for the control.
    package var difference: Double?
    /// The always-valid interval of the difference, which decides.
    package var alwaysValid: Interval?
    package var p: Double?
    /// The 95 % interval for a single look at a planned time.
    package var planned: Interval?
    /// The probability that the arm has the best share; nil if neither direction is better.
    package var best: Double?
    package var verdict: ComparisonVerdict

    package init(
      arm: String, successes: Int, trials: Int, censored: Int, late: Int, interval: Interval? = nil,
      difference: Double? = nil, alwaysValid: Interval? = nil, p: Double? = nil, planned: Interval? = nil,
      best: Double? = nil, verdict: ComparisonVerdict
    ) {
      self.arm = arm
      self.successes = successes
      self.trials = trials
      self.censored = censored
      self.late = late
      self.interval = interval
      self.difference = difference
      self.alwaysValid = alwaysValid
      self.p = p
      self.planned = planned
      self.best = best
      self.verdict = verdict
    }

    package var share: Double? { trials > 0 ? Double(successes) / Double(trials) : nil }
  }

  /// An indicator that cannot be computed from the log.
  package struct Unmeasured: Equatable, Sendable {
    package var id: String
    package var title: String
    /// The events that the indicator needs and the log lacks.
    package var missing: [String]

    package init(
      id: String, title: String, missing: [String]
    ) {
      self.id = id
      self.title = title
      self.missing = missing
    }
  }

  package var name: String
  /// The arms, the control first.
  package var arms: [Arm]
  /// Whether the control arm was stated, instead of guessed from its name.
  package var isControlStated = false
  /// Whether the planned shares were stated, instead of assumed equal.
  package var areSharesStated = false
  /// The number of people who were assigned to several arms. They are left out.
  package var mixed = 0
  /// The number of people in arms that the map does not list. They are left out.
  package var unplanned = 0
  /// The number of people in the log who were assigned to no arm.
  package var outside = 0
  /// The test of the arms' shares; nil for too few people.
  package var chiSquare: Double?
  package var ratioP: Double?
  /// The p-value of the arms' difference in the covariate (people's events before their assignment); nil if hardly
  /// anyone had any.
  package var balanceP: Double?
  package var effect = Effect.stated
  /// The indicators, the deciding one first; empty if the effect is withheld.
  package var rows: [Row] = []
  package var unmeasured: [Unmeasured] = []

  package init(name: String, arms: [Arm] = []) {
    self.name = name
    self.arms = arms
  }
}
