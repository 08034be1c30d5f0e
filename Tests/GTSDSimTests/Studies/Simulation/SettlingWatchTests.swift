import GTSDModel
import Testing

@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

struct SettlingWatchTests {
  private static func sending(_ operation: Operation, by user: UInt32, at time: Int64) -> SimulationEvent {
    SimulationEvent(
      time: time, user: user, account: 0, device: 0, session: 1,
      kind: .sent(.uploadPhoto, request: 1, operation: operation, intent: 0))
  }

  @Test("An upload that continues after everybody has stopped breaks I-LIVE once per person")
  func endlessWorkIsAViolation() throws {
    let watch = SettlingWatch(from: 100)
    watch.observe(Self.sending(.homeLoad, by: 0, at: 99))
    for time in [100, 200] as [Int64] { watch.observe(Self.sending(.photoUpload, by: 1, at: time)) }
    let late = try #require(watch.late.first)
    #expect(watch.late == [SettlingWatch.Late(user: 1, device: 0, operation: .photoUpload)])
    let checker = InvariantChecker(users: 0..<2, scenario: try Scenario.parse(#"{"name": "two"}"#))
    checker.neverEnds(late.operation, user: late.user, device: late.device, at: 50)
    let entry = try #require(checker.fold.entries.first)
    #expect(entry.key.invariant == .live && entry.key.site == Site(.neverEnds, Operation.photoUpload))
  }

  @Test("A run checks idle phones and counts a broken invariant at its site")
  func phonesAtRestAreJudged() throws {
    let checker = InvariantChecker(users: 0..<1, scenario: try Scenario.parse(#"{"name": "one"}"#))
    for violated in [
      Finding.Violated(invariant: .live, site: Site(.neverEnds, Operation.plansFetch)), nil,
      Finding.Violated(invariant: .user, site: Site(.cameBack, StateVariable.signedIn)),
    ] {
      var finding = Finding(.stuck, site: "any", summary: "", time: 500, device: 0)
      finding.violated = violated
      checker.rests(finding, by: 400)
    }
    #expect(
      checker.fold.entries.map(\.key.signature) == [
        "I-LIVE/unclassified/never-ends:plans-fetch", "I-USER/unclassified/came-back:signed-in",
      ])
    #expect(checker.fold.entries.allSatisfy { $0.examples.map(\.time) == [400] })
  }
}
