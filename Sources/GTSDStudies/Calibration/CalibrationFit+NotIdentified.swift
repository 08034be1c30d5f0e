import GTSDLogs

/// The values that the given events do not identify. They keep their values from the scenario.
extension CalibrationFit {
  /// The values that no event of the specifications can identify, each with the reason.
  private static let silent: [(String, String)] = [
    ("decisions.doubleTapComplete", "A second tap sends no event of its own."),
    ("decisions.continueAfterWait", "Continuing without the summary sends no event."),
    ("decisions.doubleTapAcknowledge", "A second tap sends no event of its own."),
    ("decisions.retryAfterError", "A retry sends no event, and its success looks like that of a first attempt."),
    ("decisions.refreshPlan", "Refreshing the plan sends no event."),
    ("decisions.pullToRefresh", "A pull sends no event."),
    ("decisions.pullDuringLoad", "A pull sends no event."),
    ("decisions.pullElsewhere", "A pull sends no event."),
    ("decisions.correctAnswers", "Going back a step of onboarding sends no event."),
    ("decisions.leaveOpen", "Leaving for the background sends no event."),
    ("decisions.lookAgain", "Opening photos or the form sends no event."),
    ("decisions.editOtherFields", "A save's event has the length of two lists; meals and the name are not in it."),
    ("decisions.background", "Leaving for the background sends no event."),
    ("decisions.editProfile", "No save of weight or goal was seen; opening Profile for one looks like any visit."),
    ("decisions.typeDuringSave", "Typing sends no event."),
    ("decisions.deleteHealthData", "Deleting sends no event; what follows looks like an incomplete profile."),
    ("decisions.exportData", "Requesting stored data sends no event."),
    (
      "decisions.deleteAccount",
      "Deleting the account sends no event; people who deleted it look like people who stay away."
    ),
    ("decisions.completeTask", "Completing a task sends no event."),
    ("decisions.filterTasks", "Choosing a category sends no event."),
    ("decisions.deletePhoto", "Deleting a photo sends no event."),
    ("decisions.retryPhoto", "A photo event does not say whether it was a retry."),
    ("decisions.addDuringUpload", "A photo added during an upload looks like one of a larger pick."),
    ("decisions.invalidPhoto", "A refused file sends no event."),
    ("decisions.complain", "Complaints are no analytics events."),
    (
      "timings.thinkOnLaunch",
      "Events show only its sum with the time to edit a form (to sign-up) or before the first tap on Home (to a tab)."
    ),
    (
      "timings.firstLookAtHome",
      "Events show only its sum with the time to consider the card or before the first action."
    ),
    ("timings.doubleTapGap", "A second tap sends no event of its own."),
    ("timings.tabDwell", "The time to the next event includes time in the background, which sends no event."),
    ("timings.burstGap", "Bursts are recognised by fast switches, so a fit would only repeat that limit."),
    ("timings.editForm", "Events show only its sum with the times before it and the requests."),
    ("timings.pickPhotos", "Events show only its sum with the upload."),
    ("timings.patience", "Giving up a wait sends no event."),
    ("timings.backgroundStay", "Leaving for the background sends no event."),
  ]

  /// The events that show a decision, by the path of its probability. If none occurs, the decision is never made or its
  /// event never sent; the log cannot show which.
  private static let shownBy: [String: [ObservedEvent.Name]] = [
    "decisions.skipOnboarding": [.skipped], "decisions.abandonOnboarding": [.onboarded, .skipped],
    "decisions.completeAfterAbandon": [.onboarded],
    "decisions.readSummaryToEnd": [.summaryScrolled, .summaryCompleted],
    "decisions.expandSummary": [.learnMoreTapped], "decisions.exitSummaryByButton": [.summaryCompleted],
    "decisions.exitSummaryBySwipe": [.summaryCompleted], "decisions.followCard": [.cardTapped],
    "decisions.dismissCard": [.cardDismissed], "decisions.acknowledge": [.acknowledged, .acknowledgeFailed],
    "decisions.completeProfile": [.zeroStateTapped], "decisions.maybeLater": [.zeroStateTapped],
    "decisions.finishProfile": [.onboarded], "decisions.uploadPhotos": [.photoUploaded, .photoFailed],
    "decisions.editPreferences": [.preferencesSaved], "decisions.editProfile": [.preferencesSaved],
    "decisions.clearPreferences": [.preferencesSaved],
  ]

  // The reasons why decisions are not identified if a common event is missing.
  static let noLaunches = "The file has no `app_launched` events, which show where sessions begin."
  static let noSignUps = "The file has no `signup_completed` events."
  static let noTabs = "The file has no `tab_changed` events."

  func tooFew(_ count: Int) -> String {
    switch count {
    case 0: "The occasion never occurred."
    case 1: "Only one occasion was observed; at least 10 are needed."
    default: "Only \(count) occasions were observed; at least 10 are needed."
    }
  }

  /// The reason why a value has no estimate, if the log contains none of the events that would show it; otherwise nil.
  func reasonNeverShown(_ path: String) -> String? {
    guard let missing = Self.shownBy[path], !missing.contains(where: { names.contains($0) }) else { return nil }
    // Either nobody did it or the app does not send the event; a file without any such event does not show which.
    let list = missing.map { "`\($0.text)`" }.joined(separator: " or ")
    return "The file has no \(list) events."
  }

  /// Marks a value as not identified.
  mutating func skip(_ path: String, _ reason: String, unit: String = "share") {
    add(CalibratedParameter(path: path, status: .notIdentified, unit: unit, note: reason))
  }

  /// Marks all remaining values as not identified, each with the reason.
  mutating func markRemainingUnidentified() {
    for (path, reason) in Self.silent where !parameters.contains(where: { $0.path == path }) {
      let timing = path.hasPrefix("timings.")
      for (suffix, unit) in timing ? [(".median", "s"), (".sigma", "number")] : [("", "share")] {
        skip(path + suffix, reason, unit: unit)
      }
    }
  }
}
