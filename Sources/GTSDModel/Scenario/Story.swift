/// A scripted handful of actions for `explore`: what one person does on one or two phones, small enough that a search of
/// its interleavings is exhaustive or nearly so.
///
/// A scenario with a story is a micro-scenario. Its population is the one person; its `faults` are the menu from which
/// every schedule switches some on. What the search varies is the order in which messages, timers and taps come, which
/// faults are on, and which optional steps are left out.
public struct Story: Sendable, Equatable {
  /// Id of the catalogued hazard that it shows, nil for none.
  public var hazard: String?
  /// The one strategy, `path=value` of a generation's switch, with which nothing goes wrong; nil for none.
  public var twin: String?
  /// The person's phones, 1 or 2.
  public var devices: Int = 1
  /// What has happened before: done one after the other, each to its end, before the search begins.
  public var given: [StoryStep] = []
  /// What the search interleaves: each phone's steps in their order, those of two phones in any.
  public var steps: [StoryStep] = []

  /// One phone, no steps.
  public init() {}
}

/// One step of a story.
public struct StoryStep: Sendable, Equatable {
  /// What is done.
  package var action: StoryAction
  /// On which phone, 1 or 2.
  public var device: Int = 1
  /// The pause before it.
  public var after: TimeSpan = .milliseconds(300)
  /// What the person waits for before the pause, at most a minute; nil for nothing.
  package var until: StoryCondition?
  /// Whether it belongs to the same intent as the latest step of its action on this phone: a second tap, or a retry.
  public var isAgain = false
  /// Whether the search may leave it out.
  public var isOptional = false

  package init(_ action: StoryAction) {
    self.action = action
  }
}

/// What a person waits for between two steps: names as in a scenario file.
package enum StoryCondition: String, CaseIterable, Sendable {
  case signedIn, onboarded, sheetSettled, tabSettled, cardOrZeroState, acknowledgeSettled, editReady, saveSettled
  case uploadsSettled, signedOut
}

/// What a person can do in a story.
package enum StoryAction: Sendable, Equatable {
  /// Nothing; the pause is the step.
  case rest
  /// Launches the app, signs up, answers onboarding, leaves the summary and waits until the metrics exist.
  case onboard(StoryProfile)
  /// Launches the app, signs up, skips onboarding.
  case skipThrough
  /// Launches the app on this phone and signs in to the person's account.
  case signInHere
  case launch
  case terminate
  case background
  case foreground
  /// Signs up with account 1 (the person's own) or 2 (somebody else's).
  case signUp(account: Int)
  case logIn(account: Int)
  case logOut
  case completeOnboarding(StoryProfile)
  case skipOnboarding
  case continueSummary
  case exitSummary
  case openTab(Tab)
  case pullToRefresh
  case reviewCard
  case dismissCard
  case completeProfile
  case maybeLater
  case acknowledge
  case retryAcknowledge
  case retryPlan
  case refreshPlan
  case openEdit
  case typeEdit(StoryEdit)
  case saveEdit
  case closeEdit
  case deleteHealthData
  /// Shows the tasks of one category, 1 to 9, or of all, 0.
  case filterTasks(category: Int)
  /// Hands in evidence for a task, which completes it.
  case completeTask(task: Int)
  case openPhotos(task: Int)
  /// Picks so many photos of 1 MB; they are numbered on from the last.
  case pickPhotos(count: Int)
  case removePhoto(index: Int)
  case retryPhotos
  case deletePhoto(index: Int)
  case closePhotos
}

/// What a person answers in onboarding: a body of 34 years, 180 cm and 80 kg unless a step says otherwise.
package struct StoryProfile: Sendable, Equatable {
  /// Kilograms.
  package var weight: Double = 80
  /// Centimetres.
  package var height: Double = 180
  package var gender: Gender = .male
  package var goal: Goal = .loseWeight
  package var dietaryPreferences: [String] = []
  package var allergies: [String] = []

  package init() {}
}

/// What a person types into the edit form; nil leaves a field as it is.
package struct StoryEdit: Sendable, Equatable {
  package var name: String?
  /// Kilograms.
  package var weight: Double?
  /// Centimetres.
  package var height: Double?
  package var gender: Gender?
  package var goal: Goal?
  /// Days by which the target date lies after that of onboarding.
  package var targetDays: Int?
  package var dietaryPreferences: [String]?
  package var allergies: [String]?
  /// Adds one entry to what the form shows, as a person adds a tag.
  package var addDietaryPreference: String?
  package var mealsPerDay: Int?

  package init() {}
}
