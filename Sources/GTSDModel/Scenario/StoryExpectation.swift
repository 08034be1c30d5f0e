/// The expected state at one step of a story: the screen of a phone and the data stored by the server. A nil property
/// is not checked.
///
/// A step `{"expect": …}` of a scenario file becomes a ``StoryStep`` with the action `expect`, carried out by the phone
/// that it names. When the step is due, the phone asks the story's watcher. The watcher keeps the states that each
/// phone has published and that the server has committed. It compares them with the expected facts and answers. A phone
/// that may wait asks again after each change until its time is up. If a fact still does not hold, the watcher records
/// a finding of the oracle `expectation`, at the step and the first fact that fails. Searches, reports, replays and
/// exit codes treat it like any violation.
public struct StoryExpectation: Sendable, Equatable {
  /// Whether the app runs.
  public var running: Bool?
  /// Whether an account is signed in.
  public var signedIn: Bool?
  /// Whether somebody is signed in and onboarding is not visible: it was done or skipped, and not opened again.
  public var onboarded: Bool?
  /// The step of onboarding on screen.
  public var onboardingStep: OnboardingStep?
  /// The visible tab.
  public var tab: Tab?
  /// Whether a loading indicator is shown on the visible tab, the form or onboarding.
  public var loading: Bool?
  /// The place where an error is shown.
  public var error: ErrorPlace?
  /// Whether a toast is there.
  public var toast: Visibility?
  /// The message of the toast.
  public var toastText: ToastText?
  /// The metrics card of Home.
  public var card: Card?
  /// The numbers of the metrics that the card of Home or Plans shows.
  public var metrics: Metrics?
  /// The zero state of Home or Profile, whichever is in front.
  public var zeroState: Visibility?
  /// The empty state of Profile, with a button to try again.
  public var emptyState: Visibility?
  /// Today's tasks as Home shows them.
  public var tasks: Tasks?
  /// The streak in days that Home shows.
  public var streak: Int?
  /// The targets that Home shows.
  public var targets: Targets?
  /// The content of the Plans tab.
  public var plansScreen: PlansTab?
  /// The targets shown with the plan.
  public var planTargets: Targets?
  /// The body mass index that Plans shows, with two decimals.
  public var bmi: Double?
  /// The sheet with the summary after onboarding.
  public var summary: Sheet?
  /// The numbers of the visible summary.
  public var summaryNumbers: SummaryNumbers?
  /// The preferences shown on the Profile tab.
  public var preferences: Preferences?
  /// The preferences shown in the edit form.
  public var form: Preferences?
  /// The fields of the edit form other than preferences, or the fields of a step of onboarding.
  public var fields: Fields?
  /// Whether the edit form is open.
  public var formState: FormState?
  /// The form's message that a save is stored.
  public var saved: Visibility?
  /// The form's message that another device has changed the same data.
  public var conflict: Visibility?
  /// Photos of the open task.
  public var photos: Photos?
  /// The data that the server has stored.
  public var server: Server?

  /// Creates an expectation of nothing.
  public init() {}

  /// Whether something is on screen.
  public enum Visibility: String, CaseIterable, Sendable {
    case hidden, shown
  }

  /// The text of a toast.
  public enum ToastText: String, CaseIterable, Sendable {
    /// "Plan generated successfully!"
    case planGenerated
    /// "You can review metrics anytime in the Plans tab"
    case reviewLater
    /// "You're all set! Let's get started."
    case allSet
  }

  /// States of the edit form.
  public enum FormState: String, CaseIterable, Sendable {
    case closed, open
  }

  /// States of the metrics card, as Home shows them; on another tab there is none.
  public enum Card: String, CaseIterable, Sendable {
    /// The card is not shown.
    case hidden
    /// The card asks for the acknowledgment.
    case shown
    /// The card is shown without numbers, since there are none yet.
    case `default`
    /// A text in the card's place says that the metrics are being calculated.
    case calculating
    /// The card is shown and reads its numbers; its button is off.
    case loading
    /// A text in the card's place says that the metrics could not be read.
    case error
  }

  /// The places where errors are shown.
  public enum ErrorPlace: String, CaseIterable, Sendable {
    /// No error is shown.
    case none
    case signIn, home, plans, metrics, acknowledge, onboarding, summary, profile, edit, photos, tasks, streaks
  }

  /// The content of the Plans tab.
  public enum PlansTab: String, CaseIterable, Sendable {
    case nothing, acknowledgment, spinner, error, plan
  }

  /// States of the summary's sheet.
  public enum Sheet: String, CaseIterable, Sendable {
    case hidden, loading, canContinue, shown, failed
  }

  /// Numbers of tasks.
  public struct Tasks: Sendable, Equatable {
    /// The number of completed tasks.
    public var completed = 0
    /// The number of tasks.
    public var total = 0

    /// Creates numbers of 0.
    public init() {}
  }

  /// Daily targets.
  public struct Targets: Sendable, Equatable {
    /// The energy target in kilocalories.
    public var calories = 0
    /// The protein target in grams.
    public var protein = 0
    /// The water target in millilitres.
    public var water = 0

    /// Creates targets of 0.
    public init() {}
  }

  /// Numbers of a metrics row. A nil number is not checked.
  public struct Metrics: Sendable, Equatable {
    /// The body mass index, with two decimals.
    public var bmi: Double?
    /// The basal metabolic rate in kilocalories per day.
    public var bmr: Int?
    /// The total daily energy expenditure in kilocalories per day.
    public var tdee: Int?

    /// Creates an expectation of nothing.
    public init() {}
  }

  /// Numbers of the summary. A nil number is not checked.
  public struct SummaryNumbers: Sendable, Equatable {
    /// The basal metabolic rate in kilocalories per day.
    public var bmr: Int?
    /// The total daily energy expenditure in kilocalories per day.
    public var tdee: Int?
    /// The energy target in kilocalories.
    public var calories: Int?
    /// The protein target in grams.
    public var protein: Int?
    /// The water target in millilitres.
    public var water: Int?

    /// Creates an expectation of nothing.
    public init() {}
  }

  /// Fields of the edit form or of a step of onboarding. A nil field is not checked.
  public struct Fields: Sendable, Equatable {
    /// The person's name.
    public var name: String?
    /// The weight in kilograms.
    public var weight: Double?
    /// The height in centimetres.
    public var height: Double?
    /// The person's gender.
    public var gender: Gender?
    /// The person's goal.
    public var goal: Goal?

    /// Creates an expectation of nothing.
    public init() {}
  }

  /// A complete set of preferences.
  public struct Preferences: Sendable, Equatable {
    /// The person's dietary preferences, in this order.
    public var dietaryPreferences: [String] = []
    /// The person's allergies, in this order.
    public var allergies: [String] = []
    /// The number of meals per day.
    public var mealsPerDay = 3

    /// Creates empty preferences.
    public init() {}
  }

  /// Numbers of photos by state.
  public struct Photos: Sendable, Equatable {
    /// The number of photos in the list of the task.
    public var shown: Int?
    /// The number of picked photos that are still selected.
    public var selected: Int?
    /// The number of photos that the app refused: too large, or no picture.
    public var invalid: Int?
    /// The number of photos that are being uploaded.
    public var uploading: Int?
    /// The number of rows that show progress.
    public var rows: Int?
    /// The number of photos reported as stored since the app was launched.
    public var uploaded: Int?
    /// The number of photos that failed and can be tried again.
    public var failed: Int?
    /// The progress shown for each current upload in percent, in the order in which they began; empty if there are
    /// none.
    public var progress: [Int]?
    /// The information in the error's text.
    public var message: Message?
    /// Whether a button offers to try again.
    public var retry: Bool?

    /// The information in an error's text.
    public enum Message: String, CaseIterable, Sendable {
      /// There is no error text.
      case none
      /// The text says that the upload failed.
      case generic
      /// The text says that the file is no image, or too large.
      case notAnImage, tooLarge
      /// The text names the cause: the network, the server, too many requests, an ended session, or a refusal.
      case network, server, tooManyRequests, sessionExpired, refused
    }

    /// Creates an expectation of nothing.
    public init() {}
  }

  /// The data that the server has stored for one account.
  public struct Server: Sendable, Equatable {
    /// The account: 1 for the first person's, 2 for the second's.
    public var account = 1
    /// Whether the account exists.
    public var exists: Bool?
    /// Whether height and weight are stored.
    public var complete: Bool?
    /// The number of rows of metrics.
    public var metrics: Int?
    /// Whether the newest row of metrics is acknowledged.
    public var acknowledged: Bool?
    /// The number of plans.
    public var plans: Int?
    /// The stored preferences.
    public var preferences: Preferences?
    /// The number of photos.
    public var photos: Int?
    /// The number of tasks completed by evidence.
    public var evidence: Int?

    /// Creates an expectation of nothing.
    public init() {}
  }
}
