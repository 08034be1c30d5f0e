/// An action of a person. The raw value is part of every digest, so new actions are added at the end.
public enum PersonAction: UInt8, CaseIterable, Sendable {
  case launch, terminate, background, foreground
  case signUp, logIn, logOut
  case completeOnboarding, skipOnboarding, abandonOnboarding
  case continueSummary, expandSummary, scrollSummary, exitSummary
  case openTab, pullToRefresh
  case reviewCard, dismissCard, completeProfile, maybeLater
  case acknowledge, retryAcknowledge, retryPlan, refreshPlan
  case openEdit, typeEdit, saveEdit, closeEdit, deleteHealthData
  case openPhotos, pickPhotos, removePhoto, retryPhotos, deletePhoto, closePhotos
  case filterTasks, completeTask
  /// Actions that only stories use: a pause, and several actions in one.
  case rest, onboard, skipThrough, signInHere
  /// Actions that only stories use: events outside the person's control, and a check of the app's state.
  case airplaneModeOn, airplaneModeOff, midnight, push, lowMemory
  case disturb, endFaults, restartServer
  case expect
  case deleteAccount, exportData
  /// Actions that only stories use: changes of the phone's clock.
  case setClock, setTimeZone
  case nextStep, previousStep
  /// The tap on Complete alone, in stories; in events it is `completeOnboarding`.
  case confirmOnboarding
}

/// The properties of actions in stories: one row per action, in the order of lists.
extension PersonAction {
  private struct Row: Sendable {
    var action: PersonAction
    /// The meaning, in one sentence.
    var doc: String
    /// The keys that a step with this action must have.
    var required: [String]
    /// The keys that a step with this action may have. An action that types text needs at least one of them.
    var optional: [String]
    /// The action that this one retries; nil if it is not a retry.
    var original: PersonAction?

    init(
      _ action: PersonAction, _ doc: String, needs required: [String] = [], takes optional: [String] = [],
      retries original: PersonAction? = nil
    ) {
      self.action = action
      self.doc = doc
      self.required = required
      self.optional = optional
      self.original = original
    }
  }

  private static let answers = [
    "weight", "height", "gender", "goal", "activity", "age", "dietaryPreferences", "allergies",
  ]
  private static let fields = [
    "name", "weight", "height", "gender", "goal", "age", "targetDays", "dietaryPreferences", "allergies", "add",
    "mealsPerDay",
  ]

  private static let rows: [Row] = [
    Row(.rest, "Does nothing. The pause before it (`after`) is the purpose of the step."),
    Row(
      .onboard, "Launches the app, signs up, answers onboarding, leaves the summary and waits until the metrics exist.",
      takes: answers),
    Row(.skipThrough, "Launches the app, signs up and skips onboarding."),
    Row(.signInHere, "Launches the app on this phone and signs in to the person's account."),
    Row(.launch, "Opens the app after it was not running."),
    Row(.terminate, "Ends the app's process."),
    Row(.background, "Sends the app to the background."),
    Row(.foreground, "Brings the app back."),
    Row(.signUp, "Signs up with an account.", needs: ["account"]),
    Row(.logIn, "Signs in to an account.", needs: ["account"], takes: ["password"]),
    Row(.logOut, "Signs out."),
    Row(
      .completeOnboarding,
      "Fills in all steps of onboarding in one instant and taps Complete, whichever step is on screen.", takes: answers),
    Row(
      .nextStep,
      "Fills in the step of onboarding on screen and taps Next. Answers not written are those of the last such step, at first "
        + "those of `completeOnboarding`.", takes: answers),
    Row(.previousStep, "Goes back a step of onboarding."),
    Row(.confirmOnboarding, "Taps Complete on the last step of onboarding.", retries: .completeOnboarding),
    Row(.skipOnboarding, "Skips onboarding."),
    Row(.abandonOnboarding, "Leaves onboarding without an answer, if it is open."),
    Row(.continueSummary, "Continues without a summary that is slow or failed."),
    Row(.expandSummary, "Opens a section of the summary, or closes it again.", needs: ["section"]),
    Row(.scrollSummary, "Scrolls the summary down to a depth, or up again.", needs: ["depth"]),
    Row(.exitSummary, "Leaves the summary, by its button unless `exit` names another way.", takes: ["exit"]),
    Row(.openTab, "Opens a tab.", needs: ["tab"]),
    Row(.pullToRefresh, "Pulls the tab down to load it anew."),
    Row(.reviewCard, "Follows the metrics card of Home to Plans."),
    Row(.dismissCard, "Dismisses the metrics card."),
    Row(.completeProfile, "Follows the zero state of Home into onboarding."),
    Row(.maybeLater, "Postpones the zero state."),
    Row(.acknowledge, "Acknowledges the metrics on Plans."),
    Row(.retryAcknowledge, "Taps on the button to try again after a failed acknowledgment.", retries: .acknowledge),
    Row(.retryPlan, "Taps on the button to try again after a plan failed to load.", retries: .retryPlan),
    Row(.refreshPlan, "Requests a new plan with the button of Plans."),
    Row(.openEdit, "Opens the edit form of Profile."),
    Row(.typeEdit, "Types into the edit form.", takes: fields),
    Row(.saveEdit, "Saves the edit form."),
    Row(.closeEdit, "Closes the edit form."),
    Row(.deleteHealthData, "Deletes height and weight."),
    Row(.deleteAccount, "Deletes the account and all of its data, on Profile."),
    Row(.exportData, "Requests all stored data of the account, on Profile."),
    Row(.filterTasks, "Shows the tasks of one category on Tasks.", needs: ["category"]),
    Row(.completeTask, "Hands in evidence for a task on Tasks, which completes it.", needs: ["task"]),
    Row(.openPhotos, "Opens the photos of a task.", needs: ["task"]),
    Row(
      .pickPhotos, "Picks photos, of 1 MB unless stated otherwise, numbered after the last one.", needs: ["count"],
      takes: ["megabytes", "pixels", "isImage"]),
    Row(.removePhoto, "Removes a picked photo.", needs: ["index"]),
    Row(.retryPhotos, "Uploads the failed photos again.", retries: .pickPhotos),
    Row(.deletePhoto, "Deletes a photo that was uploaded.", needs: ["index"]),
    Row(.closePhotos, "Closes the photos of the task."),
    Row(
      .airplaneModeOn,
      "Takes the phone offline: its requests are lost, and so are replies to requests in flight."),
    Row(.airplaneModeOff, "Connects the phone again."),
    Row(.midnight, "Waits until one second after the next midnight by this phone's clock, UTC unless it was moved."),
    Row(
      .setClock,
      "Sets this phone's clock ahead of the true time by a duration, or behind it by a negative one.",
      needs: ["by"]),
    Row(
      .setTimeZone, "Moves this phone to the time zone with this offset from UTC, such as `-8h`.",
      needs: ["offset"]),
    Row(.push, "Follows a notification: opens the app or brings it to the foreground, then opens Plans."),
    Row(.lowMemory, "Lets the system end the app if it is in the background."),
    Row(
      .disturb,
      "Begins a fault, in addition to those of the scenario's `faults`; its `from` and `until` count from here.",
      needs: ["fault"]),
    Row(.endFaults, "Ends every fault."),
    Row(.restartServer, "Takes the server down for five seconds. Requests in progress are cut off."),
    Row(
      .expect, "Checks the visible screen and the stored data.", needs: ["expect"],
      takes: ["within", "in"]),
  ]

  private var row: Row {
    guard let row = Self.rows.first(where: { $0.action == self }) else {
      preconditionFailure("\(self) is no action of a story")
    }
    return row
  }

  /// The actions that a story can have.
  public static let ofStories = rows.map(\.action)

  /// Finds the action of a name in scenario files.
  package init?(name: String) {
    guard let action = Self.ofStories.first(where: { $0.name == name }) else { return nil }
    self = action
  }

  /// The name in scenario files.
  public var name: String { "\(self)" }

  /// The meaning, in one sentence.
  public var doc: String { row.doc }

  /// Whether the action retries an action of another kind.
  package var isRetry: Bool { row.original != nil }

  /// The action that this one retries, otherwise the action itself.
  package var original: PersonAction { row.original ?? self }

  /// Whether the action answers the questions of onboarding.
  var answersOnboarding: Bool { self == .onboard || self == .completeOnboarding }

  /// The keys that a step with this action must have.
  package var required: [String] { row.required }

  /// The keys that a step with this action may have. An action that types text needs at least one of them.
  package var optional: [String] { row.optional }

  /// The keys that a step of this action has in addition to those of all steps.
  package var parameters: [String] { required + optional }

  /// All keys that some actions have and others lack.
  static let allParameters = [
    "tab", "account", "weight", "height", "gender", "goal", "activity", "dietaryPreferences", "allergies",
    "name", "add", "age", "targetDays", "mealsPerDay", "task", "category", "count", "megabytes", "pixels", "isImage",
    "index",
    "fault",
    "expect",
    "within", "in", "by", "offset", "section", "depth", "exit", "password",
  ]

  /// The parameters, for messages and the schema.
  package var parameterDoc: String {
    func list(_ keys: [String]) -> String { keys.map { "`\($0)`" }.joined(separator: ", ") }
    if self == .typeEdit { return "takes one or more of \(list(optional))" }
    if !required.isEmpty {
      return "needs \(list(required))" + (optional.isEmpty ? "" : " and can have \(list(optional))")
    }
    return optional.isEmpty ? "has no parameters" : "can have \(list(optional))"
  }
}
