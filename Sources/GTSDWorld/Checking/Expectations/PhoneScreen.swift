import GTSDModel

/// The screen of one phone, computed from the values that it has published. Contains rendered values only.
package struct PhoneScreen: Sendable {
  private(set) var isRunning = false
  private var values: ContiguousArray<Int64>
  /// The states of picked photos since the app was launched.
  private(set) var photos: [(item: PhotoItemID, state: PhotoItemState)] = []
  /// The progress shown for each current upload, in percent, in the order in which they began.
  private(set) var progress: [(item: PhotoItemID, percent: UInt8)] = []

  package init() {
    values = ContiguousArray(repeating: 0, count: StateVariable.allCases.count)
    for variable in StateVariable.allCases { values[Int(variable.rawValue)] = variable.initial }
  }

  package subscript(_ variable: StateVariable) -> Int64 { values[Int(variable.rawValue)] }

  package mutating func observe(_ event: SimulationEvent) {
    switch event.kind {
    case .sessionStarted(cold: true):
      self = PhoneScreen()
      isRunning = true
    case .sessionEnded: self = PhoneScreen()
    case .published(let variable, let value, _): values[Int(variable.rawValue)] = value
    case .photoItem(let item, let state):
      if let index = photos.firstIndex(where: { $0.item == item }) {
        photos[index].state = state
      } else {
        photos.append((item, state))
      }
    case .photoProgress(let item, let percent):
      let index = progress.firstIndex { $0.item == item }
      switch (index, percent) {
      case (let index?, let percent?): progress[index].percent = percent
      case (let index?, nil): progress.remove(at: index)
      case (nil, let percent?): progress.append((item, percent))
      case (nil, nil): break
      }
    default: break
    }
  }

  // MARK: What is on it

  func isOn(_ variable: StateVariable) -> Bool { self[variable] == 1 }

  var tab: Tab? { Tab(published: self[.tab]) }

  /// Whether the visible tab, the form or onboarding shows a loading indicator.
  var isLoading: Bool {
    let ofTab: [StateVariable] =
      switch tab {
      case .home: [.homeLoading]
      case .plans: [.plansLoading, .metricsLoading, .acknowledging]
      case .tasks: [.tasksLoading]
      case .streaks: [.streaksLoading]
      case .profile: [.profileLoading, .editLoading, .editSaving]
      case nil: []
      }
    return (ofTab + [.onboardingLoading]).contains { isOn($0) }
  }

  /// The places where errors are shown, in order.
  var errors: [StoryExpectation.ErrorPlace] {
    StoryExpectation.ErrorPlace.allCases.filter { place in place.variable.map { isOn($0) } ?? false }
  }

  var card: StoryExpectation.Card {
    switch HomeCard(rawValue: self[.homeCard]) {
    case .shown: return isOn(.homeNeed) ? .shown : .default
    case .calculating: return .calculating
    case .hidden, nil: break
    }
    if isOn(.metricsError) { return .error }
    return isOn(.homeLoading) || isOn(.metricsLoading) ? .loading : .hidden
  }

  func count(_ state: PhotoItemState) -> Int { photos.count { $0.state == state } }

  /// The targets that a variable shows; nil if it shows none.
  func targets(_ variable: StateVariable) -> StoryExpectation.Targets? {
    let value = self[variable]
    guard value >= 0 else { return nil }
    var targets = StoryExpectation.Targets()
    targets.calories = Int(value & 0xFFFFF)
    targets.protein = Int(value >> 20 & 0xFFFF)
    targets.water = Int(value >> 36)
    return targets
  }

  /// The screen in words, from the whole to its parts.
  package var words: [String] {
    guard isRunning else { return ["the app is closed"] }
    guard isOn(.signedIn) else { return ["sign-in"] + details }
    guard isOn(.onboarded) else { return ["onboarding"] + details }
    guard let tab else { return details }
    return [tab.label] + ofTab(tab) + details
  }

  private func ofTab(_ tab: Tab) -> [String] {
    switch tab {
    case .home:
      var words: [String] = []
      words.append("card \(card.rawValue)")
      if isOn(.homeZeroState) { words.append("zero state") }
      if self[.homeTasks] >= 0 { words.append("\(StateWords.value(.homeTasks, self[.homeTasks])) tasks done") }
      if self[.homeStreak] >= 0 { words.append("streak \(self[.homeStreak])") }
      if let targets = targets(.homeSummary) { words.append(targets.words) }
      return words
    case .plans:
      var words = [StateWords.value(.plansScreen, self[.plansScreen])]
      if self[.plansBmi] >= 0 { words.append("BMI \(StateWords.value(.plansBmi, self[.plansBmi]))") }
      return words
    case .profile:
      let isForm = isOn(.editLoading) || self[.editPreferences] != 0
      return ["preferences \(StateWords.value(.profilePreferences, self[.profilePreferences]))"]
        + (isForm ? ["form \(StateWords.value(.editPreferences, self[.editPreferences]))"] : [])
    case .tasks, .streaks: return []
    }
  }

  private var details: [String] {
    var words: [String] = []
    if self[.summarySheet] != 0 { words.append("summary \(StateWords.value(.summarySheet, self[.summarySheet]))") }
    if isOn(.toast) { words.append("toast") }
    if self[.photosTask] > 0 {
      words.append("photos of task \(self[.photosTask]): \(self[.photosShown]) shown")
      for state in [PhotoItemState.selected, .invalid, .uploading, .uploaded, .failed] where count(state) > 0 {
        words.append("\(count(state)) \(state)")
      }
      if !progress.isEmpty { words.append("progress " + progress.map { "\($0.percent) %" }.joined(separator: ", ")) }
    }
    if isLoading { words.append("loading") }
    if let message = PhotoErrorText(published: self[.photosErrorText]), message != .none {
      words.append("text \(StateWords.value(.photosErrorText, message.published))")
    }
    return words + errors.map { "error at \($0.rawValue)" }
  }
}

extension StoryExpectation.ErrorPlace {
  /// The variable that shows the error; nil for none.
  var variable: StateVariable? {
    switch self {
    case .none: nil
    case .home: .homeError
    case .plans: .plansError
    case .metrics: .metricsError
    case .acknowledge: .acknowledgeError
    case .onboarding: .onboardingError
    case .profile: .profileError
    case .edit: .editError
    case .photos: .photosError
    case .tasks: .tasksError
    case .streaks: .streaksError
    }
  }
}

extension StoryExpectation.Targets {
  /// The targets in words, as in `2400 kcal, 128 g, 2800 ml`.
  var words: String { "\(calories) kcal, \(protein) g, \(water) ml" }
}
