/// The app's protections against races in its own state. Each can be switched off.
///
/// A real app would always have them. Here each one can be left out, so that a test can show the defect that it
/// prevents.
package struct Repairs: OptionSet, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Metrics that were requested before an acknowledgment do not replace its result.
  package static let lateMetricsAreDropped = Repairs(rawValue: 1 << 0)
  /// A second tap does not acknowledge a second time.
  package static let oneAcknowledgment = Repairs(rawValue: 1 << 1)
  /// Two loads of Home that overlap show the result of the later one.
  package static let latestLoadWins = Repairs(rawValue: 1 << 2)
  /// The spinner turns until the last load has ended.
  package static let loadsAreCounted = Repairs(rawValue: 1 << 3)
  /// A load that is cancelled is no error.
  package static let cancellationIsNoError = Repairs(rawValue: 1 << 4)
  /// Replies that arrive after the log-out are not shown.
  package static let forgetsAtLogOut = Repairs(rawValue: 1 << 5)
  /// Requests that are refused together exchange the refresh token once.
  package static let oneRefresh = Repairs(rawValue: 1 << 6)
  /// An upload that is tried again has the key of the first try.
  package static let uploadsHaveKeys = Repairs(rawValue: 1 << 7)
  /// Photos that are picked during an upload stay picked.
  package static let keepsPicked = Repairs(rawValue: 1 << 8)
  /// A list that was requested before a photo was deleted does not bring the photo back.
  package static let deletedStaysDeleted = Repairs(rawValue: 1 << 9)
  /// A second tap does not complete onboarding a second time.
  package static let oneOnboarding = Repairs(rawValue: 1 << 10)
  /// A summary is not presented after its task was cancelled.
  package static let abandonedSummaryStaysAway = Repairs(rawValue: 1 << 11)
  /// Values typed during a save stay in the form.
  package static let keepsTyping = Repairs(rawValue: 1 << 12)
  /// The form saves nothing before it has loaded the stored values.
  package static let loadsBeforeSaving = Repairs(rawValue: 1 << 13)

  /// The server is told of a log-out once no request is in progress.
  package static let logOutComesLast = Repairs(rawValue: 1 << 14)

  /// The app as it is shipped.
  package static let all = Repairs(rawValue: 1 << 15 - 1)
}
