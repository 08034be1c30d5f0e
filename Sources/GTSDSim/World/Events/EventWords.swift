import GTSDModel

extension SimulationEvent {
  /// This event as four 64-bit words that differ for different events of one kind: what the digest hashes.
  ///
  /// The first is the time, the second who and where, the third the kind with its small members, the fourth its value.
  var words: (UInt64, UInt64, UInt64, UInt64) {
    let (kind, value) = kind.words
    let place =
      UInt64(user) | UInt64(account) << 32 | UInt64(device) << 40 | UInt64(session) << 48
    return (UInt64(bitPattern: time), place, kind, value)
  }
}

extension SimulationEvent.Kind {
  /// Tag in the lowest byte, then members from low to high; tags are never reused.
  fileprivate var words: (UInt64, UInt64) {
    switch self {
    case .sessionStarted(let cold): (1, cold ? 1 : 0)
    case .sessionEnded: (2, 0)
    case .background: (3, 0)
    case .foreground: (4, 0)
    case .action(let action, let intent): (5 | byte(action.rawValue, 1), bits(intent))
    case .authenticated(let account): (6, account.map { UInt64($0) + 1 } ?? 0)
    case .sent(let endpoint, let request, let operation, let intent):
      (7 | byte(endpoint.rawValue, 1) | byte(operation.rawValue, 2), bits(request) | bits(intent) << 32)
    case .received(let endpoint, let request, let outcome, let revision, let latency):
      (
        8 | byte(endpoint.rawValue, 1) | outcome.word << 16 | bits(request) << 32,
        bits(revision) << 32 ^ UInt64(bitPattern: latency)
      )
    case .began(let operation): (9, UInt64(operation.rawValue))
    case .ended(let operation): (10, UInt64(operation.rawValue))
    case .published(let variable, let value, let cause):
      (11 | byte(variable.rawValue, 1) | byte(cause.rawValue, 2), UInt64(bitPattern: value))
    case .applied(let resource, let view, let revision, let origin):
      (12 | byte(resource.rawValue, 1) | byte(view.rawValue, 2) | byte(origin, 3), bits(revision))
    case .cleared(let resource, let view): (13 | byte(resource.rawValue, 1) | byte(view.rawValue, 2), 0)
    case .photoItem(let item, let state): (14 | byte(state.rawValue, 1), bits(item.rawValue))
    case .trap(let operation): (15, UInt64(operation.rawValue))
    case .analytics(let event): (16 | byte(UInt8(event.nameIndex), 1), event.valueWord)
    case .committed(let commit, let revision, let intent):
      (17 | commit.words.0 << 8 | bits(revision) << 32, commit.words.1 ^ bits(intent) << 32)
    case .planRequested(let open): (18, open ? 1 : 0)
    }
  }
}

extension SimulationEvent.Outcome {
  fileprivate var word: UInt64 {
    switch self {
    case .status(let status): UInt64(UInt16(bitPattern: status))
    case .undecodable: 0xFFFF
    case .network: 0xFFFE
    case .timedOut: 0xFFFD
    case .cancelled: 0xFFFC
    }
  }
}

extension Commit {
  /// Tag and small members in 24 bits, then the value.
  fileprivate var words: (UInt64, UInt64) {
    switch self {
    case .account: (1, 0)
    case .basicProfile: (15, 0)
    case .onboarded(let complete): (2, complete ? 1 : 0)
    case .profile(let complete, let changed): (3, (complete ? 1 : 0) | UInt64(changed.rawValue) << 8)
    case .metrics(let row): (4, UInt64(bitPattern: row))
    case .acknowledgment(let row, let newest, let first):
      (5 | (newest ? 256 : 0) | (first ? 512 : 0), UInt64(bitPattern: row))
    case .plan(let id, let forced, let gateOpen, let sameWeek):
      (6 | (forced ? 256 : 0) | (gateOpen ? 512 : 0), bits(id) | bits(sameWeek) << 32)
    case .preferences(let before, let after, let device):
      (7 | UInt64(device) << 8, UInt64(bitPattern: before) &* 31 ^ UInt64(bitPattern: after))
    case .photo(let item, let id): (8, bits(item.rawValue) << 32 | bits(id))
    case .photoDeleted(let id): (9, bits(id))
    case .signedIn: (10, 0)
    case .rotated(let live): (11, bits(live))
    case .refreshRefused: (12, 0)
    case .loggedOut: (13, 0)
    case .evidence(let task, let counted): (14, bits(task) ^ bits(counted) << 32)
    case .metricsRefused: (16, 0)
    case .targets(let stored, let demanded, let inputs, let toldAsStored):
      (17 | (toldAsStored ? 256 : 0), UInt64(bitPattern: stored &* 31 ^ demanded) ^ bits(inputs))
    }
  }
}

extension AnalyticsEvent {
  fileprivate var valueWord: UInt64 {
    switch self {
    case .metricsAcknowledged(let version, let since, let source):
      UInt64(bitPattern: since) ^ bits(version) << 48 ^ UInt64(source.rawValue) << 60
    case .zeroStateViewed(let completed, let days): bits(days) << 1 | (completed ? 1 : 0)
    case .zeroStateTapped(let action): UInt64(action.rawValue)
    case .zeroStateProfileCompleted(let since, let days): UInt64(bitPattern: since) ^ bits(days) << 48
    case .summaryViewed(let bmr, let tdee, let calories, _, let weeks):
      bits(bmr) ^ bits(tdee) << 16 ^ bits(calories) << 32 ^ bits(weeks) << 48
    case .summaryLearnMoreTapped(let section, let expanded): UInt64(section.rawValue) << 1 | (expanded ? 1 : 0)
    case .summaryScrolled(let depth, let shown): UInt64(bitPattern: shown) ^ bits(depth) << 56
    case .summaryCompleted(let shown, let expanded, let depth, let exit):
      UInt64(bitPattern: shown) ^ bits(depth) << 56 ^ UInt64(expanded.rawValue) << 50 ^ UInt64(exit.rawValue) << 54
    case .preferencesSaved(let preferences, let allergies): bits(preferences) << 32 | bits(allergies)
    case .photoUploaded(let task, let size, let duration):
      UInt64(bitPattern: duration) ^ bits(task) << 40 ^ bits(size) << 20
    case .tabChanged(let tab): UInt64(tab.rawValue)
    case .apiError(let endpoint, let status): UInt64(endpoint.rawValue) << 32 | bits(status)
    case .acknowledgeFailed(let status), .photoUploadFailed(let status), .preferencesSaveFailed(let status):
      bits(status)
    case .cardTapped(let action): UInt64(action.rawValue)
    case .cardViewed, .cardDismissed, .signupCompleted, .onboardingCompleted, .onboardingSkipped, .appLaunched: 0
    }
  }
}

private func byte(_ value: UInt8, _ position: UInt64) -> UInt64 { UInt64(value) << (8 * position) }
private func bits(_ value: Int32) -> UInt64 { UInt64(UInt32(bitPattern: value)) }
