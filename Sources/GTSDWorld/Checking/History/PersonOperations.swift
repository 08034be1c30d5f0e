import GTSDModel

/// One person's operations on every key, from two phones and two accounts.
struct PersonOperations: Sendable {
  /// The number of this person's events.
  var tick: Int64 = 0
  var time: Int64 = 0
  var own = AccountOperations()
  var other = AccountOperations()
  var first = DeviceOperations()
  var second = DeviceOperations()
  /// Whether a view has applied a value that was not checked yet.
  var hasFresh = false
  /// Whether a view has changed since the last check of idle phones.
  var hasChanged = false
  var findings: [Finding] = []

  subscript(account: UInt8) -> AccountOperations {
    @inline(__always) _read { if account == 0 { yield own } else { yield other } }
    @inline(__always) _modify { if account == 0 { yield &own } else { yield &other } }
  }

  subscript(device device: UInt8) -> DeviceOperations {
    @inline(__always) _read { if device == 0 { yield first } else { yield second } }
    @inline(__always) _modify { if device == 0 { yield &first } else { yield &second } }
  }

  // A value that is read through a subscript is copied as a whole first. The code that runs for every event uses these
  // functions instead.

  /// Accesses an account in place.
  @inline(__always)
  mutating func with<Result>(_ account: UInt8, _ body: (inout AccountOperations) -> Result) -> Result {
    account == 0 ? body(&own) : body(&other)
  }

  /// Accesses a phone in place.
  @inline(__always)
  mutating func with<Result>(device: UInt8, _ body: (inout DeviceOperations) -> Result) -> Result {
    device == 0 ? body(&first) : body(&second)
  }

  /// Continues from another person's state.
  mutating func restart(continuing other: UnsafePointer<PersonOperations>) {
    var (account, device) = (own.takeBuffers(), first.takeBuffers())
    copy(other, to: &self)
    own.move(into: &account)
    first.move(into: &device)
  }

  mutating func observe(_ event: SimulationEvent) {
    if event.time > time {
      settle()
      time = event.time
    }
    tick += 1
    guard event.device != SimulationEvent.server else {
      guard case .committed(let commit, let revision, let intent) = event.kind else { return }
      judgeFresh()
      committed(commit, revision: revision, intent: intent, event.account)
      return
    }
    let device = event.device
    switch event.kind {
    case .published(let variable, let value, let cause): published(variable, value, cause, event)
    case .sent(let endpoint, let request, let operation, let intent):
      sent(endpoint, request, operation, intent, event)
    case .received(let endpoint, let request, let outcome, let revision, _):
      judgeFresh()
      received(endpoint, request, outcome, revision, event)
    case .applied(let resource, let view, let revision, let origin):
      applied(resource, view, revision, device, origin: origin)
    case .cleared(let resource, let view): cleared(resource, view, device)
    case .began(let operation):
      self[device: device].began(operation)
      if operation == .editSave { self[device: device].savingSince = tick }
    case .ended(let operation):
      self[device: device].ended(operation)
    case .action(let action, _):
      judgeFresh()
      acted(action, device)
    case .authenticated(let account):
      guard account != with(device: device, { $0.account }) else { return }
      self[device: device].forget()
      self[device: device].account = account
    case .sessionStarted(let cold):
      if cold { self[device: device].coldStart() }
      self[device: device].isForeground = true
    case .sessionEnded: self[device: device].isRunning = false
    case .background: self[device: device].isForeground = false
    case .foreground: self[device: device].isForeground = true
    case .analytics(let analytics): reported(analytics, event)
    case .photoItem, .photoProgress, .trap, .committed, .planRequested: break
    }
  }

  // MARK: The phone

  private mutating func published(
    _ variable: StateVariable, _ value: Int64, _ cause: Cause, _ event: SimulationEvent
  ) {
    let device = event.device
    switch variable {
    case .homeNeed:
      self[device: device].homePublished = value > 0
      Self.need(&self[device: device].home, value, cause)
      hasChanged = true
    case .plansNeed:
      self[device: device].plansPublished = value > 0
      Self.need(&self[device: device].plans, value, cause)
      hasChanged = true
    case .plansRow: self[device: device].shownRow = value
    case .plansPlan: self[device: device].plan.shown = value
    case .tab: self[device: device].isProfileInFront = value == Tab.profile.published
    case .profileError: self[device: device].profileFailed = value > 0
    case .editError: self[device: device].formFailed = value > 0
    case .profilePreferences:
      self[device: device].profile.shown = value
      self[device: device].profile.isHeld = cause != .signOut && cause != .launch
      self[device: device].profile.isChanged = true
      hasChanged = true
    case .editPreferences:
      self[device: device].form.shown = value
      // Typed values stay in the form when it receives stored values. Until it is opened again, it shows a mixture of
      // both.
      if cause == .person { self[device: device].isFormTyped = true }
      if cause == .start {
        // The form was filled without a read. The person takes its content for the stored values.
        self[device: device].form.isHeld = true
        self[device: device].form.isFresh = self[device: device].isFormOpen
        hasFresh = true
      }
    case .preferencesSaved where value != 0 && value != -1:
      let since = self[device: device].savingSince
      guard since >= with(event.account, { $0.preferences.floor }),
        !self[event.account].preferencesTrace.held(from: since, to: tick, { $0 == value })
      else { return }
      add(
        .phantomSuccess, .prefsCannotClear, "preferences:edit-save", event,
        "expected the preferences that the app reports as saved on the server, observed others there all along")
    default: break
    }
  }

  private static func need(_ copy: inout DeviceOperations.Copy, _ value: Int64, _ cause: Cause) {
    switch cause {
    case .dismissal: return
    case .failure, .cancellation, .signOut, .launch: copy.drop()
    case .acknowledgment: copy.isHeld = true
    case .start, .reply, .person, .settle: break
    }
    copy.shown = value > 0 ? 1 : 0
    copy.isChanged = true
  }

  private mutating func applied(
    _ resource: Resource, _ view: View, _ revision: Int32, _ device: UInt8, origin: UInt8
  ) {
    // A reply for another account is judged by I-USER.
    guard let account = with(device: device, { $0.account }), account == origin else { return }
    let asked = with(device: device) { $0.asked(resource, revision: revision) }
    switch (resource, view) {
    case (.metrics, .home): self[device: device].home.take(revision: revision, asked: asked)
    case (.metrics, .plans): self[device: device].plans.take(revision: revision, asked: asked)
    case (.plan, .plans): self[device: device].plan.take(revision: revision, asked: asked)
    case (.preferences, .edit):
      self[device: device].form.take(revision: revision, asked: asked)
      self[account].look(AccountOperations.Look(device: device, revision: revision, time: time))
    case (.profile, .profile):
      self[device: device].profile.take(revision: revision, asked: asked)
      self[account].look(AccountOperations.Look(device: device, revision: revision, time: time))
    default: return
    }
    hasFresh = true
    hasChanged = true
  }

  private mutating func cleared(_ resource: Resource, _ view: View, _ device: UInt8) {
    switch (resource, view) {
    case (.metrics, .home): self[device: device].home.drop()
    case (.metrics, .plans): self[device: device].plans.drop()
    case (.plan, .plans): self[device: device].plan.drop()
    case (.profile, .profile): self[device: device].profile.drop()
    case (.preferences, .edit):
      self[device: device].form.drop()
      self[device: device].isFormOpen = false
    default: break
    }
  }

  private mutating func acted(_ action: PersonAction, _ device: UInt8) {
    switch action {
    case .openEdit:
      // A form that is already open is not opened again: it keeps the typed values and its earlier requests.
      let isOpen = self[device: device].isFormOpen
      let asked = isOpen ? self[device: device].form.asked : tick
      if !isOpen { self[device: device].isFormTyped = false }
      self[device: device].isFormOpen = true
      // A form that is filled with the values that it showed last time publishes nothing.
      let shown = with(device: device) { $0.form.shown }
      self[device: device].form = DeviceOperations.Copy(asked: asked, shown: shown)
    case .closeEdit:
      self[device: device].isFormOpen = false
      self[device: device].form.drop()
    default: break
    }
  }

  private mutating func reported(_ analytics: AnalyticsEvent, _ event: SimulationEvent) {
    let (hasAcknowledged, hasOnboarded) = with(event.account) { ($0.hasAcknowledged, $0.hasOnboarded) }
    switch analytics {
    case .metricsAcknowledged where !hasAcknowledged:
      add(
        .phantomSuccess, nil, "acknowledgment:acknowledge", event,
        "expected a stored acknowledgment when the app reports one, observed none on the server")
    case .onboardingCompleted where !hasOnboarded, .onboardingSkipped where !hasOnboarded:
      add(
        .phantomSuccess, nil, "onboarding:onboarding", event,
        "expected a stored answer when the app reports onboarding, observed none on the server")
    default: break
    }
  }

  mutating func add(
    _ oracle: Oracle, _ hazard: HazardID?, _ site: String, _ event: SimulationEvent, _ summary: String
  ) {
    add(
      Finding(
        oracle, hazard: hazard, site: site, summary: summary, time: event.time, user: event.user, device: event.device))
  }

  /// Adds a finding, unless the person already has one of its kind.
  mutating func add(_ finding: Finding) {
    let isKnown = findings.contains {
      $0.oracle == finding.oracle && $0.site == finding.site && $0.hazard == finding.hazard
    }
    if !isKnown { findings.append(finding) }
  }
}
