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
  package var action: PersonAction
  /// What it needs.
  package var parameters: StoryParameters
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

  package init(_ action: PersonAction, _ parameters: StoryParameters = StoryParameters()) {
    self.action = action
    self.parameters = parameters
    if action.answersOnboarding { self.parameters.answerTheRest() }
  }
}

/// What a person waits for between two steps: names as in a scenario file.
package enum StoryCondition: String, CaseIterable, Sendable {
  case signedIn, onboarded, sheetSettled, tabSettled, cardOrZeroState, acknowledgeSettled, editReady, saveSettled
  case uploadsSettled, signedOut
}

/// What the actions of a story need beside their names: each has its own, and nil is none, or as it is.
package struct StoryParameters: Sendable, Equatable {
  package var tab: Tab?
  /// 1 the person's own account, 2 somebody else's.
  package var account: Int?
  /// Kilograms.
  package var weight: Double?
  /// Centimetres.
  package var height: Double?
  package var gender: Gender?
  package var goal: Goal?
  package var dietaryPreferences: [String]?
  package var allergies: [String]?
  package var name: String?
  /// One dietary preference more than the form shows, as a person adds a tag.
  package var add: String?
  /// Days by which the target date lies after that of onboarding.
  package var targetDays: Int?
  package var mealsPerDay: Int?
  package var task: Int?
  /// 1 to 9, or 0 for all.
  package var category: Int?
  /// Photos of 1 MB; they are numbered on from the last.
  package var count: Int?
  package var index: Int?

  package init() {}

  /// What a person answers in onboarding where a step does not say: 80 kg, 180 cm, male, to lose weight.
  mutating func answerTheRest() {
    weight = weight ?? 80
    height = height ?? 180
    gender = gender ?? .male
    goal = goal ?? .loseWeight
    dietaryPreferences = dietaryPreferences ?? []
    allergies = allergies ?? []
  }
}
