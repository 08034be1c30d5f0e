/// A scripted handful of actions for `explore`: what one person does on one or two phones, or two people on one each,
/// small enough that a search of its interleavings is exhaustive or nearly so.
///
/// A scenario with a story is a micro-scenario. Nobody else is in it; its `faults` are the menu from which
/// every schedule switches some on. What the search varies is the order in which messages, timers and taps come, which
/// faults are on, and which optional steps are left out.
public struct Story: Sendable, Equatable {
  /// Id of the catalogued hazard that it shows, nil for none.
  public var hazard: String?
  /// The one strategy, `path=value` of a generation's switch, with which nothing goes wrong; nil for none.
  public var twin: String?
  /// Phones, 1 or 2.
  public var devices: Int = 1
  /// The number of persons who hold the phones: 1 person holds all of them, or 2 persons hold one each. The second
  /// person uses the second account.
  public var people: Int = 1
  /// The steps before the search begins: each runs to its end, one after the other.
  public var given: [StoryStep] = []
  /// The steps that the search interleaves. Each phone's steps keep their order; those of two phones mix in any order.
  public var steps: [StoryStep] = []
  /// The points at which the search kills the app's process, in addition to the steps; nil for none.
  public var kill: Kill?
  /// Generations for which the story says nothing, and why.
  public var notFor = NotFor()

  /// The points at which the app's process is killed.
  public enum Kill: String, CaseIterable, Sendable {
    /// Once in each schedule, at a moment that the search picks, on the first phone, before a step that launches the
    /// app; the person opens it again.
    case anywhere
  }

  /// Reasons why a story says nothing of a generation, by preset; nil where it does.
  public struct NotFor: Sendable, Equatable {
    /// Why not for `seed-current`.
    public var seedCurrent: String?
    /// Why not for `seed-fixed`.
    public var seedFixed: String?
    /// Why not for `head`.
    public var head: String?

    /// Creates an exception list without entries: the story applies to every generation.
    public init() {}

    /// Why it is not for a preset; nil where it is.
    public subscript(preset: Generation.Preset) -> String? {
      switch preset {
      case .seedCurrent: seedCurrent
      case .seedFixed: seedFixed
      case .head: head
      case .correct: nil
      }
    }
  }

  /// One phone, no steps.
  public init() {}
}

/// One step of a story.
public struct StoryStep: Sendable, Equatable {
  /// The action of the step.
  public var action: PersonAction
  /// The parameters of the action.
  public var parameters: StoryParameters
  /// On which phone, 1 or 2.
  public var device: Int = 1
  /// The pause before it.
  public var after: TimeSpan = .milliseconds(300)
  /// The condition that the person waits for before the pause, at most a minute; nil for none.
  public var until: StoryCondition?
  /// Whether it belongs to the same intent as the latest step of its action on this phone: a second tap, or a retry.
  public var isAgain = false
  /// Whether the search may leave it out.
  public var isOptional = false

  /// A step in code: `StoryStep(.openTab, after: .milliseconds(20)) { $0.tab = .plans }`.
  ///
  /// - Parameters:
  ///   - action: what is done.
  ///   - device: the phone, 1 or 2.
  ///   - after: the pause before it.
  ///   - until: what the person waits for before the pause.
  ///   - setting: says what the action needs; ``Scenario/validate()`` tells what is missing or too much.
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
    if action.answersOnboarding { self.parameters.answerTheRest() }
  }
}

/// In which schedules of a search an expectation should hold, if not in all.
public enum StoryOrder: String, CaseIterable, Sendable {
  /// In natural order alone: nothing overtakes, no fault of the menu is on, no step left out.
  case natural
}

/// A condition that a person waits for between two steps. The raw values are the names in scenario files.
public enum StoryCondition: String, CaseIterable, Sendable {
  /// A session is there.
  case signedIn
  /// Onboarding is done or skipped.
  case onboarded
  /// The summary's sheet shows its content or an error.
  case sheetSettled
  /// The tab on screen loads nothing any more.
  case tabSettled
  /// Home shows the card or the zero state.
  case cardOrZeroState
  /// No acknowledgment is under way.
  case acknowledgeSettled
  /// The edit form can be typed into.
  case editReady
  /// No save of the form is under way.
  case saveSettled
  /// No photo is being uploaded.
  case uploadsSettled
  /// No session is there.
  case signedOut
}

/// The parameters of a story's actions. Each action uses its own; nil leaves a value out or unchanged.
public struct StoryParameters: Sendable, Equatable {
  /// A tab of the app.
  public var tab: Tab?
  /// 1 the first person's account, 2 the second's, who may be nobody in the story.
  public var account: Int?
  /// Kilograms.
  public var weight: Double?
  /// Centimetres.
  public var height: Double?
  /// The gender entered in the form.
  public var gender: Gender?
  /// The goal entered in the form.
  public var goal: Goal?
  /// The activity level answered in onboarding; nil for moderately active.
  public var activity: ActivityLevel?
  /// All dietary preferences of the form.
  public var dietaryPreferences: [String]?
  /// All allergies of the form.
  public var allergies: [String]?
  /// The person's name.
  public var name: String?
  /// One dietary preference more than the form shows, as a person adds a tag.
  public var add: String?
  /// Days by which the target date lies after that of onboarding.
  public var targetDays: Int?
  /// Meals a day.
  public var mealsPerDay: Int?
  /// The number of a task, from 1 on.
  public var task: Int?
  /// 1 to 9, or 0 for all.
  public var category: Int?
  /// Photos; they are numbered on from the last.
  public var count: Int?
  /// The size of each photo, megabytes.
  public var megabytes: Double?
  /// The longer side of each photo, pixels.
  public var pixels: Int?
  /// False for files that are no pictures.
  public var isImage: Bool?
  /// A photo's place in the list on screen, from 0 on.
  public var index: Int?
  /// The fault that begins with this step.
  public var fault: Fault?
  /// The expectation to check.
  public var expect: StoryExpectation?
  /// How long the person waits for it, nil for not at all.
  public var within: TimeSpan?
  /// The schedules in which the expectation must hold; nil for all.
  public var order: StoryOrder?
  /// How far the phone's clock is ahead of the true time; behind where negative.
  public var clock: TimeSpan?
  /// How far the phone's local time is ahead of UTC; behind where negative.
  public var zone: TimeSpan?
  /// A section of the summary.
  public var section: SummarySection?
  /// How far down the summary is scrolled, percent of its length.
  public var depth: Int?
  /// How the summary is left; nil for by its button.
  public var exit: SummaryExit?

  /// Nothing said.
  public init() {}

  /// Fills in the onboarding answers that a step leaves out: 80 kg, 180 cm, male, to lose weight.
  mutating func answerTheRest() {
    weight = weight ?? 80
    height = height ?? 180
    gender = gender ?? .male
    goal = goal ?? .loseWeight
    dietaryPreferences = dietaryPreferences ?? []
    allergies = allergies ?? []
  }
}
