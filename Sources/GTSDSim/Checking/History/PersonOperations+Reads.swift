import GTSDModel

extension PersonOperations {
  // MARK: What was just shown

  /// Judges what views have just taken over: a read from the request that brought it to the moment at which it shows.
  mutating func judgeFresh() {
    guard hasFresh else { return }
    hasFresh = false
    judgeFresh(0)
    judgeFresh(1)
  }

  private mutating func judgeFresh(_ device: UInt8) {
    guard let account = self[device: device].account else { return }
    let copies = self[device: device]
    if copies.home.isFresh {
      self[device: device].home.isFresh = false
      self[device: device].home.shown = copies.homePublished ? 1 : 0
      need(copies.home.asked, copies.homePublished, "home", device, account)
    }
    if copies.plans.isFresh {
      self[device: device].plans.isFresh = false
      self[device: device].plans.shown = copies.plansPublished ? 1 : 0
      need(copies.plans.asked, copies.plansPublished, "plans", device, account)
    }
    if copies.form.isFresh {
      self[device: device].form.isFresh = false
      if copies.isFormOpen, !copies.isFormTyped {
        preferences(copies.form.asked, copies.form.shown, "form", device, account)
      }
    }
    if copies.profile.isFresh {
      self[device: device].profile.isFresh = false
      preferences(copies.profile.asked, copies.profile.shown, "profile", device, account)
    }
    if copies.plan.isFresh {
      self[device: device].plan.isFresh = false
      let asked = copies.plan.asked
      guard asked >= self[account].plan.floor, asked >= 0 else { return }
      self[account].plan.add(
        HistoryOperation(Int(device), .read, .value(copies.plan.shown), from: asked, to: tick),
        .init(label: "plans", device: device, time: time))
      if !self[account].planTrace.held(from: asked, to: tick, { $0 == copies.plan.shown }) {
        self[account].plan.isSuspect = true
      }
    }
  }

  private mutating func need(
    _ asked: Int64, _ isNeeded: Bool, _ label: StaticString, _ device: UInt8, _ account: UInt8
  ) {
    guard self[account].isComplete, asked >= 0, asked >= self[account].acknowledgment.floor else { return }
    self[account].acknowledgment.add(
      HistoryOperation(Int(device), .read, .needed(isNeeded), from: asked, to: tick),
      .init(label: label, device: device, time: time))
    let explains = self[account].acknowledgmentTrace.held(from: asked, to: tick) {
      AcknowledgmentModel.isNeeded($0) == isNeeded
    }
    if !explains { self[account].acknowledgment.isSuspect = true }
  }

  private mutating func preferences(
    _ asked: Int64, _ shown: Int64, _ label: StaticString, _ device: UInt8, _ account: UInt8
  ) {
    guard shown != 0, asked >= 0, asked >= self[account].preferences.floor else { return }
    self[account].preferences.add(
      HistoryOperation(Int(device), .read, .value(shown), from: asked, to: tick),
      .init(label: label, device: device, time: time))
    if !self[account].preferencesTrace.held(from: asked, to: tick, { $0 == shown }) {
      self[account].preferences.isSuspect = true
    }
  }

  // MARK: What stays on show

  /// The end of an instant: what quiet phones show is what they have read last.
  mutating func settle() {
    judgeFresh()
    guard hasChanged else { return }
    let (one, two) = (settle(0), settle(1))
    hasChanged = !(one && two)
  }

  /// - Returns: whether the phone was at rest.
  private mutating func settle(_ device: UInt8) -> Bool {
    guard self[device: device].isRunning, let account = self[device: device].account else { return true }
    guard self[device: device].isQuiet else { return false }
    let copies = self[device: device]
    if self[account].isComplete {
      rest(copies.home, .acknowledgment, "home", device, account) { AcknowledgmentModel.isNeeded($0) ? 1 : 0 }
      rest(copies.plans, .acknowledgment, "plans", device, account) { AcknowledgmentModel.isNeeded($0) ? 1 : 0 }
    }
    if copies.isProfileInFront, copies.isForeground, !copies.isFormOpen, !copies.profileFailed {
      rest(copies.profile, .preferences, "profile", device, account) { $0 }
    }
    if copies.isFormOpen, !copies.isFormTyped { rest(copies.form, .preferences, "form", device, account) { $0 } }
    self[device: device].home.isChanged = false
    self[device: device].plans.isChanged = false
    return true
  }

  /// Looks at one view's copy. An old version is only told from a newer one where it looks different.
  private mutating func rest(
    _ copy: DeviceOperations.Copy, _ key: HistoryKey, _ label: StaticString, _ device: UInt8, _ account: UInt8,
    _ looks: (Int64) -> Int64
  ) {
    guard copy.isHeld else { return }
    let trace = self[account].trace(of: key)
    let slot = Int(key.rawValue)
    guard var version = copy.revision < 0 ? -1 : trace.version(at: copy.revision) else { return }
    if key == .preferences { version = max(version, trace.version(of: copy.shown) ?? -1) }
    guard version >= 0 else { return }
    let (written, seen) = (self[device: device].written[slot], self[device: device].seen[slot])
    let newest = max(written, seen)
    if version < newest, let expected = trace.value(of: newest), looks(expected) != copy.shown {
      self[account].session(
        .read(Int(device), slot, Int64(version), from: tick, to: tick), label, time, isOfReply: copy.revision >= 0)
      self[account].isSessionSuspect = true
      return
    }
    guard version > seen else { return }
    self[device: device].seen[slot] = version
    self[account].session(.read(Int(device), slot, Int64(version), from: tick, to: tick), label, time)
  }
}
