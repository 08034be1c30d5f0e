import GTSDModel

/// The server's stored data of one account.
struct AccountRecord: Sendable {
  /// The owner of the account: the caller of its sign-up. Events of the account name the owner.
  let owner: Caller
  var email: String
  var password: String
  var name: String
  var createdAt: Timestamp
  /// The time at which the account's name, e-mail address or answers were last changed.
  var updatedAt: Timestamp
  /// The number of the last commit. Rises with each commit.
  var revision: Int32 = 0

  /// Whether onboarding was completed or skipped.
  var hasOnboarded = false
  /// The number of onboardings, which keys the draw of each one's metrics delay.
  var onboardings: UInt32 = 0
  /// The stored profile, with two decimals; nil before onboarding.
  var profile: HealthProfile?
  var targets: NutritionTargets?
  var preferences = DietPreferences()
  /// The account's revision at which the preferences were last written.
  var preferencesRevision: Int32 = 0

  /// The computed rows, oldest first; never removed.
  var rows: [MetricsRow] = []
  var acknowledgments: [AcknowledgmentRow] = []
  var plans: [PlanRow] = []

  var photos: [PhotoRow] = []
  var uploads: [PresignedUpload] = []
  var nextUpload: Int64 = 1
  var presigns = RateWindow()
  var confirms = RateWindow()

  var refreshTokens: [RefreshToken] = []
  var nextToken: Int64 = 1
  var nextSignIn: Int32 = 1

  var replies: [KeyedReply] = []
  var tasks = TaskDay()
  var tasksCache: CachedReply?
  var streakCache: CachedReply?

  /// Whether the account was deleted; only its place remains.
  private(set) var isDeleted = false

  init(owner: Caller, email: String, password: String, name: String, at now: Timestamp) {
    createdAt = now
    updatedAt = now
    self.owner = owner
    self.email = email
    self.password = password
    self.name = name
  }

  // Reuses memory for callers that restart from a checkpoint; see `ReusedBuffers.swift`.
  mutating func takeBuffers() -> ReusedBuffers {
    ReusedBuffers(
      acknowledgments: acknowledgments.takeBuffers(), plans: plans.takeBuffers(), replies: replies.takeBuffers())
  }

  mutating func move(into buffers: inout ReusedBuffers) {
    acknowledgments.move(into: &buffers.acknowledgments)
    plans.move(into: &buffers.plans)
    replies.move(into: &buffers.replies)
  }

  struct ReusedBuffers {
    fileprivate var acknowledgments: [AcknowledgmentRow]
    fileprivate var plans: [PlanRow]
    fileprivate var replies: [KeyedReply]
  }

  /// Erases all stored data.
  mutating func erase() {
    let revision = revision
    self = AccountRecord(owner: owner, email: "", password: "", name: "", at: createdAt)
    self.revision = revision
    isDeleted = true
  }
}

/// One computed row of health metrics.
struct MetricsRow: Sendable {
  var metrics: HealthMetrics
  /// The profile that the row was computed from.
  var source: HealthProfile
}

/// A stored acknowledgment; its row is found by version and whole second, as on the real server.
struct AcknowledgmentRow: Sendable {
  var second: Int64
  var version: Int
  var at: Timestamp
}

/// One generated plan.
struct PlanRow: Sendable {
  var id: Int32
  /// The first day of the plan: Monday 00:00 UTC.
  var start: Timestamp
  var isForced: Bool
}

/// One stored photo.
struct PhotoRow: Sendable {
  var id: Int32
  /// The id of the task; -1 without a task.
  var taskID: Int32
  /// The file's size in bytes.
  var fileSize: Int32
  /// The number of the upload that was confirmed, 0 for multipart.
  var upload: Int64
  var contentType: PhotoContentType
  /// The time at which the row was stored.
  var at: Timestamp
  var caption: String?
}

/// A presigned upload, whose file may have been stored.
struct PresignedUpload: Sendable {
  var number: Int64
  var contentType: PhotoContentType
  /// The size of the stored object in bytes, -1 before it is stored.
  var storedSize: Int
}

/// One refresh token.
struct RefreshToken: Sendable {
  var number: Int64
  /// The number of the sign-in that the token descends from.
  var signIn: Int32
  var expires: Timestamp
  var isRevoked = false
  /// The idempotency key of the request that exchanged the token, 0 if there is none, and the number of the token that
  /// replaced it.
  var exchange: (key: UInt64, next: Int64)?

  func isLive(at now: Timestamp) -> Bool { !isRevoked && now < expires }
}

/// The reply to an earlier request with this key.
struct KeyedReply: Sendable {
  /// The largest number of idempotency keys stored for an account. The oldest are dropped first.
  static let kept = 256

  var key: UInt64
  var endpoint: Endpoint
  var reply: APIReply
}

/// A cached reply that is sent again until an instant.
struct CachedReply: Sendable {
  var reply: APIReply
  var until: Timestamp
}

/// The tasks that an account completed on one day, and its streak.
struct TaskDay: Sendable {
  /// The day of `completed`, in days since 1970-01-01.
  var day: Int64 = 0
  /// The completed tasks: bit n for task n + 1.
  var completed: UInt64 = 0
  /// The last day with a completed task.
  var lastDay: Int64 = -1
  /// The number of consecutive days up to `lastDay`.
  var streak = 0
  var longest = 0
  /// The number of times `lastDay` was counted: more than one is a defect of the server.
  var counted: Int32 = 0

  /// The streak on a day: the consecutive days, unless both this day and the one before were missed.
  func current(on day: Int64) -> Int { day - lastDay <= 1 ? streak : 0 }

  func completed(on day: Int64) -> Int { self.day == day ? completed.nonzeroBitCount : 0 }

  /// Completes a task; returns false if it was completed before.
  mutating func complete(_ task: Int, on today: Int64, counts: Bool) -> Bool {
    if day != today {
      day = today
      completed = 0
    }
    let bit: UInt64 = 1 << UInt64(task - 1)
    guard completed & bit == 0 else { return false }
    completed |= bit
    if counts {
      counted = lastDay == today ? counted + 1 : 1
      streak = current(on: today) + 1
      longest = max(longest, streak)
      lastDay = today
    }
    return true
  }
}
