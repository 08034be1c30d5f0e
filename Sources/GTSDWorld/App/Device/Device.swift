package import GTSDModel
package import Interleaving

/// One phone with the app under test. Its lane is that phone's main actor, and the view models are inside it.
///
/// View models are values with pure transitions; the extensions of this actor perform what they decide. An operation
/// suspends at every request, so other operations and taps can run in between, as on a real main actor.
package final actor Device: LaneActor {
  package nonisolated let lane: Lane

  let world: World
  // Copies of the world's objects, which each event would otherwise reach through the world and retain.
  let events: EventStream
  nonisolated let scheduler: Scheduler
  let backend: any Backend
  /// The person who holds this phone, by global index.
  let user: UInt32
  /// The phone's number among the person's phones.
  let ordinal: UInt8
  @exclusivity(unchecked) private(set) var generation: Generation
  /// The client to which this phone returns if its arm is rolled back; nil if the arm stays.
  private nonisolated let rollback: Rollback<Generation>?
  /// Whether the phone object can be reset and used in another world. A phone with a simulated uplink cannot, since the
  /// uplink has its own times and draws.
  package nonisolated let canBeReused: Bool
  let requestTimeout: Int64
  /// The lifetime of an access token by its claims, in nanoseconds.
  let tokenLifetime: Int64
  /// The link over which photos are sent; nil where sending takes no time.
  let uplink: PhoneUplink?

  // Exclusivity checks are off for fields that every step accesses: no access calls other code while it lasts.
  /// The state of the process. A new state replaces it at each launch.
  @exclusivity(unchecked) var storage: DeviceStorage
  /// The state of the process; replaced at each launch.
  @exclusivity(unchecked) var app: AppState
  var isRunning: Bool
  /// The values that the previous process had published when it ended. The next process starts with nothing
  /// published.
  var lastPublished: PublishedState
  /// The number of sessions so far; a session is the life of a process.
  var session: UInt16
  /// The account of the latest sign-in or attempt, which events carry.
  var account: UInt8
  var nextRequest: Int32
  var visibleErrors: Int32
  /// The people who wait for a condition, each with the handle to wake them.
  @exclusivity(unchecked) var waiters: [(condition: DeviceCondition, change: OneShot<Bool>)] = []
  /// The tasks of this process that have not ended, in the order in which they were started.
  @exclusivity(unchecked) var tasks: [LaneTask] = []
  /// The number of tasks started.
  var nextTask: UInt32 = 0
  /// The shared refresh of the access token, while it runs.
  var refreshFlight: LaneTask?

  /// Creates a phone in a world.
  ///
  /// - Parameters:
  ///   - rollback: the roll-back of its arm; nil if the arm is not rolled back.
  ///   - memory: the state of a phone from another world in which nothing was in progress.
  package init(
    world: World, backend: any Backend, user: UInt32, ordinal: UInt8, generation: Generation,
    rollback: Rollback<Generation>? = nil, memory: DeviceMemory = DeviceMemory()
  ) {
    lane = Lane(scheduler: world.scheduler, kind: "device", number: Int(user))
    self.world = world
    events = world.events
    scheduler = world.scheduler
    self.backend = backend
    self.user = user
    self.ordinal = ordinal
    self.generation = generation
    self.rollback = rollback
    requestTimeout = world.scenario.backend.requestTimeout.nanoseconds
    tokenLifetime = world.scenario.backend.accessTokenLifetime.nanoseconds
    uplink = PhoneUplink(world: world, user: user, lane: lane)
    canBeReused = uplink == nil && rollback == nil
    storage = memory.storage
    app = memory.app
    isRunning = memory.isRunning
    lastPublished = memory.lastPublished
    session = memory.session
    account = memory.account
    nextRequest = memory.nextRequest
    visibleErrors = memory.visibleErrors
  }

  /// Resets the phone to a stored idle state, in a world that has been restarted.
  package nonisolated func restart(from rest: PhoneAtRest) {
    atRest { $0.resume(from: rest) }
  }

  private func resume(from rest: PhoneAtRest) {
    storage = rest.memory.storage
    app = rest.memory.app
    isRunning = rest.memory.isRunning
    lastPublished = rest.memory.lastPublished
    session = rest.memory.session
    account = rest.memory.account
    nextRequest = rest.memory.nextRequest
    visibleErrors = rest.memory.visibleErrors
    waiters.removeAll(keepingCapacity: true)
    tasks.removeAll(keepingCapacity: true)
    nextTask = 0
    refreshFlight = nil
  }

  /// The state of this phone while it is idle; nil while an operation, a request or a waiting person is left.
  package var memory: DeviceMemory? {
    guard tasks.isEmpty, waiters.isEmpty, refreshFlight == nil else { return nil }
    var app = app
    app.navigation.tabTask = nil
    app.edit.task = nil
    return DeviceMemory(
      storage: storage, app: app, isRunning: isRunning, lastPublished: lastPublished, session: session,
      account: account, nextRequest: nextRequest, visibleErrors: visibleErrors)
  }

  var now: Int64 { scheduler.now }

  /// The time of the phone's clock, as an instant of the world. The app stores dates by this clock and compares them
  /// with it.
  var clockTime: Int64 { storage.clock.time(at: now) }

  /// Returns to the control's client, if the arm of this phone is rolled back; the first step of a cold start.
  func reclaimClient() {
    if let control = rollback?.content(at: now) { generation = control }
  }

  // MARK: Events

  // The functions that emit events pass on the caller's source location, so that a find names the code of the view
  // model and not of these helpers.

  func emit(_ kind: SimulationEvent.Kind, file: StaticString = #fileID, line: UInt32 = #line) {
    emit(kind, account: account, file: file, line: line)
  }

  func emit(
    _ kind: SimulationEvent.Kind, account: UInt8, file: StaticString = #fileID, line: UInt32 = #line
  ) {
    guard !scheduler.isShuttingDown else { return }
    events.emit(
      kind, user: user, account: account, device: ordinal, session: session, file: file, line: line)
  }

  func emit(_ event: @autoclosure () -> WireEvent) {
    guard events.isWatched, !scheduler.isShuttingDown else { return }
    events.emit(event(), user: user, device: ordinal)
  }

  func track(_ event: AnalyticsEvent) {
    emit(.analytics(event))
  }

  // MARK: Tasks

  /// Starts an operation in a task that is cancelled when the process ends.
  ///
  /// The task prefers no executor (`Scheduler.spawn(on:)`). Inlined, so that the body has no frame of its own.
  @discardableResult @inline(__always)
  func start(_ body: @escaping @Sendable (isolated Device) async -> Void) -> LaneTask {
    let task = newTask()
    task.start(in: lane) {
      Task {
        await body(self)
        self.ended(task)
      }
    }
    return task
  }

  private func newTask() -> LaneTask {
    let task = LaneTask(scheduler: scheduler)
    // Mostly there are some at a time.
    if tasks.isEmpty { tasks.reserveCapacity(4) }
    tasks.append(task)
    nextTask &+= 1
    return task
  }

  /// Whether the running task is cancelled. For a task that the world tracks, this needs no call of the runtime.
  @inline(__always)
  var isCancelled: Bool {
    scheduler.currentScope?._withUnsafeGuaranteedRef { $0.isCancelled } ?? Task.isCancelled
  }

  /// Records that a started operation has ended.
  private func ended(_ task: LaneTask) {
    if let index = tasks.firstIndex(where: { $0 === task }) { tasks.remove(at: index) }
    task.ended()
  }

  /// Suspends for this many nanoseconds; returns false if the operation was cancelled or the process ended.
  func pause(_ nanoseconds: Int64) async -> Bool {
    let process = session
    try? await world.scheduler.sleep(until: now + nanoseconds, kind: .timer)
    return !Task.isCancelled && isRunning && process == session
  }
}

/// The state of a phone at rest as a value, from which a phone in another world can continue.
package struct DeviceMemory: Sendable {
  var storage = DeviceStorage()
  package var app = AppState()
  var isRunning = false
  var lastPublished = PublishedState()
  var session: UInt16 = 0
  var account: UInt8 = 0
  var nextRequest: Int32 = 0
  var visibleErrors: Int32 = 0

  /// The time by which the phone's local time is ahead of UTC, in nanoseconds.
  var zone: Int64 {
    get { storage.clock.zone }
    set { storage.clock.zone = newValue }
  }

  /// Creates the state of a phone on which the app was never opened.
  package init() {}

  init(
    storage: DeviceStorage, app: AppState, isRunning: Bool, lastPublished: PublishedState, session: UInt16,
    account: UInt8, nextRequest: Int32, visibleErrors: Int32
  ) {
    self.storage = storage
    self.app = app
    self.isRunning = isRunning
    self.lastPublished = lastPublished
    self.session = session
    self.account = account
    self.nextRequest = nextRequest
    self.visibleErrors = visibleErrors
  }
}

/// The state of an idle phone as an object, so that phones that start from it need not copy it.
package final class PhoneAtRest: Sendable {
  package let memory: DeviceMemory

  package init(_ memory: DeviceMemory) { self.memory = memory }
}

/// The data that the phone keeps while the app does not run.
struct DeviceStorage {
  var signedIn: StoredSession?
  /// Whether the card was dismissed, under `dismiss.scope: persistent`; independent of user and session.
  var isCardDismissed = false
  /// The phone's own clock.
  var clock = PhoneClock()
  /// Whether the phone is cut off from the network.
  var isOffline = false
  /// Replies to reads, under `replies.cache: regardlessOfAge`: independent of the account, and never dropped.
  var answers: [(request: APIRequest, answer: Answer)] = []
  /// The summary that the app has cached, if `summary.cache` lets it cache one.
  var summary: KeptSummary?
  /// The app's data on each account, by ordinal.
  private var records: [AccountMemory] = []

  subscript(account: UInt8) -> AccountMemory {
    get { Int(account) < records.count ? records[Int(account)] : AccountMemory() }
    set {
      while records.count <= Int(account) { records.append(AccountMemory()) }
      records[Int(account)] = newValue
    }
  }
}

/// The signed-in account with its tokens.
struct StoredSession {
  var account: UInt8
  var user: UserPayload
  var accessToken: String
  var refreshToken: String
  /// The time at which the access token expires by its own `exp` claim, in nanoseconds of the phone's clock.
  var expiresAt: Int64
  /// The preferences that the server sent together with the user; nil if it sent none.
  var preferences: DietPreferences?

  /// Stores renewed tokens.
  mutating func renew(access: String, refresh: String, expiresAt: Int64) {
    accessToken = access
    refreshToken = refresh
    self.expiresAt = expiresAt
  }
}

/// The times of an account's events that the app stores for its analytics, in nanoseconds of the phone's clock; nil for
/// events that did not happen on this phone.
struct AccountMemory {
  /// The server's number of the account: an account that was deleted and created again has a new one.
  var user = -1
  var signedUpAt: Int64?
  var onboardedAt: Int64?
  var skippedAt: Int64?
  var wasSummaryShown = false
}
