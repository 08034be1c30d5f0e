/// A step as it is written: flat, with the parameters of every action.
struct StoryStepDraft: Sendable {
  var kind = StoryActionKind.rest
  var device = 1
  var after = StoryStep(.rest).after
  var until: StoryCondition?
  var isAgain = false
  var isOptional = false
  var tab: Tab?
  var account: Int?
  var weight: Double?
  var height: Double?
  var gender: Gender?
  var goal: Goal?
  var dietaryPreferences: [String]?
  var allergies: [String]?
  var name: String?
  var add: String?
  var targetDays: Int?
  var mealsPerDay: Int?
  var task: Int?
  var category: Int?
  var count: Int?
  var index: Int?
}

extension StoryStepDraft {
  init(_ step: StoryStep) {
    kind = step.action.kind
    device = step.device
    after = step.after
    until = step.until
    isAgain = step.isAgain
    isOptional = step.isOptional
    switch step.action {
    case .onboard(let profile), .completeOnboarding(let profile):
      weight = profile.weight
      height = profile.height
      gender = profile.gender
      goal = profile.goal
      dietaryPreferences = profile.dietaryPreferences
      allergies = profile.allergies
    case .signUp(let account), .logIn(let account): self.account = account
    case .openTab(let tab): self.tab = tab
    case .typeEdit(let edit):
      name = edit.name
      weight = edit.weight
      height = edit.height
      gender = edit.gender
      targetDays = edit.targetDays
      goal = edit.goal
      dietaryPreferences = edit.dietaryPreferences
      allergies = edit.allergies
      add = edit.addDietaryPreference
      mealsPerDay = edit.mealsPerDay
    case .openPhotos(let task), .completeTask(let task): self.task = task
    case .filterTasks(let category): self.category = category
    case .pickPhotos(let count): self.count = count
    case .removePhoto(let index), .deletePhoto(let index): self.index = index
    case .rest, .skipThrough, .signInHere, .launch, .terminate, .background, .foreground, .logOut, .skipOnboarding,
      .continueSummary, .exitSummary, .pullToRefresh, .reviewCard, .dismissCard, .completeProfile, .maybeLater,
      .acknowledge, .retryAcknowledge, .retryPlan, .refreshPlan, .openEdit, .saveEdit, .closeEdit, .deleteHealthData,
      .retryPhotos, .closePhotos:
      break
    }
  }

  /// The step, nil when a parameter that its action needs is missing.
  var step: StoryStep? {
    guard let action else { return nil }
    var step = StoryStep(action)
    step.device = device
    step.after = after
    step.until = until
    step.isAgain = isAgain
    step.isOptional = isOptional
    return step
  }

  private var action: StoryAction? {
    switch kind {
    case .rest: .rest
    case .onboard: .onboard(profile)
    case .skipThrough: .skipThrough
    case .signInHere: .signInHere
    case .launch: .launch
    case .terminate: .terminate
    case .background: .background
    case .foreground: .foreground
    case .signUp: account.map { .signUp(account: $0) }
    case .logIn: account.map { .logIn(account: $0) }
    case .logOut: .logOut
    case .completeOnboarding: .completeOnboarding(profile)
    case .skipOnboarding: .skipOnboarding
    case .continueSummary: .continueSummary
    case .exitSummary: .exitSummary
    case .openTab: tab.map { .openTab($0) }
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
    case .typeEdit: .typeEdit(edit)
    case .saveEdit: .saveEdit
    case .closeEdit: .closeEdit
    case .deleteHealthData: .deleteHealthData
    case .filterTasks: category.map { .filterTasks(category: $0) }
    case .completeTask: task.map { .completeTask(task: $0) }
    case .openPhotos: task.map { .openPhotos(task: $0) }
    case .pickPhotos: count.map { .pickPhotos(count: $0) }
    case .removePhoto: index.map { .removePhoto(index: $0) }
    case .retryPhotos: .retryPhotos
    case .deletePhoto: index.map { .deletePhoto(index: $0) }
    case .closePhotos: .closePhotos
    }
  }

  private var profile: StoryProfile {
    var profile = StoryProfile()
    profile.weight = weight ?? profile.weight
    profile.height = height ?? profile.height
    profile.gender = gender ?? profile.gender
    profile.goal = goal ?? profile.goal
    profile.dietaryPreferences = dietaryPreferences ?? profile.dietaryPreferences
    profile.allergies = allergies ?? profile.allergies
    return profile
  }

  private var edit: StoryEdit {
    var edit = StoryEdit()
    edit.name = name
    edit.weight = weight
    edit.height = height
    edit.gender = gender
    edit.targetDays = targetDays
    edit.goal = goal
    edit.dietaryPreferences = dietaryPreferences
    edit.allergies = allergies
    edit.addDietaryPreference = add
    edit.mealsPerDay = mealsPerDay
    return edit
  }
}
