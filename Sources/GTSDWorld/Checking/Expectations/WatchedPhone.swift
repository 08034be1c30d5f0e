package import GTSDModel

/// The values that one phone has published and drawn, as its events tell them.
package struct WatchedPhone: PublishedPhone, Sendable {
  package private(set) var isRunning = false
  package private(set) var isInForeground = false
  private var values: ContiguousArray<Int64>
  private var photos = PhotoRows()
  /// The numbers of the metrics rows that Home and Plans have.
  private var metrics: (home: DrawnMetrics?, plans: DrawnMetrics?)
  /// The numbers of the summary that the sheet has shown last.
  package private(set) var summaryNumbers: NutritionTargets?
  /// The fields of the edit form, as it has shown them last.
  package private(set) var fields = DrawnForm()
  /// The fields of the step of onboarding on screen.
  package private(set) var answers = DrawnForm()
  /// The time at which the toast that was shown last ends by itself, in nanoseconds.
  package private(set) var toastEnd: Int64 = 0
  /// The preferences that the screen has shown, by their hash.
  private var drawn: [Int64: DietPreferences] = [:]
  /// Whether the error of an edit appeared while its form was open. Closing the form then removes the error.
  package private(set) var isEditErrorOfForm = false
  private var buttons: ScreenButtons = []
  /// The sign-in screen: whether an attempt is in progress, and whether the latest one failed.
  package private(set) var signIn = (isBusy: false, hasFailed: false)

  package init() {
    values = ContiguousArray(repeating: 0, count: StateVariable.allCases.count)
    for variable in StateVariable.allCases { values[Int(variable.rawValue)] = variable.initial }
  }

  package subscript(_ variable: StateVariable) -> Int64 { values[Int(variable.rawValue)] }

  package func metrics(of view: View) -> DrawnMetrics? { view == .home ? metrics.home : metrics.plans }

  package func preferences(_ variable: StateVariable) -> DietPreferences? { drawn[self[variable]] }

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
        (photos, answers) = (PhotoRows(), DrawnForm())
        values[Int(StateVariable.onboardingStep.rawValue)] = StateVariable.onboardingStep.initial
      }
    case .photoItem(let item, let state): photos.set(item, state, task: self[.photosTask])
    case .photoProgress(let item, let percent): photos.set(item, percent: percent)
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
    case .drewButtons(let buttons): self.buttons = buttons
    default: break
    }
  }

  private mutating func forget() {
    let drawn = drawn
    self = WatchedPhone()
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

  private var isFormOpen: Bool { Cover(published: self[.cover])?.isForm ?? false }

  package func count(_ state: PhotoItemState) -> Int { photos.count(state, of: self[.photosTask]) }

  package var progressOfTask: [Int] { photos.progress(of: self[.photosTask]) }

  /// The screen that the phone shows.
  package var screen: Screen {
    var phone = self
    return Screen(&phone, buttons: buttons)
  }

  /// The screen in words, from the whole to its parts.
  package var words: [String] { screen.words }
}
