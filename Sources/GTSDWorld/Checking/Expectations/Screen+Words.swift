import GTSDModel

extension Screen {
  /// The screen in words, from the whole to its parts.
  package var words: [String] {
    switch front {
    case .closed: ["the app is closed"]
    case .background: ["the app is behind others"]
    case .signIn: ["sign-in"] + details
    case .onboarding:
      ["onboarding"] + (step.map { ["step \(StateWords.words("\($0)"))"] } ?? []) + (fields?.words ?? []) + details
    case .summary:
      [tab?.label ?? "", "summary \(StateWords.words("\(summary)"))"].filter { !$0.isEmpty }
        + (summaryNumbers.map { [$0.words] } ?? []) + details
    case .form: ["profile", "edit form"] + ofForm + details
    case .photos: [tab?.label ?? ""].filter { !$0.isEmpty } + ofPhotos + details
    case .tab(let tab): [tab.label] + of(tab) + details
    }
  }

  private func of(_ tab: Tab) -> [String] {
    var words: [String] = []
    if let card {
      words.append("card \(card.rawValue)" + (card == .shown ? metrics.map { " with \($0.words)" } ?? "" : ""))
    }
    if hasZeroState { words.append("zero state") }
    if hasEmptyState { words.append("empty state with a button to try again") }
    if let tasks { words.append("\(tasks.completed) of \(tasks.total) tasks done") }
    if let streak { words.append("streak \(streak)") }
    if let targets { words.append(targets.words) }
    if let plans { words.append(StateWords.words("\(plans)")) }
    if let bmi { words.append(metrics?.words ?? "BMI \(StateWords.value(.plansBmi, bmi))") }
    if tab == .profile, !hasEmptyState {
      words.append("preferences: \(preferences?.words ?? "none")")
    }
    return words
  }

  private var ofForm: [String] {
    (fields?.words ?? []) + (form.map { ["preferences: \($0.words)"] } ?? ["not filled yet"])
      + (isSaved ? ["saved"] : []) + (hasConflict ? ["changed by somebody else meanwhile"] : [])
  }

  private var ofPhotos: [String] {
    guard let photos else { return [] }
    var words = ["photos of task \(photos.task): \(photos.shown) shown"]
    let counts = [
      (photos.selected, "selected"), (photos.invalid, "invalid"), (photos.uploading, "uploading"),
      (photos.uploaded, "uploaded"), (photos.failed, "failed"),
    ]
    words += counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    if !photos.progress.isEmpty {
      words.append("progress " + photos.progress.map { "\($0) %" }.joined(separator: ", "))
    }
    if photos.message != .none { words.append("text \(StateWords.words("\(photos.message)"))") }
    if photos.offersRetry { words.append("try again") }
    return words
  }

  private var details: [String] {
    (toastEnd.map { ["toast \(StateWords.words("\(toast)")) until \(StateWords.seconds($0))"] } ?? [])
      + (isLoading ? ["loading"] : []) + errors.map { "error at \(StateWords.words($0.rawValue))" }
  }
}

extension Screen.Shown {
  /// The preferences in words.
  var words: String { preferences?.words ?? StateWords.value(.editPreferences, hash) }
}

extension DrawnMetrics {
  /// The numbers in words, such as `BMI 24.69, BMR 1760, TDEE 2728`.
  var words: String { "BMI \(StateWords.value(.plansBmi, bmi)), BMR \(bmr), TDEE \(tdee)" }
}

extension NutritionTargets {
  /// The numbers of a summary in words, such as `BMR 1760, TDEE 2728, 2228 kcal, 176 g, 2800 ml`.
  fileprivate var words: String { "BMR \(bmr), TDEE \(tdee), \(calories) kcal, \(protein) g, \(water) ml" }
}

extension DrawnForm {
  /// The fields that are filled, such as `name Ann`, `80 kg`, `180 cm`, `male` and `lose weight`.
  fileprivate var words: [String] {
    [
      name.map { "name \($0)" }, weight.map { "\(StateWords.measure($0)) kg" },
      height.map { "\(StateWords.measure($0)) cm" }, gender.map { StateWords.words("\($0)") },
      goal.map { StateWords.words("\($0)") },
    ].compactMap(\.self)
  }
}

extension StoryExpectation.Targets {
  /// The targets in words, such as `2400 kcal, 128 g, 2800 ml`.
  var words: String { "\(calories) kcal, \(protein) g, \(water) ml" }
}
