package import GTSDModel

/// An analytics event in the form that calibration uses: person, time, name, and the one or two properties that a
/// decision depends on.
package struct ObservedEvent: BitwiseCopyable, Sendable, Equatable {
  /// The time in milliseconds since 1970.
  package var time: Int64
  /// The number of the user: users are numbered from 0 in the order of first appearance.
  package var user: Int32
  /// The line number in the file, from 1.
  package var line: UInt32
  /// The session's number, `noSession` where the event names none.
  package var session: Int32
  /// Milliseconds or a count; its meaning depends on the name.
  package var value: Int32
  /// The phone's number, `noDevice` if the line names none. Only the equality of numbers has a meaning.
  package var device: Int32
  /// The event's name, as its index in `AnalyticsEvent.allNames`.
  package var name: Name
  /// The event's variant; its meaning depends on the name.
  package var detail: UInt8
  /// A hash of the line, by which a repeated one is recognised among those with the same values.
  package var hash: UInt16

  package static let noSession: Int32 = -1
  package static let noDevice: Int32 = -1
  /// The smallest session id that is a hash of a name rather than a counter.
  package static let namedSessions: Int32 = 0x4000_0000

  /// The events by name, in the order of `AnalyticsEvent.allNames`.
  package enum Name: UInt8, BitwiseCopyable, CaseIterable, Sendable {
    case cardViewed, cardTapped, cardDismissed, acknowledged, zeroStateViewed, zeroStateTapped, profileCompleted
    case summaryViewed, learnMoreTapped, summaryScrolled, summaryCompleted, preferencesSaved, photoUploaded
    case signedUp, onboarded, skipped, launched, tabChanged, apiError, acknowledgeFailed, photoFailed
    case preferencesFailed

    /// The name that an analytics service receives.
    package var text: String { AnalyticsEvent.allNames[Int(rawValue)] }

    private static let names: [String: Name] = Dictionary(uniqueKeysWithValues: allCases.map { ($0.text, $0) })

    /// The event that a service receives under a name; nil for a name that the definitions do not have.
    static func named(_ text: String) -> Name? { names[text] }
  }

  package init(
    time: Int64, user: Int32, line: UInt32 = 0, session: Int32 = noSession, value: Int32 = 0, hash: UInt16 = 0,
    device: Int32 = noDevice, name: Name, detail: UInt8 = 0
  ) {
    self.time = time
    self.user = user
    self.line = line
    self.session = session
    self.value = value
    self.hash = hash
    self.device = device
    self.name = name
    self.detail = detail
  }

  /// Whether an event of a user comes before another, whatever their order in the file. Events of one millisecond are
  /// in the order in which an app sends them.
  package static func isBefore(_ a: ObservedEvent, _ b: ObservedEvent) -> Bool {
    if a.user != b.user { return a.user < b.user }
    if a.time != b.time { return a.time < b.time }
    if a.name != b.name { return (a.name.rank, a.name.rawValue) < (b.name.rank, b.name.rawValue) }
    return (a.session, a.detail, a.value, a.hash, a.line) < (b.session, b.detail, b.value, b.hash, b.line)
  }

  /// Whether this event repeats another line, which was delivered twice.
  package func repeats(_ other: ObservedEvent) -> Bool {
    var other = other
    other.line = line
    return self == other
  }
}

extension ObservedEvent.Name {
  /// The order within an instant: launches first, then beginnings, then ends.
  fileprivate var rank: Int {
    switch self {
    case .launched: 0
    case .signedUp: 1
    case .skipped, .onboarded: 2
    case .profileCompleted: 3
    case .summaryViewed: 4
    case .learnMoreTapped: 5
    case .summaryScrolled: 6
    case .summaryCompleted: 7
    case .cardViewed, .zeroStateViewed: 8
    case .cardTapped, .zeroStateTapped: 9
    case .cardDismissed: 10
    case .tabChanged: 11
    case .acknowledged, .preferencesSaved, .photoUploaded: 12
    case .acknowledgeFailed, .preferencesFailed, .photoFailed, .apiError: 13
    }
  }
}

extension ObservedEvent {
  /// Creates the observed form of an event that a simulated app sends.
  ///
  /// - Parameter milliseconds: the time since 1970.
  package init(_ event: AnalyticsEvent, at milliseconds: Int64, user: Int32, session: Int32) {
    func whole(_ nanoseconds: Int64) -> Int32 { Int32(clamping: nanoseconds / Nanoseconds.millisecond) }
    var (carried, value, detail) = (ObservedEvent.noSession, Int32(0), UInt8(0))
    switch event {
    case .cardViewed, .cardDismissed, .signupCompleted, .onboardingCompleted, .onboardingSkipped, .appLaunched:
      carried = session
    case .cardTapped(let action): detail = action.rawValue
    case .metricsAcknowledged(_, let sinceOnboarding, let source):
      value = sinceOnboarding < 0 ? -1 : whole(sinceOnboarding)
      detail = source.rawValue
    case .zeroStateTapped(let action, _): detail = action.rawValue
    case .summaryLearnMoreTapped(_, let expanded): detail = expanded ? 1 : 0
    case .summaryScrolled(let depth, let shown):
      value = whole(shown)
      detail = depth >= 100 ? 1 : 0
    case .summaryCompleted(let shown, let expanded, let depth, let exit):
      value = whole(shown)
      detail = SummaryEnd(exit: exit, expanded: !expanded.isEmpty, read: depth >= 100).code
    case .preferencesSaved(let preferences, let allergies): value = preferences + allergies
    case .tabChanged(let tab): detail = tab.rawValue
    case .apiError(let endpoint, _): detail = endpoint == .onboard ? 1 : 0
    case .zeroStateViewed, .zeroStateProfileCompleted, .summaryViewed, .photoUploaded, .acknowledgeFailed,
      .photoUploadFailed, .preferencesSaveFailed:
      break
    }
    self.init(
      time: milliseconds, user: user, session: carried, value: value, name: Name.allCases[event.nameIndex],
      detail: detail)
  }

  /// The way in which the person left the summary, packed into one byte.
  package struct SummaryEnd {
    package var exit: SummaryExit
    package var expanded: Bool
    package var read: Bool

    package init(exit: SummaryExit, expanded: Bool, read: Bool) {
      self.exit = exit
      self.expanded = expanded
      self.read = read
    }

    package init(code: UInt8) {
      exit = SummaryExit(rawValue: code & 3) ?? .closeButton
      expanded = code & 4 != 0
      read = code & 8 != 0
    }

    package var code: UInt8 { exit.rawValue | (expanded ? 4 : 0) | (read ? 8 : 0) }
  }
}
