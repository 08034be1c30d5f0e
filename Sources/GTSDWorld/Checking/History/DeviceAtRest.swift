import GTSDModel

/// A phone in its present process: running operations, spinners, and the outcomes of attempts.
struct DeviceAtRest: Sendable {
  /// The outcomes of one operation's attempts.
  fileprivate struct Attempt: Sendable {
    var began: Int64 = -1
    var running: Int32 = 0
    /// The time at which the still running attempt first began.
    var since: Int64 = -1
    /// Whether a request of the latest attempt got no reply, or a server error.
    var hasFailed = false
    var hasSucceeded = false
    /// Whether one of its requests timed out.
    var hasTimedOut = false
  }

  fileprivate struct SentRequest: Sendable {
    var id: Int32
    var endpoint: Endpoint
    var operation: Operation
    var time: Int64
  }

  private struct Photo: Sendable {
    var item: PhotoItemID
    var state: PhotoItemState
    var wasRemovedByHand = false
  }

  /// The time without events after which a phone counts as idle, one second.
  static var restingTime: Int64 { Nanoseconds.second }

  private var isRunning = false
  private var account: UInt8?
  private var attempts: [Attempt] = []
  private var operations: Int32 = 0
  private var inFlight: [SentRequest] = []
  private var photos: [Photo] = []
  /// The photos whose progress is shown.
  private var inProgress: [PhotoItemID] = []
  private var summarySheet = SummarySheet.hidden
  private var plansScreen = PlansScreen.nothing
  /// Whether the latest answer to a request for a plan contained one.
  private var hasPlanReply = false
  /// The time of the last successful read of the metrics, and whether Home and Plans have held any since.
  private var readMetricsAt: Int64 = -1
  private var heldMetrics: UInt8 = 0
  /// Whether the person has launched the app or tapped to sign in since the last sign-out.
  private var mayBeSignedIn = false
  private var handledPhotosAt: Int64 = -1
  private var isChanged = false
  /// The revision of the last deletion of a photo in this section that the phone knows of, -1 for none.
  private var deletedRevision: Int32 = -1
  /// The time at which photos of a task were last opened, in nanoseconds.
  private var openedPhotosAt: Int64 = -1
  private var shownPhotos: Int64 = 0
  /// Whether the list just applied is older than that deletion.
  private var isListOld = false

  /// Whether the device is quiet; must agree with ``DeviceFacts/isQuiet``, which the rules use.
  private var isQuiet: Bool { operations == 0 && inFlight.isEmpty }

  /// Memory for state that changes in most schedules; see `ReusedBuffers.swift`.
  struct ReusedBuffers {
    fileprivate var attempts: [Attempt]
    fileprivate var inFlight: [SentRequest]
  }

  mutating func takeBuffers() -> ReusedBuffers {
    ReusedBuffers(attempts: attempts.takeBuffers(), inFlight: inFlight.takeBuffers())
  }

  mutating func move(into buffers: inout ReusedBuffers) {
    attempts.move(into: &buffers.attempts)
    inFlight.move(into: &buffers.inFlight)
  }

  // MARK: Events

  mutating func observe(_ event: SimulationEvent, _ findings: inout [Finding]) {
    switch event.kind {
    case .began(let operation): began(operation, event.time)
    case .ended(let operation):
      ended(operation)
      isChanged = true
    case .sent(let endpoint, let id, let operation, _):
      inFlight.append(SentRequest(id: id, endpoint: endpoint, operation: operation, time: event.time))
    case .received(let endpoint, let id, let outcome, let revision, _):
      isListOld = false
      if endpoint == .deletePhoto, outcome == .status(200), isOfOpenPhotos(id) {
        deletedRevision = max(deletedRevision, revision)
      }
      received(endpoint, id, outcome, event.time)
      isChanged = true
    case .published(.summarySheet, let value, _):
      summarySheet = SummarySheet(published: value) ?? .hidden
      isChanged = true
    case .published(.plansScreen, let value, _): plansScreen = PlansScreen(published: value) ?? .nothing
    case .published(.photosShown, let value, _): photosShown(value, event, &findings)
    case .applied(.photos, _, let revision, _): isListOld = revision >= 0 && revision < deletedRevision
    case .applied(.metrics, let view, _, _):
      if view == .home { heldMetrics |= 1 } else if view == .plans { heldMetrics |= 2 }
    case .cleared(.metrics, let view):
      if view == .home { heldMetrics &= ~1 } else if view == .plans { heldMetrics &= ~2 }
    case .photoItem(let item, let state): photo(item, state, event, &findings)
    case .trap(let operation):
      findings.note(
        Finding(
          .crash, site: Finding.kebab("\(operation)"),
          summary: "expected the client to continue, observed that it would crash",
          time: event.time, user: event.user, device: event.device))
    case .action(let action, _): acted(action, event.time)
    case .authenticated(let now): authenticated(now, event, &findings)
    case .sessionStarted(cold: true):
      self = DeviceAtRest()
      isRunning = true
      mayBeSignedIn = true
    case .sessionEnded: isRunning = false
    case .photoProgress(let item, let percent):
      inProgress.removeAll { $0 == item }
      if percent != nil { inProgress.append(item) }
    case .published, .applied, .cleared, .analytics, .committed, .planRequested, .background, .foreground,
      .sessionStarted:
      break
    }
  }

  private mutating func began(_ operation: Operation, _ time: Int64) {
    if attempts.isEmpty { attempts = Array(repeating: Attempt(), count: Operation.allCases.count) }
    let index = Int(operation.rawValue)
    if attempts[index].running == 0 { attempts[index].since = time }
    attempts[index].running += 1
    attempts[index].began = time
    attempts[index].hasFailed = false
    attempts[index].hasSucceeded = false
    attempts[index].hasTimedOut = false
    operations += 1
  }

  private mutating func ended(_ operation: Operation) {
    let index = Int(operation.rawValue)
    // An operation of a process that has ended may still end later.
    guard index < attempts.count, attempts[index].running > 0 else { return }
    attempts[index].running -= 1
    operations -= 1
  }

  private mutating func received(
    _ endpoint: Endpoint, _ id: Int32, _ outcome: SimulationEvent.Outcome, _ time: Int64
  ) {
    guard let place = inFlight.firstIndex(where: { $0.id == id }) else { return }
    let request = inFlight.remove(at: place)
    let index = Int(request.operation.rawValue)
    guard index < attempts.count else { return }
    switch outcome {
    case .status(let status):
      attempts[index].hasFailed = status >= 500
      attempts[index].hasSucceeded = status < 300
      if endpoint == .generatePlan { hasPlanReply = status < 300 }
      if endpoint == .todayMetrics, status == 200 { readMetricsAt = time }
      // An expired token is not a fault, so data that were read before need not be kept.
      if endpoint == .todayMetrics, status == 401 { readMetricsAt = -1 }
    case .network, .undecodable, .garbled:
      attempts[index].hasFailed = true
      attempts[index].hasSucceeded = false
    // A backend that takes longer than the client waits counts as slow, not as faulty.
    case .timedOut:
      attempts[index].hasSucceeded = false
      attempts[index].hasTimedOut = true
      if endpoint == .todayMetrics { readMetricsAt = -1 }
    case .cancelled: break
    }
  }

  private mutating func acted(_ action: PersonAction, _ time: Int64) {
    switch action {
    case .launch, .logIn, .signUp:
      mayBeSignedIn = true
      handledPhotosAt = time
    case .logOut:
      // If nobody is signed in, as during a sign-in, there is nothing to tap.
      if account != nil { mayBeSignedIn = false }
      handledPhotosAt = time
    case .removePhoto, .closePhotos, .terminate: handledPhotosAt = time
    // From here on, another task may be open.
    case .openPhotos:
      deletedRevision = -1
      openedPhotosAt = time
    default: break
    }
  }

  /// Whether the current deletion was tapped in the photos that are open; another task has other photos.
  private func isOfOpenPhotos(_ id: Int32) -> Bool {
    guard let request = inFlight.first(where: { $0.id == id }) else { return false }
    // A request may repeat one that was sent for another task.
    let index = Int(request.operation.rawValue)
    let isKnown = index < attempts.count && attempts[index].running > 0
    return min(request.time, isKnown ? attempts[index].since : .max) >= openedPhotosAt
  }

  private mutating func authenticated(_ now: UInt8?, _ event: SimulationEvent, _ findings: inout [Finding]) {
    guard now != account else { return }
    account = now
    photos.removeAll(keepingCapacity: true)
    heldMetrics = 0
    readMetricsAt = -1
    guard now != nil, !mayBeSignedIn else { return }
    findings.note(
      Finding(
        .resurrection, hazard: .responseAfterLogout, site: "session",
        summary: "expected nobody signed in after the log-out, observed account \(now ?? 0) by itself",
        time: event.time, user: event.user, device: event.device, breaks: .user, Site(.cameBack, .signedIn)))
  }

  private mutating func photo(
    _ item: PhotoItemID, _ state: PhotoItemState, _ event: SimulationEvent, _ findings: inout [Finding]
  ) {
    isChanged = true
    guard let index = photos.lastIndex(where: { $0.item == item }) else {
      photos.append(Photo(item: item, state: state))
      return
    }
    if state == .removed {
      photos[index].wasRemovedByHand = event.time == handledPhotosAt && photos[index].state != .uploaded
    } else if photos[index].wasRemovedByHand, state == .uploading || state == .uploaded {
      findings.note(
        Finding(
          .resurrection, hazard: .photoOnchangeReentrancy, site: "photo:removed:\(state)",
          summary: "expected a photo that the person removed to stay out, observed it \(state)", time: event.time,
          user: event.user, device: event.device, breaks: .photo, Site(.cameBack, .photosShown)))
    }
    photos[index].state = state
  }

  private mutating func photosShown(_ count: Int64, _ event: SimulationEvent, _ findings: inout [Finding]) {
    if isListOld, count > shownPhotos {
      findings.note(
        Finding(
          .resurrection, hazard: .deletePhotoResurrection, site: "photo:deleted",
          summary: "expected \(shownPhotos) photos after the deletion, observed \(count) from an older list",
          time: event.time, user: event.user, device: event.device, breaks: .photo, Site(.cameBack, .photosShown)))
    }
    shownPhotos = count
  }

  // MARK: At rest

  /// Checks the loading indicators that have no flag, on an idle phone.
  mutating func rest(at time: Int64, user: UInt32, _ device: UInt8, _ findings: inout [Finding]) {
    guard isChanged else { return }
    isChanged = false
    guard isRunning, account != nil, isQuiet else { return }
    if summarySheet == .loading || summarySheet == .canContinue {
      findings.note(
        Finding(
          .spinner, site: "summary-sheet", summary: "expected no spinner at rest, observed the summary loading",
          time: time, user: user, device: device, breaks: .live, Site(.spinsAtRest, .summarySheet)))
    }
    if photos.contains(where: { $0.state == .uploading }) {
      findings.note(
        Finding(
          .spinner, site: "photo", summary: "expected no spinner at rest, observed a photo uploading", time: time,
          user: user, device: device, breaks: .live, Site(.spinsAtRest, .photosUploading)))
    }
  }

  /// Checks for operations in progress when nothing is scheduled any more. They will never end.
  func stuck(at time: Int64, user: UInt32, _ device: UInt8, _ findings: inout [Finding]) {
    guard isRunning else { return }
    if !inProgress.isEmpty {
      findings.note(
        Finding(
          .spinner, site: "photo-progress",
          summary: "expected no progress at rest, observed that of \(inProgress.count) photos", time: time,
          user: user, device: device, breaks: .live, Site(.spinsAtRest, .photosUploading)))
    }
    for (index, attempt) in attempts.enumerated() where attempt.running > 0 {
      guard let operation = Operation(rawValue: UInt8(index)) else { continue }
      findings.note(
        Finding(
          .stuck, site: "operation:" + Finding.kebab("\(operation)"),
          summary: "expected \(operation) to end, observed it under way with nothing left to wake it",
          time: attempt.since, user: user, device: device, breaks: .live, Site(.neverEnds, operation)))
    }
    for request in inFlight {
      findings.note(
        Finding(
          .stuck, site: "request:" + Finding.kebab("\(request.endpoint)"),
          summary: "expected an answer or a time-out of \(request.endpoint), observed neither", time: request.time,
          user: user, device: device))
    }
  }

  /// Begins the phase without faults.
  mutating func faultsEnded() {
    for index in attempts.indices { attempts[index].hasFailed = false }
  }

  /// Checks recovery at the end of the phase without faults.
  func recovered(since faultFree: Int64, at time: Int64, user: UInt32, _ device: UInt8, _ findings: inout [Finding]) {
    guard isRunning, account != nil else { return }
    func failed(_ site: String, _ summary: String) {
      findings.note(Finding(.recovery, site: site, summary: summary, time: time, user: user, device: device))
    }
    for (index, attempt) in attempts.enumerated() where attempt.began >= faultFree && attempt.hasFailed {
      guard let operation = Operation(rawValue: UInt8(index)) else { continue }
      failed(
        "attempt:" + Finding.kebab("\(operation)"),
        "expected \(operation) to succeed without faults, observed that it failed")
    }
    // Home's check of the metrics is shown on Plans as well, so the latest read counts, whichever view requested it.
    if plansScreen == .error, hasPlanReply, readMetricsAt >= faultFree, hasRecovered(.plansMetrics, since: faultFree),
      hasRecovered(.plansFetch, since: faultFree) || hasRecovered(.plansRefresh, since: faultFree)
    {
      failed("plans-screen", "expected a plan after a good load without faults, observed the error screen")
    }
    if readMetricsAt >= faultFree, isQuiet, heldMetrics == 0 {
      failed("metrics", "expected the metrics in a view after a successful read, observed no view that has them")
    }
  }

  private func hasRecovered(_ operation: Operation, since faultFree: Int64) -> Bool {
    let index = Int(operation.rawValue)
    return index < attempts.count && attempts[index].began >= faultFree && attempts[index].hasSucceeded
      && !attempts[index].hasTimedOut
  }
}

extension Finding {
  /// Creates a finding about an idle phone, with the invariant and site that a run reports for it.
  fileprivate init(
    _ oracle: Oracle, hazard: HazardID? = nil, site: String, summary: String, time: Int64, user: UInt32, device: UInt8,
    breaks invariant: Invariant, _ place: Site
  ) {
    self.init(oracle, hazard: hazard, site: site, summary: summary, time: time, user: user, device: device)
    violated = Violated(invariant: invariant, site: place)
  }
}
