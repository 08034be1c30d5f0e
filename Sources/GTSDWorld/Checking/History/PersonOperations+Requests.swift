import GTSDModel

extension PersonOperations {
  // MARK: Requests

  mutating func sent(
    _ endpoint: Endpoint, _ id: Int32, _ operation: Operation, _ intent: Int32, _ event: SimulationEvent
  ) {
    let device = event.device
    var request = DeviceOperations.SentRequest(
      id: id, endpoint: endpoint, operation: operation, intent: intent, account: event.account, sent: tick)
    if endpoint == .acknowledge { name(&request, device) }
    self[device: device].inFlight.append(request)
    guard operation == .editSave, endpoint == .updateProfile || endpoint == .updatePreferences else { return }
    let copy = self[device: device]
    let read = copy.form.revision < 0 ? nil : self[event.account].preferencesTrace.version(at: copy.form.revision)
    let written = copy.isFormOpen ? copy.written[Int(HistoryKey.preferences.rawValue)] : -1
    self[event.account].saving(
      intent: intent, device: device, read: read.map { max($0, written) }, tick: tick, time: time)
  }

  /// Sets the row that a request acknowledges, and the time at which this acknowledgment was first requested.
  private mutating func name(_ request: inout DeviceOperations.SentRequest, _ device: UInt8) {
    let (row, unanswered) = with(device: device) { device in
      (device.acknowledgedRow >= 0 ? device.acknowledgedRow : device.shownRow, device.unanswered)
    }
    request.row = row
    request.asked = request.sent
    guard let unanswered, unanswered.intent == request.intent, unanswered.row == row else { return }
    request.asked = unanswered.asked
  }

  mutating func received(
    _ endpoint: Endpoint, _ id: Int32, _ outcome: SimulationEvent.Outcome, _ revision: Int32, _ event: SimulationEvent
  ) {
    let device = event.device
    let answered = with(device: device) { device in
      device.inFlight.firstIndex { $0.id == id }.map { device.inFlight.remove(at: $0) }
    }
    guard let request = answered else { return }
    var status: Int16 = 0
    if case .status(let code) = outcome { status = code }
    let isSuccess = status >= 200 && status < 300
    if isSuccess || status == 404 {
      // The reply to a repeated acknowledgment equals that to the first attempt, and describes the state at that time.
      let asked = endpoint == .acknowledge && isSuccess ? request.asked : request.sent
      self[device: device].answered(endpoint, revision: revision, sent: asked)
    }
    if request.operation == .editSave, endpoint == .updateProfile || endpoint == .updatePreferences {
      self[request.account].saveAnswered(intent: request.intent, device: device, tick: tick)
    }
    if endpoint == .acknowledge {
      // A reply without a revision comes from a gateway, which knows nothing about rows.
      let isGateways = status == 404 && revision < 0
      acknowledged(request, isSuccess: isSuccess, status: isGateways ? 0 : status, device, event.time)
    }
    guard isSuccess, request.place >= 0 else { return }
    let isSignedIn = request.account == with(device: device) { $0.account }
    switch endpoint {
    case .updateProfile, .updatePreferences, .onboard:
      self[request.account].preferences.returned(Int(request.place), .done, at: tick)
      if isSignedIn { wrote(.preferences, request, device, "save") }
    case .generatePlan:
      self[request.account].plan.returned(Int(request.place), .done, at: tick)
    default: break
    }
  }

  private mutating func acknowledged(
    _ request: DeviceOperations.SentRequest, isSuccess: Bool, status: Int16, _ device: UInt8, _ time: Int64
  ) {
    let account = request.account
    if status == 0 { self[device: device].unanswered = request }
    guard isSuccess || status == 404 else { return }
    // A success may be the reply to an earlier attempt. A refusal always describes the current state.
    let asked = isSuccess ? request.asked : request.sent
    if request.place >= 0 {
      self[account].acknowledgment.returned(Int(request.place), isSuccess ? .done : .refused, at: tick)
    } else if request.row >= 0, asked >= with(account, { $0.acknowledgment.floor }) {
      // The reply says that the acknowledgment is already stored, or that there is no such row.
      self[account].acknowledgment.add(
        HistoryOperation(
          Int(device), .acknowledge(row: request.row), isSuccess ? .done : .refused, from: asked, to: tick),
        .init(label: "acknowledge", device: device, time: time))
    }
    if request.row >= 0 {
      let now = tick
      let explains = with(account) { account in
        account.acknowledgmentTrace.held(from: asked, to: now) {
          (AcknowledgmentModel.row($0) == request.row) == isSuccess
        }
      }
      if !explains { self[account].acknowledgment.isSuspect = true }
    }
    if isSuccess, request.revision >= 0, account == with(device: device, { $0.account }) {
      wrote(.acknowledgment, request, device, "acknowledge")
    }
  }

  /// Records that a phone has learned that its write is stored.
  private mutating func wrote(
    _ key: HistoryKey, _ request: DeviceOperations.SentRequest, _ device: UInt8, _ label: StaticString
  ) {
    guard request.revision >= 0 else { return }
    let slot = Int(key.rawValue)
    with(device: device) { $0.written[slot] = max($0.written[slot], request.revision) }
    self[request.account].session(
      .write(Int(device), slot, Int64(request.revision), from: request.sent, to: tick), label, time)
    hasChanged = true
  }

  // MARK: The server

  mutating func committed(_ commit: Commit, revision: Int32, intent: Int32, _ account: UInt8) {
    switch commit {
    case .onboarded(let complete):
      self[account].hasOnboarded = true
      profileChanged(complete: complete, revision, account)
    case .profile(let complete, _):
      profileChanged(complete: complete, revision, account)
      self[account].savedProfile(intent: intent, revision: revision)
    case .metrics(let row):
      let state = AcknowledgmentModel().step(
        with(account) { $0.acknowledgmentTrace.value }, .compute(row: row), .done)
      restartHistories(account)
      self[account].acknowledgmentTrace.changed(
        to: state ?? AcknowledgmentModel.none, revision: revision, tick: tick)
      self[account].acknowledgment.add(
        HistoryOperation(-1, .compute(row: row), .done, from: tick, to: tick),
        .init(label: "compute", device: SimulationEvent.server, time: time))
    case .acknowledgment(let row, let isNewest, _):
      self[account].hasAcknowledged = true
      if isNewest {
        self[account].acknowledgmentTrace.changed(
          to: AcknowledgmentModel.state(row: row, isAcknowledged: true), revision: revision, tick: tick)
      }
      let request = claim(account, intent: intent, revision) { $0 == .acknowledge }
      let place = self[account].acknowledgment.add(
        HistoryOperation(
          Int(request?.device ?? 2), pending: .acknowledge(row: row),
          from: max(request?.sent ?? tick, with(account) { $0.acknowledgment.floor })),
        .init(label: "acknowledge", device: request?.device ?? SimulationEvent.server, time: time))
      if let request { self[device: request.device].inFlight[request.index].place = Int32(place) }
    case .preferences(let before, let after, let device):
      self[account].saved(
        before: before, after: after, intent: intent, device: device, revision: revision, time)
      restartHistories(account)
      self[account].preferencesTrace.changed(to: after, revision: revision, tick: tick)
      let request = claim(account, intent: intent, revision) {
        $0 == .updateProfile || $0 == .updatePreferences || $0 == .onboard
      }
      let place = self[account].preferences.add(
        HistoryOperation(
          Int(device), pending: .write(after),
          from: max(request?.sent ?? tick, with(account) { $0.preferences.floor })),
        .init(label: "save", device: device, time: time))
      if let request { self[device: request.device].inFlight[request.index].place = Int32(place) }
    case .plan(let id, _, _, _):
      restartHistories(account)
      self[account].planTrace.changed(to: Int64(id), revision: revision, tick: tick)
      let request = claim(account, intent: intent, revision) { $0 == .generatePlan }
      let place = self[account].plan.add(
        HistoryOperation(
          Int(request?.device ?? 2), pending: .write(Int64(id)),
          from: max(request?.sent ?? tick, with(account) { $0.plan.floor })),
        .init(label: "generate", device: request?.device ?? SimulationEvent.server, time: time))
      if let request { self[device: request.device].inFlight[request.index].place = Int32(place) }
    case .accountDeleted:
      // Nothing of the earlier account is left, and requests in progress do not belong to the new account's history.
      first.forgetPlaces(of: account)
      second.forgetPlaces(of: account)
      let (hasOnboarded, hasAcknowledged) = with(account) { ($0.hasOnboarded, $0.hasAcknowledged) }
      self[account] = AccountOperations()
      self[account].begins(at: tick)
      // A reply to an earlier request may still arrive.
      self[account].hasOnboarded = hasOnboarded
      self[account].hasAcknowledged = hasAcknowledged
    case .account, .basicProfile, .photo, .photoDeleted, .signedIn, .rotated, .refreshRefused, .loggedOut, .evidence,
      .metricsRefused, .targets:
      break
    }
  }

  private mutating func profileChanged(complete: Bool, _ revision: Int32, _ account: UInt8) {
    self[account].isComplete = complete
    self[account].profileTrace.changed(to: Int64(revision), revision: revision, tick: tick)
  }

  /// Finds the oldest request in flight that may have caused a commit, and attributes the commit to it.
  private mutating func claim(
    _ account: UInt8, intent: Int32, _ revision: Int32, _ makes: (Endpoint) -> Bool
  ) -> (device: UInt8, index: Int, sent: Int64)? {
    for device: UInt8 in 0...1 {
      let claimed = with(device: device) { device -> (index: Int, sent: Int64)? in
        let index = device.inFlight.firstIndex {
          $0.account == account && $0.intent == intent && $0.place < 0 && makes($0.endpoint)
        }
        guard let index else { return nil }
        device.inFlight[index].revision = revision
        return (index, device.inFlight[index].sent)
      }
      if let claimed { return (device, claimed.index, claimed.sent) }
    }
    return nil
  }

  /// Forgets long histories while nothing is in flight.
  private mutating func restartHistories(_ account: UInt8) {
    guard first.inFlight.isEmpty, second.inFlight.isEmpty else { return }
    let now = tick
    with(account) { account in
      account.acknowledgment.restart(AcknowledgmentModel(initial: account.acknowledgmentTrace.value), at: now)
      account.preferences.restart(RegisterModel(account.preferencesTrace.value), at: now)
      account.plan.restart(RegisterModel(account.planTrace.value), at: now)
    }
  }
}
