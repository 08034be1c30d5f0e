import GTSDModel

extension SimulationEvent {
  /// Feeds this event to a hash, field by field: each has bits of its own, and the tag of the kind says which fields
  /// follow. So two streams of events feed the same words only if they are equal.
  func hash(into hash: inout XXH64) {
    hash.combine(time)
    hash.combine(UInt64(user) | UInt64(account) << 32 | UInt64(device) << 40 | UInt64(session) << 48)
    kind.hash(into: &hash)
  }
}

/// Five small members in the lowest bytes of a word, the tag first; tags are never reused.
private func word(_ tag: UInt8, _ a: UInt8 = 0, _ b: UInt8 = 0, _ c: UInt8 = 0, _ d: UInt8 = 0) -> UInt64 {
  UInt64(tag) | UInt64(a) << 8 | UInt64(b) << 16 | UInt64(c) << 24 | UInt64(d) << 32
}

private func pair(_ low: Int32, _ high: Int32 = 0) -> UInt64 {
  UInt64(UInt32(bitPattern: low)) | UInt64(UInt32(bitPattern: high)) << 32
}

extension Bool {
  fileprivate var byte: UInt8 { self ? 1 : 0 }
}

extension SimulationEvent.Kind {
  fileprivate func hash(into hash: inout XXH64) {
    switch self {
    case .sessionStarted(let cold): hash.combine(word(1, cold.byte))
    case .sessionEnded: hash.combine(word(2))
    case .background: hash.combine(word(3))
    case .foreground: hash.combine(word(4))
    case .action(let action, let intent):
      hash.combine(word(5, action.rawValue))
      hash.combine(pair(intent))
    case .authenticated(let account): hash.combine(word(6, (account != nil).byte, account ?? 0))
    case .sent(let endpoint, let request, let operation, let intent):
      hash.combine(word(7, endpoint.rawValue, operation.rawValue))
      hash.combine(pair(request, intent))
    case .received(let endpoint, let request, let outcome, let revision, let latency):
      hash.combine(word(8, endpoint.rawValue, outcome.tag))
      hash.combine(pair(Int32(outcome.statusCode ?? 0)))
      hash.combine(pair(request, revision))
      hash.combine(latency)
    case .began(let operation): hash.combine(word(9, operation.rawValue))
    case .ended(let operation): hash.combine(word(10, operation.rawValue))
    case .published(let variable, let value, let cause):
      hash.combine(word(11, variable.rawValue, cause.rawValue))
      hash.combine(value)
    case .applied(let resource, let view, let revision, let origin):
      hash.combine(word(12, resource.rawValue, view.rawValue, origin))
      hash.combine(pair(revision))
    case .cleared(let resource, let view): hash.combine(word(13, resource.rawValue, view.rawValue))
    case .photoItem(let item, let state):
      hash.combine(word(14, state.rawValue))
      hash.combine(pair(item.rawValue))
    case .photoProgress(let item, let percent):
      hash.combine(word(19, (percent != nil).byte, percent ?? 0))
      hash.combine(pair(item.rawValue))
    case .trap(let operation): hash.combine(word(15, operation.rawValue))
    case .analytics(let event):
      hash.combine(word(16))
      event.hash(into: &hash)
    case .committed(let commit, let revision, let intent):
      hash.combine(word(17))
      hash.combine(pair(revision, intent))
      commit.hash(into: &hash)
    case .planRequested(let open): hash.combine(word(18, open.byte))
    }
  }
}

extension SimulationEvent.Outcome {
  fileprivate var tag: UInt8 {
    switch self {
    case .status: 0
    case .undecodable: 1
    case .network: 2
    case .timedOut: 3
    case .cancelled: 4
    }
  }
}

extension Commit {
  fileprivate func hash(into hash: inout XXH64) {
    switch self {
    case .account: hash.combine(word(1))
    case .onboarded(let complete): hash.combine(word(2, complete.byte))
    case .profile(let complete, let changed):
      hash.combine(word(3, complete.byte))
      hash.combine(UInt64(changed.rawValue))
    case .metrics(let row):
      hash.combine(word(4))
      hash.combine(row)
    case .acknowledgment(let row, let newest, let first):
      hash.combine(word(5, newest.byte, first.byte))
      hash.combine(row)
    case .plan(let id, let forced, let gateOpen, let sameWeek):
      hash.combine(word(6, forced.byte, gateOpen.byte))
      hash.combine(pair(id, sameWeek))
    case .preferences(let before, let after, let device):
      hash.combine(word(7, device))
      hash.combine(before)
      hash.combine(after)
    case .photo(let item, let id):
      hash.combine(word(8))
      hash.combine(pair(item.rawValue, id))
    case .photoDeleted(let id):
      hash.combine(word(9))
      hash.combine(pair(id))
    case .signedIn: hash.combine(word(10))
    case .rotated(let live):
      hash.combine(word(11))
      hash.combine(pair(live))
    case .refreshRefused(let live, let device):
      hash.combine(word(12, device))
      hash.combine(pair(live))
    case .loggedOut: hash.combine(word(13))
    case .evidence(let task, let counted):
      hash.combine(word(14))
      hash.combine(pair(task, counted))
    case .basicProfile: hash.combine(word(15))
    case .metricsRefused: hash.combine(word(16))
    case .accountDeleted: hash.combine(word(18))
    case .targets(let stored, let demanded, let inputs, let toldAsStored):
      hash.combine(word(17, toldAsStored.byte))
      hash.combine(stored)
      hash.combine(demanded)
      hash.combine(pair(inputs))
    }
  }
}

extension AnalyticsEvent {
  /// The tag is the place of its name.
  fileprivate func hash(into hash: inout XXH64) {
    let tag = UInt8(nameIndex)
    switch self {
    case .cardViewed, .cardDismissed, .signupCompleted, .onboardingCompleted, .onboardingSkipped, .appLaunched:
      hash.combine(word(tag))
    case .cardTapped(let action): hash.combine(word(tag, action.rawValue))
    case .metricsAcknowledged(let version, let since, let source):
      hash.combine(word(tag, source.rawValue))
      hash.combine(pair(version))
      hash.combine(since)
    case .zeroStateViewed(let completed, let days):
      hash.combine(word(tag, completed.byte))
      hash.combine(pair(days))
    case .zeroStateTapped(let action): hash.combine(word(tag, action.rawValue))
    case .zeroStateProfileCompleted(let since, let days):
      hash.combine(word(tag))
      hash.combine(since)
      hash.combine(pair(days))
    case .summaryViewed(let bmr, let tdee, let calories, let goal, let weeks):
      hash.combine(word(tag, UInt8(Goal.allCases.firstIndex(of: goal)!)))
      hash.combine(pair(bmr, tdee))
      hash.combine(pair(calories, weeks))
    case .summaryLearnMoreTapped(let section, let expanded): hash.combine(word(tag, section.rawValue, expanded.byte))
    case .summaryScrolled(let depth, let shown):
      hash.combine(word(tag))
      hash.combine(pair(depth))
      hash.combine(shown)
    case .summaryCompleted(let shown, let expanded, let depth, let exit):
      hash.combine(word(tag, expanded.rawValue, exit.rawValue))
      hash.combine(pair(depth))
      hash.combine(shown)
    case .preferencesSaved(let preferences, let allergies):
      hash.combine(word(tag))
      hash.combine(pair(preferences, allergies))
    case .photoUploaded(let task, let size, let duration):
      hash.combine(word(tag))
      hash.combine(pair(task, size))
      hash.combine(duration)
    case .tabChanged(let tab): hash.combine(word(tag, tab.rawValue))
    case .apiError(let endpoint, let status):
      hash.combine(word(tag, endpoint.rawValue))
      hash.combine(pair(status))
    case .acknowledgeFailed(let status), .photoUploadFailed(let status), .preferencesSaveFailed(let status):
      hash.combine(word(tag))
      hash.combine(pair(status))
    }
  }
}
