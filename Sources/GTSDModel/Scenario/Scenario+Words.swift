import GTSDFields

extension Scenario {
  /// A plain name of the value at a path, such as `follow the card (casual)`; the path itself if no table describes it.
  /// Reports, charts and the studio use these names.
  package static func words(for path: String) -> String {
    let steps = steps(of: path)
    if let name = PlainName.of(steps) { return name + whose(steps) }
    guard let known = described(steps), known.fields.isEmpty else { return path }
    return short(known.doc) + whose(steps)
  }

  /// A relative or absolute change in plain words: `follow the card × 1.92`, `requests that fail = 0.05`.
  package static func words(forAssignment assignment: String) -> String {
    let parts = assignment.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return assignment }
    let isRelative = parts[0].hasSuffix("*")
    let name = words(for: isRelative ? String(parts[0].dropLast()) : parts[0])
    let value = isRelative ? Double(parts[1]).map(PlainName.number) ?? parts[1] : parts[1]
    return "\(name) \(isRelative ? "×" : "=") \(value)"
  }

  /// The table entry of the field at a path, which may point into a value such as a distribution; nil if no table
  /// describes it.
  static func field(at path: String) -> FieldInfo? {
    let steps = steps(of: path)
    let field = described(steps)
    return field?.name == steps.last ? field : nil
  }

  /// Whether the field at a path is a duration, which a file writes with a unit.
  package static func isTimeSpan(at path: String) -> Bool { field(at: path)?.schema == .reference("duration") }

  private static func steps(of path: String) -> [String] {
    let plain = path.hasPrefix("$.") ? path.dropFirst(2) : path[...]
    return plain.split(whereSeparator: { $0 == "." || $0 == "[" }).map {
      String($0.hasSuffix("]") ? $0.dropLast() : $0)
    }
  }

  // Building a table's schema takes a millisecond.
  private static let fields = ScenarioTable.scenario.value.fields
  private static let personFields = PersonaTable.persona.value.fields
  private static let armFields = ExperimentTable.arm.value.fields

  /// The innermost field of a path.
  private static func described(_ steps: [String]) -> FieldInfo? {
    var fields = Self.fields
    var known: FieldInfo?
    for (index, step) in steps.enumerated() {
      if let field = fields.first(where: { $0.name == step }) {
        known = field
        fields = step == "personas" ? personFields : step == "arms" ? armFields : field.fields
      } else if index == 0 || !["personas", "arms"].contains(steps[index - 1]) {
        return step == "*" ? nil : known
      }
    }
    return known
  }

  /// The name of the arm that a side of a comparison puts everybody in. The side's own name says which arm that is.
  package static let everybody = "everybody"

  /// The persona or arm in a path, in parentheses after a space; empty if the path is about all of them.
  private static func whose(_ steps: [String]) -> String {
    for list in ["personas", "arms"] {
      guard let place = steps.firstIndex(of: list), place + 1 < steps.count else { continue }
      // A default of all personas has no persona's name.
      if list == "personas", personFields.contains(where: { $0.name == steps[place + 1] }) { return "" }
      if steps[place + 1] == "*" { return list == "arms" ? " (arms)" : "" }
      if list == "arms", steps[place + 1] == everybody { return "" }
      let names = steps[place + 1].split(separator: "+").map(String.init)
      if names.count > 3 { return " (\(names[0]) and \(names.count - 1) more)" }
      let all = names.dropLast().joined(separator: ", ") + (names.count > 1 ? " and " : "") + (names.last ?? "")
      return list == "arms" ? " (arm \(all))" : " (\(all))"
    }
    return ""
  }

  /// The first part of a field's description, used as the name of a figure.
  private static func short(_ doc: String) -> String {
    var text = doc.hasSuffix(".") ? String(doc.dropLast()) : doc
    for (long, short) in [
      ("Probability that the person ", ""), ("Probability that any ", "any "), ("Probability that ", ""),
    ] {
      if text.hasPrefix(long) { return short + text.dropFirst(long.count) }
    }
    if let colon = text.firstIndex(of: ":") { text = String(text[..<colon]) }
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}

/// The short names of the values that studies vary and that a product manager talks about.
private enum PlainName {
  static func of(_ steps: [String]) -> String? {
    let own = steps.filter { !["lognormal", "median", "constant", "value", "mean"].contains($0) }
    guard own.count > 1 else { return nil }
    // The spread of a time is named after the time, which is the previous component.
    if own.last == "sigma" { return of(own.dropLast()).map { "\($0), spread" } }
    let name = names[own.suffix(2).joined(separator: ".")]
    guard name == nil, own[own.count - 2] == "decisionFactors" else { return name }
    return names["decisions.\(own[own.count - 1])"].map { "\($0), factor of the arm" }
  }

  /// Three digits of a number, without zeros at the end.
  static func number(_ number: Double) -> String {
    let rounded = (number * 100).rounded() / 100
    return rounded == rounded.rounded() && abs(rounded) < 1e9 ? "\(Int(rounded))" : "\(rounded)"
  }

  private static let names = [
    "habit.returnSameDay": "come back the same day",
    "habit.returnNextDay": "come back on a later day",
    "habit.dailyDecay": "share who remain from day to day",
    "decisions.skipOnboarding": "skip onboarding",
    "decisions.abandonOnboarding": "give up during onboarding",
    "decisions.doubleTapComplete": "tap twice to complete onboarding",
    "decisions.completeAfterAbandon": "complete onboarding in a later session",
    "decisions.readSummaryToEnd": "read the summary to its end",
    "decisions.expandSummary": "expand a section of the summary",
    "decisions.exitSummaryByButton": "leave the summary by its button",
    "decisions.exitSummaryBySwipe": "swipe the summary away",
    "decisions.continueAfterWait": "go on while the summary still loads",
    "decisions.followCard": "follow the card",
    "decisions.dismissCard": "dismiss the card",
    "decisions.goToPlansDirectly": "go to their plans by themselves",
    "decisions.acknowledge": "acknowledge once they see their metrics",
    "decisions.doubleTapAcknowledge": "tap twice to acknowledge",
    "decisions.retryAfterError": "try again after an error",
    "decisions.refreshPlan": "refresh the plan",
    "decisions.completeProfile": "complete their profile later",
    "decisions.maybeLater": "tap Maybe later",
    "decisions.finishProfile": "finish the profile that the card opened",
    "decisions.pullToRefresh": "pull to refresh",
    "decisions.pullDuringLoad": "pull while the first load runs",
    "decisions.visitTasks": "open their tasks",
    "decisions.visitStreaks": "open their streaks",
    "decisions.visitProfile": "open their profile",
    "decisions.pullElsewhere": "pull another tab to refresh",
    "decisions.tabBurst": "switch tabs in a fast burst",
    "decisions.background": "leave the app during a session",
    "decisions.switchAccount": "let another account in",
    "decisions.useSecondDevice": "use a second device",
    "decisions.editPreferences": "edit preferences",
    "decisions.clearPreferences": "clear their preferences",
    "decisions.editOtherFields": "edit allergies, meals or the name",
    "decisions.editProfile": "edit weight or goal",
    "decisions.typeDuringSave": "go on typing during a save",
    "decisions.lookAgain": "come back to what is being sent",
    "decisions.correctAnswers": "correct a step of onboarding",
    "decisions.leaveOpen": "leave the app open in the background",
    "decisions.deleteHealthData": "delete height and weight",
    "decisions.exportData": "export their data",
    "decisions.deleteAccount": "delete their account",
    "decisions.completeTask": "complete a task",
    "decisions.filterTasks": "filter their tasks",
    "decisions.uploadPhotos": "upload photos",
    "decisions.retryPhoto": "try a failed photo again",
    "decisions.addDuringUpload": "add photos during an upload",
    "decisions.invalidPhoto": "pick a photo that cannot be used",
    "decisions.deletePhoto": "delete a photo",
    "decisions.complain": "complain about an error",
    "timings.thinkOnLaunch": "time before the first action",
    "timings.fillOnboarding": "time to fill in onboarding",
    "timings.summaryDwell": "time on the summary",
    "timings.firstLookAtHome": "time before the first tap on Home",
    "timings.considerCard": "time to consider the card",
    "timings.readMetrics": "time to read the metrics",
    "timings.doubleTapGap": "time between the taps of a double tap",
    "timings.tabDwell": "time on a tab",
    "timings.burstGap": "time between the switches of a burst",
    "timings.editForm": "time to edit a form",
    "timings.pickPhotos": "time to pick photos",
    "timings.patience": "patience with a spinner",
    "timings.backgroundStay": "time in the background",
    "timings.sessionGap": "time between two visits",
    "backend.metricsDelay": "time until metrics are computed",
    "backend.network": "network latency",
    "backend.service": "service time of the server",
    "backend.errorRate": "requests that fail",
    "backend.lossRate": "requests that are lost",
    "backend.servers": "servers",
    "reminders.after": "time until the first reminder",
    "reminders.every": "time between reminders",
    "reminders.most": "greatest number of reminders",
    "reminders.reach": "allow notifications",
    "reminders.response": "follow a reminder",
  ]
}
