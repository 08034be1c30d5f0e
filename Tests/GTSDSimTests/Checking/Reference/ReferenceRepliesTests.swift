import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// Replies with the wrong revision or time, requests that are sent again without a tap, and tabs and forms that are not
/// read.
struct ReferenceRepliesTests {
  // MARK: Revisions

  /// A server that signs one account up and then answers requests, each with a revision.
  private func found(_ requests: [(request: APIRequest, reply: APIResponse, key: UInt64, asOf: Int32)]) throws
    -> [Divergence]
  {
    let options = ReferenceOptions(try Scenario.parse(#"{"generation": "correct"}"#))
    var (server, found): (ReferenceServer, [Divergence]) = (ReferenceServer(), [])
    let now = WorldCalendar.timestamp(at: 0)
    let session = SessionPayload(user: Self.user(), accessToken: "access", refreshToken: "refresh")
    let body = SignUpRequest(email: "ada@example.com", password: "Passw0rd!", name: "Ada")
    server.served(
      WireCall(id: 1, body: .signUp(body), accessToken: nil, key: 0, operation: .signUp), status: 201,
      .session(session), asOf: 2, at: now, device: 0, options, &found)
    for (index, entry) in requests.enumerated() {
      let call = WireCall(
        id: Int32(index + 2), body: entry.request, accessToken: "access", key: entry.key, operation: .homeLoad)
      server.served(
        call, status: entry.request.endpoint.grantedStatus ?? 200, entry.reply, asOf: entry.asOf, at: now, device: 0,
        options, &found)
    }
    return found
  }

  private static func user(
    _ name: String = "Ada", createdAt: Timestamp? = WorldCalendar.epoch, updatedAt: Timestamp? = WorldCalendar.epoch
  ) -> UserPayload {
    UserPayload(
      id: 1, email: "ada@example.com", name: name, hasCompletedOnboarding: false, createdAt: createdAt,
      updatedAt: updatedAt)
  }

  @Test("A stored change raises the revision of replies", arguments: [(2, false), (3, true)] as [(Int32, Bool)])
  func changesRaiseTheRevision(revision: Int32, isRight: Bool) throws {
    let streak = APIResponse.streak(StreakPayload(current: 0, longest: 0))
    let rename = APIRequest.updateBasicProfile(name: "Bea", email: nil)
    let found = try found([
      (.streak, streak, 0, 2), (rename, .user(Self.user("Bea")), 0, revision), (.streak, streak, 0, revision),
    ])
    #expect(found == (isRight ? [] : [.revisionMismatch(.updateBasicProfile)]))
  }

  @Test("A user has one id", arguments: [1, 2])
  func usersHaveOneID(id: Int) throws {
    let me = MePayload(
      id: id, email: "ada@example.com", name: "Ada", hasCompletedOnboarding: false, preferences: DietPreferences())
    #expect(try found([(.me, .me(me), 0, 2)]).contains(.replyMismatch(.me)) == (id == 2))
  }

  @Test("The revision of replies never falls")
  func revisionsNeverFall() throws {
    let streak = APIResponse.streak(StreakPayload(current: 0, longest: 0))
    #expect(try found([(.streak, streak, 0, 4), (.streak, streak, 0, 3)]) == [.revisionMismatch(.streak)])
  }

  @Test("A repeated reply has the revision of the first", arguments: [3, 4] as [Int32])
  func repeatedRepliesKeepTheirRevision(revision: Int32) throws {
    let upload = APIRequest.uploadPhoto(
      PhotoUpload(taskID: 1, item: PhotoItemID(1), contentType: .jpeg, fileSize: 9))
    let photo = APIResponse.photo(PhotoPayload(id: 5, taskID: 1, fileSize: 9, contentType: .jpeg, caption: nil))
    let found = try found([
      (upload, photo, 7, 3), (.updateBasicProfile(name: "Bea", email: nil), .user(Self.user("Bea")), 0, 4),
      (upload, photo, 7, revision),
    ])
    #expect(found == (revision == 3 ? [] : [.revisionMismatch(.uploadPhoto)]))
  }

  @Test("A user has the times of the sign-up and of the last change")
  func usersHaveTheirTimes() throws {
    let later = WorldCalendar.epoch.adding(days: 1)
    let rename = APIRequest.updateBasicProfile(name: "Bea", email: nil)
    for (user, isRight) in [
      (Self.user("Bea"), true), (Self.user("Bea", createdAt: nil, updatedAt: nil), true),
      (Self.user("Bea", createdAt: later), false), (Self.user("Bea", updatedAt: later), false),
    ] {
      #expect(
        try found([(rename, .user(user), 0, 3)]) == (isRight ? [] : [.replyMismatch(.updateBasicProfile)]))
    }
  }

  /// The reply to a read of the profile.
  private static func profile() -> APIResponse {
    var profile = OnboardingRequest.skip(at: WorldCalendar.epoch).profile
    (profile.currentWeight, profile.height) = (70, 170)
    return .profile(
      ProfilePayload(
        user: user(), profile: profile,
        preferences: PreferencesPayload(preferences: DietPreferences(), revision: 1), targets: nil))
  }

  // MARK: Sent again

  @Test("A save with an unknown outcome is sent again after a read or a tap", arguments: [nil, "read", "tap"])
  func unknownSavesAreReadFirst(between: String?) throws {
    var tale = try PhoneTale()
    let update = ProfileUpdate(currentWeight: 70)
    tale.tap(.openEdit)
    tale.show(.editTyped, 1)
    var draft = EditDraft()
    draft.currentWeight = 70
    tale.tap(.typeEdit(draft))
    tale.tap(.saveEdit)
    tale.begin(.editSave)
    tale.receive(tale.send(.updateProfile(update), for: .editSave), status: 0, nil)
    tale.settle(isQuiet: false)
    switch between {
    case "read": tale.receive(tale.send(.profile, for: .editSave), .done)
    case "tap": tale.tap(.saveEdit)
    default: break
    }
    _ = tale.send(.updateProfile(update), for: .editSave)
    #expect(tale.found.contains(.repeatedUnread(.updateProfile)) == (between == nil))
  }

  @Test("A retry sends the refused photos of its own task", arguments: [1, 2])
  func retriesAreOfTheirTask(task: Int) throws {
    var tale = try PhoneTale()
    let pick = Self.pick(9)
    let upload = APIRequest.uploadPhoto(
      PhotoUpload(taskID: 1, item: PhotoItemID(1), contentType: .jpeg, fileSize: 9))
    tale.tap(.openPhotos(taskID: 1))
    tale.show(.photosTask, 1, .person)
    tale.tap(.pickPhotos([pick]))
    tale.begin(.photoUpload)
    tale.receive(tale.send(upload, for: .photoUpload, key: 5), status: 503, nil)
    tale.settle()
    if task == 2 {
      tale.show(.photosTask, 0, .person)
      tale.tap(.openPhotos(taskID: 2))
      tale.show(.photosTask, 2, .person)
    }
    tale.tap(.retryPhotos)
    _ = tale.send(upload, for: .photoUpload, key: 5)
    #expect(tale.found.contains(.sentUnasked(.uploadPhoto)) == (task == 2))
  }

  @Test("Photos that were sent leave the selection of their section", arguments: [0, 1] as [Int64])
  func sentPhotosLeave(left: Int64) throws {
    var tale = try PhoneTale()
    let upload = APIRequest.uploadPhoto(
      PhotoUpload(taskID: 1, item: PhotoItemID(1), contentType: .jpeg, fileSize: 9))
    tale.tap(.openPhotos(taskID: 1))
    tale.show(.photosTask, 1, .person)
    tale.tap(.pickPhotos([Self.pick(9)]))
    tale.show(.photosSelected, 1, .person)
    tale.begin(.photoUpload)
    tale.receive(tale.send(upload, for: .photoUpload, key: 5), status: 201, nil)
    tale.settle(isQuiet: false)
    tale.show(.photosSelected, left)
    tale.settle()
    #expect(tale.found.contains(.shownOther(.photosSelected)) == (left == 1))
  }

  private static func pick(_ size: Int) -> PhotoPick {
    PhotoPick(item: PhotoItemID(1), contentType: .jpeg, fileSize: size, longerSide: 100, isImage: true)
  }

  private static func event(_ kind: SimulationEvent.Kind, at time: Int64) -> SimulationEvent {
    SimulationEvent(time: time, user: 0, account: 0, device: 0, session: 1, kind: kind)
  }

  // MARK: Time

  @Test("The app waits for a reply until its time-out", arguments: [20, 30, 40])
  func waitsEndInTime(seconds: Int64) throws {
    let options = ReferenceOptions(
      try Scenario.parse(#"{"generation": "correct", "backend": {"requestTimeout": "30s"}}"#))
    var person = PersonReference(options)
    person.observe(
      Self.event(
        .received(.streak, request: 1, outcome: .timedOut, revision: -1, latency: seconds * Nanoseconds.second),
        at: Nanoseconds.hour))
    #expect(person.found == (seconds == 30 ? [] : [.outwaited(.streak)]))
  }

  @Test("A photo shows no more progress than its link can have made", arguments: [41, 80] as [UInt8])
  func progressFollowsTheLink(percent: UInt8) throws {
    let options = ReferenceOptions(
      try Scenario.parse(
        #"{"generation": "correct", "backend": {"links": [{"name": "wifi", "uplink": 5}]}}"#))
    var person = PersonReference(options)
    func tell(_ kind: SimulationEvent.Kind, at seconds: Double) {
      person.observe(Self.event(kind, at: Int64(seconds * 1e9)))
    }
    tell(.published(.photosTask, value: 1, cause: .person), at: 1)
    person.observe(
      .tapped(.pickPhotos([Self.pick(3_000_000)])), device: 0, at: 1_000_000_000)
    tell(.photoItem(PhotoItemID(1), .uploading), at: 1)
    // 3 MB at 5 Mbit/s take 4.8 s.
    tell(.photoProgress(PhotoItemID(1), percent: percent), at: 3.5)
    #expect(person.found.contains(.progressAhead) == (percent == 80))
  }

  // MARK: Reads

  @Test("A form can be edited once it has read the stored values", arguments: [true, false])
  func formsAreReadFirst(isRead: Bool) throws {
    var tale = try PhoneTale()
    tale.show(.tab, Tab.profile.published, .person)
    tale.tap(.openEdit)
    tale.show(.cover, Cover.formLoading.published, .person)
    if isRead { tale.receive(tale.send(.profile, for: .editLoad), Self.profile()) }
    tale.show(.cover, Cover.form.published)
    #expect(tale.found.contains(.shownOther(.cover)) == !isRead)
  }

  @Test("A tab whose load was given up reads again", arguments: [Tab.tasks, .streaks])
  func tabsAreRead(tab: Tab) throws {
    for status in [200, -1] {
      var tale = try PhoneTale()
      tale.tap(.openTab(tab))
      tale.show(.tab, tab.published, .person)
      tale.begin(tab == .tasks ? .tasksLoad : .streaksLoad)
      let call = tale.send(
        tab == .tasks ? .tasksToday : .streak, for: tab == .tasks ? .tasksLoad : .streaksLoad)
      tale.tap(.background)
      tale.receive(call, status: status)
      tale.settle(isQuiet: false)
      tale.settle()
      #expect(
        tale.found.contains(.neitherShown(tab == .tasks ? .tasksToday : .streak)) == (status < 0))
    }
  }

  @Test("A form shows the fields that were typed and read")
  func formsShowTheirFields() throws {
    for (weight, name, isRight) in [
      (70, "Ada", true), (81, "Ada", true), (99, "Ada", false), (70, "Eve", false),
    ] as [(Double, String, Bool)] {
      var tale = try PhoneTale()
      tale.tap(.openEdit)
      tale.show(.cover, Cover.formLoading.published, .person)
      guard case .profile(let payload) = Self.profile(), let profile = payload.profile else { continue }
      tale.receive(tale.send(.profile, for: .editLoad), .profile(payload))
      tale.show(.editTyped, 1)
      if weight == 81 {
        var draft = EditDraft()
        draft.currentWeight = 81
        tale.tap(.typeEdit(draft))
      }
      tale.draw(
        DrawnForm(
          name: name, weight: weight, height: 170, gender: profile.gender, goal: profile.primaryGoal))
      #expect(tale.found.contains(.shownOther(.editTyped)) == !isRight, "\(weight) \(name)")
    }
  }
}
