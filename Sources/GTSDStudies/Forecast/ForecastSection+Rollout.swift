package import Statistics

extension ForecastSection {
  /// What the triggers of a staged roll-out would do.
  package struct Rollout: Equatable, Sendable {
    package var arm: String
    /// `[from seconds, share]` of each stage.
    package var stages: [[Double]]
    /// Replications that were watched.
    package var replications: Int
    package var triggers: [Trigger]
    /// How the triggers are evaluated, as far as the specification does not say.
    package var assumptions: [String]
    /// Replications in which some trigger would stop it.
    package var stops: Int?
    package var stopsInterval: Interval?
    /// Seconds at which half of these are stopped.
    package var stopsAt: Double?
    /// People of all whom the scenario describes that have the arm by then, or at the end where it is never stopped.
    package var exposed: Int?

    /// A demand to roll back, evaluated as production would.
    package struct Trigger: Equatable, Sendable {
      package var id: String
      package var title: String
      package var unit: String
      /// In words, such as `crash rate over 24 h > 1% of sessions`.
      package var rule: String
      package var limit: Double
      /// The arm's value over all replications and the whole roll-out; of complaints, the mean of the worst stage.
      package var longRunValue: Double?
      /// The stage, from 1, in which it should fire; nil for an arm that is within the limit in the long run.
      package var dueStage: Int?
      /// Replications in which it fires.
      package var fires: Int
      package var firesInterval: Interval?
      /// Replications in which it fires although the arm is not over the limit in the long run, or not yet.
      package var firesWrongly: Int
      /// Nil where it cannot fire wrongly, the arm being over the limit from its first stage on.
      package var firesWronglyInterval: Interval?
      /// Replications in which the arm is over the limit in the long run and it fires after the next stage began, or
      /// never.
      package var firesLate: Int
      /// Nil where it cannot be late, the arm being within the limit.
      package var firesLateInterval: Interval?
      /// Those of them in which it never fires.
      package var neverFires: Int
      /// Quantiles `[share, seconds]` of the time at which it fires, over the replications in which it does.
      package var firesAt: [[Double]]
      /// Replications in which it fires in each stage.
      package var firesInStage: [Int]
      /// Replications in which the control arm, watched in the same way, would make it fire.
      package var controlFires: Int
      package var controlValue: Double?
      /// `[seconds, 5 %, 50 %, 95 %]` of the rate over replications, at hours at which most of them have one; of
      /// complaints nothing.
      package var rates: [[Double]]

      /// Whether the arm is over the limit in the long run.
      package var isOverLimit: Bool { dueStage != nil }
    }
  }
}

extension ForecastSection.Rollout {
  /// What is read goes into it.
  package static var blank: Self { Self(arm: "", stages: [], replications: 0, triggers: [], assumptions: []) }
}

extension ForecastSection.Rollout.Trigger {
  /// What is read goes into it.
  package static var blank: Self {
    Self(
      id: "", title: "", unit: "", rule: "", limit: 0, fires: 0, firesWrongly: 0, firesLate: 0, neverFires: 0,
      firesAt: [], firesInStage: [], controlFires: 0, rates: [])
  }
}
