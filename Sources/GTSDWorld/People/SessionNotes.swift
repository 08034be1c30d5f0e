import GTSDModel

/// The facts that a person remembers during one session.
struct SessionNotes {
  /// Errands not done yet.
  var errands: Errands = []
  /// Steps taken, bounded so that every session ends.
  var steps = 0
  /// The intent of what is under way, for double taps and retries.
  var intent: Int32 = 0
  /// The row of metrics that the intent to acknowledge is about.
  var row: Int64 = 0
  /// Attempts at what is under way.
  var attempts = 0
  /// Waits in a row for one sheet.
  var sheetWaits = 0
  /// Waits for the app to restore who is signed in.
  var restoreWaits = 0
  /// Times that the person signed in again after being thrown out.
  var evictions = 0
  /// Times that onboarding was offered.
  var offers = 0
  /// Home was looked at.
  var looked = false
  /// Half of the time for the summary, nanoseconds; of who has a memory, what is left of all of it.
  var dwell: Int64 = 0
  /// How long it was looked at before any section was opened, nanoseconds.
  var glance: Int64 = 0
  /// How far the person reads the summary, in percent of its length, and the scrolls that are left to get there.
  var depth: Int32 = 0
  var scrollsLeft: Int32 = 0
  /// Sections of the summary that the person has opened, bit n for section n.
  var sectionsOpened: UInt8 = 0
  var lastSection: SummarySection?
  var sectionClosed = false
  /// The tap that the person is about to repeat.
  var retry: Retry?
  var cardDecided = false
  var cardFollowed = false
  var zeroStateDecided = false
  var acknowledgmentDecided = false
  var refreshedUnacknowledged = false
  /// Has just acknowledged, and not been on Home since.
  var acknowledged = false
  /// Has tapped Acknowledge on the second device, and not yet seen what came of it.
  var acknowledgedOnSecond = false
  var homeRetried = false
  /// Onboarding was opened by the zero state, so that closing it leads back to the tabs.
  var formFromZeroState = false
  /// Whether the last tap in onboarding was Skip rather than Complete.
  var skipped = false
  /// Switches left in a burst.
  var burstLeft = 0
  /// Whether the person typed preferences rather than body data.
  var editsPreferences = false
  /// Has waited for the app since the last look.
  var waited = false
  /// Has acknowledged what there was, so that Home can show no card.
  var expectsNoCard = false
  var sawPlan = false
  /// The household's other account is visiting.
  var visiting = false
}
