import GTSDModel

/// The reference model of one person, with two accounts at the server and two phones.
///
/// It receives every event of the wire and every rendered value. Differences from its expectations are in ``found``.
package struct PersonReference: Sendable {
  private let options: ReferenceOptions
  private var server = ReferenceServer()
  private var first = ReferencePhone()
  private var second = Spare<ReferencePhone>()
  private var limits = ReferenceLimits()
  /// The divergences already found in the present process of some phone. A repetition belongs to the same episode.
  private var known: Set<Divergence> = []
  /// The divergences of the current event; empty between events. A property, because creating an array for each event
  /// would cost an allocation.
  private var noticed: [Divergence] = []
  /// The divergences that the caller has not collected yet.
  package var found: [Divergence] = []

  package init(_ options: ReferenceOptions) { self.options = options }

  /// Memory for state that changes in most schedules; see `ReusedBuffers.swift`.
  struct ReusedBuffers {
    fileprivate var shown: [Int64]
    fileprivate var effects: [ReferencePhone.Effect]
    fileprivate var second: Spare<ReferencePhone>
    fileprivate var server: ReferenceServer.ReusedBuffers
  }

  mutating func takeBuffers() -> ReusedBuffers {
    ReusedBuffers(
      shown: first.screen.values.takeBuffers(), effects: first.effects.takeBuffers(), second: second.takeBuffers(),
      server: server.takeBuffers())
  }

  mutating func move(into buffers: inout ReusedBuffers) {
    first.screen.values.move(into: &buffers.shown)
    first.effects.move(into: &buffers.effects)
    second.move(into: &buffers.second)
    server.move(into: &buffers.server)
  }

  // Options are passed as an argument, since a closure would capture a copy of them.
  @inline(__always)
  private mutating func with(
    _ device: UInt8, _ body: (inout ReferencePhone, ReferenceOptions, inout [Divergence]) -> Void
  ) {
    if device == 1 {
      second.make { ReferencePhone() }
      body(&second.value, options, &noticed)
    } else {
      body(&first, options, &noticed)
    }
    if !noticed.isEmpty { note() }
  }

  private mutating func note() {
    let divergences = noticed
    noticed.removeAll(keepingCapacity: true)
    note(divergences)
  }

  private mutating func note(_ divergences: [Divergence]) {
    guard !server.hasLostTrack else { return }
    for divergence in divergences where known.insert(divergence).inserted { found.append(divergence) }
  }

  /// Handles a request, a reply or a tap.
  ///
  /// - Parameter now: virtual time, nanoseconds.
  package mutating func observe(_ event: WireEvent, device: UInt8, at now: Int64) {
    switch event {
    case .tapped(let action):
      with(device) { phone, options, _ in phone.tapped(action, at: now, options) }
    case .ignored(let work):
      with(device) { phone, options, found in phone.ignored(work, options, &found) }
    case .ignoredSave:
      with(device) { phone, options, found in phone.ignoredSave(options, &found) }
    case .refused(let action):
      with(device) { phone, options, found in phone.refused(action, options, &found) }
    case .showed(let preferences):
      with(device) { phone, _, _ in phone.notes.drawings.drew(preferences) }
    case .drewSignIn(let isBusy, let hasFailed):
      with(device) { phone, _, _ in phone.drewSignIn(isBusy: isBusy, hasFailed: hasFailed) }
    case .drewMetrics(let view, let numbers):
      with(device) { phone, _, _ in
        phone.notes.drawings.drew(numbers, on: view)
        phone.isChanged = true
      }
    case .drewSummary(let targets):
      with(device) { phone, _, _ in phone.notes.drawings.drew(targets) }
    case .drewButtons(let buttons):
      with(device) { phone, _, _ in phone.notes.drawings.drew(buttons) }
    case .drewForm(let form):
      with(device) { phone, options, found in phone.drew(form, options, &found) }
    case .drewOnboarding(let step, let fields):
      with(device) { phone, _, _ in phone.notes.steps.drew(step, fields) }
    case .sent(let request):
      if options.requestsPerMinute != nil { limits.sent(request.id, on: device, at: now) }
      let isTokenReplaced = server.isReplaced(request.accessToken, on: device)
      let owner = server.account(of: request.accessToken)
      // A token that the server never gave, or none.
      let isTokenWrong =
        request.body.endpoint.route.needsAuthorization
        && (request.accessToken == nil || owner == nil && !server.hasForgotten)
      with(device) { phone, options, found in
        phone.sent(request, at: now, options, &found)
        // A log-out may be noticed late, whichever account it signs out.
        let isOther = owner.map { $0 != phone.account } ?? false
        if isOther, phone.account != nil, !phone.isSignedOut, request.body.endpoint != .logOut {
          found.append(.sentAsOther(request.body.endpoint))
        } else if isTokenReplaced || isTokenWrong {
          found.append(.sentWithOldToken(request.body.endpoint))
        }
      }
    case .lost(let request):
      with(device) { phone, _, _ in phone.lost = request }
    case .received(let request, let status, let reply):
      if let limit = options.requestsPerMinute { judgeLimit(limit, request, status: status, device: device, at: now) }
      let read = server.delivered(request, status: status, reply, to: device)
      with(device) { phone, options, _ in
        phone.received(request, status: max(0, status), reply, read, isCancelled: status < 0, at: now, options)
      }
    case .served(let request, let status, let reply, let revision, let time, _):
      server.served(request, status: status, reply, asOf: revision, at: time, device: device, options, &noticed)
      if !noticed.isEmpty { note() }
    }
  }

  /// Judges whether the server keeps its limit of requests. Presigned uploads have limits of their own.
  private mutating func judgeLimit(
    _ limit: Int, _ request: borrowing WireCall, status: Int, device: UInt8, at now: Int64
  ) {
    let endpoint = request.body.endpoint
    let judged = limits.received(request.id, on: device, status: status, at: now, limit: limit)
    if judged.isRefusedWrongly, endpoint != .presignPhoto, endpoint != .confirmPhoto { note([.refused(endpoint)]) }
    if judged.isGrantedWrongly { note([.granted(endpoint)]) }
  }

  /// Handles an event that a phone shows, reports or begins.
  package mutating func observe(_ event: SimulationEvent) {
    switch event.kind {
    case .sessionStarted(cold: true):
      known.removeAll()
      with(event.device) { phone, _, _ in phone.launched() }
    case .action(let action, _):
      with(event.device) { phone, options, _ in phone.acted(action, at: event.time, options) }
    case .published(let variable, let value, let cause):
      with(event.device) { phone, options, found in
        phone.willRender(variable, value, options, &found)
        phone.rendered(variable, value, cause, at: event.time, options, &found)
      }
    case .analytics(let analytics):
      with(event.device) { phone, options, found in
        phone.reported(analytics, at: event.time, options, &found)
      }
    case .photoItem(let item, let state):
      with(event.device) { phone, _, _ in
        phone.reports.photo(item, state, at: event.time)
        phone.notes.photo(item, state)
      }
    case .began(let operation):
      with(event.device) { phone, options, _ in
        phone.began(operation, at: event.time, options)
      }
    case .photoProgress(let item, let percent):
      with(event.device) { phone, options, found in
        phone.notes.uploads.progressed(item, percent)
        guard let percent else { return }
        if phone.isAhead(item, percent, at: event.time, options) { found.append(.progressAhead) }
      }
    case .background: with(event.device) { phone, _, _ in phone.enteredBackground(at: event.time) }
    case .foreground:
      with(event.device) { phone, options, _ in phone.enteredForeground(at: event.time, options) }
    case .sent(let endpoint, _, let operation, let intent):
      with(event.device) { phone, options, found in
        phone.sentIntent = intent
        guard phone.notes.readsAgain(endpoint, for: operation, at: event.time), options.waitsForNewest else { return }
        found.append(.readAgain(endpoint))
      }
    case .received(let endpoint, let request, let outcome, let revision, let latency):
      with(event.device) { phone, options, found in
        if latency > options.requestTimeout + ReferencePhone.tolerance { found.append(.outwaited(endpoint)) }
        switch outcome {
        case .status(let status): phone.notes.replied(endpoint, status, revision: revision, at: event.time)
        case .timedOut where options.waitsForNewest:
          if latency < options.requestTimeout - ReferencePhone.tolerance { found.append(.outwaited(endpoint)) }
        case .network:
          let mayBeLost = !options.losesNothing || phone.wasSuspended(from: event.time - latency, to: event.time)
          if phone.lost != request || !mayBeLost { found.append(.lostByItself(endpoint)) }
        default: break
        }
      }
    default: break
    }
  }

  /// Ends the judgments, because the stored data no longer follow from the granted requests.
  mutating func loseTrack() { server.loseTrack() }

  /// Handles the end of an instant on a phone.
  package mutating func settle(device: UInt8, isQuiet: Bool, isInFront: Bool) {
    with(device) { phone, options, found in
      phone.settle(isQuiet: isQuiet, isInFront: isInFront, options, &found)
    }
  }
}
