import GTSDModel

/// The screen of one phone, computed from the values that it has published. Contains rendered values only.
package struct PhoneScreen: Sendable {
  private(set) var isRunning = false
  private(set) var isInForeground = false
  private var values: ContiguousArray<Int64>
  /// The states of picked photos since the app was launched.
  private(set) var photos: [(item: PhotoItemID, state: PhotoItemState, task: Int64)] = []
  /// The progress shown for each current upload, in percent, in the order in which they began.
  private(set) var progress: [(item: PhotoItemID, percent: UInt8)] = []
  /// The numbers of the metrics rows that Home and Plans have.
  private(set) var metrics: (home: DrawnMetrics?, plans: DrawnMetrics?)
  /// The numbers of the summary that the sheet has shown last.
  private(set) var summaryNumbers: NutritionTargets?
  /// The fields of the edit form, as it has shown them last.
  private(set) var fields = DrawnForm()
  /// The fields of the step of onboarding on screen.
  private(set) var answers = DrawnForm()
  /// The time at which the toast that was shown last ends by itself, in nanoseconds.
  private(set) var toastEnd: Int64 = 0
  /// The preferences that the screen has shown, by their hash.
  private var drawn: [Int64: DietPreferences] = [:]
  /// Whether the error of an edit appeared while its form was open. Closing the form then removes the error.
  private(set) var isEditErrorOfForm = false
  /// The sign-in screen: whether an attempt is in progress, and whether the latest one failed.
  private(set) var signIn = (isBusy: false, hasFailed: false)

  package init() {
    values = ContiguousArray(repeating: 0, count: StateVariable.allCases.count)
    for variable in StateVariable.allCases { values[Int(variable.rawValue)] = variable.initial }
  }

  package subscript(_ variable: StateVariable) -> Int64 { values[Int(variable.rawValue)] }

  func isOn(_ variable: StateVariable) -> Bool { self[variable] == 1 }

  package mutating func observe(_ event: SimulationEvent) {
    switch event.kind {
    case .sessionStarted(cold: true):
      forget()
      isRunning = true
      isInForeground = true
    case .sessionEnded: forget()
    case .background: isInForeground = false
    case .foreground: isInForeground = true
    case .published(let variable, let value, _):
      values[Int(variable.rawValue)] = value
      if variable == .editError { isEditErrorOfForm = value == 1 && isFormOpen }
      if variable == .toast { toastEnd = event.time + Toast.duration }
      // The app forgets picked photos and answers at a sign-out, whatever becomes of their uploads.
      if variable == .signedIn, value == 0 {
        (photos, progress, answers) = ([], [], DrawnForm())
        values[Int(StateVariable.onboardingStep.rawValue)] = StateVariable.onboardingStep.initial
      }
    case .photoItem(let item, let state):
      if let index = photos.firstIndex(where: { $0.item == item }) {
        photos[index].state = state
      } else {
        photos.append((item, state, self[.photosTask]))
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

  package mutating func observe(_ event: WireEvent) {
    switch event {
    case .showed(let preferences): drawn[preferences.stableHash] = preferences
    case .drewSignIn(let isBusy, let hasFailed): signIn = (isBusy, hasFailed)
    case .drewMetrics(.home, let numbers): metrics.home = numbers
    case .drewMetrics(.plans, let numbers): metrics.plans = numbers
    case .drewSummary(let numbers): summaryNumbers = numbers
    case .drewForm(let fields): self.fields = fields
    case .drewOnboarding(let step, let fields):
      values[Int(StateVariable.onboardingStep.rawValue)] = step.published
      answers = fields
    default: break
    }
  }

  private mutating func forget() {
    let drawn = drawn
    self = PhoneScreen()
    self.drawn = drawn
  }

  /// The text of the preferences with a hash; nil if the screen has not shown them.
  func words(ofPreferences hash: Int64) -> String? { drawn[hash]?.words }

  /// A published value in words.
  package func words(_ variable: StateVariable, _ value: Int64) -> String {
    switch variable {
    case .profilePreferences, .editPreferences, .preferencesSaved:
      drawn[value]?.words ?? StateWords.value(variable, value)
    default: StateWords.value(variable, value)
    }
  }

  var isFormOpen: Bool {
    switch Cover(published: self[.cover]) ?? .none {
    case .form, .formLoading: true
    case .onboarding, .none: false
    }
  }

  /// The number of the open task's picked photos that are in a state.
  func count(_ state: PhotoItemState) -> Int { photos.count { $0.state == state && $0.task == self[.photosTask] } }

  /// The visible progress of the open task's photos, in percent.
  var progressOfTask: [Int] {
    progress.filter { row in photos.contains { $0.item == row.item && $0.task == self[.photosTask] } }
      .map { Int($0.percent) }
  }

  /// The targets that a variable shows; nil if it shows none.
  func targets(_ variable: StateVariable) -> StoryExpectation.Targets? {
    let value = self[variable]
    guard value >= 0 else { return nil }
    let shown = NutritionTargets(published: value)
    var targets = StoryExpectation.Targets()
    (targets.calories, targets.protein, targets.water) = (shown.calories, shown.protein, shown.water)
    return targets
  }

  /// The screen in words, from the whole to its parts.
  package var words: [String] { Screen(self).words }
}
