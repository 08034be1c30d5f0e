import GTSDModel

extension PersonOperations {
  // MARK: Values just applied

  /// Judges the values that views have just applied. A read lasts from its request to the moment at which the value is
  /// shown.
  mutating func judgeFresh() {
    guard hasFresh else { return }
    hasFresh = false
    judgeFresh(0)
    judgeFresh(1)
  }

  private mutating func judgeFresh(_ device: UInt8) {
    guard let account = with(device: device, { $0.account }) else { return }
    let home = with(device: device) { device -> (asked: Int64, isNeeded: Bool)? in
      guard device.home.isFresh else { return nil }
      device.home.isFresh = false
      device.home.shown = device.homePublished ? 1 : 0
      return (device.home.asked, device.homePublished)
    }
    if let home { need(home.asked, home.isNeeded, "home", device, account) }
    let plans = with(device: device) { device -> (asked: Int64, isNeeded: Bool)? in
      guard device.plans.isFresh else { return nil }
      device.plans.isFresh = false
      device.plans.shown = device.plansPublished ? 1 : 0
      return (device.plans.asked, device.plansPublished)
    }
    if let plans { need(plans.asked, plans.isNeeded, "plans", device, account) }
    let form = with(device: device) { $0.form.takeFresh() && $0.isFormOpen && !$0.isFormTyped ? $0.form : nil }
    if let form { preferences(form.asked, form.shown, "form", device, account) }
    let profile = with(device: device) { $0.profile.takeFresh() ? $0.profile : nil }
    if let profile { preferences(profile.asked, profile.shown, "profile", device, account) }
    let plan = with(device: device) { $0.plan.takeFresh() ? $0.plan : nil }
    if let plan { self.plan(plan.asked, plan.shown, device, account) }
  }

  private mutating func plan(_ asked: Int64, _ shown: Int64, _ device: UInt8, _ account: UInt8) {
    let (tick, time) = (tick, time)
    with(account) { account in
      guard asked >= account.plan.floor, asked >= 0 else { return }
      account.plan.add(
        HistoryOperation(Int(device), .read, .value(shown), from: asked, to: tick),
        .init(label: "plans", device: device, time: time))
      if !account.planTrace.held(from: asked, to: tick, { $0 == shown }) { account.plan.isSuspect = true }
    }
  }

  private mutating func need(
    _ asked: Int64, _ isNeeded: Bool, _ label: StaticString, _ device: UInt8, _ account: UInt8
  ) {
    let (tick, time) = (tick, time)
    with(account) { account in
      guard account.isComplete, asked >= 0, asked >= account.acknowledgment.floor else { return }
      account.acknowledgment.add(
        HistoryOperation(Int(device), .read, .needed(isNeeded), from: asked, to: tick),
        .init(label: label, device: device, time: time))
      let explains = account.acknowledgmentTrace.held(from: asked, to: tick) {
        AcknowledgmentModel.isNeeded($0) == isNeeded
      }
      if !explains { account.acknowledgment.isSuspect = true }
    }
  }

  private mutating func preferences(
    _ asked: Int64, _ shown: Int64, _ label: StaticString, _ device: UInt8, _ account: UInt8
  ) {
    let (tick, time) = (tick, time)
    with(account) { account in
      guard shown != 0, asked >= 0, asked >= account.preferences.floor else { return }
      account.preferences.add(
        HistoryOperation(Int(device), .read, .value(shown), from: asked, to: tick),
        .init(label: label, device: device, time: time))
      if !account.preferencesTrace.held(from: asked, to: tick, { $0 == shown }) { account.preferences.isSuspect = true }
    }
  }

  // MARK: Values that stay on screen

  /// Checks, at the end of an instant, that every idle phone shows the values that it has read last.
  mutating func settle() {
    judgeFresh()
    guard hasChanged else { return }
    let one = Self.settle(&first, 0, &own, &other, tick, time)
    let two = Self.settle(&second, 1, &own, &other, tick, time)
    hasChanged = !(one && two)
  }

  /// Records the values of a phone if it is idle.
  ///
  /// - Returns: whether the phone is idle.
  private static func settle(
    _ device: inout DeviceOperations, _ ordinal: UInt8, _ own: inout AccountOperations,
    _ other: inout AccountOperations, _ tick: Int64, _ time: Int64
  ) -> Bool {
    guard device.isRunning, let account = device.account else { return true }
    guard device.isQuiet else { return false }
    if account == 0 {
      device.rest(ordinal, &own, tick, time)
    } else {
      device.rest(ordinal, &other, tick, time)
    }
    return true
  }
}

extension DeviceOperations.Copy {
  /// Returns whether an applied value has not been checked yet, and marks it as checked.
  fileprivate mutating func takeFresh() -> Bool {
    defer { isFresh = false }
    return isFresh
  }
}

extension DeviceOperations {
  fileprivate mutating func rest(
    _ ordinal: UInt8, _ account: inout AccountOperations, _ tick: Int64, _ time: Int64
  ) {
    func rest(_ copy: Copy, _ key: HistoryKey, _ label: StaticString, _ looks: (Int64) -> Int64) {
      self.rest(ordinal, copy, key, label, &account, tick, time, looks)
    }
    if account.isComplete {
      rest(home, .acknowledgment, "home") { AcknowledgmentModel.isNeeded($0) ? 1 : 0 }
      rest(plans, .acknowledgment, "plans") { AcknowledgmentModel.isNeeded($0) ? 1 : 0 }
    }
    if isProfileInFront, isForeground, !isFormOpen, !profileFailed { rest(profile, .preferences, "profile") { $0 } }
    if isFormOpen, !isFormTyped, !formFailed { rest(form, .preferences, "form") { $0 } }
    home.isChanged = false
    plans.isChanged = false
  }

  /// Checks one view's copy. An old version is recognised only if it looks different from a newer one.
  private mutating func rest(
    _ ordinal: UInt8, _ copy: Copy, _ key: HistoryKey, _ label: StaticString, _ account: inout AccountOperations,
    _ tick: Int64, _ time: Int64, _ looks: (Int64) -> Int64
  ) {
    guard copy.isHeld else { return }
    let trace = account.trace(of: key)
    let slot = Int(key.rawValue)
    guard var version = copy.revision < 0 ? -1 : trace.version(at: copy.revision) else { return }
    if key == .preferences { version = max(version, trace.version(of: copy.shown) ?? -1) }
    guard version >= 0 else { return }
    let (written, seen) = (written[slot], seen[slot])
    let newest = max(written, seen)
    if version < newest, let expected = trace.value(of: newest), looks(expected) != copy.shown {
      account.session(
        .read(Int(ordinal), slot, Int64(version), from: tick, to: tick), label, time, isOfReply: copy.revision >= 0)
      account.isSessionSuspect = true
      return
    }
    guard version > seen else { return }
    self.seen[slot] = version
    account.session(.read(Int(ordinal), slot, Int64(version), from: tick, to: tick), label, time)
  }
}
