import GTSDModel
import Testing

@testable import GTSDWorld

/// The rules for what a tap changes at once, and for what leaves the screen by itself.
struct ReferenceEffectsTests {
  @Test("A tap on a button that needs no request changes the screen at once", arguments: [true, false])
  func tapsTakeEffect(takesEffect: Bool) throws {
    let taps: [(UserAction, StateVariable, Int64)] = [
      (.openTab(.tasks), .tab, Tab.tasks.published), (.openEdit, .cover, Cover.formLoading.published),
      (.openPhotos(taskID: 2), .photosTask, 2), (.filterTasks(category: 3), .tasksFilter, 3),
    ]
    for (tap, variable, value) in taps {
      var tale = try PhoneTale()
      tale.tap(tap)
      if takesEffect { tale.show(variable, value, .person) }
      tale.settle(isQuiet: false)
      #expect(tale.found.contains(.tapWithoutEffect(variable)) == !takesEffect, "\(variable)")
    }
  }

  @Test("A summary that failed closes by its button", arguments: [true, false])
  func failedSummariesClose(closes: Bool) throws {
    var tale = try PhoneTale()
    tale.show(.summarySheet, SummarySheet.failed.published)
    tale.settle()
    tale.tap(.continueSummary)
    if closes { tale.show(.summarySheet, SummarySheet.hidden.published, .person) }
    tale.settle()
    #expect(tale.found.contains(.tapWithoutEffect(.summarySheet)) == !closes)
  }

  @Test("The card leaves the screen once its acknowledgment is not needed", arguments: [0, 1] as [Int64])
  func cardsStayWhileNeeded(need: Int64) throws {
    var tale = try PhoneTale()
    tale.show(.homeNeed, 1)
    tale.show(.homeCard, HomeCard.shown.rawValue)
    tale.settle(isQuiet: false)
    tale.show(.homeNeed, need)
    tale.show(.homeCard, HomeCard.hidden.rawValue, .start)
    #expect(tale.found.contains(.disappeared(.homeCard)) == (need == 1))
  }

  @Test("The begin of a load hides no zero state", arguments: [Cause.start, .reply])
  func zeroStatesStayDuringLoads(cause: Cause) throws {
    var tale = try PhoneTale()
    tale.show(.homeZeroState, 1)
    tale.show(.homeZeroState, 0, cause)
    #expect(tale.found.contains(.disappeared(.homeZeroState)) == (cause == .start))
  }

  @Test(
    "A plan disappears with the reply that confirms a change of the body, and neither later nor after a plain save",
    arguments: [nil, 80.0], [true, false])
  func plansStayAfterPlainSaves(weight: Double?, isAtOnce: Bool) throws {
    var tale = try PhoneTale()
    tale.show(.plansPlan, 7)
    var update = ProfileUpdate(currentWeight: weight)
    update.preferences.mealsPerDay = 4
    tale.begin(.editSave)
    let call = tale.send(.updateProfile(update), for: .editSave)
    tale.receive(call)
    if !isAtOnce { tale.settle(isQuiet: false) }
    tale.show(.plansPlan, -1, .settle)
    #expect(tale.found.contains(.disappeared(.plansPlan)) == (weight == nil || !isAtOnce))
  }

  @Test("An acknowledgment without any reply is attempted four times before it counts as failed", arguments: 1...5)
  func unknownOutcomesAreAskedFor(attempts: Int) throws {
    var tale = try PhoneTale()
    tale.begin(.acknowledge)
    for _ in 0..<attempts {
      let row = Timestamp(milliseconds: 0)
      let call = tale.send(.acknowledge(version: 1, metricsComputedAt: row), for: .acknowledge, key: 5)
      tale.receive(call, status: 0, nil)
      tale.settle(isQuiet: false, after: 9 * Nanoseconds.second)
    }
    tale.show(.acknowledgeError, 1, .failure)
    #expect(tale.found.contains(.givenUp(.acknowledge)) == (attempts < 4))
  }

  @Test("A refusal, or a deletion of health data, is not attempted again", arguments: [true, false])
  func knownOutcomesAreFinal(isRefused: Bool) throws {
    var tale = try PhoneTale()
    tale.begin(.editSave)
    let call = tale.send(isRefused ? .updateProfile(ProfileUpdate(height: 170)) : .profile, for: .editSave)
    tale.receive(call, status: isRefused ? 503 : 0, nil)
    tale.show(.editError, 1, .failure)
    #expect(!tale.found.contains(.givenUp(.editSave)))
  }

  @Test(
    "A write that was refused for its token is sent again once, with the renewed token",
    arguments: [true, false], [true, false])
  func refusedWritesAreRepeated(isRenewed: Bool, isRepeated: Bool) throws {
    var tale = try PhoneTale()
    let write = APIRequest.submitEvidence(taskID: 1)
    tale.receive(tale.send(write, for: .evidence), status: 401, nil)
    let renewal = tale.send(.refresh(refreshToken: "old"), for: .refreshToken)
    tale.receive(
      renewal, status: isRenewed ? 200 : 503,
      isRenewed ? .tokens(accessToken: "new", refreshToken: "newer") : nil)
    if isRepeated { tale.receive(tale.send(write, for: .evidence), status: 401, nil) }
    tale.settle()
    #expect(tale.found.contains(.loadNeverBegan(.submitEvidence)) == (isRenewed && !isRepeated))
  }

  @Test("Plans that nobody tapped for have keys of their own", arguments: [5, 6] as [UInt64])
  func plansDoNotShareKeys(second: UInt64) throws {
    var tale = try PhoneTale()
    for key in [5, second] {
      let call = tale.send(.generatePlan(forceRecompute: false), for: .plansFetch, key: key)
      tale.receive(call, .done)
    }
    #expect(tale.found.contains(.keyShared(.generatePlan)) == (second == 5))
  }

  @Test("The images are those of the picked photos, of which none is left here", arguments: [17, 4711], [17, 4711])
  func imagesGoWithTheirPhotos(picked: Int64, images: Int64) throws {
    var tale = try PhoneTale()
    tale.tap(.openPhotos(taskID: 1))
    tale.show(.photosTask, 1, .person)
    tale.show(.photosPicked, picked)
    tale.show(.photosImages, images)
    tale.settle()
    #expect(tale.found.contains(.shownOther(.photosImages)) == (picked == 4711 || images == 4711))
  }

  @Test("A request is lost if the network says so", arguments: [0, 1] as [Int32])
  func networkLosesRequests(lost: Int32) throws {
    let story = #"{"devices": 1, "given": ["onboard"], "when": ["airplaneModeOn"]}"#
    let options = ReferenceOptions(try Scenario.parse(#"{"generation": "correct", "story": \#(story)}"#))
    var person = PersonReference(options)
    person.observe(.lost(lost), device: 0, at: Nanoseconds.hour)
    person.observe(
      SimulationEvent(
        time: Nanoseconds.hour, user: 0, account: 0, device: 0, session: 1,
        kind: .received(.streak, request: 1, outcome: .network, revision: -1, latency: 0)))
    #expect(person.found == (lost == 1 ? [] : [.lostByItself(.streak)]))
  }

  @Test("An upload that is sent again without a tap keeps its key", arguments: [5, 6] as [UInt64])
  func repetitionsKeepTheirKeys(second: UInt64) throws {
    var tale = try PhoneTale()
    let photo = PhotoUpload(taskID: 1, item: PhotoItemID(1), contentType: .jpeg, fileSize: 9)
    for key in [5, second] {
      let call = tale.send(.uploadPhoto(photo), for: .photoUpload, key: key)
      tale.receive(call, status: 0, nil)
    }
    #expect(tale.found.contains(.keyRenewed(.uploadPhoto)) == (second == 6))
  }

  @Test("Where onboarding opens with the welcome, its first answers belong to the second step")
  func answersBelongToTheirSteps() throws {
    var tale = try PhoneTale(#"{"preset": "correct", "zeroState": {"opens": "welcome"}}"#)
    tale.tap(.completeProfile)
    let given = (0..<5).map { step in
      var request = OnboardingRequest.skip(at: Timestamp(milliseconds: 0))
      request.profile.currentWeight = Double(70 + step)
      return OnboardingAnswers(request)
    }
    for step in 0..<4 { tale.tap(.nextStep(given[step])) }
    #expect(tale.phone.notes.steps.body?.profile.currentWeight == 72)
  }

  @Test("Answers to onboarding wait for the reply to earlier ones", arguments: [true, false])
  func answersWaitForEachOther(isAnswered: Bool) throws {
    var tale = try PhoneTale()
    tale.tap(.completeOnboarding(.sample()))
    let first = tale.send(.onboard(.sample()), for: .onboarding, key: 5)
    if isAnswered { tale.receive(first, status: 503, nil) }
    tale.settle(isQuiet: false)
    tale.tap(.completeOnboarding(.sample()))
    _ = tale.send(.onboard(.sample()), for: .onboarding, key: 6)
    #expect(tale.found.contains(.sentAgain(.onboard)) == !isAnswered)
  }

  @Test(
    "A request that an idle phone sends by itself is named, and not the renewal of its token", arguments: [true, false])
  func renewalsBelongToRequests(isTapped: Bool) throws {
    var tale = try PhoneTale()
    tale.settle()
    if isTapped { tale.tap(.pullToRefresh) }
    _ = tale.send(.refresh(refreshToken: "refresh"), for: .refreshToken)
    _ = tale.send(.tasksToday, for: .homeTasks)
    #expect(!tale.found.contains(.sentUnasked(.refresh)))
    #expect(tale.found.contains(.sentUnasked(.tasksToday)) == !isTapped)
  }
}
