import GTSDModel

extension Screen {
  /// The screen in words, from the whole to its parts.
  package var words: [String] {
    switch front {
    case .closed: ["the app is closed"]
    case .background: ["the app is behind others"]
    case .signIn: ["sign-in"] + details
    case .onboarding: ["onboarding"] + details
    case .summary: [tab?.label ?? "", "summary \(StateWords.words("\(summary)"))"].filter { !$0.isEmpty } + details
    case .form: ["profile", "edit form"] + ofForm + details
    case .photos: [tab?.label ?? ""].filter { !$0.isEmpty } + ofPhotos + details
    case .tab(let tab): [tab.label] + of(tab) + details
    }
  }

  private func of(_ tab: Tab) -> [String] {
    var words: [String] = []
    if let card { words.append("card \(card.rawValue)") }
    if hasZeroState { words.append("zero state") }
    if hasEmptyState { words.append("empty state with a button to try again") }
    if let tasks { words.append("\(tasks.completed) of \(tasks.total) tasks done") }
    if let streak { words.append("streak \(streak)") }
    if let targets { words.append(targets.words) }
    if let plans { words.append(StateWords.words("\(plans)")) }
    if let bmi { words.append("BMI \(StateWords.value(.plansBmi, bmi))") }
    if tab == .profile, !hasEmptyState {
      words.append("preferences: \(preferences?.words ?? "none")")
    }
    return words
  }

  private var ofForm: [String] {
    (form.map { ["preferences: \($0.words)"] } ?? ["not filled yet"])
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
    (toast == .none ? [] : ["toast \(StateWords.words("\(toast)"))"]) + (isLoading ? ["loading"] : [])
      + errors.map { "error at \(StateWords.words($0.rawValue))" }
  }
}

extension StoryExpectation.Targets {
  /// The targets in words, such as `2400 kcal, 128 g, 2800 ml`.
  var words: String { "\(calories) kcal, \(protein) g, \(water) ml" }
}
