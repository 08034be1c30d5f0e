/// A short script of actions for `explore`: one person on one or two phones, or two persons on one phone each. It is
/// small enough to search all of its interleavings, or nearly all.
///
/// A scenario with a story is a micro-scenario with no other people. Each schedule injects some of its `faults`. The
/// search varies the order of messages, timers and taps, the faults that are injected, and the optional steps that are
/// left out.
public struct Story: Sendable, Equatable {
  /// The id of the catalogued hazard that the story shows; nil if there is none.
  public var hazard: String?
  /// The one switch, as `path=value`, with which no violation occurs; nil if there is none.
  public var twin: String?
  /// The number of phones, 1 or 2.
  public var devices: Int = 1
  /// The number of persons who hold the phones. One person holds all of them; two persons hold one each, and the second
  /// uses the second account.
  public var people: Int = 1
  /// The steps before the search begins: each runs to its end, one after the other.
  public var given: [StoryStep] = []
  /// The steps that the search interleaves. The steps of one phone keep their order; the steps of two phones mix in any
  /// order.
  public var steps: [StoryStep] = []
  /// The points at which the search kills the app's process, in addition to the steps; nil if there are none.
  public var kill: Kill?
  /// The generations to which the story does not apply, with reasons.
  public var notFor = NotFor()

  /// The points at which the app's process is killed.
  public enum Kill: String, CaseIterable, Sendable {
    /// A kill of the first phone's app, once in each schedule, at a moment that the search picks before a step that
    /// launches the app. The person opens the app again.
    case anywhere
  }

  /// The reasons why a story does not apply to a generation; nil if it does.
  public struct NotFor: Sendable, Equatable {
    /// The reason for `seed-current`.
    public var seedCurrent: String?
    /// The reason for `seed-fixed`.
    public var seedFixed: String?
    /// The reason for `head`.
    public var head: String?

    /// Creates an exception list without entries: the story applies to every generation.
    public init() {}

    /// The reason for a preset; nil if the story applies.
    public subscript(preset: Generation.Preset) -> String? {
      switch preset {
      case .seedCurrent: seedCurrent
      case .seedFixed: seedFixed
      case .head: head
      case .correct: nil
      }
    }
  }

  /// Creates a story for one phone, without steps.
  public init() {}
}

/// One step of a story.
public struct StoryStep: Sendable, Equatable {
  /// The action of the step.
  public var action: PersonAction
  /// The parameters of the action.
  public var parameters: StoryParameters
  /// The phone on which the step happens, 1 or 2.
  public var device: Int = 1
  /// The pause before the step.
  public var after: TimeSpan = .milliseconds(300)
  /// The condition that the person waits for before the pause, at most a minute; nil if there is none.
  public var until: StoryCondition?
  /// Whether the step repeats the intent of the latest step with the same action on this phone, as a second tap or a
  /// retry does.
  public var isAgain = false
  /// Whether the search may leave the step out.
  public var isOptional = false

  /// Creates a step in code: `StoryStep(.openTab, after: .milliseconds(20)) { $0.tab = .plans }`.
  ///
  /// - Parameters:
  ///   - action: the action.
  ///   - device: the phone, 1 or 2.
  ///   - after: the pause before the action.
  ///   - until: the condition that the person waits for before the pause.
  ///   - setting: sets the properties that the action needs. ``Scenario/validate()`` reports missing and superfluous
  ///     ones.
  public init(
    _ action: PersonAction, on device: Int = 1, after: TimeSpan = .milliseconds(300), until: StoryCondition? = nil,
    setting: (inout StoryParameters) -> Void = { _ in }
  ) {
    var parameters = StoryParameters()
    setting(&parameters)
    self.init(action, parameters)
    self.device = device
    self.after = after
    self.until = until
  }

  package init(_ action: PersonAction, _ parameters: StoryParameters) {
    self.action = action
    self.parameters = parameters
    if action.answersOnboarding { self.parameters.fillOmittedAnswers() }
  }
}

/// The schedules in which an expectation must hold, if not in all.
public enum StoryOrder: String, CaseIterable, Sendable {
  /// Only the natural order: no event overtakes another, no optional fault is injected, no step is left out.
  case natural
}

/// A condition that a person waits for between two steps. The raw values are the names in scenario files.
public enum StoryCondition: String, CaseIterable, Sendable {
  /// An account is signed in.
  case signedIn
  /// Onboarding is completed or skipped.
  case onboarded
  /// The summary sheet shows its content or an error.
  case sheetSettled
  /// The visible tab has finished loading.
  case tabSettled
  /// Home shows the card or the zero state.
  case cardOrZeroState
  /// No acknowledgment is in flight.
  case acknowledgeSettled
  /// The edit form can be typed into.
  case editReady
  /// No save of the form is in flight.
  case saveSettled
  /// No photo is being uploaded.
  case uploadsSettled
  /// No account is signed in.
  case signedOut
}

/// The parameters of a story's actions. Each action uses some of them. A nil value is left out, or leaves the stored
/// one unchanged.
public struct StoryParameters: Sendable, Equatable {
  /// The tab of the app.
  public var tab: Tab?
  /// The account: 1 for the first person's, 2 for the second's, even if the story has one person.
  public var account: Int?
  /// The weight in kilograms.
  public var weight: Double?
  /// The height in centimetres.
  public var height: Double?
  /// The gender entered in the form.
  public var gender: Gender?
  /// The goal entered in the form.
  public var goal: Goal?
  /// The activity level answered in onboarding; nil for moderately active.
  public var activity: ActivityLevel?
  /// The dietary preferences of the form.
  public var dietaryPreferences: [String]?
  /// The allergies of the form.
  public var allergies: [String]?
  /// The person's name.
  public var name: String?
  /// A dietary preference to add to those of the form.
  public var add: String?
  /// The age in years to which the date of birth is changed.
  public var age: Int?
  /// The days from the date of onboarding to the target date.
  public var targetDays: Int?
  /// The number of meals per day.
  public var mealsPerDay: Int?
  /// The number of a task, from 1.
  public var task: Int?
  /// The category, 1 to 9, or 0 for all.
  public var category: Int?
  /// The number of photos. Their numbers continue from the last.
  public var count: Int?
  /// The size of each photo, megabytes.
  public var megabytes: Double?
  /// The longer side of each photo, pixels.
  public var pixels: Int?
  /// Whether the files are pictures.
  public var isImage: Bool?
  /// The index of a photo in the list on screen, from 0.
  public var index: Int?
  /// The fault that begins with this step.
  public var fault: Fault?
  /// The expectation to check.
  public var expect: StoryExpectation?
  /// The time that the expectation may take to hold; nil to check at once.
  public var within: TimeSpan?
  /// The schedules in which the expectation must hold; nil for all.
  public var order: StoryOrder?
  /// The time by which the phone's clock is ahead of the true time; negative if behind.
  public var clock: TimeSpan?
  /// The time by which the phone's local time is ahead of UTC; negative if behind.
  public var zone: TimeSpan?
  /// A section of the summary.
  public var section: SummarySection?
  /// The scroll depth of the summary, in percent of its length.
  public var depth: Int?
  /// The way to leave the summary; nil for its button.
  public var exit: SummaryExit?
  /// The password that is typed to sign in; nil for the account's own.
  public var password: String?

  /// Creates parameters without values.
  public init() {}

  /// Fills in the onboarding answers that a step leaves out: 80 kg, 180 cm, male, to lose weight.
  package mutating func fillOmittedAnswers() {
    weight = weight ?? 80
    height = height ?? 180
    gender = gender ?? .male
    goal = goal ?? .loseWeight
    dietaryPreferences = dietaryPreferences ?? []
    allergies = allergies ?? []
  }
}
