package import GTSDModel

/// The moves made from the steps of a story, with intents and photos numbered through the whole story.
package struct StoryScript: Sendable {
  /// The moves before the search, in order.
  package private(set) var given: [StoryMove] = []
  /// The moves to search, in the file's order.
  private(set) var moves: [StoryMove] = []
  /// The moves of each phone, prepared once for all schedules that leave no step out.
  private var byPhone: [[StoryMove]] = []
  /// The steps that a schedule may leave out, as one bit each.
  package private(set) var optional: UInt64 = 0
  /// Whether each schedule kills the first phone's app once.
  package let isKilled: Bool
  /// Whether a step begins a fault whose effect depends on random draws.
  package let drawsFaults: Bool
  /// Whether an expectation applies to the natural order only.
  package let hasNaturalExpectations: Bool

  /// Whether the second phone belongs to a second person.
  private let isShared: Bool
  private var count = 0
  private var intents: Int32 = 0
  private var photos: Int32 = 0
  /// The answers to steps of onboarding, by phone.
  private var answersByPhone: [Int: StoryParameters] = [:]
  /// The latest intent of a kind of action on a phone.
  private var latest: [(device: UInt8, kind: PersonAction, intent: Int32)] = []

  package init(_ story: Story) {
    precondition(story.steps.count <= 64, "a story of \(story.steps.count) steps has more than a mask holds")
    isKilled = story.kill != nil
    isShared = story.people == 2
    hasNaturalExpectations = story.steps.contains { $0.parameters.order == .natural }
    var begun = FaultPlan([], horizon: .zero)
    for fault in story.steps.compactMap(\.parameters.fault) { begun.begin(fault, at: 0) }
    drawsFaults = begun.isDrawn(FaultSet())
    for (index, step) in story.given.enumerated() {
      given += moves(of: step, at: StoryPlace(isGiven: true, index: index))
    }
    for (number, step) in story.steps.enumerated() {
      moves += moves(of: step, at: StoryPlace(isGiven: false, index: number))
      if step.isOptional { optional |= 1 << UInt64(number) }
    }
    byPhone = (0..<2).map { phone in moves.filter { $0.device == phone } }
  }

  /// The moves of one phone without the omitted steps.
  package func moves(of device: UInt8, leavingOut: UInt64) -> [StoryMove] {
    if leavingOut == 0, Int(device) < byPhone.count { return byPhone[Int(device)] }
    return moves.filter { $0.device == device && leavingOut >> UInt64($0.place.index) & 1 == 0 }
  }

  /// The time at which a schedule kills the first phone's app. The kill comes after one of its moves, each with equal
  /// probability, and so early that the work of that move may still be in progress. It comes before the move that opens
  /// the app again, if there is one.
  ///
  /// - Parameter uniform: two draws, 0 to 1.
  package func kill(leavingOut: UInt64, uniform: (Int) -> Double) -> StoryKill? {
    let all = moves(of: 0, leavingOut: leavingOut)
    let moves = all.prefix { move in
      if case .tap(.launch) = move.deed { false } else { true }
    }
    guard isKilled, !moves.isEmpty else { return nil }
    let move = moves[min(moves.count - 1, Int(uniform(0) * Double(moves.count)))]
    return StoryKill(move: move.number, after: Int64(uniform(1) * Double(Nanoseconds.second)))
  }

  private mutating func moves(of step: StoryStep, at place: StoryPlace) -> [StoryMove] {
    let device = UInt8(step.device - 1)
    let parts = parts(of: step)
    defer { count += parts.count }
    return parts.enumerated().map { index, part in
      StoryMove(
        device: device, number: count + index, place: place,
        until: index == 0 ? step.until.map(DeviceCondition.init) ?? part.until : part.until,
        after: index == 0 ? step.after.nanoseconds : part.after, deed: part.deed,
        intent: part.tapped.map { intent(of: $0.kind, isAgain: step.isAgain, on: device) } ?? 0)
    }
  }

  private mutating func intent(of kind: PersonAction, isAgain: Bool, on device: UInt8) -> Int32 {
    let kind = kind.original
    let place = latest.firstIndex { $0.device == device && $0.kind == kind }
    if let place, isAgain { return latest[place].intent }
    intents += 1
    if let place { latest[place].intent = intents } else { latest.append((device, kind, intents)) }
    return intents
  }

  // MARK: Actions

  private struct Part {
    var deed = StoryDeed.rest
    var until: DeviceCondition?
    var after = 300 * Nanoseconds.millisecond

    init(_ deed: StoryDeed, until: DeviceCondition? = nil, after: Int64 = 300 * Nanoseconds.millisecond) {
      (self.deed, self.until, self.after) = (deed, until, after)
    }

    init(tap: UserAction, until: DeviceCondition? = nil) { self.init(.tap(tap), until: until) }

    /// The tap of this action; nil for any other action.
    var tapped: UserAction? {
      if case .tap(let tap) = deed { tap } else { nil }
    }
  }

  /// The time for which a restarted server is down.
  private static let restart = TimeSpan.seconds(5)

  private mutating func parts(of step: StoryStep) -> [Part] {
    let owner = Self.identity(isShared ? step.device : 1)
    return switch step.action {
    case .rest: [Part(.rest)]
    case .onboard:
      [
        Part(tap: .launch), Part(tap: .signUp(owner)),
        Part(tap: .completeOnboarding(Self.answers(step.parameters)), until: .signInSettled),
        Part(tap: .exitSummary(.getStartedButton), until: .sheetSettled),
        Part(.rest, after: 15 * Nanoseconds.second), Part(tap: .pullToRefresh, until: .tabSettled),
      ]
    case .skipThrough:
      [
        Part(tap: .launch), Part(tap: .signUp(owner)), Part(tap: .skipOnboarding, until: .signInSettled),
        Part(.rest, until: .onboardingSettled),
      ]
    case .signInHere:
      [Part(tap: .launch), Part(tap: .logIn(owner))]
    case .nextStep:
      [Part(tap: .nextStep(OnboardingAnswers(Self.answers(typed(step.parameters, on: step.device)))))]
    case .pickPhotos: [Part(tap: .pickPhotos(pick(Self.given(step.parameters.count, of: step), step.parameters)))]
    case .airplaneModeOn: [Part(.network(isOn: false))]
    case .airplaneModeOff: [Part(.network(isOn: true))]
    case .midnight: [Part(.midnight)]
    case .setClock: [Part(.clock(Self.given(step.parameters.clock, of: step).nanoseconds))]
    case .setTimeZone: [Part(.zone(Self.given(step.parameters.zone, of: step).nanoseconds))]
    case .push: [Part(.push)]
    case .lowMemory: [Part(.lowMemory)]
    case .disturb: [Part(.disturb(Self.given(step.parameters.fault, of: step)))]
    case .endFaults: [Part(.endFaults)]
    case .restartServer: [Part(.disturb(Fault(kind: .restart, until: Self.restart)))]
    case .expect:
      [
        Part(
          .expect(
            Self.given(step.parameters.expect, of: step), within: step.parameters.within?.nanoseconds ?? 0,
            isNaturalOnly: step.parameters.order == .natural))
      ]
    default: [Part(tap: Self.tap(step))]
    }
  }

  /// The answers that the person on this phone gives: those that are written, otherwise those given last.
  private mutating func typed(_ parameters: StoryParameters, on device: Int) -> StoryParameters {
    var answers = answersByPhone[device] ?? StoryParameters()
    answers.weight = parameters.weight ?? answers.weight
    answers.height = parameters.height ?? answers.height
    answers.gender = parameters.gender ?? answers.gender
    answers.goal = parameters.goal ?? answers.goal
    answers.activity = parameters.activity ?? answers.activity
    answers.age = parameters.age ?? answers.age
    answers.dietaryPreferences = parameters.dietaryPreferences ?? answers.dietaryPreferences
    answers.allergies = parameters.allergies ?? answers.allergies
    answers.fillOmittedAnswers()
    answersByPhone[device] = answers
    return answers
  }

  private mutating func pick(_ count: Int, _ parameters: StoryParameters) -> [PhotoPick] {
    defer { photos += Int32(count) }
    let size = Int(((parameters.megabytes ?? 1) * 1_000_000).rounded())
    return (photos..<photos + Int32(count)).map {
      PhotoPick(
        item: PhotoItemID($0), contentType: $0 & 1 == 0 ? .jpeg : .png, fileSize: size,
        longerSide: parameters.pixels ?? 2_000, isImage: parameters.isImage ?? true)
    }
  }

  /// The value of a parameter that the step must have.
  private static func given<Value>(_ value: Value?, of step: StoryStep) -> Value {
    guard let value else { preconditionFailure("a step that does \(step.action.name) \(step.action.parameterDoc)") }
    return value
  }

  private static func tap(_ step: StoryStep) -> UserAction {
    let parameters = step.parameters
    switch step.action {
    case .signUp: return .signUp(identity(given(parameters.account, of: step)))
    case .logIn:
      var identity = identity(given(parameters.account, of: step))
      if let password = parameters.password { identity.password = password }
      return .logIn(identity)
    case .completeOnboarding: return .completeOnboarding(answers(parameters))
    case .confirmOnboarding: return .completeOnboarding(nil)
    case .expandSummary: return .expandSummary(given(parameters.section, of: step))
    case .scrollSummary: return .scrollSummary(depthPercent: Int32(given(parameters.depth, of: step)))
    case .exitSummary: return .exitSummary(parameters.exit ?? .getStartedButton)
    case .openTab: return .openTab(given(parameters.tab, of: step))
    case .typeEdit: return .typeEdit(draft(parameters))
    case .filterTasks: return .filterTasks(category: given(parameters.category, of: step))
    case .completeTask: return .completeTask(taskID: given(parameters.task, of: step))
    case .openPhotos: return .openPhotos(taskID: given(parameters.task, of: step))
    case .removePhoto: return .removePhoto(index: given(parameters.index, of: step))
    case .deletePhoto: return .deletePhoto(index: given(parameters.index, of: step))
    default: return given(UserAction(step.action), of: step)
    }
  }

  static func identity(_ account: Int) -> AccountIdentity {
    account == 1
      ? AccountIdentity(ordinal: 0, email: "ann@example.com", password: "Secret-1", name: "Ann")
      : AccountIdentity(ordinal: 1, email: "bob@example.com", password: "Secret-2", name: "Bob")
  }

  private static func answers(_ answers: StoryParameters) -> OnboardingRequest {
    guard let weight = answers.weight, let height = answers.height, let gender = answers.gender,
      let goal = answers.goal
    else { preconditionFailure("a step answers onboarding without weight, height, gender or goal") }
    let start = WorldCalendar.epoch.milliseconds
    var preferences = DietPreferences()
    preferences.dietaryPreferences = answers.dietaryPreferences ?? []
    preferences.allergies = answers.allergies ?? []
    return OnboardingRequest(
      profile: HealthProfile(
        dateOfBirth: birth(age: answers.age ?? 34), gender: gender,
        currentWeight: weight, targetWeight: weight - 5, height: height, primaryGoal: goal,
        targetDate: Timestamp(milliseconds: start + 200 * Milliseconds.day),
        activityLevel: answers.activity ?? .moderatelyActive),
      preferences: preferences)
  }

  /// A date of birth that gives this age. Not the day on which worlds begin, so that an age is not just the difference
  /// of years.
  private static func birth(age: Int) -> Timestamp {
    let passed = Int64(age) * 31_557_600 * Milliseconds.second + 146 * Milliseconds.day
    return Timestamp(milliseconds: WorldCalendar.epoch.milliseconds - passed)
  }

  private static func draft(_ typed: StoryParameters) -> EditDraft {
    var draft = EditDraft()
    draft.name = typed.name
    draft.currentWeight = typed.weight
    draft.height = typed.height
    draft.gender = typed.gender
    draft.dateOfBirth = typed.age.map(birth)
    draft.targetDate = typed.targetDays.map { WorldCalendar.epoch.adding(days: Int64(200 + $0)) }
    draft.primaryGoal = typed.goal
    draft.dietaryPreferences = typed.dietaryPreferences
    draft.allergies = typed.allergies
    draft.addDietaryPreference = typed.add
    draft.mealsPerDay = typed.mealsPerDay
    return draft
  }
}

extension DeviceCondition {
  init(_ condition: StoryCondition) {
    switch condition {
    case .signedIn: self = .signInSettled
    case .onboarded: self = .onboardingSettled
    case .sheetSettled: self = .sheetSettled
    case .tabSettled: self = .tabSettled
    case .cardOrZeroState: self = .cardOrZeroState
    case .acknowledgeSettled: self = .acknowledgeSettled
    case .editReady: self = .editReady
    case .saveSettled: self = .saveSettled
    case .uploadsSettled: self = .uploadsSettled
    case .signedOut: self = .signedOut
    }
  }
}
