import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld

/// Taps on a screen that does not offer them must have no effect.
struct OfferTests {
  static func play(_ given: [String], _ when: [String], _ generation: String) throws -> PlayResult {
    func list(_ steps: [String]) -> String { steps.joined(separator: ", ") }
    let text = """
      {"generation": "\(generation)", "story": {"given": [\(list(given))], "when": [\(list(when))]}}
      """
    return try Play(Scenario.parse(text)).run()
  }

  private static let form =
    #"{"do": "openTab", "tab": "profile"}, "openEdit", {"do": "rest", "after": "3s", "until": "editReady"}"#
  private static let welcome = #"{"do": "signUp", "account": 1}, {"do": "rest", "after": "2s"}"#
  private static let photos = #"{"do": "openTab", "tab": "tasks"}, {"do": "openPhotos", "task": 1}"#
  private static let asked = #"{"do": "openTab", "tab": "plans"}, {"do": "rest", "after": "5s"}"#

  /// A screen and a tap that it does not offer, with the reason.
  private static let refusals: [(given: String, tap: String, reason: String)] = [
    (#""launch", {"do": "signUp", "account": 1}, {"do": "rest", "after": "2s"}"#, #""logOut""#, "onboarding covers"),
    (#""launch", \#(welcome)"#, #""previousStep""#, "the first step"),
    (#""launch", \#(welcome), "nextStep""#, #""confirmOnboarding""#, "only the last step"),
    (#""onboard""#, #""nextStep""#, "onboarding is not in front"),
    (#""onboard", "background""#, #""logOut""#, "the app is in the background"),
    (#""onboard", "background""#, #"{"do": "openPhotos", "task": 1}"#, "the app is in the background"),
    (#""onboard", \#(form)"#, #""logOut""#, "the edit form covers the tabs"),
    (#""onboard", \#(form)"#, #"{"do": "openPhotos", "task": 1}"#, "the edit form covers the tabs"),
    (#""onboard", \#(form)"#, #""saveEdit""#, "the form has no changes"),
    (#""onboard", \#(photos)"#, #""logOut""#, "the photos of a task cover the tabs"),
    (#""onboard", \#(photos)"#, #"{"do": "removePhoto", "index": 0}"#, "there is no photo 1"),
    (#""onboard", \#(photos)"#, #"{"do": "deletePhoto", "index": 9}"#, "there is no photo 10"),
    (#""onboard", {"do": "openTab", "tab": "tasks"}"#, #"{"do": "openPhotos", "task": 9}"#, "the list has no task 9"),
    (#""onboard", {"do": "openTab", "tab": "tasks"}"#, #"{"do": "completeTask", "task": 99}"#, "no task 99"),
    (#""onboard", \#(asked)"#, #""retryAcknowledge""#, "no failed acknowledgment is shown"),
    (#""onboard", \#(asked)"#, #""retryPlan""#, "Plans shows no error of the plan"),
    (#""onboard""#, #""acknowledge""#, "the tab plans is not in front"),
  ]

  @Test(
    "A tap on a control that is not on screen has no effect",
    arguments: refusals.indices, ["correct", "seed-current", "seed-fixed"])
  func tapOnNothingHasNoEffect(index: Int, generation: String) throws {
    let (given, tap, reason) = Self.refusals[index]
    let result = try Self.play([given], [tap, #"{"do": "rest", "after": "20s"}"#], generation)
    let step = try #require(result.steps.first { $0.id == "step-1" })
    guard case .ignored(let why) = step.outcome else {
      Issue.record("\(tap) after \(given): \(step.outcome)")
      return
    }
    #expect(why.contains(reason))
    #expect(result.passes, "\(result.findings)")
  }

  @Test("A story step opens the tab that contains the control before it taps")
  func personGoesThere() throws {
    let result = try Self.play(
      [#""onboard""#],
      [#"{"do": "openPhotos", "task": 1}"#, #""closePhotos""#, #""logOut""#, #"{"do": "rest", "after": "9s"}"#],
      "correct")
    func effects(_ id: String) -> [String] { result.steps.first { $0.id == id }?.outcome.details ?? [] }
    #expect(effects("step-1").contains("tab home → tasks"))
    #expect(effects("step-3").contains("tab tasks → profile"))
    #expect(result.steps.last?.screen == ["sign-in"])
    #expect(result.passes, "\(result.findings)")
  }

  @Test("A toolbar that appears after the acknowledgment offers no refresh before it")
  func refreshComesWithTheToolbar() throws {
    func outcome(_ generation: String) throws -> PlayResult.Step.Outcome? {
      try Self.play([#""onboard", \#(Self.asked)"#], [#""refreshPlan""#], generation).steps.last?.outcome
    }
    #expect(try outcome("correct") == .ignored(TapRefusal.noRefresh.words))
    guard case .tookEffect = try outcome("seed-fixed") else {
      Issue.record("an app whose toolbar is always there refreshes")
      return
    }
  }

  @Test(
    "The save button is on only while something in the form differs",
    arguments: ["correct", "seed-current", "seed-fixed"])
  func saveNeedsAChange(generation: String) throws {
    let type = #"{"do": "typeEdit", "weight": 77.5}"#
    let result = try Self.play([#""onboard", \#(Self.form)"#], [#""saveEdit""#, type, #""saveEdit""#], generation)
    #expect(result.steps.first { $0.id == "step-1" }?.outcome == .ignored(TapRefusal.formUnchanged.words))
    #expect(result.steps.last?.outcome.details.contains { $0.hasPrefix("sends PUT") } == true)
    guard generation == "correct" else { return }
    let back = #"{"do": "typeEdit", "weight": 80}"#
    let undone = try Self.play([#""onboard", \#(Self.form)"#], [type, back, #""saveEdit""#], generation)
    #expect(undone.steps.last?.outcome == .ignored(TapRefusal.formUnchanged.words))
  }

  @Test("Each refusal has its own text, without a full stop")
  func reasonsReadAlike() {
    let fronts: [Front] = [.closed, .background, .signIn, .onboarding, .summary, .form, .photos]
    let words = fronts.map { TapRefusal.noTabs($0).words }
    #expect(Set(words).count == words.count && words.allSatisfy { !$0.hasSuffix(".") })
  }
}
