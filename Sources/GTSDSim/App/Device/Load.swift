import GTSDModel

/// An operation of a phone, or a part of one, that waits for one thing at a time and so needs no task: each of its steps is
/// a job of the phone's lane, as those of a task would be, at a fraction of their cost.
///
/// `@unchecked Sendable`: as its superclass.
final class Load: LaneTask, @unchecked Sendable {
  /// What is loaded.
  enum Work {
    /// One request, whose reply whoever began it looks at.
    case call(APIRequest, Operation)
    /// A plan for an operation's owner.
    case plan(Operation, intent: Int32, key: UInt64, Owner)
    case home
    case homeTasks, homeStreak, homeSummary, homeMetrics
    case tasks, streaks, profile
    case check(View)
    /// The one read of the metrics that all who ask meanwhile share.
    case sharedCheck(MetricsInstances.Slot, Operation)
  }

  /// What the next step follows.
  enum Stage {
    /// Nothing yet: a part begins in the pool.
    case pool
    case beginning
    case reply
    case value(TruthShot)
    case part
  }

  /// A request on its way.
  struct Call {
    /// Who is signed in as it leaves.
    var owner: Owner
    var exchange: Exchange
    var timer: TimerHandle
    var sent: Device.Sent
  }

  /// Let go of at the end: a phone remembers the load of its tab, and would keep itself.
  @exclusivity(unchecked) private var phone: Device?
  let work: Work
  private let isPart: Bool
  // Exclusivity checks are off: no access calls out while it lasts.
  @exclusivity(unchecked) var stage: Stage
  @exclusivity(unchecked) var call: Call?
  @exclusivity(unchecked) var result: CallResult?
  /// Who is signed in as it begins.
  @exclusivity(unchecked) var owner = Owner(process: 0, login: 0, account: 0)
  /// A number that its kind keeps: a filter, a revision, or how often it has read.
  @exclusivity(unchecked) var detail = 0
  /// How many of its parts have been waited for.
  @exclusivity(unchecked) var joined = 0
  /// A part whose reply it looks at.
  @exclusivity(unchecked) var told: Load?

  init(_ work: Work, on phone: Device, isPart: Bool) {
    self.work = work
    self.phone = phone
    self.isPart = isPart
    stage = isPart ? .pool : .beginning
    super.init(scheduler: phone.scheduler)
  }

  /// Waits for the reply of a call.
  @inline(__always)
  func value(isolation: isolated (any Actor)? = #isolation) async -> CallResult {
    await end()
    return result ?? .failure(.discarded)
  }

  override func run() {
    guard let phone else { preconditionFailure("a load that has ended goes on") }
    if case .pool = stage {
      stage = .beginning
      return scheduler.hop(to: phone.lane)
    }
    beginStep()
    // The cast drops `isolated`, as `assumeIsolated` does, which asks the runtime for 1,000 instructions. It is guarded by the
    // scheduler, which calls this in the lane that was named alone: that of the phone.
    assert(scheduler.runningLane === phone.lane)
    typealias Isolated = (isolated Device, Load) -> Void
    typealias Free = (Device, Load) -> Void
    unsafeBitCast(Load.step as Isolated, to: Free.self)(phone, self)
  }

  private static func step(_ phone: isolated Device, _ load: Load) {
    switch load.stage {
    case .pool: preconditionFailure("a part began twice")
    case .beginning: phone.begin(load)
    case .reply:
      load.hasCome()
      phone.replied(load)
    case .value(let shot):
      load.hasCome()
      phone.resolved(shot.take(), load)
    case .part:
      load.hasCome()
      load.joined += 1
      if case .home = load.work { phone.endHomeParts(load) } else { phone.endProfile(load) }
    }
  }

  /// Waits for a value that others bring.
  func waits(for shot: TruthShot, on phone: isolated Device) {
    stage = .value(shot)
    if !waits(for: shot) { phone.resolved(shot.take(), self) }
  }

  /// It is over.
  func ends(on phone: isolated Device) {
    self.phone = nil
    if isPart { ended() } else { phone.ended(self) }
  }
}

extension Device {
  fileprivate func begin(_ load: Load) {
    switch load.work {
    case .call(let request, let operation): ask(request, for: operation, load)
    case .plan(let operation, let intent, let key, _):
      ask(.generatePlan(forceRecompute: false), for: operation, intent: intent, key: key, load)
    case .home: beginHome(load)
    case .homeTasks: beginHomeTasks(load)
    case .homeStreak: beginHomeStreak(load)
    case .homeSummary: beginHomeSummary(load)
    case .homeMetrics: beginHomeMetrics(load)
    case .tasks: beginTasks(load)
    case .streaks: beginStreaks(load)
    case .profile: beginProfile(load)
    case .check(let view): check(view, load)
    case .sharedCheck(let slot, let operation): beginSharedCheck(slot, operation, load)
    }
  }

  /// A reply has come, or none will.
  private func answered(_ result: CallResult, _ load: Load) {
    switch load.work {
    case .call: load.result = result
    case .plan(_, _, _, let owner):
      tookPart(result, owner)
      load.result = result
    case .homeTasks: endHomeTasks(result, load.owner)
    case .homeStreak: endHomeStreak(result, load.owner)
    case .homeSummary: endHomeSummary(result, load.owner)
    case .homeMetrics: _ = endFetch(result, load.owner, slot(.home), .homeMetrics)
    case .check(let view): _ = endFetch(result, load.owner, slot(view), Self.check(of: view))
    case .tasks: if endTasks(result, load.owner, asked: load.detail) { return beginTasks(load) }
    case .streaks: endStreaks(result, load.owner)
    case .profile:
      load.result = result
      return joinStreak(load)
    case .sharedCheck(let slot, let operation): return endSharedCheck(result, slot, operation, load)
    case .home: preconditionFailure("Home's parts ask, and not their whole")
    }
    load.ends(on: self)
  }

  /// A value has come that others brought, or none will.
  fileprivate func resolved(_ value: Bool?, _ load: Load) {
    if case .home = load.work { return endedHomeFlight(value, load) }
    _ = endShared(value)
    load.ends(on: self)
  }

  // MARK: Calls

  /// Calls the backend as `call` does.
  func ask(
    _ request: APIRequest, for operation: Operation, intent: Int32 = 0, key: UInt64 = 0, _ load: Load
  ) {
    if let known = knownAnswer(to: request) { return answered(known, load) }
    let owner = owner
    // What waits for more than the reply goes on as a task.
    guard inProcess != nil, !isRunning || staleToken == nil else {
      return load.runAsTask(in: lane) {
        Task { answered(await call(request, for: operation, intent: intent, key: key), load) }
      }
    }
    guard isCurrent(owner), let token = heldToken else { return answered(.failure(.discarded), load) }
    switch beginExchange(request, for: operation, intent: intent, key: key, token: token, owner) {
    case .ended(let result): called(result, request, owner, load)
    case .waits(let exchange, let timer, let sent):
      load.call = Load.Call(owner: owner, exchange: exchange, timer: timer, sent: sent)
      load.stage = .reply
      if !load.waits(for: exchange) { replied(load) }
    case .transmits: preconditionFailure("a load that carries a file")
    }
  }

  fileprivate func replied(_ load: Load) {
    guard let call = load.call.take() else { preconditionFailure("a reply to nothing") }
    let result = took(call.exchange, call.timer, call.sent, call.owner)
    let wire = call.sent.wire
    if isRefusalOfToken(result), isCurrent(call.owner), let token = wire.accessToken, let operation = wire.operation {
      return load.runAsTask(in: lane) {
        Task {
          let result = await callAgain(
            wire.body, for: operation, intent: call.sent.intent, key: wire.key, refused: result, token, call.owner)
          answered(result, load)
        }
      }
    }
    called(result, wire.body, call.owner, load)
  }

  private func called(_ result: CallResult, _ request: APIRequest, _ owner: Owner, _ load: Load) {
    guard isCurrent(owner) else { return answered(.failure(.discarded), load) }
    remember(result, of: request)
    answered(result, load)
  }
}
