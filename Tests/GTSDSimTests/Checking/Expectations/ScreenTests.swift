import Foundation
import GTSDModel
import TestSupport
import Testing

@testable import GTSDStudies
@testable import GTSDWorld

/// Stories with expectations on the screen, with facts that hold and facts that do not.
struct ScreenTests {
  /// A story of `Fixtures/Screens`, and a change that breaks it.
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var breaks: [String]
    var testDescription: String { name }

    init(_ name: String, _ breaks: [String] = []) { (self.name, self.breaks) = (name, breaks) }
  }

  static let cases = [
    Case("profile-zero-state"), Case("toast-dismiss"), Case("toast-goes"), Case("toast-plan-fails"),
    Case("error-behind"), Case("edit-after-ack"), Case("conflict"), Case("photo-of-today"), Case("two-order"),
    Case("card-behind", ["step-2:card", "step-3:plans-screen", "step-5:tab"]),
    Case("form-closes", ["step-5:form", "step-9:form"]), Case("contradiction", ["step-5:card"]),
    Case("silent-failure", ["step-4:card"]), Case("trivial", ["step-1:card"]),
  ]

  private static func play(_ name: String) throws -> PlayResult {
    try Play(Scenario.load(Checkout.fixtures.appending(path: "Screens/\(name).json").path)).run()
  }

  private static func played(_ when: String, generation: String = #""correct""#) throws -> PlayResult {
    try Play(
      Scenario.parse(
        #"{"name": "story", "generation": \#(generation), "story": {"given": ["onboard"], "when": [\#(when)]}}"#)
    ).run()
  }

  @Test("A story's expectation holds only if the screen shows the stated facts", arguments: cases)
  func screenShowsWhatTheStoryExpects(story: Case) throws {
    let keys = try Self.play(story.name).findings.map { $0.key.replacing("expectation/unclassified/", with: "") }
    #expect(keys == story.breaks)
  }

  @Test("A card that reappears while it disappears, and stays, counts as returned")
  func dismissedAndBack() throws {
    let keys = try Self.play("dismissed-and-back").findings.map(\.key)
    #expect(keys == ["I-DISMISS/dismissal-undone-by-recheck/card-returned"])
  }

  @Test("The current app's photo screen checks nothing and shows one text for every failure")
  func photoOfToday() throws {
    let steps = try Self.play("photo-of-today").steps
    let picked = try #require(steps.first { $0.id == "step-1" })
    #expect(picked.screen.contains("1 failed") && picked.screen.contains("text generic"))
    #expect(!picked.screen.contains("try again"))
    guard case .tookEffect(let effects) = picked.outcome else { return #expect(Bool(false), "ignored") }
    #expect(effects.contains("sends POST progress/photos"))
  }

  @Test("The card's error can be postponed, and the toast says where the metrics are")
  func errorCardPutOff() throws {
    let fault = #"{"do": "disturb", "fault": {"kind": "error", "status": 500, "endpoints": ["today-metrics"]}}"#
    let when = """
      "terminate", \(fault), {"do": "launch", "after": "1s"}, {"do": "rest", "after": "5s"},
      {"expect": {"card": "error", "error": "metrics"}}, {"do": "dismissCard", "after": "1s"},
      {"expect": {"card": "hidden", "error": "none", "toastText": "reviewLater"}},
      {"expect": {"toast": "hidden"}, "within": "5s"}
      """
    let generation = #"{"preset": "correct", "card": {"onError": "error"}}"#
    #expect(try Self.played(when, generation: generation).findings.map(\.key) == [])
  }

  @Test("An expectation can state that a form is closed")
  func closedForm() throws {
    let when = """
      {"do": "openTab", "tab": "profile"}, {"expect": {"formState": "closed"}},
      {"do": "openEdit", "until": "tabSettled"}, {"expect": {"formState": "open", "form": {}}, "within": "5s"},
      "closeEdit", {"expect": {"formState": "closed", "preferences": {}}, "within": "5s"}
      """
    #expect(try Self.played(when).findings.map(\.key) == [])
  }

  @Test("Expected preferences are compared as values")
  func preferencesAreValues() throws {
    let when = """
      {"do": "openTab", "tab": "profile"}, {"do": "openEdit", "until": "tabSettled"},
      {"do": "typeEdit", "add": "Vegan", "allergies": ["Nuts"], "mealsPerDay": 4, "until": "editReady"},
      {"expect": {"form": {"dietaryPreferences": ["Vegan"]}}}
      """
    let played = try Self.played(when)
    let typed = try #require(played.steps.first { $0.id == "step-3" })
    #expect(typed.screen.contains("preferences: Vegan; allergic to Nuts; 4 meals a day"))
    let found =
      "expected preferences in the form: Vegan; 3 meals a day, observed Vegan; allergic to Nuts; 4 meals a day"
    #expect(played.findings.map(\.summary) == [found])
  }

  @Test("The card, Plans and the summary show the numbers of the metrics, the form its fields")
  func numbersAreOnScreen() throws {
    let played = try Play(
      Scenario.parse(
        """
        {"name": "numbers", "generation": "correct", "story": {"given": ["launch", {"do": "signUp", "account": 1}],
        "when": ["completeOnboarding",
        {"expect": {"summaryNumbers": {"bmr": 1760, "tdee": 2728, "calories": 2228, "protein": 176, "water": 2800}},
        "within": "1m"},
        {"expect": {"metrics": {"bmr": 1760}}}, {"do": "exitSummary", "after": "1m"},
        {"expect": {"card": "shown", "metrics": {"bmi": 24.69, "bmr": 1760, "tdee": 2728}}, "within": "1m"},
        {"do": "openTab", "tab": "plans"}, {"expect": {"metrics": {"bmi": 24.69, "bmr": 1760, "tdee": 2728}}},
        {"do": "openTab", "tab": "profile"}, {"expect": {"metrics": {"bmr": 1760}}},
        {"expect": {"fields": {"weight": 80}}}, {"do": "openEdit", "until": "tabSettled"},
        {"do": "typeEdit", "weight": 70.5, "until": "editReady"},
        {"expect": {"fields": {"weight": 70.5, "height": 180, "gender": "male", "goal": "lose_weight"}}},
        {"expect": {"fields": {"weight": 80}}}]}}
        """)
    ).run()
    #expect(
      played.findings.map(\.key).map { $0.replacing("expectation/unclassified/", with: "") } == [
        "step-3:metrics", "step-9:metrics", "step-10:fields", "step-14:fields",
      ])
    #expect(played.findings.last?.summary == "expected 80 kg, observed 70.5 kg")
    let card = try #require(played.steps.first { $0.id == "step-5" })
    #expect(card.screen.contains("card shown with BMI 24.69, BMR 1760, TDEE 2728"))
  }

  @Test("Photos that are not open are not on screen")
  func closedPhotosAreNotOnScreen() throws {
    let when = """
      {"do": "openPhotos", "task": 1}, {"do": "pickPhotos", "count": 1},
      {"expect": {"photos": {"shown": 1, "uploaded": 1}}, "within": "1m"}, "closePhotos",
      {"expect": {"photos": {"shown": 0, "uploaded": 0, "progress": [], "message": "none", "retry": false}}},
      {"expect": {"photos": {"shown": 1}}}
      """
    let played = try Self.played(when)
    #expect(played.findings.map(\.key) == ["expectation/unclassified/step-6:photos-shown"])
    #expect(played.findings.map(\.summary) == ["expected 1 photos shown, observed no photos open"])
  }

  @Test("An expectation's step shows the screen at the time of its check, a toast with its end")
  func expectationShowsItsMoment() throws {
    let when = #"{"do": "dismissCard", "after": "1s"}, {"expect": {"toast": "shown"}, "after": "1s"}"#
    let step = try #require(try Self.played(when).steps.last)
    let tapped = try #require(try Self.played(when).steps.dropLast().last).seconds
    #expect(step.outcome == .holds)
    let end = try #require(step.screen.last { $0.hasPrefix("toast review later until ") })
    let seconds = try #require(Double(end.split(separator: " ")[4]))
    #expect(abs(seconds - tapped - 3) < 0.01)
  }

  @Test("The card comes by itself when the summary is left, and when the app comes back before it was there")
  func cardComesWithHome() throws {
    let given = #""given": ["launch", {"do": "signUp", "account": 1}]"#
    let stories = [
      #""completeOnboarding", {"do": "exitSummary", "after": "1m"}, {"expect": {"card": "shown"}, "within": "5s"}"#,
      """
      "completeOnboarding", {"do": "exitSummary", "after": "1s"}, {"expect": {"card": "hidden"}, "after": "1s"},
      {"do": "background", "after": "1s"}, {"do": "foreground", "after": "10m"},
      {"expect": {"card": "shown"}, "within": "5s"}
      """,
    ]
    for when in stories {
      let text = #"{"name": "home", "generation": "correct", "story": {\#(given), "when": [\#(when)]}}"#
      #expect(try Play(Scenario.parse(text)).run().findings.map(\.key) == [])
    }
  }

  @Test("An app in the background shows nothing")
  func behindOthers() throws {
    let when = """
      {"do": "background", "after": "1s"}, {"expect": {"card": "hidden", "error": "none", "loading": false}},
      {"expect": {"card": "shown"}}, {"do": "foreground", "after": "1s"}, {"expect": {"card": "shown"}}
      """
    #expect(try Self.played(when).findings.map(\.key) == ["expectation/unclassified/step-3:card"])
  }

  @Test("Profile shows its zero state or its preferences, and Home no targets without a profile")
  func zeroStateStandsAlone() throws {
    let when = """
      {"do": "openTab", "tab": "profile"}, {"expect": {"zeroState": "shown"}, "within": "1m"},
      {"expect": {"preferences": {}}}, {"do": "openTab", "tab": "home"},
      {"expect": {"zeroState": "shown"}, "within": "1m"},
      {"expect": {"targets": {"calories": 0, "protein": 0, "water": 0}}}
      """
    let played = try Play(
      Scenario.parse(
        #"{"name": "skipped", "generation": "correct", "story": {"given": ["skipThrough"], "when": [\#(when)]}}"#)
    ).run()
    #expect(
      played.findings.map(\.key)
        == ["expectation/unclassified/step-3:preferences", "expectation/unclassified/step-6:targets"])
  }
}
