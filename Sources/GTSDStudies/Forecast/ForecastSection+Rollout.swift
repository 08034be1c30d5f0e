package import Statistics

extension ForecastSection {
  /// The results of a staged roll-out's triggers.
  package struct Rollout: Equatable, Sendable {
    package var arm: String
    /// The start in seconds and the share of each stage.
    package var stages: [[Double]]
    /// The number of monitored replications.
    package var replications: Int
    package var triggers: [Trigger]
    /// Sentences on how triggers are evaluated where the specification does not say it.
    package var assumptions: [String]
    /// The number of replications in which some trigger would stop the roll-out.
    package var stops: Int?
    package var stopsInterval: Interval?
    /// The time in seconds at which half of the stopped roll-outs are stopped.
    package var stopsAt: Double?
    /// The number of described people who have the arm at that time, or at the end if the roll-out is never stopped.
    package var exposed: Int?

    /// A trigger for a roll-back, evaluated as production would.
    package struct Trigger: Equatable, Sendable {
      package var id: String
      package var title: String
      package var unit: String
      /// The rule in words, such as `crash rate over 24 h > 1% of sessions`.
      package var rule: String
      package var limit: Double
      /// The arm's value over all replications and the whole roll-out; for complaints, the mean of the worst stage.
      package var longRunValue: Double?
      /// The stage, from 1, in which the trigger should fire; nil for an arm within the limit in the long run.
      package var dueStage: Int?
      /// The number of replications in which the trigger fires.
      package var fires: Int
      package var firesInterval: Interval?
      /// The number of replications in which it fires although the arm never exceeds the limit in the long run, or does
      /// so only later.
      package var firesWrongly: Int
      /// The interval of the share of these replications. Nil if the trigger cannot fire wrongly, because the arm
      /// exceeds the limit from its first stage on, or because nobody watches it.
      package var firesWronglyInterval: Interval?
      /// The number of replications in which the arm exceeds the limit in the long run and the trigger fires after
      /// the next stage began, or never.
      package var firesLate: Int
      /// The interval of the share of these replications. Nil if the trigger cannot be late, because the arm is within
      /// the limit.
      package var firesLateInterval: Interval?
      /// The number of the replications in ``firesLate`` in which the trigger never fires.
      package var neverFires: Int
      /// Quantiles `[share, seconds]` of the time at which it fires, over the replications in which it does.
      package var firesAt: [[Double]]
      /// The number of replications in which the trigger fires in each stage.
      package var firesInStage: [Int]
      /// The number of replications in which the control arm, monitored in the same way, would make the trigger fire.
      package var controlFires: Int
      package var controlValue: Double?
      /// The rate over time, as `[seconds, 5 %, 50 %, 95 %]`: quantiles over replications, at hours at which most of
      /// them have a rate. Empty for complaints.
      package var rates: [[Double]]

      /// Whether the arm exceeds the limit in the long run.
      package var isOverLimit: Bool { dueStage != nil }

      /// Whether the trigger can fire at all. Complaints do not if each simulated one stands for too many people.
      package var isWatched: Bool { isOverLimit || firesWronglyInterval != nil }
    }
  }
}

extension ForecastSection.Rollout {
  package static var blank: Self { Self(arm: "", stages: [], replications: 0, triggers: [], assumptions: []) }
}

extension ForecastSection.Rollout.Trigger {
  package static var blank: Self {
    Self(
      id: "", title: "", unit: "", rule: "", limit: 0, fires: 0, firesWrongly: 0, firesLate: 0, neverFires: 0,
      firesAt: [], firesInStage: [], controlFires: 0, rates: [])
  }
}
