import GTSDModel
import Randomness

/// Words of events that wait to be hashed, many at a time.
struct EventWords: ~Copyable {
  private static let capacity = 512
  /// An upper limit of the number of words of one event.
  private static let most = 16
  private let words = UnsafeMutablePointer<UInt64>.allocate(capacity: capacity)
  private var count = 0

  deinit { words.deallocate() }

  /// Whether the next event may not fit.
  var isFull: Bool { count > Self.capacity - Self.most }

  @inline(__always)
  mutating func put(_ word: UInt64) {
    // Callers check `isFull` before each event.
    words[count] = word
    count &+= 1
  }

  @inline(__always)
  mutating func put(_ word: Int64) { put(UInt64(bitPattern: word)) }

  /// Adds the stored words to a hash.
  mutating func feed(_ hash: inout XXH64) {
    hash.combine(UnsafeBufferPointer(start: words, count: count))
    count = 0
  }
}

extension SimulationEvent {
  /// Writes this event into words, field by field. Each field has bits of its own, and the tag of the kind determines
  /// the fields. Two streams of events therefore give the same words only if they are equal.
  @inline(__always)
  func put(into words: inout EventWords) {
    words.put(time)
    words.put(UInt64(user) | UInt64(account) << 32 | UInt64(device) << 40 | UInt64(session) << 48)
    kind.put(into: &words)
  }
}

/// Packs five small members into the lowest bytes of a word, the tag first. Tags are never reused.
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
  @inline(__always)
  fileprivate func put(into words: inout EventWords) {
    switch self {
    case .sessionStarted(let cold): words.put(word(1, cold.byte))
    case .sessionEnded: words.put(word(2))
    case .background: words.put(word(3))
    case .foreground: words.put(word(4))
    case .action(let action, let intent):
      words.put(word(5, action.rawValue))
      words.put(pair(intent))
    case .authenticated(let account): words.put(word(6, (account != nil).byte, account ?? 0))
    case .sent(let endpoint, let request, let operation, let intent):
      words.put(word(7, endpoint.rawValue, operation.rawValue))
      words.put(pair(request, intent))
    case .received(let endpoint, let request, let outcome, let revision, let latency):
      words.put(word(8, endpoint.rawValue, outcome.tag))
      words.put(pair(Int32(outcome.statusCode ?? 0)))
      words.put(pair(request, revision))
      words.put(latency)
    case .began(let operation): words.put(word(9, operation.rawValue))
    case .ended(let operation): words.put(word(10, operation.rawValue))
    case .published(let variable, let value, let cause):
      words.put(word(11, variable.rawValue, cause.rawValue))
      words.put(value)
    case .applied(let resource, let view, let revision, let origin):
      words.put(word(12, resource.rawValue, view.rawValue, origin))
      words.put(pair(revision))
    case .cleared(let resource, let view): words.put(word(13, resource.rawValue, view.rawValue))
    case .photoItem(let item, let state):
      words.put(word(14, state.rawValue))
      words.put(pair(item.rawValue))
    case .photoProgress(let item, let percent):
      words.put(word(19, (percent != nil).byte, percent ?? 0))
      words.put(pair(item.rawValue))
    case .trap(let operation): words.put(word(15, operation.rawValue))
    case .analytics(let event):
      words.put(word(16))
      event.put(into: &words)
    case .committed(let commit, let revision, let intent):
      words.put(word(17))
      words.put(pair(revision, intent))
      commit.put(into: &words)
    case .planRequested(let open): words.put(word(18, open.byte))
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
    case .garbled: 5
    }
  }
}

extension Commit {
  fileprivate func put(into words: inout EventWords) {
    switch self {
    case .account: words.put(word(1))
    case .onboarded(let complete): words.put(word(2, complete.byte))
    case .profile(let complete, let changed):
      words.put(word(3, complete.byte))
      words.put(UInt64(changed.rawValue))
    case .metrics(let row):
      words.put(word(4))
      words.put(row)
    case .acknowledgment(let row, let newest, let first):
      words.put(word(5, newest.byte, first.byte))
      words.put(row)
    case .plan(let id, let forced, let gateOpen, let sameWeek):
      words.put(word(6, forced.byte, gateOpen.byte))
      words.put(pair(id, sameWeek))
    case .preferences(let before, let after, let device):
      words.put(word(7, device))
      words.put(before)
      words.put(after)
    case .photo(let item, let id):
      words.put(word(8))
      words.put(pair(item.rawValue, id))
    case .photoDeleted(let id):
      words.put(word(9))
      words.put(pair(id))
    case .signedIn: words.put(word(10))
    case .rotated(let live):
      words.put(word(11))
      words.put(pair(live))
    case .refreshRefused(let live, let device):
      words.put(word(12, device))
      words.put(pair(live))
    case .loggedOut: words.put(word(13))
    case .evidence(let task, let counted):
      words.put(word(14))
      words.put(pair(task, counted))
    case .basicProfile: words.put(word(15))
    case .metricsRefused: words.put(word(16))
    case .accountDeleted: words.put(word(18))
    case .targets(let stored, let demanded, let inputs, let isReplyAsStored):
      words.put(word(17, isReplyAsStored.byte))
      words.put(stored)
      words.put(demanded)
      words.put(pair(inputs))
    }
  }
}

extension AnalyticsEvent {
  /// Writes the event into words. Its tag is the index of its name.
  fileprivate func put(into words: inout EventWords) {
    let tag = UInt8(nameIndex)
    switch self {
    case .cardViewed, .cardDismissed, .signupCompleted, .onboardingCompleted, .onboardingSkipped, .appLaunched:
      words.put(word(tag))
    case .cardTapped(let action): words.put(word(tag, action.rawValue))
    case .metricsAcknowledged(let version, let since, let source):
      words.put(word(tag, source.rawValue))
      words.put(pair(version))
      words.put(since)
    case .zeroStateViewed(let completed, let days, _):
      words.put(word(tag, completed.byte))
      words.put(pair(days))
    case .zeroStateTapped(let action, _): words.put(word(tag, action.rawValue))
    case .zeroStateProfileCompleted(let since, let days):
      words.put(word(tag))
      words.put(since)
      words.put(pair(days))
    case .summaryViewed(let bmr, let tdee, let calories, let goal, let weeks):
      words.put(word(tag, UInt8(Goal.allCases.firstIndex(of: goal)!)))
      words.put(pair(bmr, tdee))
      words.put(pair(calories, weeks))
    case .summaryLearnMoreTapped(let section, let expanded): words.put(word(tag, section.rawValue, expanded.byte))
    case .summaryScrolled(let depth, let shown):
      words.put(word(tag))
      words.put(pair(depth))
      words.put(shown)
    case .summaryCompleted(let shown, let expanded, let depth, let exit):
      words.put(word(tag, expanded.rawValue, exit.rawValue))
      words.put(pair(depth))
      words.put(shown)
    case .preferencesSaved(let preferences, let allergies):
      words.put(word(tag))
      words.put(pair(preferences, allergies))
    case .photoUploaded(let task, let size, let duration):
      words.put(word(tag))
      words.put(pair(task, size))
      words.put(duration)
    case .tabChanged(let tab): words.put(word(tag, tab.rawValue))
    case .apiError(let endpoint, let status):
      words.put(word(tag, endpoint.rawValue))
      words.put(pair(status))
    case .acknowledgeFailed(let status), .photoUploadFailed(let status), .preferencesSaveFailed(let status):
      words.put(word(tag))
      words.put(pair(status))
    }
  }
}
