package import GTSDModel
package import GTSDWorld

/// Something of which a search makes schedules.
package protocol SearchSubject: Sendable {
  /// Faults that a schedule switches on or off.
  var faultCount: Int { get }
  /// Steps that a schedule may leave out, a bit each.
  var optionalSteps: UInt64 { get }
  /// Steps in all.
  var stepCount: Int { get }
  var scenario: Scenario { get }
  /// That of the scenario, asked for by each schedule.
  var seed: UInt64 { get }
  /// Schedules that a thread takes at a time.
  var chunk: Int { get }
  /// Replays that shrinking may take.
  var replayBudget: Int { get }
  /// Jobs of a schedule after which it is said never to come to rest.
  var mostJobs: Int { get }
  /// When the search begins, virtual nanoseconds.
  var start: Int64 { get }
  /// The violations before that moment.
  var givenFindings: [Finding] { get }
  /// The oracles at that moment.
  var oracles: Oracles { get }
  /// Whether something is asked of the natural order alone, which the first schedule then is.
  var asksNaturalOrder: Bool { get }
  /// Whether schedules differ in more than can be listed: a kill may come at any moment.
  var drawsMoments: Bool { get }
  /// Whether anything of a schedule is drawn but its order: else schedules in which the same is picked under one menu are the
  /// same.
  func isDrawn(_ schedule: Schedule) -> Bool
  /// Puts what lives into a world that stands at `start`.
  ///
  /// - Parameters:
  ///   - cast: who can begin anew in it, and is kept for the next.
  ///   - witness: looks on, and knows whether what is expected holds.
  /// - Returns: starts a fault-free phase, in which people try again; nil where there is none.
  func populate(
    _ world: World, with cast: StoryCast, for schedule: Schedule, witness: any StoryWitness
  ) -> (() -> Void)?
}
