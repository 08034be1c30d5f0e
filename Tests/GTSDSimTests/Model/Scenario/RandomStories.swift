import GTSDModel
import GTSDModelTestSupport

extension RandomValues {
  /// A story that a scenario file can hold.
  mutating func story() -> GTSDModel.Story {
    var story = GTSDModel.Story()
    story.hazard = maybe { $0.one(of: ["double-tap-acknowledge", "ack-404-generates-plan", "x"]) }
    // None of these equals the default generation's choice.
    story.kill = maybe { _ in .anywhere }
    story.notFor.head = maybe { $0.typing() }
    story.twin = maybe { $0.one(of: ["acknowledge.guard=inFlight", "plan.gate=off", "photo.upload={\"bounded\": 7}"]) }
    story.devices = int(1...2)
    story.people = int(1...story.devices)
    var done: [StoryStep] = []
    for _ in 0..<int(0...50) { done.append(step(devices: story.devices, after: done, isGiven: true)) }
    story.given = done
    for _ in 0..<int(1...50) { done.append(step(devices: story.devices, after: done, isGiven: false)) }
    story.steps = Array(done[story.given.count...])
    return story
  }

  private mutating func step(devices: Int, after done: [StoryStep], isGiven: Bool) -> StoryStep {
    var step = action()
    step.device = int(1...devices)
    step.after = one(of: [.zero, .milliseconds(300), .days(366), TimeSpan(nanoseconds: Int64(int(0...90_000_000_000)))])
    step.until = maybe { $0.one(of: StoryCondition.allCases) }
    let action = step.action
    let canBeAgain = action.isRetry || done.contains { $0.device == step.device && $0.action == action }
    step.isAgain = canBeAgain && bool()
    step.isOptional = !isGiven && bool()
    return step
  }

  /// Any action with any of its parameters.
  private mutating func action() -> StoryStep {
    let action = one(of: PersonAction.ofStories)
    var parameters = StoryParameters()
    switch action {
    case .signUp, .logIn: parameters.account = int(1...2)
    case .onboard, .completeOnboarding: parameters = answers()
    case .typeEdit: parameters = edit()
    case .openTab: parameters.tab = one(of: Tab.allCases)
    case .filterTasks: parameters.category = int(0...9)
    case .completeTask, .openPhotos: parameters.task = int(1...1_000_000)
    case .pickPhotos:
      parameters.count = int(1...20)
      parameters.pixels = maybe { $0.int(1...100_000) }
      parameters.megabytes = maybe { Double($0.int(0...1000)) / 8 }
      parameters.isImage = maybe { $0.bool() }
    case .disturb: parameters.fault = Fault(kind: .error(status: int(400...599)), times: maybe { $0.int(1...9) })
    case .expect:
      parameters.expect = expectation()
      parameters.within = maybe { _ in .seconds(5) }
      parameters.order = maybe { _ in .natural }
    case .setClock: parameters.clock = .seconds(Int64(int(-86_400...86_400)))
    case .setTimeZone: parameters.zone = .hours(Int64(int(-12...14)))
    case .expandSummary: parameters.section = one(of: SummarySection.allCases)
    case .scrollSummary: parameters.depth = int(0...100)
    case .exitSummary: parameters.exit = maybe { $0.one(of: SummaryExit.allCases) }
    case .removePhoto, .deletePhoto: parameters.index = int(0...1000)
    default: break
    }
    return StoryStep(action, parameters)
  }

  /// At least one fact of an expectation.
  private mutating func expectation() -> StoryExpectation {
    var expected = StoryExpectation()
    expected.card = one(of: StoryExpectation.Card.allCases)
    expected.running = maybe { $0.bool() }
    expected.tab = maybe { $0.one(of: Tab.allCases) }
    expected.onboardingStep = maybe { $0.one(of: OnboardingStep.allCases) }
    expected.error = maybe { $0.one(of: StoryExpectation.ErrorPlace.allCases) }
    expected.toast = maybe { $0.one(of: StoryExpectation.Visibility.allCases) }
    expected.toastText = maybe { $0.one(of: StoryExpectation.ToastText.allCases) }
    expected.emptyState = maybe { $0.one(of: StoryExpectation.Visibility.allCases) }
    expected.formState = maybe { $0.one(of: StoryExpectation.FormState.allCases) }
    expected.saved = maybe { $0.one(of: StoryExpectation.Visibility.allCases) }
    expected.conflict = maybe { $0.one(of: StoryExpectation.Visibility.allCases) }
    expected.bmi = maybe { Double($0.int(10...60)) }
    expected.summary = maybe { $0.one(of: StoryExpectation.Sheet.allCases) }
    if bool() {
      var preferences = StoryExpectation.Preferences()
      preferences.allergies = typed()
      preferences.mealsPerDay = int(0...100)
      expected.form = preferences
    }
    if bool() {
      var photos = StoryExpectation.Photos()
      photos.uploaded = int(0...5)
      photos.progress = maybe { generator in (0..<generator.int(0...3)).map { _ in generator.int(0...100) } }
      photos.retry = maybe { $0.bool() }
      photos.message = maybe { $0.one(of: StoryExpectation.Photos.Message.allCases) }
      expected.photos = photos
    }
    if bool() {
      var server = StoryExpectation.Server()
      server.account = int(1...2)
      server.acknowledged = bool()
      server.plans = maybe { $0.int(0...5) }
      expected.server = server
    }
    return expected
  }

  private mutating func answers() -> StoryParameters {
    var profile = StoryParameters()
    if bool() { profile.weight = weight() }
    if bool() { profile.height = weight() }
    if bool() { profile.gender = one(of: Gender.allCases) }
    if bool() { profile.goal = one(of: Goal.allCases) }
    profile.activity = maybe { $0.one(of: ActivityLevel.allCases) }
    if bool() { profile.dietaryPreferences = typed() }
    if bool() { profile.allergies = typed() }
    return profile
  }

  private mutating func edit() -> StoryParameters {
    var edit = StoryParameters()
    edit.name = maybe { $0.typing() }
    edit.weight = maybe { $0.weight() }
    edit.height = maybe { $0.weight() }
    edit.gender = maybe { $0.one(of: Gender.allCases) }
    edit.age = maybe { $0.int(1...150) }
    edit.targetDays = maybe { $0.int(1...1000) }
    edit.goal = maybe { $0.one(of: Goal.allCases) }
    edit.dietaryPreferences = maybe { $0.typed() }
    edit.allergies = maybe { $0.typed() }
    edit.add = maybe { $0.typing() }
    edit.mealsPerDay = maybe { $0.int(0...100) }
    // If nothing else is typed, a name is.
    if edit == StoryParameters() { edit.name = typing() }
    return edit
  }

  /// Texts that a scenario allows: anything without control characters.
  private mutating func typing() -> String { text().replacing("\u{1}", with: "") }

  private mutating func typed() -> [String] { (0..<int(0...3)).map { _ in typing() } }
}
