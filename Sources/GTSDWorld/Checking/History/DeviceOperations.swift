import GTSDModel

/// A phone's requests in flight and its views' values, with the times at which they were requested.
struct DeviceOperations: Sendable {
  struct SentRequest: Sendable {
    var id: Int32
    var endpoint: Endpoint
    var operation: Operation
    var intent: Int32
    var account: UInt8
    var sent: Int64
    /// The index of the request's write in the key's history; -1 if it has no write yet.
    var place: Int32 = -1
    /// The revision of that write.
    var revision: Int32 = -1
    /// The metrics row that the request acknowledges.
    var row: Int64 = -1
    /// The time at which the request's effect was first requested. Repeating a request without a reply has the same
    /// outcome.
    var asked: Int64 = -1
  }

  /// Forgets the indices of an account whose histories were restarted.
  mutating func forgetPlaces(of account: UInt8) {
    for index in inFlight.indices where inFlight[index].account == account { inFlight[index].place = -1 }
  }

  /// A view's copy of a key.
  struct Copy: Sendable {
    var isHeld = false
    /// The revision of the last applied reply.
    var revision: Int32 = -1
    /// The time at which the newest applied reply was requested.
    var asked: Int64 = -1
    var shown: Int64 = 0
    /// Whether the value was applied and is not judged yet.
    var isFresh = false
    /// Whether the value changed since the last check that was made while no request was in flight.
    var isChanged = false
  }

  /// The latest answers, from which the request of a view's new value is found.
  struct GivenAnswer: Sendable {
    var endpoint: Endpoint
    var revision: Int32
    var sent: Int64
  }

  var account: UInt8?
  var isRunning = false
  var inFlight: [SentRequest] = []
  private var answers: [GivenAnswer] = []
  private var nextAnswer = 0
  private var begun = SIMD32<UInt8>(repeating: 0)
  private(set) var operations = 0
  var home = Copy()
  var plans = Copy()
  var form = Copy()
  var profile = Copy()
  var plan = Copy()
  /// Whether Home's view would publish that an acknowledgment is needed if the card had not been dismissed.
  var homePublished = false
  var plansPublished = false
  var isFormOpen = false
  var isFormTyped = false
  var isProfileInFront = false
  var profileFailed = false
  var formFailed = false
  var isForeground = true
  var shownRow: Int64 = -1
  /// The row shown when the current acknowledgment began, -1 for none.
  private(set) var acknowledgedRow: Int64 = -1
  /// The latest acknowledgment whose outcome this phone does not know.
  var unanswered: SentRequest?
  var savingSince: Int64 = -1
  /// For each key, the highest version that this phone has written and knows of, and the highest that it has shown
  /// while idle.
  var written = SIMD4<Int32>(repeating: -1)
  var seen = SIMD4<Int32>(repeating: -1)

  /// Memory for state that changes in most schedules; see `ReusedBuffers.swift`.
  struct ReusedBuffers {
    fileprivate var inFlight: [SentRequest]
    fileprivate var answers: [GivenAnswer]
  }

  mutating func takeBuffers() -> ReusedBuffers {
    ReusedBuffers(inFlight: inFlight.takeBuffers(), answers: answers.takeBuffers())
  }

  mutating func move(into buffers: inout ReusedBuffers) {
    inFlight.move(into: &buffers.inFlight)
    answers.move(into: &buffers.answers)
  }

  /// Whether the device is quiet; must agree with ``DeviceFacts/isQuiet``, which the rules use.
  var isQuiet: Bool { operations == 0 && inFlight.isEmpty }

  mutating func began(_ operation: Operation) {
    begun[Int(operation.rawValue)] &+= 1
    operations += 1
    if operation == .acknowledge { acknowledgedRow = shownRow }
  }

  mutating func ended(_ operation: Operation) {
    guard begun[Int(operation.rawValue)] > 0 else { return }
    begun[Int(operation.rawValue)] -= 1
    operations -= 1
    if operation == .acknowledge { acknowledgedRow = -1 }
  }

  mutating func answered(_ endpoint: Endpoint, revision: Int32, sent: Int64) {
    let answer = GivenAnswer(endpoint: endpoint, revision: revision, sent: sent)
    if answers.count < 8 {
      answers.append(answer)
    } else {
      answers[nextAnswer] = answer
      nextAnswer = (nextAnswer + 1) & 7
    }
  }

  /// The time of the request for a view's new value; nil if no remembered answer contained it. Mutating, because a
  /// non-mutating function would copy the whole phone first.
  mutating func asked(_ resource: Resource, revision: Int32) -> Int64? {
    var newest: Int64?
    for answer in answers where answer.revision == revision && Self.brings(answer.endpoint, resource) {
      newest = max(newest ?? -1, answer.sent)
    }
    return newest
  }

  private static func brings(_ endpoint: Endpoint, _ resource: Resource) -> Bool {
    switch resource {
    case .metrics: endpoint == .todayMetrics || endpoint == .acknowledge
    case .plan: endpoint == .generatePlan
    case .profile, .preferences: endpoint == .profile
    case .summary, .tasks, .streak, .photos, .user: false
    }
  }

  /// Forgets all values after a change of the account, although some may still be published.
  mutating func forget() {
    home = Copy(shown: home.shown)
    plans = Copy(shown: plans.shown)
    form = Copy(shown: form.shown)
    profile = Copy(shown: profile.shown)
    plan = Copy(shown: plan.shown)
    isFormOpen = false
    isFormTyped = false
    profileFailed = false
    formFailed = false
    written = SIMD4(repeating: -1)
    seen = SIMD4(repeating: -1)
  }

  mutating func coldStart() {
    self = DeviceOperations()
    isRunning = true
  }
}

extension DeviceOperations.Copy {
  mutating func take(revision: Int32, asked: Int64?) {
    isHeld = true
    self.revision = revision
    isFresh = true
    isChanged = true
    if let asked { self.asked = max(self.asked, asked) } else { self.asked = -1 }
  }

  mutating func drop() {
    isHeld = false
    isFresh = false
  }
}
