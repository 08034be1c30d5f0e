import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// I-FRESH of lists, I-LIVE, I-ERR, I-ROUND, I-LOST, I-PHOTO, I-USER and I-TOKEN.
struct StateRuleTests {
  // MARK: I-FRESH

  /// An idle list of tasks is newer than a task completed on this phone, once the list was read again.
  @Test(arguments: [true, false]) func listThatIsNotReadAgainIsReported(isReadAgain: Bool) {
    let story = Story.ready()
    story.publish(.tab, Tab.tasks.published, .person)
    func load(asOf: Int32) {
      story.operate(.tasksLoad, flag: .tasksLoading) {
        story.receive(.tasksToday, story.send(.tasksToday, .tasksLoad), asOf: asOf)
      }
    }
    load(asOf: story.revision)
    let before = story.revision
    story.operate(.evidence) {
      let request = story.send(.submitEvidence, .evidence)
      story.commit(.metrics(row: 200))
      story.receive(.submitEvidence, request, .status(201))
      // The list that was read meanwhile is older.
      story.tell(.began(.tasksLoad))
    }
    story.receive(.tasksToday, story.send(.tasksToday, .tasksLoad), asOf: isReadAgain ? story.revision : before)
    story.tell(.ended(.tasksLoad))
    story.wait()
    let sites = story.end().entries.map(\.key.site)
    #expect(sites.contains(Site(.listNotReadAgain, .tasks)) == !isReadAgain)
  }

  // MARK: I-LIVE

  @Test func aSpinnerThatStaysIsNamed() {
    let story = Story.ready()
    story.wait()
    story.tell(.began(.tasksLoad))
    story.tell(.published(.tasksLoading, value: 1, cause: .start))
    let request = story.send(.tasksToday, .tasksLoad)
    story.receive(.tasksToday, request, .cancelled)
    story.tell(.ended(.tasksLoad))
    let fold = story.end()
    #expect(fold.episodes(of: .live) == 1)
    #expect(fold.hazards(of: .live) == [.cancelledLeavesLoading])
  }

  @Test func aSpinnerThatEndsTooSoonIsNamed() {
    let story = Story.ready()
    story.operate(.homeLoad, flag: .homeLoading) {
      story.tell(.action(.pullToRefresh, intent: 0))
      story.tell(.began(.homeLoad))
      let first = story.send(.tasksToday, .homeTasks)
      let second = story.send(.streak, .homeStreak)
      story.receive(.tasksToday, first)
      story.tell(.published(.homeLoading, value: 0, cause: .reply))
      story.receive(.streak, second)
      story.tell(.ended(.homeLoad))
    }
    #expect(story.end().hazards(of: .live) == [.concurrentHomeLoadsReorder, .concurrentHomeLoadsReorder])
  }

  /// Another operation can have lowered a flag only if the flag was up.
  @Test(arguments: [true, false]) func aSharedFlagIsNamed(wasUp: Bool) {
    let story = Story.ready()
    story.wait()
    story.tell(.began(.streaksLoad))
    if wasUp { story.tell(.published(.streaksLoading, value: 1, cause: .start)) }
    let request = story.send(.streak, .streaksLoad)
    if wasUp { story.publish(.streaksLoading, 0) }
    story.wait()
    story.receive(.streak, request)
    story.tell(.ended(.streaksLoad))
    #expect(story.end().hazards(of: .live) == [wasUp ? .sharedLoadingFlag : nil])
  }

  /// A phone that received the confirmation of its acknowledgment need not doubt it.
  @Test(arguments: [true, false]) func aServerThatLosesAnAcknowledgmentIsNoUnrecognisedGate(isStored: Bool) {
    let story = Story.ready()
    let request = story.send(.acknowledge, .acknowledge, intent: 7)
    if isStored { story.commit(.acknowledgment(row: 100, newest: true, first: true), intent: 7) }
    story.receive(.acknowledge, request)
    if isStored { story.commit(.metrics(row: 200)) }
    story.publish(.tab, Int64(Tab.plans.rawValue), .person)
    story.operate(.plansFetch, flag: .plansLoading) {
      story.receive(.generatePlan, story.send(.generatePlan, .plansFetch), .status(400))
      story.tell(.published(.plansError, value: 1, cause: .failure))
    }
    let names = story.end().entries.filter { $0.key.site == Site(.gateNotShown) }.map(\.key.hazard)
    #expect(names == [isStored ? .gateErrorNotRecognised : nil])
  }

  @Test func correctSpinnersAreAccepted() {
    let story = Story.ready()
    story.readMetrics(.home, need: true)
    let login = story.send(.logOut, .logOut)
    story.receive(.logOut, login)
    let fold = story.end()
    #expect(fold.episodes(of: .live) == 0)
    #expect(fold.evaluated(.live) > 0)
    #expect(fold.vacuous(.live) > 0)
  }

  // MARK: I-ERR

  @Test func aCancellationIsNoError() {
    let story = Story.ready()
    story.publish(.homeError, 1, .cancellation)
    #expect(story.end().hazards(of: .err) == [.cancelledReportedAsNetworkError])
  }

  @Test func aSiblingMayNotClearAnError() {
    let story = Story.ready()
    let request = story.send(.tasksToday, .tasksLoad)
    story.receive(.tasksToday, request, .status(500))
    story.publish(.tasksError, 1, .failure)
    story.tell(.began(.streaksLoad))
    story.tell(.published(.tasksError, value: 0, cause: .start))
    #expect(story.end().hazards(of: .err) == [.siblingClearsError])
  }

  enum Between: CaseIterable { case nothing, second, reply, earlierReply, tap }

  @Test("The error of a failed action is not cleared by a read at once", arguments: Between.allCases)
  func failedActionsAreSeen(between: Between) {
    let story = Story.ready()
    let load = story.send(.tasksToday, .tasksLoad)
    let request = story.send(.submitEvidence, .evidence)
    func receiveAtOnce(_ endpoint: Endpoint, _ request: Int32, _ status: Int16) {
      story.tell(.received(endpoint, request: request, outcome: .status(status), revision: -1, latency: 1))
    }
    story.wait(milliseconds: 10)
    if between == .earlierReply { receiveAtOnce(.tasksToday, load, 500) }
    receiveAtOnce(.submitEvidence, request, 500)
    story.tell(.published(.tasksError, value: 1, cause: .failure))
    switch between {
    case .nothing, .earlierReply: break
    case .second: story.wait(milliseconds: 1_000)
    // The read then follows from another event of the same instant.
    case .reply: receiveAtOnce(.tasksToday, load, 500)
    case .tap: story.tell(.action(.filterTasks, intent: 0))
    }
    story.tell(.began(.tasksLoad))
    story.tell(.published(.tasksError, value: 0, cause: .start))
    let sites = story.end().entries.map(\.key.site.kind)
    #expect(sites.contains(.errorUnseen) == (between == .nothing))
  }

  @Test("An error needs a failure, whatever set it", arguments: [Cause.failure, .reply, .settle])
  func anErrorNeedsAFailure(cause: Cause) {
    let story = Story.ready()
    let good = story.send(.tasksToday, .tasksLoad)
    story.receive(.tasksToday, good)
    story.publish(.tasksError, 1, cause)
    let site = story.end().entries.first { $0.key.invariant == .err }?.key.site
    #expect(site == Site(.outdatedError, StateVariable.tasksError))
  }

  @Test func anErrorDoesNotOutliveASuccess() {
    let story = Story.ready()
    let failed = story.send(.tasksToday, .tasksLoad)
    story.receive(.tasksToday, failed, .status(500))
    story.publish(.tasksError, 1, .failure)
    story.wait()
    story.tell(.began(.tasksLoad))
    let good = story.send(.tasksToday, .tasksLoad)
    story.receive(.tasksToday, good)
    story.tell(.ended(.tasksLoad))
    let fold = story.end()
    #expect(fold.episodes(of: .err) == 1)
    #expect(fold.entries.first { $0.key.invariant == .err }?.key.site == Site(.outdatedError, StateVariable.tasksError))
  }

  /// A form is loaded while no token can be obtained. No request of the form fails, and the error is still its own.
  @Test(arguments: [true, false]) func requestWithoutTokenFails(isRenewed: Bool) {
    let story = Story.ready()
    story.operate(.editLoad) {
      story.operate(.refreshToken) {
        story.receive(.refresh, story.send(.refresh, .refreshToken), isRenewed ? .status(200) : .timedOut)
      }
      if isRenewed { story.receive(.profile, story.send(.profile, .editLoad)) }
      story.publish(.editError, 1, .failure)
    }
    story.operate(.profileLoad) { story.receive(.profile, story.send(.profile, .profileLoad)) }
    story.wait()
    #expect(story.end().episodes(of: .err) == (isRenewed ? 1 : 0))
  }

  @Test func errorOfTheLatestAttemptIsAccepted() {
    let story = Story.ready()
    story.tell(.began(.tasksLoad))
    let failed = story.send(.tasksToday, .tasksLoad)
    story.receive(.tasksToday, failed, .status(500))
    story.tell(.published(.tasksError, value: 1, cause: .failure))
    story.tell(.ended(.tasksLoad))
    story.wait()
    story.tell(.began(.tasksLoad))
    story.tell(.published(.tasksError, value: 0, cause: .start))
    story.tell(.ended(.tasksLoad))
    let fold = story.end()
    #expect(fold.episodes(of: .err) == 0)
    #expect(fold.evaluated(.err) >= 2)
    #expect(fold.vacuous(.err) > 0)
  }

  // MARK: I-ROUND and I-LOST

  private func load(_ story: Story, _ operation: GTSDWorld.Operation, _ variable: StateVariable, _ value: Int64) {
    story.operate(operation) {
      let request = story.send(.profile, operation)
      story.receive(.profile, request)
      if operation == .editLoad { story.apply(.preferences, .edit) }
      story.tell(.published(variable, value: value, cause: .reply))
    }
  }

  @Test(arguments: [true, false]) func savedPreferencesAreShownAgain(isStored: Bool) {
    let story = Story.ready()
    if isStored { story.commit(.preferences(before: 11, after: 33, device: 0)) }
    story.publish(.preferencesSaved, 33)
    load(story, .profileLoad, .profilePreferences, 33)
    load(story, .editLoad, .editPreferences, 33)
    let good = story.end()
    #expect(good.episodes(of: .round) == 0)
    #expect(good.evaluated(.round) == 2)
    load(story, .profileLoad, .profilePreferences, 11)
    #expect(story.end().hazards(of: .round) == [isStored ? .profileShowsLoginSnapshot : .prefsCannotClear])
  }

  @Test func anotherWriteEndsTheRequirementOfASavedValue() {
    let story = Story.ready()
    story.publish(.preferencesSaved, 33)
    story.commit(.preferences(before: 33, after: 55, device: 1))
    load(story, .profileLoad, .profilePreferences, 55)
    let fold = story.end()
    #expect(fold.episodes(of: .round) == 0)
    #expect(fold.evaluated(.round) == 0)
    #expect(fold.vacuous(.round) > 0)
  }

  /// The other phone writes while the reply to this phone's save is on its way.
  @Test func earlierOtherWriteEndsTheRequirementOfASavedValue() {
    let story = Story.ready()
    story.operate(.editSave) {
      story.commit(.preferences(before: 11, after: 33, device: 0))
      story.commit(.preferences(before: 33, after: 55, device: 1))
      story.publish(.preferencesSaved, 33)
    }
    load(story, .profileLoad, .profilePreferences, 55)
    let fold = story.end()
    #expect(fold.episodes(of: .round) == 0)
    #expect(fold.evaluated(.round) == 0)
  }

  @Test func anOldReplyThatHidesASaveIsNamed() {
    let story = Story.ready()
    let old = story.revision
    story.commit(.preferences(before: 11, after: 33, device: 0))
    story.publish(.preferencesSaved, 33)
    story.operate(.profileLoad) {
      let request = story.send(.profile, .profileLoad)
      story.receive(.profile, request, asOf: old)
      story.apply(.profile, .profile, asOf: old)
      story.tell(.published(.profilePreferences, value: 11, cause: .reply))
    }
    #expect(story.end().hazards(of: .round) == [.saveThenDismissRace])
  }

  @Test func formThatNeverLoadedOverwritesUnreadValues() {
    let story = Story.ready()
    story.commit(.preferences(before: PreferencesRule.empty, after: 11, device: 0))
    story.wait()
    story.tell(.action(.openEdit, intent: 0))
    story.commit(.preferences(before: 11, after: 33, device: 0))
    #expect(story.end().hazards(of: .lost) == [.prefsEmptyLoadOverwrite])
  }

  @Test func twoWritersFromOneBaseLoseAnUpdate() {
    let story = Story.ready()
    story.commit(.preferences(before: PreferencesRule.empty, after: 11, device: 0))
    load(story, .editLoad, .editPreferences, 11)
    story.commit(.preferences(before: 11, after: 22, device: 1))
    story.commit(.preferences(before: 22, after: 33, device: 0))
    #expect(story.end().hazards(of: .lost).contains(.prefsTwoWriters))
  }

  /// The form is closed and opened again before its save is stored.
  @Test(arguments: [true, false]) func savesAreJudgedByWhatTheirFormRead(hasRead: Bool) {
    let story = Story.ready()
    story.commit(.preferences(before: PreferencesRule.empty, after: 11, device: 0))
    story.wait()
    story.tell(.action(.openEdit, intent: 0))
    if hasRead { load(story, .editLoad, .editPreferences, 11) }
    story.operate(.editSave) {
      story.tell(.action(.openEdit, intent: 0))
      if !hasRead { load(story, .editLoad, .editPreferences, 11) }
      story.commit(.preferences(before: 11, after: 33, device: 0))
    }
    #expect(story.end().hazards(of: .lost) == (hasRead ? [] : [.prefsEmptyLoadOverwrite]))
  }

  @Test func writeIsAllowedAfterRead() {
    let story = Story.ready()
    story.commit(.preferences(before: PreferencesRule.empty, after: 11, device: 1))
    load(story, .editLoad, .editPreferences, 11)
    story.commit(.preferences(before: 11, after: 22, device: 0))
    story.commit(.preferences(before: 22, after: 33, device: 0))
    let fold = story.end()
    #expect(fold.episodes(of: .lost) == 0)
    #expect(fold.evaluated(.lost) == 2)
    #expect(fold.vacuous(.lost) == 1)
  }

  // MARK: I-PHOTO

  private let photo = PhotoItemID(1)

  private func upload(_ story: Story) {
    story.wait()
    story.tell(.photoItem(photo, .selected))
    story.tell(.began(.photoUpload))
    story.tell(.photoItem(photo, .uploading))
  }

  @Test func aPhotoStoredTwiceIsNamed() {
    let story = Story.ready()
    upload(story)
    story.commit(.photo(item: photo, id: 1))
    story.wait()
    story.tell(.photoItem(photo, .failed))
    story.tell(.action(.retryPhotos, intent: 0))
    story.tell(.photoItem(photo, .uploading))
    story.commit(.photo(item: photo, id: 2))
    let fold = story.end()
    #expect(fold.hazards(of: .photo) == [.photoRetryDuplicates])
  }

  @Test(arguments: [true, false]) func anUploadedPhotoSentAgainIsNamed(byRetry: Bool) {
    let story = Story.ready()
    upload(story)
    story.commit(.photo(item: photo, id: 1))
    story.wait()
    story.tell(.photoItem(photo, .uploaded))
    // The first upload has ended before a retry begins the next. A change of the selection does not wait for that.
    if byRetry {
      story.tell(.ended(.photoUpload))
      story.tell(.action(.retryPhotos, intent: 0))
    }
    story.tell(.began(.photoUpload))
    story.tell(.photoItem(photo, .uploading))
    story.commit(.photo(item: photo, id: 2))
    let hazard: HazardID = byRetry ? .photoRetryDuplicates : .photoOnchangeReentrancy
    #expect(story.end().hazards(of: .photo) == [hazard, hazard])
  }

  @Test("Photos picked together are uploaded in order, and a retried photo after them")
  func photosAreTakenUpInTurn() {
    for (order, isRight) in [([1, 2], true), ([2, 1], false)] {
      let story = Story.ready()
      story.wait()
      for item in 1...2 { story.tell(.photoItem(PhotoItemID(Int32(item)), .selected)) }
      story.tell(.began(.photoUpload))
      for (place, item) in order.enumerated() {
        let id = PhotoItemID(Int32(item))
        story.tell(.photoItem(id, .uploading))
        story.commit(.photo(item: id, id: Int32(place + 1)))
        story.wait()
        story.tell(.photoItem(id, .uploaded))
      }
      story.tell(.ended(.photoUpload))
      let sites = story.end().entries.map(\.key.site)
      #expect(sites.contains(Site(.photoOutOfTurn)) == !isRight)
    }
    let story = Story.ready()
    upload(story)
    story.wait()
    story.tell(.photoItem(photo, .failed))
    story.tell(.photoItem(PhotoItemID(2), .selected))
    story.wait()
    story.tell(.photoItem(photo, .selected))
    story.tell(.photoItem(PhotoItemID(2), .uploading))
    #expect(!story.end().entries.contains { $0.key.site == Site(.photoOutOfTurn) })
  }

  @Test func photoThatDisappearsIsNamed() {
    let story = Story.ready()
    upload(story)
    story.wait()
    story.tell(.photoItem(photo, .failed))
    story.tell(.ended(.photoUpload))
    story.tell(.photoItem(photo, .removed))
    #expect(story.end().hazards(of: .photo) == [.photoRetryEmptySelection])
  }

  @Test func photoReportedButNotStoredIsAViolation() {
    let story = Story.ready()
    upload(story)
    story.wait()
    story.tell(.photoItem(photo, .uploaded))
    story.tell(.ended(.photoUpload))
    let fold = story.end()
    #expect(fold.entries.first { $0.key.invariant == .photo }?.key.site == Site(.photoReportedNotStored))
  }

  @Test func storedPhotoShownAsFailedIsAViolationUnlessUnknown() {
    for outcome in [SimulationEvent.Outcome.status(201), .timedOut] {
      let story = Story.ready()
      upload(story)
      let request = story.send(.uploadPhoto, .photoUpload)
      story.commit(.photo(item: photo, id: 1))
      story.receive(.uploadPhoto, request, outcome)
      story.tell(.photoItem(photo, .failed))
      story.tell(.ended(.photoUpload))
      #expect(story.end().episodes(of: .photo) == (outcome == .timedOut ? 0 : 1))
    }
  }

  /// After a gateway failed, the outcome of the request behind it is unknown. After a server error, the server knew it.
  @Test(arguments: [-1, nil] as [Int32?]) func aStoredPhotoThatAGatewayFailedMayBeShownAsFailed(asOf: Int32?) {
    let story = Story.ready()
    upload(story)
    let request = story.send(.uploadPhoto, .photoUpload)
    story.commit(.photo(item: photo, id: 1))
    story.receive(.uploadPhoto, request, .status(500), asOf: asOf)
    story.tell(.photoItem(photo, .failed))
    story.tell(.ended(.photoUpload))
    #expect(story.end().episodes(of: .photo) == (asOf == nil ? 1 : 0))
  }

  /// The app receives a failure, and a second delivery of its request is served only afterwards.
  @Test(arguments: [1, 2] as [Int32]) func photoStoredAfterRefusalNeedsNoReport(copies: Int32) {
    let story = Story.ready()
    upload(story)
    let request = story.send(.uploadPhoto, .photoUpload)
    story.receive(.uploadPhoto, request, .status(500))
    story.tell(.photoItem(photo, .failed))
    story.tell(.ended(.photoUpload))
    for copy in 1...copies { story.commit(.photo(item: photo, id: copy)) }
    #expect(story.end().episodes(of: .photo) == Int(copies) - 1)
  }

  @Test func photoStoredOnceAndReportedIsAccepted() {
    let story = Story.ready()
    upload(story)
    story.commit(.photo(item: photo, id: 1))
    story.wait()
    story.tell(.photoItem(photo, .uploaded))
    story.tell(.ended(.photoUpload))
    story.commit(.photoDeleted(id: 1))
    let fold = story.end()
    #expect(fold.episodes(of: .photo) == 0)
    #expect(fold.evaluated(.photo) > 0)
  }

  // MARK: I-USER and I-TOKEN

  @Test func aReplyAfterTheLogOutIsNamed() {
    let story = Story.ready()
    story.signOut()
    story.wait()
    story.apply(.plan, .plans)
    #expect(story.end().hazards(of: .user) == [.responseAfterLogout])
  }

  @Test func anotherAccountsValueIsNamed() {
    let story = Story.ready()
    story.wait()
    story.apply(.metrics, .plans)
    story.signOut()
    story.signIn(1)
    let fold = story.end()
    #expect(fold.hazards(of: .user) == [.crossUserSingleton])
    #expect(fold.entries.first { $0.key.invariant == .user }?.key.site == Site(.heldForOther, .metrics, .plans))
  }

  @Test func viewsThatDropTheirDataAreAccepted() {
    let story = Story.ready()
    story.wait()
    story.apply(.metrics, .plans)
    story.signOut()
    story.tell(.cleared(.metrics, view: .plans))
    story.signIn(1)
    story.wait()
    story.apply(.metrics, .plans)
    let fold = story.end()
    #expect(fold.episodes(of: .user) == 0)
    #expect(fold.evaluated(.user) > 0)
    #expect(fold.vacuous(.user) > 0)
  }

  @Test(
    "A value that left the screen at the sign-out is not held, whether the app reports that or not",
    arguments: [true, false])
  func valuesThatLeftTheScreen(isGone: Bool) {
    let story = Story.ready()
    story.wait()
    story.apply(.streak, .home)
    story.publish(.homeStreak, 3)
    story.signOut()
    if isGone { story.publish(.homeStreak, -1, .signOut) }
    story.signIn(1)
    #expect(story.end().hazards(of: .user) == (isGone ? [] : [.crossUserSingleton]))
  }

  @Test func parallelRefreshesAreNamed() {
    let story = Story.ready()
    let first = story.send(.refresh, .refreshToken)
    story.receive(.refresh, first)
    _ = story.send(.refresh, .refreshToken)
    let good = story.end()
    #expect(good.episodes(of: .token) == 0)
    #expect(good.evaluated(.token) == 2)
    _ = story.send(.refresh, .refreshToken)
    #expect(story.end().hazards(of: .token) == [.tokenRefreshStampede])
  }

  @Test func twoValidTokensOfOneLogInAreNamed() {
    let story = Story.ready()
    story.commit(.rotated(live: 2))
    #expect(story.end().hazards(of: .token) == [.tokenRefreshStampede])
  }

  @Test(arguments: [true, false]) func aSessionLostToAnErrorIsNamedAtLaunch(atLaunch: Bool) {
    let story = Story.ready()
    story.wait()
    if atLaunch { story.tell(.began(.restore)) }
    story.tell(.authenticated(account: nil))
    #expect(story.end().hazards(of: .token) == [atLaunch ? .launchOfflineLogout : nil])
  }

  @Test func logOutByThePersonIsAccepted() {
    let story = Story.ready()
    story.signOut()
    let fold = story.end()
    #expect(fold.episodes(of: .token) == 0)
    #expect(fold.evaluated(.token) == 1)
  }

  /// Records that a refresh is refused and the session is then dropped.
  private func refuse(_ story: Story, live: Int32?, device: UInt8 = 0, status: Int16 = 401, asOf: Int32? = nil) {
    let request = story.send(.refresh, .refreshToken)
    if let live { story.commit(.refreshRefused(live: live, device: device)) }
    story.receive(.refresh, request, .status(status), asOf: asOf)
    story.wait()
    story.tell(.authenticated(account: nil))
  }

  /// The time since a token was renewed does not matter: only whether a token of the same log-in works.
  @Test(arguments: [1_000, 120_000]) func logOutAfterARefusalIsAcceptedWithoutAValidToken(milliseconds: Int64) {
    for (live, device, episodes) in [(0, 0, 0), (nil, 0, 0), (1, 1, 0), (1, 0, 1)] as [(Int32?, UInt8, Int)] {
      let story = Story.ready()
      story.receive(.refresh, story.send(.refresh, .refreshToken))
      story.wait(milliseconds: milliseconds)
      refuse(story, live: live, device: device)
      let fold = story.end()
      #expect(fold.episodes(of: .token) == episodes)
      // Only one refresh is in progress, so this is no stampede.
      if episodes > 0 { #expect(fold.hazards(of: .token) == [nil]) }
    }
  }

  /// The server's refusal of an older request, whose reply nobody receives, says nothing about a gateway's.
  @Test(arguments: [-1, nil]) func logOutAfterARefusalByAGatewayIsAccepted(revision: Int32?) {
    let story = Story.ready()
    refuse(story, live: 1, asOf: revision)
    #expect(story.end().episodes(of: .token) == (revision == nil ? 1 : 0))
  }

  @Test func unrelatedRefusalIsNoReasonToLogOut() {
    for (endpoint, status) in [(Endpoint.me, 403), (.streak, 500), (.refresh, 500)] as [(Endpoint, Int16)] {
      let story = Story.ready()
      story.receive(endpoint, story.send(endpoint, endpoint == .refresh ? .refreshToken : .restore), .status(status))
      story.wait()
      story.tell(.authenticated(account: nil))
      #expect(story.end().episodes(of: .token) == 1, "\(endpoint)")
    }
  }

  /// A refusal caused by a rival refresh is a stampede: two refreshes of one phone were in progress.
  @Test func logOutByAParallelRefreshIsNamed() {
    let story = Story.ready()
    let first = story.send(.refresh, .refreshToken)
    let second = story.send(.refresh, .refreshToken)
    story.commit(.rotated(live: 1))
    story.commit(.refreshRefused(live: 1, device: 0))
    story.receive(.refresh, second, .status(401))
    story.wait()
    story.tell(.authenticated(account: nil))
    story.receive(.refresh, first)
    #expect(story.end().hazards(of: .token) == [.tokenRefreshStampede, .tokenRefreshStampede])
  }

  /// The phone reacts to a 401 as required, however much time has passed.
  @Test func expiredTokenIsRenewedWhereThatHelps() {
    func unanswered(_ body: (Story) -> Void) -> [HazardID?] {
      let story = Story.ready()
      story.operate(.streaksLoad, flag: .streaksLoading) { body(story) }
      return story.end().hazards(of: .token)
    }
    func renew(_ story: Story) { story.receive(.refresh, story.send(.refresh, .refreshToken)) }
    func ask(_ story: Story, _ status: Int16) {
      story.receive(.streak, story.send(.streak, .streaksLoad), .status(status))
    }
    // The app does nothing, and nothing is due any more.
    #expect(unanswered { ask($0, 401) } == [.fifteenMinuteCliff])
    #expect(
      unanswered {
        ask($0, 401)
        renew($0)
      } == [])
    // The request was sent before the token was renewed.
    #expect(
      unanswered {
        let request = $0.send(.streak, .streaksLoad)
        renew($0)
        $0.receive(.streak, request, .status(401))
      } == [])
    // The token was renewed and the request sent again: another refresh would not help.
    #expect(
      unanswered {
        ask($0, 401)
        renew($0)
        ask($0, 401)
      } == [])
    // The next refusal counts again, however recently the token was renewed.
    #expect(
      unanswered {
        ask($0, 401)
        renew($0)
        ask($0, 401)
        ask($0, 401)
      } == [.fifteenMinuteCliff])
    #expect(
      unanswered {
        renew($0)
        ask($0, 200)
        ask($0, 401)
      } == [.fifteenMinuteCliff])
    // Among several requests at once, repetitions cannot be recognised: a renewal of the token is enough.
    func askTwice(_ story: Story) {
      let requests = [story.send(.streak, .streaksLoad), story.send(.streak, .streaksLoad)]
      for request in requests { story.receive(.streak, request, .status(401)) }
    }
    #expect(unanswered { askTwice($0) } == [.fifteenMinuteCliff])
    #expect(
      unanswered {
        askTwice($0)
        renew($0)
        ask($0, 500)
        askTwice($0)
      } == [])
    // A request that was given up for lack of a token, or got no reply, is not repeated: the next request is another
    // one.
    func isGivenUp(_ giveUp: (Story) -> Void) -> [HazardID?] {
      unanswered {
        ask($0, 401)
        giveUp($0)
        ask($0, 401)
        renew($0)
        ask($0, 401)
      }
    }
    #expect(
      isGivenUp { story in
        story.operate(.refreshToken) { story.receive(.refresh, story.send(.refresh, .refreshToken), .timedOut) }
        renew(story)
      } == [])
    #expect(
      isGivenUp { story in
        renew(story)
        story.receive(.streak, story.send(.streak, .streaksLoad), .timedOut)
      } == [])
    // A refresh without a new token does not excuse a later refusal.
    #expect(
      unanswered {
        ask($0, 401)
        $0.receive(.refresh, $0.send(.refresh, .refreshToken), .status(500))
        ask($0, 401)
      } == [.fifteenMinuteCliff])
  }
}
