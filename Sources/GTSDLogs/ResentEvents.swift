import GTSDModel

/// Measured times that occur twice with equal milliseconds. No person repeats a time so exactly: the lines were sent
/// again.
struct ResentEvents {
  /// The number of events that contain a measured time, such as the duration of an upload.
  private var timed = 0
  /// The number of repetitions soon after the first event, and the number of late ones. Late repetitions suggest that
  /// other events, whose repetitions cannot be recognised, were sent again as well.
  private var (soon, late) = (0, 0)
  /// The number of launches with the id of a session that has already begun.
  private var launches = 0
}

extension ResentEvents {
  /// The greatest share of repeated events that is no finding.
  private static let most = 0.01
  /// Milliseconds within which the same act of the same person is known to have been sent again.
  private static let atOnce: Int64 = 10_000

  /// Counts the repeated events of a log.
  init(_ log: EventLog) {
    for user in 0..<log.users {
      var seen: [UInt64: Int64] = [:]
      var begun: Set<Int64> = []
      for event in log.events(of: user) {
        if event.name == .launched, event.session >= 0 {
          let phone = Int64(event.session) << 32 | Int64(UInt32(bitPattern: event.device))
          if !begun.insert(phone).inserted { launches += 1 }
        }
        guard let content = event.measuredContent else { continue }
        timed += 1
        if let first = seen[content] {
          if event.time - first > Self.atOnce { late += 1 } else { soon += 1 }
        } else {
          seen[content] = event.time
        }
      }
    }
  }

  private func isTooMany(_ count: Int) -> Bool { count >= 3 && Double(count) > Self.most * Double(timed) }

  /// Whether lines were repeated immediately, as by two pipelines into one store. Any ids that repeated events have are
  /// then new ones.
  var isUnderNewIDs: Bool { isTooMany(soon) }

  /// The problem, if there are too many repetitions; otherwise nil.
  ///
  /// - Parameter hasIDs: whether events have ids, by which other repetitions were removed.
  func finding(hasIDs: Bool) -> LogFinding? {
    if isTooMany(late) {
      let sessions = launches > 0 ? " \(launches) launches name a session that has begun before." : ""
      return LogFinding(
        .resent,
        "Events were sent again under a later time and without an id: \(late) of \(timed) measured times "
          + "(\(LogQuality.percent(late, timed))) occur twice to the millisecond.\(sessions) Counts of events and of "
          + "second phones are therefore too high. Export the ids of events.",
        isFault: true,
        paths: [
          "decisions.useSecondDevice", "decisions.switchAccount", "decisions.tabBurst", "decisions.editPreferences",
          "decisions.editProfile", "decisions.uploadPhotos", "habit.returnSameDay", "timings.sessionGap.median",
          "timings.sessionGap.sigma",
        ])
    }
    guard hasIDs, isUnderNewIDs else { return nil }
    return LogFinding(
      .resent,
      "Events were recorded twice under different ids: \(soon) of \(timed) measured times "
        + "(\(LogQuality.percent(soon, timed))) occur twice to the millisecond. Repetitions within a moment count once.",
      isFault: false)
  }
}
