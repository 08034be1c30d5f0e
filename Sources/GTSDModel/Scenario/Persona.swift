/// A kind of person: decisions, times, body data and habits.
///
/// Every default is an assumption without a source unless its line says otherwise; reports list them.
public struct Persona: Sendable, Equatable {
  /// The name, unique within a scenario.
  public var name: String
  /// The persona's weight, 0 or more. Its share of the people is this weight divided by the sum of all weights, which
  /// must be above 0.
  public var weight: Double
  /// The probabilities of the persona's decisions.
  public var decisions: Decisions
  /// The times that a person of this persona needs for reading, typing and pausing.
  public var timings: Timings
  /// The persona's body data and diet.
  public var body: BodyMix
  /// The frequency and pattern of this persona's returns.
  public var habit: Habit

  /// Creates a persona, by default with the default behaviour.
  public init(
    name: String, weight: Double = 1, decisions: Decisions = Decisions(), timings: Timings = Timings(),
    body: BodyMix = BodyMix(), habit: Habit = Habit()
  ) {
    self.name = name
    self.weight = weight
    self.decisions = decisions
    self.timings = timings
    self.body = body
    self.habit = habit
  }
}

/// Probabilities of a persona's decisions. Each decision is made when its occasion arises, at most once per session.
///
/// The visiting habits (`visitTasks`, `visitStreaks`, `visitProfile`, `pullToRefresh`, and `Habit`) describe people who
/// look around a lot: a first day of about five sessions and 70 requests.
public struct Decisions: Sendable, Equatable {
  // MARK: Onboarding
  /// Probability that the person skips onboarding when it is offered, among those who do not abandon it.
  public var skipOnboarding: Probability = 0.15
  /// Probability that the person leaves onboarding without completing or skipping.
  public var abandonOnboarding: Probability = 0.06
  /// Probability that the person taps Complete or Skip twice.
  public var doubleTapComplete: Probability = 0.03
  /// Probability that the person completes onboarding when a later session offers it again.
  public var completeAfterAbandon: Probability = 0.3
  // MARK: Summary after onboarding
  /// Probability that the person scrolls the summary to its end.
  public var readSummaryToEnd: Probability = 0.7
  /// Probability that the person expands at least one section of the summary.
  public var expandSummary: Probability = 0.4
  /// Probability that the person leaves the summary by its primary button.
  public var exitSummaryByButton: Probability = 0.8
  /// Probability that the person swipes the summary away rather than tapping its close button, among those who do not
  /// use the primary button.
  public var exitSummaryBySwipe: Probability = 0.6
  /// Probability that the person continues when the summary is still loading after 10 s, rather than wait on.
  public var continueAfterWait: Probability = 0.7
  // MARK: Card on Home
  /// Probability that the person follows the card when it is seen.
  public var followCard: Probability = 0.45
  /// Probability that the person dismisses the card when it is seen, among those who do not follow it.
  public var dismissCard: Probability = 0.12
  /// Probability that the person opens Plans in a session without having followed the card.
  public var goToPlansDirectly: Probability = 0.3
  /// Probability that the person acknowledges when the acknowledgment screen is shown.
  public var acknowledge: Probability = 0.85
  /// Probability that the person taps Acknowledge twice.
  public var doubleTapAcknowledge: Probability = 0.05
  /// Probability that the person retries after a visible error.
  public var retryAfterError: Probability = 0.6
  /// Probability that the person refreshes the plan by toolbar or pull when it is shown.
  public var refreshPlan: Probability = 0.1
  // MARK: Zero state
  /// Probability that the person follows the zero-state card when it is seen.
  public var completeProfile: Probability = 0.4
  /// Probability that the person taps Maybe later, among those who do not follow the zero-state card.
  public var maybeLater: Probability = 0.35
  /// Probability that the person finishes the profile that the zero-state card opened.
  public var finishProfile: Probability = 0.8
  // MARK: Moving about
  /// Probability that the person pulls Home to refresh in a session.
  public var pullToRefresh: Probability = 0.25
  /// Probability that the person pulls while the first load still runs, among those who pull.
  public var pullDuringLoad: Probability = 0.15
  /// Probability that the person opens Tasks in a session.
  public var visitTasks: Probability = 0.65
  /// Probability that the person opens Streaks in a session.
  public var visitStreaks: Probability = 0.45
  /// Probability that the person opens Profile in a session.
  public var visitProfile: Probability = 0.45
  /// Probability that the person pulls Tasks, Streaks or Profile to refresh, in a visit to the tab.
  public var pullElsewhere: Probability = 0
  /// Probability that the person switches tabs in a fast burst once in a session.
  public var tabBurst: Probability = 0.08
  /// Probability that the person sends the app to the background in mid-session.
  public var background: Probability = 0.15
  /// Probability that the person logs out in a session and another account of the household signs in.
  public var switchAccount: Probability = 0.01
  /// Probability that the person owns a second device and uses it in the same session.
  public var useSecondDevice: Probability = 0.03
  // MARK: Profile and preferences
  /// Probability that the person edits preferences in a session.
  public var editPreferences: Probability = 0.12
  /// Probability that an edit of preferences clears all lists rather than adds one entry.
  public var clearPreferences: Probability = 0.15
  /// Probability that an edit of preferences changes allergies, meals a day or the name, alone or beside the diets, and
  /// that one of the body changes the height, a date or a weight in pounds. One in ten of these numbers and dates is
  /// mistyped, and the server refuses it.
  public var editOtherFields: Probability = 0
  /// Probability that the person edits weight or goal in a session.
  public var editProfile: Probability = 0.06
  /// The probability that the person continues typing while a save runs.
  public var typeDuringSave: Probability = 0.1
  /// Probability that the person returns in the session to photos or a form that were left while they were being sent.
  ///
  /// Also the probability that the person, after removing a photo that failed, stays and looks at the stored ones.
  public var lookAgain: Probability = 0
  /// Probability that the person, at each step of onboarding after the second, goes back once and corrects the step
  /// before.
  public var correctAnswers: Probability = 0
  /// Probability that the person leaves the app in the background at the end of a session, and comes back to it in the
  /// next one, rather than close it. Also the probability of leaving the app for a moment with a filled form.
  public var leaveOpen: Probability = 0
  /// Probability that the person deletes height and weight in a session.
  public var deleteHealthData: Probability = 0.005
  /// Probability that the person requests an export of all stored data, in a session.
  public var exportData: Probability = 0
  /// Probability that the person deletes the account in a session. The person may sign up again in a later session, at
  /// most twice.
  public var deleteAccount: Probability = 0
  // MARK: Tasks
  /// Probability that the person completes a task by uploading evidence for it, in a session.
  public var completeTask: Probability = 0
  /// Probability that the person filters tasks by category before completing one.
  public var filterTasks: Probability = 0
  // MARK: Photos
  /// Probability that the person uploads photos in a session.
  public var uploadPhotos: Probability = 0.1
  /// Probability that the person retries failed photos.
  public var retryPhoto: Probability = 0.75
  /// Probability that the person adds photos while an upload runs.
  public var addDuringUpload: Probability = 0.1
  /// Probability that the person picks a file that is too large, too wide or no image, for each photo.
  public var invalidPhoto: Probability = 0.03
  /// Probability that the person deletes one of the photos that are shown after an upload.
  public var deletePhoto: Probability = 0
  // MARK: Afterwards
  /// Probability that the person complains or opens a ticket at a visible error or violation, for each.
  public var complain: Probability = 0.01
  /// Weights of picking one to seven photos at once. The app accepts five of them.
  public var photoCountWeights: [Double] = [45, 25, 15, 10, 5]
  /// The largest number of tab switches in a burst; the smallest is 3.
  public var burstSwitches: Int = 12

  /// Creates the default decisions.
  public init() {}
}

/// Distributions of a persona's pauses, in seconds.
public struct Timings: Sendable, Equatable {
  /// Seconds from launch to the first action.
  public var thinkOnLaunch: Distribution = .lognormal(median: 2.5, sigma: 0.6)
  /// Seconds filling the onboarding form.
  public var fillOnboarding: Distribution = .lognormal(median: 110, sigma: 0.5)
  /// Seconds looking at the summary.
  public var summaryDwell: Distribution = .lognormal(median: 42, sigma: 0.6)
  /// Seconds from Home being shown to the first interaction.
  public var firstLookAtHome: Distribution = .lognormal(median: 8, sigma: 0.7)
  /// Seconds from seeing the card to deciding.
  public var considerCard: Distribution = .lognormal(median: 6, sigma: 0.8)
  /// Seconds reading the acknowledgment screen before deciding.
  public var readMetrics: Distribution = .lognormal(median: 25, sigma: 0.7)
  /// Seconds between the taps of a double tap.
  public var doubleTapGap: Distribution = .lognormal(median: 0.18, sigma: 0.3)
  /// Seconds on a tab before moving on.
  public var tabDwell: Distribution = .lognormal(median: 12, sigma: 0.9)
  /// Seconds between switches of a burst.
  public var burstGap: Distribution = .lognormal(median: 0.35, sigma: 0.4)
  /// Seconds editing a form before saving.
  public var editForm: Distribution = .lognormal(median: 18, sigma: 0.6)
  /// The seconds that a person needs to pick photos.
  public var pickPhotos: Distribution = .lognormal(median: 9, sigma: 0.6)
  /// Seconds waiting for a spinner before giving up.
  public var patience: Distribution = .lognormal(median: 15, sigma: 0.5)
  /// Seconds in the background before coming back.
  public var backgroundStay: Distribution = .lognormal(median: 90, sigma: 1.2)
  /// Seconds between the end of a session and the next start on the same day. The default, with `returnSameDay`, gives
  /// about four sessions on the first day, as for a heavy user of a diary app (assumption, no source).
  public var sessionGap: Distribution = .lognormal(median: 9000, sigma: 0.9)

  /// Creates the default times.
  public init() {}
}

/// The distributions of a persona's body data: the inputs of the formulas.
public struct BodyMix: Sendable, Equatable {
  /// The weight in kilograms.
  public var weight: Distribution = .normal(mean: 78, deviation: 14)
  /// The height in centimetres.
  public var height: Distribution = .normal(mean: 171, deviation: 9)
  /// The age in years.
  public var age: Distribution = .triangular(low: 18, mode: 30, high: 70)
  /// The weights of the genders male, female and other.
  public var genderWeights: [Double] = [48, 48, 4]
  /// Weights of the goals: lose weight, gain muscle, maintain, improve health.
  public var goalWeights: [Double] = [45, 20, 15, 20]

  /// Creates the default body data.
  public init() {}
}

/// The pattern in which a persona returns.
public struct Habit: Sendable, Equatable {
  /// Probability that the person uses the app at all on a later day. Days count from sign-up. The first session of a
  /// day starts at a time that is distributed like arrivals under `daily`. Further sessions follow `returnSameDay` and
  /// `sessionGap`.
  public var returnNextDay: Probability = 0.72
  /// Probability that the person comes back later on the same day, after each session. A gap that leads beyond the
  /// day counts as not coming back.
  public var returnSameDay: Probability = 0.82
  /// Factor applied to `returnNextDay` for every day since signup, 0 to 1.
  public var dailyDecay: Double = 0.985

  /// Creates the default habit.
  public init() {}
}
