package import GTSDModel
package import GTSDWorld

/// The subject of a search, from which its schedules are made.
package protocol SearchSubject: Sendable {
  /// The number of faults that a schedule switches on or off.
  var faultCount: Int { get }
  /// The steps that a schedule may leave out, a bit for each.
  var optionalSteps: UInt64 { get }
  /// The number of steps.
  var stepCount: Int { get }
  var scenario: Scenario { get }
  /// The scenario's seed; each schedule reads it.
  var seed: UInt64 { get }
  /// The number of schedules that a thread takes at a time.
  var chunk: Int { get }
  /// The largest number of replays for shrinking.
  var replayBudget: Int { get }
  /// The number of jobs after which a schedule counts as never ending.
  var maxJobs: Int { get }
  /// The time at which the search begins, in virtual nanoseconds.
  var start: Int64 { get }
  /// The violations before the search.
  var givenFindings: [Finding] { get }
  /// The oracles at the beginning of the search.
  var oracles: Oracles { get }
  /// Whether some expectations apply to the natural order only. The first schedule then has that order.
  var asksNaturalOrder: Bool { get }
  /// Whether schedules differ in more than can be enumerated, since a kill may happen at any moment.
  var drawsMoments: Bool { get }
  /// Whether a schedule draws more at random than its order. If not, two schedules with the same faults, steps and
  /// picks have the same outcome.
  func isDrawn(_ schedule: Schedule) -> Bool
  /// Fills a world whose time is `start`.
  ///
  /// - Parameters:
  ///   - cast: the actors that can be reset and reused in the next schedule.
  ///   - witness: observes the story and knows whether expectations hold.
  /// - Returns: a function that starts a final phase without faults, in which people try again; nil if there is none.
  func populate(
    _ world: World, with cast: StoryCast, for schedule: Schedule, witness: any StoryWitness
  ) -> (() -> Void)?
}
