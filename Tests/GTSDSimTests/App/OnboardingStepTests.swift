import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld

/// The steps of onboarding on a phone.
struct OnboardingStepTests {
  private static let signedUp = [#""launch""#, #"{"do": "signUp", "account": 1}"#, #"{"do": "rest", "after": "3s"}"#]

  private static func keys(_ given: [String], _ when: [String], _ generation: String = "correct") throws -> [String] {
    try OfferTests.play(given, when, generation).findings.map { String($0.key.split(separator: "/").last ?? "") }
  }

  private static func at(_ step: String) -> String { #"{"expect": {"onboardingStep": "\#(step)"}}"# }

  @Test("The answers that are sent are those entered on each step, whatever the order of going back and on")
  func answersAreThoseEntered() throws {
    let when = [
      #""nextStep""#, #""nextStep""#, #"{"do": "nextStep", "weight": 90, "allergies": ["Soy"]}"#, #""previousStep""#,
      #"{"do": "nextStep", "height": 190}"#, #"{"do": "nextStep", "goal": "maintain"}"#,
      #"{"expect": {"onboardingStep": "review", "fields": {"weight": 90, "height": 190, "goal": "maintain"}}}"#,
      #"{"expect": {"fields": {"weight": 80}}}"#, #""confirmOnboarding""#, #"{"do": "exitSummary", "after": "1m"}"#,
      #"{"do": "openTab", "tab": "profile", "after": "5s"}"#, #"{"do": "openEdit", "after": "5s"}"#,
      #"{"expect": {"fields": {"weight": 90, "height": 190, "goal": "maintain"}, "form": {"allergies": ["Soy"]}}, "within": "9s"}"#,
    ]
    #expect(try Self.keys(Self.signedUp, when) == ["step-8:fields"])
  }

  @Test("Each answer is entered on one step, and on no other")
  func stepsHaveTheirOwnFields() {
    let answers = OnboardingAnswers(Person.answers())
    let empty = answers.entered(on: .review).request.profile
    var profile = empty
    for step in OnboardingStep.allCases {
      let entered = answers.entered(on: step).request.profile
      if entered.dateOfBirth != empty.dateOfBirth { profile.dateOfBirth = entered.dateOfBirth }
      if entered.gender != empty.gender { profile.gender = entered.gender }
      profile.currentWeight += entered.currentWeight
      profile.targetWeight += entered.targetWeight
      profile.height += entered.height
      if entered.primaryGoal != empty.primaryGoal { profile.primaryGoal = entered.primaryGoal }
      if entered.targetDate != empty.targetDate { profile.targetDate = entered.targetDate }
      if entered.activityLevel != empty.activityLevel { profile.activityLevel = entered.activityLevel }
    }
    #expect(profile == answers.request.profile)
    #expect(answers.entered(on: .accountBasics).request.profile.height == 0)
  }

  @Test("A step of onboarding is on screen only while onboarding is in front")
  func stepIsOnScreenInFront() throws {
    let when = [
      #""nextStep""#, Self.at("accountBasics"), Self.at("welcome"), #""background""#, Self.at("accountBasics"),
      #""foreground""#, Self.at("accountBasics"), #""skipOnboarding""#, #"{"do": "rest", "after": "9s"}"#,
      Self.at("accountBasics"),
    ]
    #expect(
      try Self.keys(Self.signedUp, when)
        == ["step-3:onboarding-step", "step-5:onboarding-step", "step-10:onboarding-step"])
  }

  @Test("Ending the app and signing in as somebody else begin onboarding again, with nothing entered or stored")
  func entriesEndWithTheForm() throws {
    let entered = [#""nextStep""#, #""nextStep""#, #"{"do": "nextStep", "weight": 90}"#, Self.at("goals")]
    let again = [
      #""terminate""#, #""launch""#, #"{"do": "rest", "after": "5s"}"#, Self.at("welcome"),
      #"{"expect": {"server": {"complete": false}}}"#, #""nextStep""#, #""nextStep""#, Self.at("healthMetrics"),
      #"{"expect": {"fields": {"weight": 90}}}"#,
    ]
    #expect(try Self.keys(Self.signedUp, entered + again) == ["step-13:fields"])
  }

  @Test("Complete Profile opens step 1 or, in the public app, the welcome before it", arguments: [true, false])
  func completeProfileOpensAStep(opensBasics: Bool) throws {
    let when = [
      #"{"do": "completeProfile", "until": "cardOrZeroState"}"#, Self.at("accountBasics"), #""previousStep""#,
      Self.at("welcome"),
    ]
    let text = """
      {"generation": {"preset": "correct", "zeroState": {"opens": "\(opensBasics ? "accountBasics" : "welcome")"}},
      "story": {"given": ["skipThrough"], "when": [\(when.joined(separator: ", "))]}}
      """
    let keys = try Play(Scenario.parse(text)).run().findings.map(\.key)
    #expect(keys == (opensBasics ? [] : ["expectation/unclassified/step-2:onboarding-step"]))
  }

  @Test("A failed answer leaves the last step with everything entered, and Complete can be tapped again")
  func failedAnswerKeepsTheForm() throws {
    let fault = #"{"do": "disturb", "fault": {"kind": "error", "status": 500, "times": 1, "endpoints": ["onboard"]}}"#
    let when = [
      fault, #"{"do": "completeOnboarding", "weight": 90}"#,
      #"{"expect": {"onboardingStep": "review", "error": "onboarding", "fields": {"weight": 90}}, "within": "20s"}"#,
      #"{"do": "confirmOnboarding", "again": true}"#,
      #"{"expect": {"onboarded": true, "server": {"complete": true}}, "within": "1m"}"#,
    ]
    let played = try OfferTests.play(Self.signedUp, when, "seed-fixed")
    #expect(!played.findings.contains { $0.key.hasPrefix("expectation") }, "\(played.findings)")
  }
}
