/// What a step does, without its parameters; the raw value is its name in scenario files.
package enum StoryActionKind: String, CaseIterable, Sendable {
  case rest, onboard, skipThrough, signInHere, launch, terminate, background, foreground, signUp, logIn, logOut
  case completeOnboarding, skipOnboarding, continueSummary, exitSummary, openTab, pullToRefresh, reviewCard, dismissCard
  case completeProfile, maybeLater, acknowledge, retryAcknowledge, retryPlan, refreshPlan, openEdit, typeEdit, saveEdit
  case closeEdit, deleteHealthData, filterTasks, completeTask, openPhotos, pickPhotos, removePhoto, retryPhotos,
    deletePhoto, closePhotos

  /// What it means, one sentence.
  package var doc: String {
    switch self {
    case .rest: "Nothing; the pause before it is the step."
    case .onboard:
      "Launches the app, signs up, answers onboarding, leaves the summary and waits until the metrics exist."
    case .skipThrough: "Launches the app, signs up, skips onboarding."
    case .signInHere: "Launches the app on this phone and signs in to the person's account."
    case .launch: "Opens the app after it was not running."
    case .terminate: "Ends the app's process."
    case .background: "Sends the app to the background."
    case .foreground: "Brings the app back."
    case .signUp: "Signs up with an account."
    case .logIn: "Signs in to an account."
    case .logOut: "Signs out."
    case .completeOnboarding: "Sends the answers of onboarding."
    case .skipOnboarding: "Skips onboarding."
    case .continueSummary: "Leaves the summary by its button."
    case .exitSummary: "Swipes the summary away."
    case .openTab: "Opens a tab."
    case .pullToRefresh: "Pulls the tab down to load it anew."
    case .reviewCard: "Follows the metrics card of Home to Plans."
    case .dismissCard: "Dismisses the metrics card."
    case .completeProfile: "Follows the zero state of Home into onboarding."
    case .maybeLater: "Puts the zero state off."
    case .acknowledge: "Acknowledges the metrics on Plans."
    case .retryAcknowledge: "Taps on trying again after a failed acknowledgment."
    case .retryPlan: "Taps on trying again after a plan failed to load."
    case .refreshPlan: "Asks for a new plan by the button of Plans."
    case .openEdit: "Opens the edit form of Profile."
    case .typeEdit: "Types into the edit form."
    case .saveEdit: "Saves the edit form."
    case .closeEdit: "Closes the edit form."
    case .deleteHealthData: "Deletes height and weight."
    case .filterTasks: "Shows the tasks of one category on Tasks."
    case .completeTask: "Hands in evidence for a task on Tasks, which completes it."
    case .openPhotos: "Opens the photos of a task."
    case .pickPhotos: "Picks photos of 1 MB, numbered on from the last."
    case .removePhoto: "Takes a picked photo back."
    case .retryPhotos: "Uploads again what failed."
    case .deletePhoto: "Deletes a photo that was uploaded."
    case .closePhotos: "Leaves the photos."
    }
  }

  /// Whether it taps on trying again what another action began.
  package var isRetry: Bool {
    switch self {
    case .retryAcknowledge, .retryPlan, .retryPhotos: true
    default: false
    }
  }

  /// Keys that a step of this action must have.
  var required: [String] {
    switch self {
    case .signUp, .logIn: ["account"]
    case .openTab: ["tab"]
    case .filterTasks: ["category"]
    case .completeTask, .openPhotos: ["task"]
    case .pickPhotos: ["count"]
    case .removePhoto, .deletePhoto: ["index"]
    default: []
    }
  }

  /// Keys that a step of this action can have; one of them at least where it types.
  var optional: [String] {
    switch self {
    case .onboard, .completeOnboarding: ["weight", "height", "gender", "goal", "dietaryPreferences", "allergies"]
    case .typeEdit:
      [
        "name", "weight", "height", "gender", "goal", "targetDays", "dietaryPreferences", "allergies", "add",
        "mealsPerDay",
      ]
    default: []
    }
  }

  /// Keys that a step of this action has beside those of all steps.
  var parameters: [String] { required + optional }

  /// All keys that only some actions have.
  static let allParameters = [
    "tab", "account", "weight", "height", "gender", "goal", "dietaryPreferences", "allergies", "name", "add",
    "targetDays", "mealsPerDay", "task", "category", "count", "index",
  ]

  /// What its parameters are, for messages and the schema.
  var parameterDoc: String {
    func list(_ keys: [String]) -> String { keys.map { "`\($0)`" }.joined(separator: ", ") }
    if self == .typeEdit { return "takes one or more of \(list(optional))" }
    if !required.isEmpty { return "needs \(list(required))" }
    return optional.isEmpty ? "has no parameters" : "can have \(list(optional))"
  }
}

extension StoryAction {
  /// The action without its parameters.
  package var kind: StoryActionKind {
    switch self {
    case .rest: .rest
    case .onboard: .onboard
    case .skipThrough: .skipThrough
    case .signInHere: .signInHere
    case .launch: .launch
    case .terminate: .terminate
    case .background: .background
    case .foreground: .foreground
    case .signUp: .signUp
    case .logIn: .logIn
    case .logOut: .logOut
    case .completeOnboarding: .completeOnboarding
    case .skipOnboarding: .skipOnboarding
    case .continueSummary: .continueSummary
    case .exitSummary: .exitSummary
    case .openTab: .openTab
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
    case .typeEdit: .typeEdit
    case .saveEdit: .saveEdit
    case .closeEdit: .closeEdit
    case .deleteHealthData: .deleteHealthData
    case .filterTasks: .filterTasks
    case .completeTask: .completeTask
    case .openPhotos: .openPhotos
    case .pickPhotos: .pickPhotos
    case .removePhoto: .removePhoto
    case .retryPhotos: .retryPhotos
    case .deletePhoto: .deletePhoto
    case .closePhotos: .closePhotos
    }
  }
}
