import GTSDModel
import Testing

@testable import GTSDWorld

/// The messages that a screen shows besides values, and requests that are sent too often.
struct ReferenceNotesTests {
  @Test("A toast stays for three seconds, unless another toast or tab replaces it")
  func toastsStayThreeSeconds() throws {
    for (seconds, cause, isEarly) in [
      (1, .settle, true), (3, .settle, false), (1, .person, false), (1, .acknowledgment, false), (9, .settle, true),
    ] as [(Int64, Cause, Bool)] {
      var tale = try PhoneTale()
      tale.tap(.dismissCard)
      tale.show(.toast, Toast.reviewLater.published, .person)
      tale.settle(after: seconds * Nanoseconds.second)
      tale.show(.toast, Toast.none.published, cause)
      tale.settle()
      #expect(tale.found == (isEarly ? [.waitsOther(.toast)] : []), "\(seconds) s, \(cause)")
    }
  }

  @Test("A dismissed card leads to a toast", arguments: [true, false])
  func dismissalsAreConfirmed(isToasted: Bool) throws {
    var tale = try PhoneTale()
    tale.show(.homeCard, HomeCard.shown.rawValue)
    tale.settle(isQuiet: false)
    tale.tap(.dismissCard)
    if isToasted { tale.show(.toast, Toast.reviewLater.published, .person) }
    tale.show(.homeCard, HomeCard.hidden.rawValue, .dismissal)
    tale.settle(isQuiet: false)
    #expect(tale.found.contains(.shownOther(.toast)) == !isToasted)
  }

  @Test("Only a tap that dismisses the card tells the person where its metrics are", arguments: [true, false])
  func toastsOfDismissalsFollowTaps(isTapped: Bool) throws {
    var tale = try PhoneTale()
    tale.settle(isQuiet: false)
    if isTapped { tale.tap(.dismissCard) }
    tale.show(.toast, Toast.reviewLater.published, .person)
    tale.settle(isQuiet: false)
    #expect(tale.found.contains(.shownOther(.toast)) == !isTapped)
  }

  @Test("A toast ends onboarding if there is no summary, and only then")
  func onboardingEndsByAToast() throws {
    let ends: [(SummarySheet, SummarySheet, Cause, isOwed: Bool)] = [
      (.loading, .hidden, .failure, true), (.canContinue, .hidden, .failure, true),
      (.canContinue, .hidden, .person, false), (.loading, .failed, .failure, false),
      (.failed, .hidden, .person, false),
    ]
    for (before, after, cause, isOwed) in ends {
      for isShown in [true, false] {
        var tale = try PhoneTale()
        tale.show(.summarySheet, before.published, .start)
        tale.settle(isQuiet: false)
        if isShown { tale.show(.toast, Toast.allSet.published, cause) }
        tale.show(.summarySheet, after.published, cause)
        tale.settle(isQuiet: false)
        #expect(tale.found.contains(.shownOther(.toast)) == (isShown != isOwed), "\(before) to \(after)")
      }
    }
  }

  @Test("The plan that follows an acknowledgment is announced")
  func plansAreAnnounced() throws {
    enum Between { case nothing, tap, otherApp, earlierLoad, otherLoad, otherTab, error }
    for between in [Between.nothing, .tap, .otherApp, .earlierLoad, .otherLoad, .otherTab, .error] {
      for isShown in [true, false] {
        var tale = try PhoneTale()
        tale.tap(.openTab(.plans))
        tale.show(.tab, Tab.plans.published, .person)
        tale.settle(isQuiet: false)
        let row = APIRequest.acknowledge(version: 1, metricsComputedAt: WorldCalendar.epoch)
        if between == .earlierLoad { tale.show(.plansLoading, 1, .start) }
        tale.begin(.acknowledge)
        tale.receive(
          tale.send(row, for: .acknowledge, key: 9),
          .acknowledged(Acknowledgement(acknowledgedAt: WorldCalendar.epoch, version: 1)))
        tale.begin(.plansFetch)
        switch between {
        case .nothing, .earlierLoad: break
        case .tap: tale.tap(.pullToRefresh)
        case .otherApp: tale.phone.enteredBackground(at: tale.now)
        case .otherLoad: tale.begin(.plansFetch)
        case .otherTab: tale.show(.tab, Tab.home.published, .person)
        case .error: tale.show(.plansError, 1, .failure)
        }
        tale.show(.plansPlan, 7)
        tale.show(.plansScreen, PlansScreen.plan.published)
        if isShown { tale.show(.toast, Toast.planGenerated.published, .acknowledgment) }
        tale.settle()
        // Whether a toast may be shown is judged elsewhere.
        let isOwed = between == .nothing
        if isOwed || !isShown {
          #expect(tale.found.contains(.shownOther(.toast)) == (isOwed && !isShown), "\(between)")
        }
      }
    }
  }

  @Test("A saved form closes after one and a half seconds, or after a tap")
  func formsCloseInTime() throws {
    for (milliseconds, isTapped, isWrong) in [(500, false, true), (1_500, false, false), (500, true, false)]
      as [(Int64, Bool, Bool)]
    {
      var tale = try PhoneTale()
      tale.tap(.openEdit)
      tale.show(.editTyped, 1)
      tale.tap(.saveEdit)
      tale.begin(.editSave)
      let call = tale.send(.updateProfile(ProfileUpdate(currentWeight: 70)), for: .editSave)
      tale.settle(isQuiet: false)
      tale.receive(call, .profileUpdated(ProfileUpdatePayload(planUpdated: false, targets: nil, isChanged: true)))
      tale.show(.preferencesSaved, 7)
      tale.show(.editSaved, 1)
      tale.settle(isQuiet: false, after: milliseconds * 1_000_000)
      if isTapped { tale.tap(.closeEdit) }
      tale.show(.editTyped, 0, .person)
      tale.settle(isQuiet: false)
      #expect(tale.found.contains(.waitsOther(.editTyped)) == isWrong)
    }
  }

  @Test("A form shows that its save was stored", arguments: [true, false])
  func storedFormsSaySo(isSaid: Bool) throws {
    var tale = try PhoneTale()
    tale.tap(.openEdit)
    tale.show(.editTyped, 1)
    tale.tap(.saveEdit)
    tale.show(.preferencesSaved, 7)
    if isSaid { tale.show(.editSaved, 1) }
    tale.settle(isQuiet: false)
    #expect(tale.found.contains(.shownOther(.editSaved)) == !isSaid)
  }

  @Test("Only a save that conflicts with newer values shows a conflict")
  func conflictsAreSaid() throws {
    for (status, isSaid) in [(409, true), (409, false), (400, true), (400, false)] {
      var tale = try PhoneTale()
      tale.tap(.openEdit)
      tale.show(.cover, Cover.form.published)
      tale.show(.editTyped, 1)
      tale.tap(.saveEdit)
      tale.begin(.editSave)
      let call = tale.send(.updateProfile(ProfileUpdate(currentWeight: 70)), for: .editSave)
      tale.receive(call, status: status, nil)
      tale.show(.editError, 1, .failure)
      if isSaid { tale.show(.editConflict, 1, .failure) }
      tale.settle()
      #expect(tale.found.contains(.shownOther(.editConflict)) == ((status == 409) != isSaid))
    }
  }

  @Test("A refused save that is stored nevertheless is not reported as a conflict")
  func storedSavesAreNoConflicts() throws {
    var tale = try PhoneTale()
    tale.tap(.openEdit)
    tale.show(.editTyped, 1)
    tale.tap(.saveEdit)
    tale.begin(.editSave)
    let call = tale.send(.updateProfile(ProfileUpdate(currentWeight: 70)), for: .editSave)
    tale.receive(call, status: 409, nil)
    tale.show(.preferencesSaved, 7)
    tale.show(.editError, 1, .failure)
    tale.settle()
    #expect(!tale.found.contains(.shownOther(.editConflict)))
  }

  @Test("Only failed photos offer a retry")
  func failedPhotosCanBeTriedAgain() throws {
    for (state, isOffered) in [(.failed, true), (.failed, false), (.uploaded, true), (.uploaded, false)]
      as [(PhotoItemState, Bool)]
    {
      var tale = try PhoneTale()
      tale.tap(.openPhotos(taskID: 1))
      tale.show(.photosTask, 1, .person)
      tale.photo(1, .uploading)
      tale.photo(1, state)
      if isOffered { tale.show(.photosRetry, 1) }
      tale.settle()
      #expect(tale.found.contains(.shownOther(.photosRetry)) == ((state == .failed) != isOffered))
    }
  }

  @Test("The count of picked photos equals the number of remaining photos")
  func picksAreCounted() throws {
    let picks = (1...3).map {
      PhotoPick(item: PhotoItemID($0), contentType: .jpeg, fileSize: 9, longerSide: 9, isImage: true)
    }
    for (count, isRight) in [(3, true), (2, false), (0, false)] as [(Int64, Bool)] {
      var tale = try PhoneTale()
      tale.tap(.openPhotos(taskID: 1))
      tale.show(.photosTask, 1, .person)
      tale.tap(.pickPhotos(picks))
      tale.show(.photosSelected, count, .person)
      #expect(tale.found.contains(.shownOther(.photosSelected)) == !isRight)
      #expect(!tale.found.contains(.shownOther(.photosPicked)))
    }
  }

  @Test("A photo that was uploaded elsewhere takes no place among the picked ones")
  func uploadedPhotosTakeNoPlace() throws {
    var tale = try PhoneTale()
    tale.tap(.openPhotos(taskID: 1))
    tale.show(.photosTask, 1, .person)
    tale.tap(
      .pickPhotos([PhotoPick(item: PhotoItemID(1), contentType: .jpeg, fileSize: 9, longerSide: 9, isImage: true)]))
    tale.show(.photosSelected, 1, .person)
    let upload = APIRequest.uploadPhoto(PhotoUpload(taskID: 1, item: PhotoItemID(1), contentType: .jpeg, fileSize: 9))
    tale.receive(tale.send(upload, for: .photoUpload, key: 5), status: 201)
    // The section shows it no longer; another file is picked, which is no image, and removed.
    tale.tap(
      .pickPhotos([PhotoPick(item: PhotoItemID(2), contentType: .jpeg, fileSize: 9, longerSide: 9, isImage: false)]))
    tale.show(.photosSelected, 1, .person)
    tale.tap(.removePhoto(index: 0))
    tale.show(.photosSelected, 0, .person)
    #expect(!tale.found.contains(.shownOther(.photosSelected)))
  }

  @Test("Nothing of an account stays on screen after its sign-out", arguments: [StateVariable.toast, .tasksFilter])
  func nothingStaysAfterSignOut(variable: StateVariable) throws {
    for isLeft in [true, false] {
      var tale = try PhoneTale()
      tale.show(variable, 1, .person)
      tale.settle(isQuiet: false)
      if !isLeft { tale.show(variable, 0, .signOut) }
      tale.show(.signedIn, 0, .signOut)
      tale.settle(isQuiet: false)
      #expect(tale.found.contains(.leftAtSignOut(variable)) == isLeft)
    }
  }

  @Test("A failed request is sent again at once only after a tap")
  func nothingIsRepeatedAtOnce() throws {
    for (pause, isTapped, isWrong) in [(0, false, true), (0, true, false), (2, false, false)] as [(Int64, Bool, Bool)] {
      var tale = try PhoneTale()
      let body = APIRequest.acknowledge(version: 1, metricsComputedAt: WorldCalendar.epoch)
      tale.tap(.acknowledge)
      let call = tale.send(body, for: .acknowledge, key: 9)
      tale.receive(call, status: 500, nil)
      tale.now += pause * Nanoseconds.second
      if isTapped { tale.tap(.retryAcknowledge) }
      _ = tale.send(body, for: .acknowledge, key: 9)
      #expect(tale.found.contains(.repeatedAtOnce(.acknowledge)) == isWrong)
    }
  }

  @Test("Data that have just arrived and are the newest are not read again repeatedly")
  func nothingIsReadOverAndOver() throws {
    for known in [1, 2] as [Int32] {
      var notes = ReferenceNotes()
      notes.replied(.streak, 200, revision: known, at: 0)
      var found: [Bool] = []
      for _ in 1...3 {
        notes.replied(.todayMetrics, 200, revision: 1, at: 5)
        found.append(notes.readsAgain(.todayMetrics, for: .plansMetrics, at: 5))
      }
      // A phone that knows of newer data reads until they arrive.
      #expect(found == (known == 1 ? [false, true, false] : [false, false, false]))
    }
  }

  @Test("A tap on sign-in sends the request", arguments: [true, false])
  func signInsAreSent(isSent: Bool) throws {
    var tale = try PhoneTale()
    tale.show(.signedIn, 0, .signOut)
    tale.settle()
    let identity = AccountIdentity(ordinal: 0, email: "ada@example.com", password: "Passw0rd!", name: "Ada")
    tale.tap(.logIn(identity))
    if isSent { _ = tale.send(.logIn(email: identity.email, password: identity.password), for: .logIn) }
    tale.settle()
    #expect(tale.found.contains(.loadNeverBegan(.logIn)) == !isSent)
  }

  @Test("Reopened onboarding closes once its answers are stored", arguments: [true, false])
  func onboardingIsOver(isClosed: Bool) throws {
    var tale = try PhoneTale()
    tale.show(.homeZeroState, 1)
    tale.report(.zeroStateViewed(hasCompletedOnboarding: false, daysSinceSignup: -1, on: .home))
    tale.tap(.completeProfile)
    tale.report(.zeroStateTapped(.completeProfile, on: .home))
    tale.show(.cover, Cover.onboarding.published, .person)
    tale.settle(isQuiet: false)
    #expect(tale.found == [])
    let request = OnboardingRequest.skip(at: WorldCalendar.epoch)
    let call = tale.send(.onboard(request), for: .onboarding)
    tale.receive(call, status: 201, .done)
    if isClosed { tale.show(.cover, Cover.none.published) }
    tale.settle()
    #expect(tale.found.contains(.shownOther(.cover)) == !isClosed)
  }

  @Test("An acknowledgment names a received row, and a token renewal the newest token")
  func requestsNameWhatCame() throws {
    var tale = try PhoneTale()
    let row = HealthMetrics(bmi: 22, bmr: 1_500, tdee: 2_000, computedAt: WorldCalendar.epoch, version: 1)
    let read = tale.send(.todayMetrics, for: .plansMetrics)
    tale.receive(read, .metrics(MetricsPayload(metrics: row, acknowledged: false)))
    for (version, isRight) in [(1, true), (2, false)] {
      _ = tale.send(.acknowledge(version: version, metricsComputedAt: row.computedAt), for: .acknowledge, key: 1)
      #expect(tale.found.contains(.sentOther(.acknowledge)) == !isRight)
    }
    let renewal = tale.send(.refresh(refreshToken: "first"), for: .refreshToken, key: 1)
    tale.receive(renewal, .tokens(accessToken: "access-2", refreshToken: "second"))
    for (token, isRight) in [("second", true), ("first", false)] {
      _ = tale.send(.refresh(refreshToken: token), for: .refreshToken, key: 1)
      #expect(tale.found.contains(.sentOther(.refresh)) == !isRight)
    }
  }
}
