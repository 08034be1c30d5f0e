import GTSDModel

/// The facts that a person remembers during one session.
struct SessionNotes {
  /// The things that the person still wants to do in this session.
  var errands: Errands = []
  /// The number of steps taken, bounded so that every session ends.
  var steps = 0
  /// The intent of the current action, for double taps and retries.
  var intent: Int32 = 0
  /// The metrics row that the person means to acknowledge.
  var row: Int64 = 0
  /// The number of attempts at the current action.
  var attempts = 0
  /// The number of successive waits for one sheet.
  var sheetWaits = 0
  /// The number of waits for the app to restore the sign-in.
  var restoreWaits = 0
  /// The number of times that the person signed in again after an involuntary sign-out.
  var evictions = 0
  /// The number of times that onboarding was offered.
  var offers = 0
  /// Whether the person has looked at Home.
  var looked = false
  /// Half of the time for the summary, in nanoseconds. For a person with a memory, all of the time that is left for the
  /// summary.
  var dwell: Int64 = 0
  /// The time for which the summary was looked at before any section was opened, in nanoseconds.
  var glance: Int64 = 0
  /// The depth to which the person reads the summary, in percent of its length, and the number of scrolls left to get
  /// there.
  var depth: Int32 = 0
  var scrollsLeft: Int32 = 0
  /// The sections of the summary that the person has opened: bit n for section n.
  var sectionsOpened: UInt8 = 0
  var lastSection: SummarySection?
  var sectionClosed = false
  /// The tap that the person will repeat.
  var retry: Retry?
  var cardDecided = false
  var cardFollowed = false
  var zeroStateDecided = false
  var acknowledgmentDecided = false
  var refreshedUnacknowledged = false
  /// Whether the person has just acknowledged and not been on Home since.
  var acknowledged = false
  /// Whether the person has tapped Acknowledge on the second device and not seen the result yet.
  var acknowledgedOnSecond = false
  /// Whether the person changes the body on the second device while the first one shows Plans.
  var changesBodyOnSecond = false
  var homeRetried = false
  /// The time that is left for the steps of onboarding, in nanoseconds.
  var formTime: Int64 = 0
  /// The answers that the person enters in the steps of onboarding.
  var answers: OnboardingAnswers?
  /// The task to whose photos the person returns after those of another one; 0 for none.
  var photosToReturnTo = 0
  /// The place in the list of the photo that the person deleted last.
  var deletedPhoto = 0
  /// Whether the person has decided whether to leave the app for a moment with a filled form.
  var hasLeftForm = false
  /// Whether the person has gone back to correct a step of onboarding.
  var hasCorrected = false
  /// The step at which the person leaves onboarding; nil to complete it.
  var leavesAt: OnboardingStep?
  /// Whether the zero state opened onboarding, so that closing onboarding returns to the tabs.
  var formFromZeroState = false
  /// Whether the last tap in onboarding was Skip and not Complete.
  var skipped = false
  /// Whether the person has picked more photos at once than the app accepts.
  var hasPickedTooMany = false
  /// The task whose photos the person opened last.
  var photosTask = 0
  /// The errands to which the person came back because their request was still on its way.
  var errandsAgain: Errands = []
  /// The number of tab switches left in a burst.
  var burstLeft = 0
  /// Whether the person typed preferences and not body data.
  var editsPreferences = false
  /// Whether the person has waited for the app since last looking at it.
  var waited = false
  /// Whether the person has acknowledged the latest metrics, so that Home should show no card.
  var expectsNoCard = false
  var sawPlan = false
  /// Whether the household's other account is signed in as a visitor.
  var visiting = false
}
