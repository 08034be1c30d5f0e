import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// The states of the card among which the contract's switches choose, as a person sees them, in a search.
struct CardStateTests {
  private func finds(
    _ generation: String, _ when: String, given: String? = nil
  ) throws -> [String] {
    let scenario = try Scenario.parse(
      #"""
      {"name": "card", "generation": {"preset": "correct", \#(generation)}, "backend": {"metricsDelay": "2m"},
       "story": {"given": [\#(given ?? Self.signedUp)], "when": [\#(given == nil ? Self.onboarding : "")\#(when)]}}
      """#)
    return Exploration(scenario, schedules: 20, jobs: 1).search(try StoryStage(scenario)).sortedEntries.map(\.signature)
  }

  private static let signedUp = #""launch", {"do": "signUp", "account": 1}"#
  /// Before the search, steps take place only when nothing is left to do, so when the metrics are computed.
  private static let onboarding =
    #""completeOnboarding", {"do": "exitSummary", "until": "sheetSettled"}, {"do": "rest", "after": "10s"}, "#

  @Test(arguments: ["hidden", "calculating", "default"])
  func whileThereAreNoMetricsTheCardIsWhatTheSwitchSays(state: String) throws {
    let choice = state == "hidden" ? "hide" : state
    let card = #""card": {"onMissing": "\#(choice)"}"#
    // The card shows numbers as soon as there are some, whatever was shown before.
    let then =
      #"{"do": "rest", "after": "5m"}, {"do": "pullToRefresh", "until": "tabSettled"}, {"expect": {"card": "shown"}, "within": "1m"}"#
    #expect(try finds(card, #"{"expect": {"card": "\#(state)"}}, \#(then)"#) == [])
    // A text in the card's place does not count as a card.
    let others = ["hidden", "calculating", "default", "shown"].filter {
      $0 != state && !(state == "calculating" && $0 == "hidden")
    }
    for other in others { #expect(try finds(card, #"{"expect": {"card": "\#(other)"}}"#) != [], "\(other)") }
  }

  @Test func theDefaultCardCanBeFollowedAndDismissedAndATextCannot() throws {
    let shown = #""card": {"onMissing": "default"}"#
    #expect(try finds(shown, #""reviewCard", {"expect": {"tab": "plans"}}"#) == [])
    #expect(
      try finds(
        shown,
        #""dismissCard", {"do": "rest", "after": "5m"}, {"do": "pullToRefresh", "until": "tabSettled"}, {"expect": {"card": "hidden"}}"#
      )
        == [])
    #expect(try finds(#""card": {"onMissing": "calculating"}"#, #""reviewCard", {"expect": {"tab": "home"}}"#) == [])
  }

  @Test(arguments: [("enabled", "plans"), ("disabled", "home")])
  func theButtonOfAnErrorCardLeadsToPlansWhereItIsEnabled(button: String, tab: String) throws {
    let unread =
      #"{"do": "disturb", "fault": {"kind": "error", "status": 500, "endpoints": ["today-metrics"]}}, \#(Self.signedUp), \#(Self.onboarding)"rest""#
    let follow = #"{"expect": {"card": "error"}}, "reviewCard", {"expect": {"tab": "\#(tab)"}}"#
    #expect(
      try finds(#""card": {"onError": "error", "errorButton": "\#(button)"}"#, follow, given: unread) == [])
    // If an error hides the card, there is nothing to tap.
    #expect(
      try finds(
        #""card": {"errorButton": "enabled"}"#, #""reviewCard", {"expect": {"tab": "home"}}"#, given: unread) == [])
  }

  @Test func aPulledHomeShowsADismissedCardAgainOnlyWhereTheSwitchSaysSo() throws {
    let pull =
      #""dismissCard", {"do": "rest", "after": "5s"}, {"do": "pullToRefresh", "until": "tabSettled"}, {"do": "rest", "after": "5s"}"#
    func finds(_ refreshReshows: String, _ card: String) throws -> [String] {
      try self.finds(
        #""dismiss": {"refreshReshows": "\#(refreshReshows)"}"#, pull + #", {"expect": {"card": "\#(card)"}}"#,
        given: #""onboard""#)
    }
    #expect(try finds("off", "hidden") == [])
    // By the contract the dismissal stays: the rule of dismissals reports the return, and no expectation fails.
    let reshown = try finds("on", "shown")
    #expect(!reshown.isEmpty && reshown.allSatisfy { $0.hasPrefix("I-DISMISS/") }, "\(reshown)")
  }

  @Test(arguments: [("hide", "hidden"), ("nothing", "shown")])
  func maybeLaterHidesTheZeroStateOrDoesNothing(later: String, zeroState: String) throws {
    #expect(
      try finds(
        #""zeroState": {"later": "\#(later)"}"#, #""maybeLater", {"expect": {"zeroState": "\#(zeroState)"}}"#,
        given: #""skipThrough", {"do": "rest", "after": "10s"}"#) == [])
  }
}
