/// The expected state at one step of a story: the screen of a phone and the data stored by the server. A nil property
/// is not checked.
///
/// A step `{"expect": …}` of a scenario file becomes a ``StoryStep`` with the action `expect`, carried out by the phone
/// that it names. When the step is due, the phone asks the story's watcher. The watcher keeps the states that each
/// phone has published and that the server has committed, compares fact by fact, and answers. A phone that may wait
/// asks again after each change, until its time is up. If a fact still does not hold, the watcher records a finding of
/// the oracle `expectation`, whose site is the step and the first fact that fails. Searches, reports, replays and exit
/// codes treat it like any violation.
public struct StoryExpectation: Sendable, Equatable {
  /// Whether the app runs.
  public var running: Bool?
  /// Whether somebody is signed in.
  public var signedIn: Bool?
  /// Whether the app takes onboarding for done.
  public var onboarded: Bool?
  /// The tab in front.
  public var tab: Tab?
  /// Whether a loading indicator turns on the tab in front, the form or onboarding.
  public var loading: Bool?
  /// The place where an error is shown. Each place offers to try again.
  public var error: ErrorPlace?
  /// Whether the note of success after an acknowledgment is there.
  public var toast: Visibility?
  /// The metrics card of Home.
  public var card: Card?
  /// The zero state of Home.
  public var zeroState: Visibility?
  /// Today's tasks as Home shows them.
  public var tasks: Tasks?
  /// Days of the streak as Home shows it.
  public var streak: Int?
  /// The targets that Home shows.
  public var targets: Targets?
  /// The content of the Plans tab.
  public var plansScreen: PlansTab?
  /// The targets beside the plan.
  public var planTargets: Targets?
  /// The body mass index that Plans shows, to hundredths.
  public var bmi: Double?
  /// The sheet with the summary after onboarding.
  public var summary: Sheet?
  /// The preferences shown on the Profile tab.
  public var preferences: Preferences?
  /// The preferences shown in the edit form.
  public var form: Preferences?
  /// Photos of the open task.
  public var photos: Photos?
  /// The data that the server has stored.
  public var server: Server?

  /// Nothing expected.
  public init() {}

  /// Whether something is on screen.
  public enum Visibility: String, CaseIterable, Sendable {
    case hidden, shown
  }

  /// States of the metrics card.
  public enum Card: String, CaseIterable, Sendable {
    /// The card is not shown.
    case hidden
    /// The card asks for the acknowledgment.
    case shown
    /// The card is shown without numbers, since there are none yet.
    case `default`
    /// A text in its place says that the metrics are being calculated.
    case calculating
    /// The card is not shown, and Home still loads.
    case loading
    /// The card is not shown, and the metrics could not be read.
    case error
  }

  /// The places where errors are shown.
  public enum ErrorPlace: String, CaseIterable, Sendable {
    /// Nowhere.
    case none
    case home, plans, metrics, acknowledge, onboarding, profile, edit, photos, tasks, streaks
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
    /// The person's dietary preferences, in this order.
    public var dietaryPreferences: [String] = []
    /// The person's allergies, in this order.
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
    /// Reported as stored since the app was launched.
    public var uploaded: Int?
    /// Failed, with the chance to try again.
    public var failed: Int?
    /// How far those that are on their way are shown to be, percent, in the order in which they began; empty for no
    /// row.
    public var progress: [Int]?
    /// The information in the error's text.
    public var message: Message?

    /// The information in an error's text.
    public enum Message: String, CaseIterable, Sendable {
      /// There is none.
      case none
      /// That it failed.
      case generic
      /// That the file is no image, or too large.
      case notAnImage, tooLarge
      /// That the network failed, the server failed, there were too many requests, the session ended, or the server
      /// refused.
      case network, server, tooManyRequests, sessionExpired, refused
    }

    /// Nothing, or none of it.
    public init() {}
  }

  /// The data that the server has stored for one account.
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
