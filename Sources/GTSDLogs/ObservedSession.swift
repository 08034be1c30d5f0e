package import GTSDModel

/// The actions of one person in one session, as far as events show them. Times are milliseconds since 1970, nil for
/// never.
package struct ObservedSession: Sendable {
  /// The session's number, `ObservedEvent.noSession` where none was named.
  package var id: Int32
  /// The phone's number, `ObservedEvent.noDevice` where none was named.
  package var device: Int32
  package var start: Int64
  /// The time of the last event.
  package var last: Int64
  /// The start of the next session; nil for the last one of the file.
  package var next: Int64?
  /// Whether the log contains the session's launch, so that no event is missing at its beginning.
  package var isWhole: Bool

  package var signedUp: Int64?
  package var onboarded: Int64?
  package var skipped: Int64?
  package var onboardingFailed = false
  package var summaries: [ObservedSummary] = []
  package var cardViewed: Int64?
  package var cardReviewed: Int64?
  package var cardDismissed: Int64?
  package var zeroStateViewed: Int64?
  package var zeroStateFollowed: Int64?
  package var zeroStateDeclined: Int64?
  /// The number of times Plans was opened otherwise than by the card.
  package var plansOpened: Int64?
  package var acknowledged: Int64?
  package var acknowledgeFailed: Int64?
  package var firstTab: Int64?
  /// The tabs that were shown: bit n is tab n.
  package var tabs: UInt8 = 0
  package var hasBurst = false
  /// The number of entries in the lists at each save of preferences.
  package var saves: [Int32] = []
  package var savingFailed = false
  package var photos = 0
  package var usesSecondDevice = false
  /// Whether another account of the household signed in.
  package var hasVisitor = false

  package func showed(_ tab: Tab) -> Bool { tabs & (1 << tab.rawValue) != 0 }

  /// The milliseconds for which the person was observed after an instant; infinity once the session is known to be
  /// over.
  package func exposure(since begin: Int64, end: Int64) -> Double {
    next == nil ? Double(end - begin) : .infinity
  }
}

/// One display of the summary.
package struct ObservedSummary: Sendable {
  package var viewed: Int64
  package var expanded = false
  /// Whether the summary was scrolled to its end; nil if it was not scrolled.
  package var read: Bool?
  package var exit: SummaryExit?
  /// The time on screen in milliseconds.
  package var shown: Int32 = 0
}

extension ObservedSession {
  /// The time without events, in milliseconds, after which an event belongs to another session in a file without
  /// launches: half an hour.
  package static let silence: Int64 = 1_800_000
  /// The accuracy of clocks, in milliseconds. An event that comes at most this long before a launch, but long after all
  /// earlier events, belongs to that launch.
  package static let jitter: Int64 = 30_000
  /// The time without events, in milliseconds, after which an event shortly before a launch belongs to that launch: see
  /// ``jitter``.
  package static let quiet: Int64 = 300_000
  /// The longest time between two tab switches of a burst, in milliseconds. A burst has at least three switches.
  package static let burstGap: Int64 = 1_500

  /// Divides the events of one person, in order of time, into sessions.
  ///
  /// Sessions begin with launches. A launch on another phone within a session does not begin a session, since the
  /// person uses two phones at once. ``PhoneEvidence`` distinguishes phones.
  ///
  /// - Parameters:
  ///   - hasLaunches: whether the file has any launches. Without them, half an hour of silence or another session id
  ///     begins a session.
  ///   - evidence: the evidence for phones; nil to derive it from these events.
  package static func sessions(
    of events: ArraySlice<ObservedEvent>, hasLaunches: Bool, evidence: PhoneEvidence? = nil
  ) -> [ObservedSession] {
    var phones = PersonPhones(events, evidence ?? PhoneEvidence([events]))
    var sessions: [ObservedSession] = []
    var hasSignedUp = false
    var switches: [Int64] = []
    /// Whether the session has begun with events that came shortly before its launch.
    var isAwaited = false
    for (index, event) in zip(events.indices, events) {
      let isLaunch = event.name == .launched
      let role = isLaunch && hasLaunches ? phones.role(of: event, in: sessions.last, isAwaited: isAwaited) : .own
      let begins: Bool
      if hasLaunches {
        let precedes =
          (!isLaunch || role == .other) && !isAwaited
          && Self.precedesLaunch(index, events, last: sessions.last?.last) { role != .other || phones.isMain($0) }
        begins = isLaunch && role == .own && !isAwaited || sessions.isEmpty || precedes
        if isLaunch, isAwaited, !begins {
          isAwaited = false
          sessions[sessions.count - 1].id = event.session
          sessions[sessions.count - 1].device = event.device
          sessions[sessions.count - 1].isWhole = true
          phones.begin(event)
        }
        if precedes { isAwaited = true }
      } else {
        let last = sessions.last
        let isNew = event.session >= 0 && last.map { $0.id >= 0 && $0.id != event.session } ?? false
        begins = last.map { isNew || event.time - $0.last > silence } ?? true
      }
      if begins {
        if !sessions.isEmpty { sessions[sessions.count - 1].next = event.time }
        sessions.append(
          ObservedSession(
            id: event.session, device: event.device, start: event.time, last: event.time,
            isWhole: isLaunch || !hasLaunches))
        switches = []
        if isLaunch, role == .own { phones.begin(event) }
      }
      let index = sessions.count - 1
      if role == .other { sessions[index].usesSecondDevice = true }
      if !hasLaunches, event.session >= 0 { sessions[index].id = event.session }
      sessions[index].last = event.time
      if event.name == .signedUp {
        if hasSignedUp { sessions[index].hasVisitor = true }
        hasSignedUp = true
      }
      sessions[index].take(event)
      if event.name == .tabChanged {
        switches.append(event.time)
        let count = switches.count
        if count >= 3, switches[count - 1] - switches[count - 2] < burstGap,
          switches[count - 2] - switches[count - 3] < burstGap
        {
          sessions[index].hasBurst = true
        }
      }
    }
    return sessions
  }

  /// Whether an event comes shortly before a launch, and is the first event or comes long after all others.
  ///
  /// - Parameter isMeant: whether an event may belong to a launch.
  private static func precedesLaunch(
    _ index: Int, _ events: ArraySlice<ObservedEvent>, last: Int64?, _ isMeant: (ObservedEvent) -> Bool
  ) -> Bool {
    let time = events[index].time
    if let last, time - last <= quiet { return false }
    return events[(index + 1)...].prefix { $0.time - time <= jitter }.contains { event in
      event.name == .launched && isMeant(event)
    }
  }

  private mutating func take(_ event: ObservedEvent) {
    // The person does not decide about cards that the other device shows.
    let isOwn =
      event.device >= 0 && device >= 0 && event.device != device
      ? false : event.device >= 0 && device >= 0 || event.session < 0 || id < 0 || event.session == id
    switch event.name {
    case .signedUp: signedUp = signedUp ?? event.time
    case .onboarded: onboarded = onboarded ?? event.time
    case .skipped: skipped = skipped ?? event.time
    case .summaryViewed: summaries.append(ObservedSummary(viewed: event.time))
    case .learnMoreTapped: changeSummary { $0.expanded = $0.expanded || event.detail == 1 }
    case .summaryScrolled: changeSummary { $0.read = $0.read == true || event.detail == 1 }
    case .summaryCompleted:
      let end = ObservedEvent.SummaryEnd(code: event.detail)
      changeSummary {
        $0.exit = end.exit
        $0.shown = event.value
        $0.expanded = $0.expanded || end.expanded
        $0.read = $0.read == true || end.read
      }
    case .cardViewed: if isOwn { cardViewed = cardViewed ?? event.time }
    case .cardTapped: if event.detail == 0 { cardReviewed = cardReviewed ?? event.time }
    case .cardDismissed: if isOwn { cardDismissed = cardDismissed ?? event.time }
    case .zeroStateViewed: zeroStateViewed = zeroStateViewed ?? event.time
    case .zeroStateTapped:
      if event.detail == 0 {
        zeroStateFollowed = zeroStateFollowed ?? event.time
      } else {
        zeroStateDeclined = zeroStateDeclined ?? event.time
      }
    case .acknowledged: acknowledged = acknowledged ?? event.time
    case .acknowledgeFailed: acknowledgeFailed = acknowledgeFailed ?? event.time
    case .tabChanged:
      firstTab = firstTab ?? event.time
      tabs |= 1 << event.detail
      // The change of tab that the card causes has the same time as the tap.
      if event.detail == Tab.plans.rawValue, cardReviewed.map({ event.time - $0 > 1_000 }) ?? true {
        plansOpened = plansOpened ?? event.time
      }
    case .preferencesSaved: saves.append(event.value)
    case .preferencesFailed: savingFailed = true
    case .photoUploaded, .photoFailed: photos += 1
    case .apiError: if event.detail == 1 { onboardingFailed = true }
    case .launched, .profileCompleted: break
    }
  }

  private mutating func changeSummary(_ change: (inout ObservedSummary) -> Void) {
    guard let last = summaries.indices.last, summaries[last].exit == nil else { return }
    change(&summaries[last])
  }
}
