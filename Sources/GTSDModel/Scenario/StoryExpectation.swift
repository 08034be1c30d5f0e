/// What a step of a story expects to hold: what one phone shows, and what the server has stored. What is nil is not
/// asked.
///
/// The way of the data: a step `{"expect": …}` of a scenario file becomes a ``StoryStep`` of the action `expect`, and
/// that a move of the phone that it names. When the move is due, the phone asks whoever watches the story; the watcher
/// keeps what each phone has published and what the server has committed, compares fact by fact, and answers. A phone
/// that may wait asks again after each change, until its time is up. A fact that does not hold then is a finding of the
/// oracle `expectation`, whose site is the step and the first fact that fails, so that searches, reports, replays and
/// exit codes treat it as they treat every violation.
public struct StoryExpectation: Sendable, Equatable {
  /// Whether the app runs.
  public var running: Bool?
  /// Whether somebody is signed in.
  public var signedIn: Bool?
  /// Whether somebody is signed in and onboarding is not in front: done, or skipped, and not opened anew.
  public var onboarded: Bool?
  /// The tab in front.
  public var tab: Tab?
  /// Whether a loading indicator turns on the tab in front, the form or onboarding.
  public var loading: Bool?
  /// Where an error is shown; every one offers to try again.
  public var error: ErrorPlace?
  /// Whether a toast is there.
  public var toast: Visibility?
  /// What it says.
  public var toastText: ToastText?
  /// The metrics card of Home.
  public var card: Card?
  /// The zero state of Home or Profile, whichever is in front.
  public var zeroState: Visibility?
  /// The empty state of Profile, with a button to try again.
  public var emptyState: Visibility?
  /// Today's tasks as Home shows them.
  public var tasks: Tasks?
  /// Days of the streak as Home shows it.
  public var streak: Int?
  /// The targets that Home shows.
  public var targets: Targets?
  /// What fills Plans.
  public var plansScreen: PlansTab?
  /// The targets beside the plan.
  public var planTargets: Targets?
  /// The body mass index that Plans shows, to hundredths.
  public var bmi: Double?
  /// The sheet with the summary after onboarding.
  public var summary: Sheet?
  /// What the Profile tab shows.
  public var preferences: Preferences?
  /// What the edit form shows.
  public var form: Preferences?
  /// Whether the edit form is open.
  public var formState: FormState?
  /// The form's message that a save is stored.
  public var saved: Visibility?
  /// The form's message that somebody else has changed what it was to store.
  public var conflict: Visibility?
  /// Photos of the open task.
  public var photos: Photos?
  /// What the server has stored.
  public var server: Server?

  /// Nothing expected.
  public init() {}

  /// Whether something is on screen.
  public enum Visibility: String, CaseIterable, Sendable {
    case hidden, shown
  }

  /// What a toast says.
  public enum ToastText: String, CaseIterable, Sendable {
    /// "Plan generated successfully!"
    case planGenerated
    /// "You can review metrics anytime in the Plans tab"
    case reviewLater
  }

  /// States of the edit form.
  public enum FormState: String, CaseIterable, Sendable {
    case closed, open
  }

  /// States of the metrics card, as Home shows them; on another tab there is none.
  public enum Card: String, CaseIterable, Sendable {
    /// It is not there.
    case hidden
    /// It asks for the acknowledgment.
    case shown
    /// It is there without numbers, since there are none yet.
    case `default`
    /// A text in its place says that the metrics are being calculated.
    case calculating
    /// It is there and reads its numbers, with its button off.
    case loading
    /// It says that the metrics could not be read.
    case error
  }

  /// Where errors are shown.
  public enum ErrorPlace: String, CaseIterable, Sendable {
    /// Nowhere.
    case none
    case home, plans, metrics, acknowledge, onboarding, profile, edit, photos, tasks, streaks
  }

  /// What fills Plans.
  public enum PlansTab: String, CaseIterable, Sendable {
    case nothing, acknowledgment, spinner, error, plan
  }

  /// States of the summary's sheet.
  public enum Sheet: String, CaseIterable, Sendable {
    case hidden, loading, canContinue, shown, failed
  }

  /// Numbers of tasks.
  public struct Tasks: Sendable, Equatable {
    /// How many are done.
    public var completed = 0
    /// How many there are.
    public var total = 0

    /// Nothing, or none of it.
    public init() {}
  }

  /// Daily targets.
  public struct Targets: Sendable, Equatable {
    /// Kilocalories.
    public var calories = 0
    /// Grams.
    public var protein = 0
    /// Millilitres.
    public var water = 0

    /// Nothing, or none of it.
    public init() {}
  }

  /// All preferences at once.
  public struct Preferences: Sendable, Equatable {
    /// What the person eats, in this order.
    public var dietaryPreferences: [String] = []
    /// What the person does not tolerate, in this order.
    public var allergies: [String] = []
    /// Meals a day.
    public var mealsPerDay = 3

    /// Nothing, or none of it.
    public init() {}
  }

  /// Photos by what has become of them.
  public struct Photos: Sendable, Equatable {
    /// In the list of the task.
    public var shown: Int?
    /// Picked, and not yet gone from the selection.
    public var selected: Int?
    /// Refused by the app: too large, or no picture.
    public var invalid: Int?
    /// On their way.
    public var uploading: Int?
    /// Rows that show a progress.
    public var rows: Int?
    /// Reported as stored since the app was launched.
    public var uploaded: Int?
    /// Failed, with the chance to try again.
    public var failed: Int?
    /// How far those that are on their way are shown to be, percent, in the order in which they began; empty for no row.
    public var progress: [Int]?
    /// What the text of the error tells.
    public var message: Message?
    /// Whether a button offers to try again.
    public var retry: Bool?

    /// What the text of an error tells.
    public enum Message: String, CaseIterable, Sendable {
      /// There is none.
      case none
      /// That it failed.
      case generic
      /// That the file is no image, or too large.
      case notAnImage, tooLarge
      /// That the network failed, the server failed, there were too many requests, the session ended, or the server refused.
      case network, server, tooManyRequests, sessionExpired, refused
    }

    /// Nothing, or none of it.
    public init() {}
  }

  /// What the server has stored of one account.
  public struct Server: Sendable, Equatable {
    /// 1 the first person's, 2 the second's.
    public var account = 1
    /// Whether the account is there.
    public var exists: Bool?
    /// Whether height and weight are stored.
    public var complete: Bool?
    /// Rows of metrics.
    public var metrics: Int?
    /// Whether the newest row of metrics is acknowledged.
    public var acknowledged: Bool?
    /// Plans.
    public var plans: Int?
    /// All preferences.
    public var preferences: Preferences?
    /// Photos.
    public var photos: Int?
    /// Tasks completed by evidence.
    public var evidence: Int?

    /// Nothing, or none of it.
    public init() {}
  }
}
