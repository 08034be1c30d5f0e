import GTSDModel

extension RandomValues {
  /// A story that a scenario file can hold.
  mutating func story() -> GTSDModel.Story {
    var story = GTSDModel.Story()
    story.hazard = maybe { $0.one(of: ["double-tap-acknowledge", "ack-404-generates-plan", "x"]) }
    // None of these is what the default generation does.
    story.twin = maybe { $0.one(of: ["acknowledge.guard=inFlight", "plan.gate=off", "photo.upload={\"bounded\": 7}"]) }
    story.devices = int(1...2)
    var done: [StoryStep] = []
    for _ in 0..<int(0...50) { done.append(step(devices: story.devices, after: done, isGiven: true)) }
    story.given = done
    for _ in 0..<int(1...50) { done.append(step(devices: story.devices, after: done, isGiven: false)) }
    story.steps = Array(done[story.given.count...])
    return story
  }

  private mutating func step(devices: Int, after done: [StoryStep], isGiven: Bool) -> StoryStep {
    var step = StoryStep(action())
    step.device = int(1...devices)
    step.after = one(of: [.zero, .milliseconds(300), .days(366), TimeSpan(nanoseconds: Int64(int(0...90_000_000_000)))])
    step.until = maybe { $0.one(of: StoryCondition.allCases) }
    let kind = step.action.kind
    let canBeAgain = kind.isRetry || done.contains { $0.device == step.device && $0.action.kind == kind }
    step.isAgain = canBeAgain && bool()
    step.isOptional = !isGiven && bool()
    return step
  }

  /// Any action with any of its parameters.
  private mutating func action() -> StoryAction {
    switch one(of: StoryActionKind.allCases) {
    case .rest: .rest
    case .onboard: .onboard(storyProfile())
    case .skipThrough: .skipThrough
    case .signInHere: .signInHere
    case .launch: .launch
    case .terminate: .terminate
    case .background: .background
    case .foreground: .foreground
    case .signUp: .signUp(account: int(1...2))
    case .logIn: .logIn(account: int(1...2))
    case .logOut: .logOut
    case .completeOnboarding: .completeOnboarding(storyProfile())
    case .skipOnboarding: .skipOnboarding
    case .continueSummary: .continueSummary
    case .exitSummary: .exitSummary
    case .openTab: .openTab(one(of: Tab.allCases))
    case .pullToRefresh: .pullToRefresh
    case .reviewCard: .reviewCard
    case .dismissCard: .dismissCard
    case .completeProfile: .completeProfile
    case .maybeLater: .maybeLater
    case .acknowledge: .acknowledge
    case .retryAcknowledge: .retryAcknowledge
    case .retryPlan: .retryPlan
    case .refreshPlan: .refreshPlan
    case .openEdit: .openEdit
    case .typeEdit: .typeEdit(storyEdit())
    case .saveEdit: .saveEdit
    case .closeEdit: .closeEdit
    case .deleteHealthData: .deleteHealthData
    case .filterTasks: .filterTasks(category: int(0...9))
    case .completeTask: .completeTask(task: int(1...1_000_000))
    case .openPhotos: .openPhotos(task: int(1...1_000_000))
    case .pickPhotos: .pickPhotos(count: int(1...20))
    case .removePhoto: .removePhoto(index: int(0...1000))
    case .retryPhotos: .retryPhotos
    case .deletePhoto: .deletePhoto(index: int(0...1000))
    case .closePhotos: .closePhotos
    }
  }

  private mutating func storyProfile() -> StoryProfile {
    var profile = StoryProfile()
    if bool() { profile.weight = weight() }
    if bool() { profile.height = weight() }
    if bool() { profile.gender = one(of: Gender.allCases) }
    if bool() { profile.goal = one(of: Goal.allCases) }
    if bool() { profile.dietaryPreferences = texts() }
    if bool() { profile.allergies = texts() }
    return profile
  }

  private mutating func storyEdit() -> StoryEdit {
    var edit = StoryEdit()
    edit.name = maybe { $0.text() }
    edit.weight = maybe { $0.weight() }
    edit.height = maybe { $0.weight() }
    edit.gender = maybe { $0.one(of: Gender.allCases) }
    edit.targetDays = maybe { $0.int(1...1000) }
    edit.goal = maybe { $0.one(of: Goal.allCases) }
    edit.dietaryPreferences = maybe { $0.texts() }
    edit.allergies = maybe { $0.texts() }
    edit.addDietaryPreference = maybe { $0.text() }
    edit.mealsPerDay = maybe { $0.int(0...100) }
    // Who types nothing types a name.
    if edit == StoryEdit() { edit.name = text() }
    return edit
  }
}
