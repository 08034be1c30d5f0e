import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDWorld
@testable import Interleaving

/// Hand-written sequences of one person's changes to the form, and the results of the saves.
struct PreferencesSaveTallyTests {
  enum Step { case types, drops, begins, fails, saves, losesSave }

  private static func count(_ steps: [Step]) -> [Int64] {
    var tally = PreferencesSaveTally()
    var hash: Int64 = 7
    for step in steps {
      switch step {
      case .types: tally.edited()
      case .drops: tally.dropped()
      case .begins: tally.began()
      case .fails: _ = tally.ended()
      case .saves, .losesSave:
        hash += 1
        if step == .saves { tally.committed(hash) }
        tally.reported(hash)
        _ = tally.ended()
      }
    }
    return [tally.saves.counted, tally.saves.trials]
  }

  @Test(
    arguments: [
      ([.types, .begins, .saves], 1, 1),
      // Nothing was changed.
      ([.begins, .saves], 0, 0),
      ([.types, .begins, .saves, .begins, .saves], 1, 1),
      // A failed change is still in the form, so its retry is one more save.
      ([.types, .begins, .fails, .begins, .saves], 1, 2),
      ([.types, .begins, .fails, .begins, .fails, .begins, .saves], 1, 3),
      // The form was rolled back before the save ended, closed after it, or closed before any save.
      ([.types, .begins, .drops, .fails, .begins, .saves], 0, 1),
      ([.types, .begins, .fails, .drops, .begins, .saves], 0, 1),
      ([.types, .drops, .begins, .fails], 0, 0),
      // Values typed during a save belong to the next one.
      ([.types, .begins, .types, .saves, .begins, .saves], 2, 2),
      // Two simultaneous saves are one change.
      ([.types, .begins, .begins, .saves, .saves], 1, 1),
      // The server does not hold the reported values.
      ([.types, .begins, .losesSave], 0, 1),
      ([.types, .begins, .losesSave, .begins, .saves], 0, 1),
    ] as [([Step], Int64, Int64)])
  func aSaveCountsForWhatWasChangedBeforeIt(steps: [Step], succeeded: Int64, saves: Int64) {
    #expect(Self.count(steps) == [succeeded, saves])
  }
}
