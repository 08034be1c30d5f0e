import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld

/// Facts that an expectation states are read on the screen in front, sign-in and the summary's sheet included.
struct FrontFactTests {
  private static func play(_ given: [String], _ when: [String], _ generation: String = "correct") throws -> PlayResult {
    try OfferTests.play(given, when, generation)
  }

  private static let cut = #""airplaneModeOn""#
  private static let answers =
    #"{"do": "completeOnboarding", "until": "signedIn"}"#

  @Test("The sign-in screen shows whether a log-in is in progress or has failed")
  func signInIsOnScreen() throws {
    let busy =
      #"{"do": "disturb", "fault": {"kind": "latency", "added": "9s", "endpoints": ["log-in"]}}"#
    let result = try Self.play(
      [#""launch""#],
      [
        Self.cut, #"{"do": "logIn", "account": 1}"#,
        #"{"expect": {"error": "signIn", "loading": false}, "within": "9s"}"#,
      ])
    #expect(result.passes, "\(result.findings)")
    let none = try Self.play(
      [#""launch""#],
      [
        Self.cut, #"{"do": "logIn", "account": 1}"#, #"{"do": "rest", "after": "5s"}"#,
        #"{"expect": {"error": "none"}}"#,
      ])
    #expect(none.findings.map(\.summary) == ["expected no error, observed one at signIn"])
    let turning = try Self.play(
      [#""launch""#], [busy, #"{"do": "logIn", "account": 1}"#, #"{"expect": {"loading": true}, "after": "1s"}"#])
    #expect(turning.passes, "\(turning.findings)")
  }

  @Test("The summary's sheet shows the error of a failed load")
  func failedSummaryIsAnError() throws {
    let fault = #"{"do": "disturb", "fault": {"kind": "error", "status": 500, "endpoints": ["how-it-works"]}}"#
    let given = [#""launch""#, #"{"do": "signUp", "account": 1}"#]
    let shown = #"{"expect": {"summary": "failed", "error": "summary"}, "within": "9s"}"#
    #expect(try Self.play(given, [fault, Self.answers, shown]).passes)
    let none = #"{"expect": {"summary": "failed", "error": "none"}, "within": "9s"}"#
    #expect(try !Self.play(given, [fault, Self.answers, none]).passes)
  }

  @Test("A person without onboarding counts as such while another app is in front")
  func onboardedIsKnownBehind() throws {
    let given = [#""launch""#, #"{"do": "signUp", "account": 1}"#, #"{"do": "rest", "after": "3s"}"#, #""background""#]
    #expect(try Self.play(given, [#"{"expect": {"onboarded": false}}"#]).passes)
    #expect(try !Self.play(given, [#"{"expect": {"onboarded": true}}"#]).passes)
    #expect(try Self.play([#""onboard""#, #""background""#], [#"{"expect": {"onboarded": true}}"#]).passes)
  }

  @Test("A failed expectation about errors or loading names the variable that the screen shows")
  func findNamesWhatIsOnScreen() throws {
    var checker = ExpectationChecker()
    func tell(_ kind: SimulationEvent.Kind) {
      checker.observe(
        SimulationEvent(time: 1, user: 0, account: 0, device: 0, session: 1, kind: kind))
    }
    func show(_ variable: StateVariable, _ value: Int64) { tell(.published(variable, value: value, cause: .reply)) }
    tell(.sessionStarted(cold: true))
    show(.signedIn, 1)
    show(.onboarded, 1)
    show(.tab, Tab.tasks.published)
    show(.photosTask, 1)
    show(.photosError, 1)
    var expected = StoryExpectation()
    expected.error = StoryExpectation.ErrorPlace.none
    func variables() -> [FindVariable]? {
      checker.misses(
        AskedExpectation(step: "step-1", device: 0, expectation: expected, patience: 0, isNaturalOnly: false), at: 2)?
        .variables
    }
    #expect(variables() == [.shown(.photosError)])
    expected.error = .plans
    #expect(variables() == [.shown(.plansError)])
    show(.photosTask, 0)
    show(.tasksLoading, 1)
    (expected.error, expected.loading) = (nil, false)
    #expect(variables() == [.shown(.tasksLoading)])
  }

  @Test("A play describes the screen in plain words, and ends with its last step")
  func wordsOfAPlay() throws {
    let result = try Self.play(
      [#""onboard""#],
      [
        #"{"do": "openTab", "tab": "plans"}"#, #"{"do": "rest", "after": "20s"}"#,
        #"{"expect": {"bmi": 30}}"#, #"{"expect": {"photos": {"shown": 3}}}"#,
        #"{"expect": {"server": {"preferences": {"mealsPerDay": 4}}}}"#, #"{"do": "rest", "after": "30s"}"#,
      ])
    let summaries = result.findings.map(\.summary)
    #expect(summaries.contains("expected a BMI of 30.00, observed a BMI of 24.69"))
    #expect(summaries.contains("expected 3 photos shown, observed no photos open"))
    #expect(result.endSeconds == result.steps.last?.seconds)
  }

  @Test("With two accounts, the stored data at the end name their account")
  func storedNamesItsAccount() throws {
    let result = try Self.play(
      [#""onboard""#],
      [#""logOut""#, #"{"do": "signUp", "account": 2, "until": "signedOut"}"#, #"{"do": "rest", "after": "9s"}"#])
    #expect(result.storedInTheEnd.map(\.first) == ["account 1", "account 2"])
  }

  @Test("Metrics read before a log-out are correct after the same account signs in again")
  func rowOfTheSessionBefore() throws {
    let result = try Self.play(
      [#""onboard""#],
      [#""logOut""#, #"{"do": "logIn", "account": 1, "after": "1s"}"#, #"{"do": "rest", "after": "20s"}"#], "seed-fixed"
    )
    #expect(result.passes, "\(result.findings)")
  }
}
