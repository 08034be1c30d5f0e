extension EventLog {
  /// Removes events that the same phone sent again in another line. They are recognised as the same action within a
  /// time in which people do not repeat it. Returns the number removed.
  package mutating func removeResends() -> Int {
    /// The person's last event of each name.
    var last: [ObservedEvent?] = []
    let before = count
    var user: Int32 = -1
    /// Hashes of the events of the current person that contain measured times.
    var measured: Set<UInt64> = []
    keep { event in
      if event.user != user {
        measured = []
        last = Array(repeating: nil, count: ObservedEvent.Name.allCases.count)
        user = event.user
      }
      if let content = event.measuredContent, !measured.insert(content).inserted { return false }
      if let earlier = last[Int(event.name.rawValue)], event.time - earlier.time <= event.resendWindow,
        event.isSameAct(as: earlier)
      {
        return false
      }
      last[Int(event.name.rawValue)] = event
      return true
    }
    return before - count
  }
}

extension ObservedEvent {
  /// A hash of the content, if a time measured to the millisecond makes the event unique among the events of its
  /// person; nil otherwise.
  var measuredContent: UInt64? {
    switch name {
    case .summaryCompleted, .acknowledged, .summaryScrolled:
      guard value > 1_000, value % 1_000 != 0, value < .max else { return nil }
      return UInt64(name.rawValue) << 48 | UInt64(detail) << 40 | UInt64(UInt32(bitPattern: value))
    default: return nil
    }
  }

  /// Whether the event has the same content and session as another event of its person and name.
  fileprivate func isSameAct(as other: ObservedEvent) -> Bool {
    session == other.session && device == other.device && detail == other.detail
      && (name.resendWindow > 0 || value == other.value)
  }

  /// The time, in milliseconds, within which a second event of this kind is the first one sent again, because people do
  /// not repeat the action so soon. The time is short for a launch without session and phone, which may come from a
  /// second phone.
  fileprivate var resendWindow: Int64 {
    name == .launched && session < 0 && device < 0 ? 3_000 : name.resendWindow
  }
}

extension ObservedEvent.Name {
  /// The time, in milliseconds, within which a second event of this kind in one session is the first one sent again; -1
  /// for actions that can occur several times at once.
  fileprivate var resendWindow: Int64 {
    switch self {
    case .launched, .signedUp, .onboarded, .skipped: 60_000
    case .cardViewed, .zeroStateViewed, .summaryViewed, .cardDismissed, .acknowledged, .summaryCompleted,
      .profileCompleted:
      10_000
    case .cardTapped, .zeroStateTapped, .learnMoreTapped: 1_000
    // A person may tap Save twice, and both saves are made, but not within one millisecond.
    case .preferencesSaved, .summaryScrolled, .tabChanged: 0
    case .photoUploaded, .apiError, .acknowledgeFailed, .photoFailed, .preferencesFailed: -1
    }
  }
}
