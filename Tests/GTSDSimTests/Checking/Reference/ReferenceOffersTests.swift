import GTSDModel
import Testing

@testable import GTSDWorld

/// The rules for what the screen offers, for the content of Plans, and for data that forbid or allow a sign-up.
struct ReferenceOffersTests {
  @Test("An idle phone takes each tap on what it shows, and no other")
  func shownControlsAreOn() throws {
    let taps: [(UserAction, StateVariable, offered: Bool)] = [
      (.openTab(.tasks), .tab, true), (.openTab(.home), .tab, false), (.dismissCard, .tab, false),
      (.openEdit, .tab, false), (.expandSummary(.bmr), .summarySheet, false),
    ]
    for (tap, variable, isOffered) in taps {
      var tale = try PhoneTale()
      tale.refuse(tap)
      #expect(tale.found.contains(.tapWithoutEffect(variable)) == isOffered, "\(tap)")
    }
  }

  @Test("A summary on screen opens its sections", arguments: [SummarySheet.shown, .loading])
  func shownSummariesOpen(sheet: SummarySheet) throws {
    var tale = try PhoneTale()
    tale.show(.summarySheet, sheet.published)
    tale.settle()
    tale.refuse(.expandSummary(.bmr))
    #expect(tale.found.contains(.tapWithoutEffect(.summarySheet)) == (sheet == .shown))
  }

  @Test("Plans shows the acknowledgment first, then the plan, then its load")
  func plansShowsWhatItHas() throws {
    let contents: [(need: Int64, plan: Int64, loading: Int64, PlansScreen)] = [
      (1, 3, 0, .acknowledgment), (0, 3, 1, .plan), (0, -1, 1, .spinner), (0, -1, 0, .nothing),
    ]
    for (need, plan, loading, right) in contents {
      for shown in PlansScreen.allCases where shown != .error {
        var tale = try PhoneTale()
        tale.show(.plansNeed, need)
        tale.show(.plansPlan, plan)
        tale.show(.plansLoading, loading)
        tale.show(.plansScreen, shown.published)
        var judged: [Divergence] = []
        tale.phone.judgePlansScreen(isQuiet: true, &judged)
        #expect(judged.contains(.shownOther(.plansScreen)) == (shown != right), "\(shown) for \(right)")
      }
    }
  }

  @Test("A section of photos shows its error again when it is opened again", arguments: [1, 0] as [Int64])
  func errorsOfPhotosStay(isShown: Int64) throws {
    var tale = try PhoneTale()
    for (task, error) in [(1, 1), (2, 0), (1, isShown)] as [(Int, Int64)] {
      tale.visitPhotos(of: task, error: error)
    }
    #expect(tale.found.contains(.disappeared(.photosError)) == (isShown == 0))
  }

  @Test("A renewal that fails explains the error of a section that was left", arguments: [429, 200])
  func renewalsFailUploadsOfOtherSections(status: Int) throws {
    var tale = try PhoneTale()
    for task in [1, 2] { tale.visitPhotos(of: task, error: 0) }
    tale.receive(
      tale.send(.refresh(refreshToken: "refresh"), for: .refreshToken), status: status,
      status == 200 ? .tokens(accessToken: "access", refreshToken: "refresh") : nil)
    tale.visitPhotos(of: 1, error: 1)
    #expect(tale.found.contains(.shownOther(.photosError)) == (status == 200))
  }

  @Test(
    "Only data that the contract forbids may be refused a sign-up",
    arguments: [
      ("a@b.c", "Secret-1", "A", true), ("a@b.c", "Secret1", "A", false), ("a@b.c", "secret-1", "A", false),
      ("a@b.c", "Secret12", "A", false), ("a@b.c", "Secret-x", "A", false), ("a.b.c", "Secret-1", "A", false),
      ("a@b", "Secret-1", "A", false), ("a@b.c", "Secret-1", "", false),
    ])
  func fitDataSignUp(email: String, password: String, name: String, isFit: Bool) throws {
    let options = ReferenceOptions(try Scenario.parse(#"{"generation": "correct"}"#))
    let body = SignUpRequest(email: email, password: password, name: name)
    let call = WireCall(id: 1, body: .signUp(body), accessToken: nil, key: 0, operation: .signUp)
    let now = WorldCalendar.timestamp(at: 0)
    var (server, found): (ReferenceServer, [Divergence]) = (ReferenceServer(), [])
    server.served(call, status: 400, .done, at: now, device: 0, options, &found)
    #expect(found == (isFit ? [.refused(.signUp)] : []))
    let user = UserPayload(
      id: 1, email: email, name: name, hasCompletedOnboarding: false, createdAt: now, updatedAt: now)
    let session = SessionPayload(user: user, accessToken: "access", refreshToken: "refresh")
    found = []
    server.served(call, status: 201, .session(session), at: now, device: 0, options, &found)
    #expect(found.contains(.granted(.signUp)) == !isFit)
  }

  @Test("An app that comes back to a Home without metrics reads them", arguments: [true, false])
  func returnsReadMissingMetrics(reads: Bool) throws {
    var tale = try PhoneTale()
    tale.phone.homeTasks.take(1, 1)
    tale.phone.homeStreak.take(1, 1)
    let summary = SummaryPayload(
      profile: OnboardingRequest.skip(at: WorldCalendar.epoch).profile, age: 30,
      targets: NutritionTargets(bmr: 1, tdee: 1, calories: 1, protein: 1, water: 1), estimatedWeeks: nil)
    tale.phone.homeSummary.take(DrawnSummary(summary), 1)
    tale.phone.areMetricsMissing = true
    tale.tap(.background)
    tale.phone.enteredBackground(at: tale.now)
    tale.settle()
    tale.tap(.foreground)
    tale.phone.enteredForeground(at: tale.now, tale.options)
    if reads { _ = tale.send(.todayMetrics, for: .homeMetrics) }
    tale.settle()
    #expect(tale.found.contains(.loadNeverBegan(.todayMetrics)) == !reads)
  }
}
