import GTSDModel
import Testing

@testable import GTSDWorld

/// Reports to analytics that are missing, repeated, or unfounded.
struct ReferenceReportsTests {
  private static func unreported(_ event: AnalyticsEvent) -> [Divergence] { [.unreported(event)] }

  @Test("A dismissal by the card's own button is reported as a tap and as a dismissal", arguments: [true, false])
  func dismissalsAreReported(isReported: Bool) throws {
    var tale = try PhoneTale()
    tale.show(.homeCard, HomeCard.shown.rawValue)
    tale.report(.cardViewed)
    tale.settle()
    tale.tap(.dismissCard)
    if isReported {
      tale.report(.cardTapped(.dismiss))
      tale.report(.cardDismissed)
    }
    tale.show(.toast, Toast.reviewLater.published, .person)
    tale.show(.homeCard, HomeCard.hidden.rawValue, .dismissal)
    tale.settle()
    #expect(
      tale.found
        == (isReported ? [] : Self.unreported(.cardTapped(.dismiss)) + Self.unreported(.cardDismissed)))
  }

  @Test("A card that disappears without a tap needs no report of a dismissal")
  func cardsThatGoByThemselvesAreNotDismissed() throws {
    var tale = try PhoneTale()
    tale.show(.homeCard, HomeCard.shown.rawValue)
    tale.report(.cardViewed)
    tale.settle()
    tale.show(.homeCard, HomeCard.hidden.rawValue, .dismissal)
    tale.settle()
    #expect(tale.found == [])
  }

  @Test("A tap on \"Maybe later\" is reported", arguments: [true, false])
  func puttingOffIsReported(isReported: Bool) throws {
    var tale = try PhoneTale()
    tale.show(.homeZeroState, 1)
    tale.report(.zeroStateViewed(hasCompletedOnboarding: false, daysSinceSignup: -1, on: .home))
    tale.settle(isQuiet: false)
    tale.tap(.maybeLater)
    if isReported { tale.report(.zeroStateTapped(.maybeLater, on: .home)) }
    tale.show(.homeZeroState, 0, .person)
    tale.settle(isQuiet: false)
    #expect(tale.found == (isReported ? [] : Self.unreported(.zeroStateTapped(.maybeLater, on: .home))))
  }

  @Test("A launch is reported once", arguments: 0...2)
  func launchesAreReportedOnce(times: Int) throws {
    var tale = try PhoneTale()
    tale.phone.launched()
    for _ in 0..<times { tale.report(.appLaunched) }
    tale.settle()
    let wrong: [Divergence] =
      times == 0 ? Self.unreported(.appLaunched) : times == 2 ? [.reportedOther(AnalyticsEvent.appLaunched)] : []
    #expect(tale.found == wrong)
  }

  @Test("Coming to the foreground is not reported as a launch")
  func theFrontIsNoLaunch() throws {
    var tale = try PhoneTale()
    tale.report(.appLaunched)
    tale.settle()
    #expect(tale.found == [.reportedOther(AnalyticsEvent.appLaunched)])
  }

  @Test("A zero state that is shown was reported as viewed", arguments: [Tab.home, .profile])
  func zeroStatesAreReportedAsViewed(tab: Tab) throws {
    for isReported in [true, false] {
      var tale = try PhoneTale()
      if tab == .profile {
        tale.tap(.openTab(.profile))
        tale.report(.tabChanged(.profile))
        tale.show(.tab, Tab.profile.published, .person)
        _ = tale.send(.profile, for: .profileLoad)
        _ = tale.send(.streak, for: .profileLoad)
        tale.settle(isQuiet: false)
        tale.show(.profilePreferences, 1)
        tale.show(.profileFace, ProfileFace.zeroState.published)
      } else {
        tale.show(.homeZeroState, 1)
      }
      if isReported { tale.report(.zeroStateViewed(hasCompletedOnboarding: false, daysSinceSignup: -1, on: tab)) }
      tale.settle()
      let missing = Self.unreported(.zeroStateViewed(hasCompletedOnboarding: false, daysSinceSignup: -1, on: tab))
      #expect(tale.found.filter { missing == [$0] } == (isReported ? [] : missing))
    }
  }

  @Test("Each tap on a visible summary is reported once", arguments: 0...2)
  func tapsOnTheSummaryAreReported(times: Int) throws {
    var tale = try PhoneTale()
    tale.begin(.summary)
    tale.show(.summarySheet, SummarySheet.shown.published)
    tale.settle(isQuiet: false)
    let start = tale.found.count
    tale.tap(.scrollSummary(depthPercent: 40))
    for _ in 0..<times {
      tale.report(.summaryScrolled(depthPercent: 40, timeOnScreen: Nanoseconds.second))
    }
    tale.settle(isQuiet: false)
    let event = AnalyticsEvent.summaryScrolled(depthPercent: 40, timeOnScreen: 0)
    #expect(
      tale.found.dropFirst(start)
        == (times == 0 ? [.unreported(event)] : times == 2 ? [.reportedAgain(name: event.nameIndex)] : []))
  }

  @Test("Each failed acknowledgment is reported once, as a separate attempt")
  func failuresAreReportedOnce() throws {
    var tale = try PhoneTale()
    for attempt in 1...2 {
      tale.begin(.acknowledge)
      let call = tale.send(
        .acknowledge(version: 1, metricsComputedAt: WorldCalendar.epoch), for: .acknowledge, key: UInt64(attempt))
      tale.receive(call, status: 500, nil)
      tale.report(.acknowledgeFailed(status: 500))
      if attempt == 2 { tale.report(.acknowledgeFailed(status: 500)) }
      tale.report(.apiError(.acknowledge, status: 500))
      tale.settle(isQuiet: false)
      tale.tap(.retryAcknowledge)
      let isReportedAgain = tale.found.contains { if case .reportedAgain = $0 { true } else { false } }
      #expect(isReportedAgain == (attempt == 2))
    }
  }

  @Test("A successful sign-up is reported", arguments: [true, false])
  func signUpsAreReported(isReported: Bool) throws {
    var tale = try PhoneTale()
    tale.show(.signedIn, 0, .signOut)
    tale.settle()
    let identity = AccountIdentity(ordinal: 0, email: "ada@example.com", password: "Passw0rd!", name: "Ada")
    tale.tap(.signUp(identity))
    tale.begin(.signUp)
    let call = tale.send(
      .signUp(SignUpRequest(email: identity.email, password: identity.password, name: identity.name)), for: .signUp)
    tale.settle(isQuiet: false)
    let start = tale.found.count
    let user = UserPayload(
      id: 1, email: identity.email, name: "Ada", hasCompletedOnboarding: false, createdAt: nil, updatedAt: nil)
    tale.receive(
      call, status: 201, .session(SessionPayload(user: user, accessToken: "access", refreshToken: "refresh")))
    tale.show(.signedIn, 1)
    if isReported { tale.report(.signupCompleted) }
    tale.settle(isQuiet: false)
    #expect(tale.found.dropFirst(start) == (isReported ? [] : [.unreported(.signupCompleted)]))
  }

  @Test("A failed save is reported; a deletion of health data is not", arguments: [true, false])
  func failedSavesAreReported(isDeletion: Bool) throws {
    var tale = try PhoneTale()
    tale.begin(.editSave)
    let update = isDeletion ? ProfileUpdate(height: 0, currentWeight: 0) : ProfileUpdate(currentWeight: 70)
    let call = tale.send(.updateProfile(update), for: .editSave)
    tale.settle(isQuiet: false)
    let start = tale.found.count
    tale.receive(call, status: 400, nil)
    tale.report(.apiError(.updateProfile, status: 400))
    tale.show(.editError, 1, .failure)
    tale.settle(isQuiet: false)
    #expect(tale.found.dropFirst(start) == (isDeletion ? [] : [.unreported(.preferencesSaveFailed(status: 0))]))
  }
}
