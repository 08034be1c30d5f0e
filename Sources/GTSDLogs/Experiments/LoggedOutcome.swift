package import GTSDModel

/// The outcome of an indicator for one user of a log: the time span in which the user was observed, and the first
/// success.
package struct LoggedOutcome: Sendable {
  /// The time from which the person's events count.
  package var begin: Int64
  /// The milliseconds after which the outcome is final; nil for an event that can occur as long as the log lasts.
  package var window: Int64?
  /// The time of the first success; nil if there is none.
  package var hit: Int64?

  /// Whether the first success happened within the window.
  package var isHit: Bool {
    guard let hit else { return false }
    return window.map { hit - begin <= $0 } ?? true
  }
  /// Whether the outcome is known at an instant.
  package func isClosed(by end: Int64) -> Bool { window.map { begin + $0 <= end } ?? true }
  /// The time at which the outcome was final; later events of the person do not change it.
  package var decided: Int64 { isHit ? hit ?? .max : window.map { begin + $0 } ?? .max }
}

/// An indicator of people that can be computed from a log of events.
package struct LoggedIndicator: Sendable {
  package var kpi: KPI
  /// The events that a log must contain for the outcome to be measured.
  package var needs: [ObservedEvent.Name]
  /// Whether the indicator counts the people without a success.
  package var isOfMissing = false
  package var outcome: @Sendable (PersonTimes) -> LoggedOutcome?

  private static let day = Milliseconds.day

  /// The indicators that a log can show; the acknowledgment comes first.
  package static let all: [LoggedIndicator] = [
    .init(kpi: .acknowledgmentRate24h, needs: [.onboarded, .acknowledged]) { person in
      person.onboarded.map { .init(begin: $0, window: day, hit: person.acknowledged) }
    },
    .init(kpi: .dismissalRate, needs: [.cardViewed, .cardDismissed]) { person in
      person.cardViewed.map { .init(begin: $0, hit: person.dismissed) }
    },
    .init(kpi: .profileCompletionRate7d, needs: [.signedUp, .skipped, .onboarded]) { person in
      guard let begin = person.signedUp, let skipped = person.skipped, skipped < person.onboarded ?? .max else {
        return nil
      }
      return .init(begin: begin, window: 7 * day, hit: person.onboarded)
    },
    .init(kpi: .zeroStateTapThroughRate, needs: [.zeroStateViewed, .zeroStateTapped]) { person in
      person.zeroStateViewed.map { .init(begin: $0, hit: person.zeroStateTapped) }
    },
    .init(kpi: .zeroStateViewRate, needs: [.signedUp, .zeroStateViewed]) { person in
      person.signedUp.map { .init(begin: $0, hit: person.zeroStateViewed) }
    },
    .init(kpi: .profileDiscoveryRate24h, needs: [.signedUp, .tabChanged]) { person in
      person.signedUp.map { .init(begin: $0, window: day, hit: person.profileShown) }
    },
    .init(kpi: .onboardingAbandonmentRate, needs: [.signedUp, .onboarded, .skipped], isOfMissing: true) { person in
      person.signedUp.map {
        .init(begin: $0, window: day, hit: [person.onboarded, person.skipped].compactMap(\.self).min())
      }
    },
    .init(kpi: .summaryCompletionRate, needs: [.summaryViewed, .summaryCompleted]) { person in
      person.summaryViewed.map { .init(begin: $0, hit: person.summaryRead) }
    },
    .init(kpi: .learnMoreExpansionRate, needs: [.summaryViewed, .summaryCompleted]) { person in
      person.summaryViewed.map { .init(begin: $0, hit: person.summaryExpanded) }
    },
    .init(kpi: .summaryButtonExitRate, needs: [.summaryViewed, .summaryCompleted]) { person in
      person.summaryViewed.map { .init(begin: $0, hit: person.summaryLeftByButton) }
    },
    .init(kpi: .retentionRate7d, needs: [.signedUp, .launched]) { person in
      person.signedUp.map { .init(begin: $0, window: 7 * day, hit: person.backOnDay7) }
    },
  ]
}

/// The time at which one person did each kind of thing for the first time; nil for never.
package struct PersonTimes: Sendable {
  package var signedUp, onboarded, skipped, acknowledged, cardViewed, dismissed: Int64?
  package var zeroStateViewed, zeroStateTapped, profileShown, backOnDay7: Int64?
  package var summaryViewed, summaryRead, summaryExpanded, summaryLeftByButton: Int64?

  /// Collects the outcomes of a person.
  ///
  /// - Parameter events: the events of the person, in order of time.
  package init(_ events: ArraySlice<ObservedEvent>) {
    func first(_ time: inout Int64?, _ event: ObservedEvent) { time = time ?? event.time }
    for event in events {
      switch event.name {
      case .signedUp: first(&signedUp, event)
      case .onboarded: first(&onboarded, event)
      case .skipped: first(&skipped, event)
      // An acknowledgment before there was anything to acknowledge belongs to an earlier account.
      case .acknowledged: if let onboarded, event.time > onboarded { first(&acknowledged, event) }
      case .cardViewed: first(&cardViewed, event)
      case .cardDismissed: first(&dismissed, event)
      case .zeroStateViewed: first(&zeroStateViewed, event)
      case .zeroStateTapped: if event.detail == 0 { first(&zeroStateTapped, event) }
      case .tabChanged: if event.detail == Tab.profile.rawValue { first(&profileShown, event) }
      case .launched:
        if let signedUp, event.time - signedUp > 6 * Milliseconds.day, event.time - signedUp <= 7 * Milliseconds.day {
          first(&backOnDay7, event)
        }
      case .summaryViewed: first(&summaryViewed, event)
      case .summaryScrolled: if event.detail == 1 { first(&summaryRead, event) }
      case .learnMoreTapped: if event.detail == 1 { first(&summaryExpanded, event) }
      case .summaryCompleted:
        let end = ObservedEvent.SummaryEnd(code: event.detail)
        if end.read { first(&summaryRead, event) }
        if end.expanded { first(&summaryExpanded, event) }
        if end.exit == .getStartedButton { first(&summaryLeftByButton, event) }
      case .cardTapped, .profileCompleted, .preferencesSaved, .photoUploaded, .apiError, .acknowledgeFailed,
        .photoFailed, .preferencesFailed:
        break
      }
    }
  }
}
