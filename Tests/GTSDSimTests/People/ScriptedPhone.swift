import GTSDModel

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// A phone with a plausible app and no time of its own: enough to observe a person's actions on it.
struct ScriptedPhone {
  var view = PhoneSketch()
  /// Whether each account is onboarded, with height and weight.
  var complete: [Bool] = [false, false]
  var answered: [Bool] = [false, false]
  var acknowledged: [Bool] = [false, false]
  var account: Int?
  var dismissed = false
  /// Whether Complete, Skip, Acknowledge, Save and uploads fail.
  var fails = false
  /// The number of photos that are stored at a launch.
  var storedPhotos = 0
  /// Whether a photo cannot be deleted.
  var refusesDeletions = false
  /// Whether uploads and saves do not end while a person waits for them.
  var isSlow = false
  /// Whether the sheet offers Continue rather than the summary.
  var slowSummary = false
  /// Whether the card is shown to people who have not acknowledged.
  var showsCard = true
  /// Whether an edit's reply contains a new row of metrics, whatever was tapped.
  var changesRow = false
  /// The running work of the app; done once a person waits for it.
  private var pending: [UserAction] = []

  mutating func perform(_ action: UserAction) -> PhoneSketch {
    switch action {
    case .launch:
      view = PhoneSketch()
      view.isForeground = true
      view.photosShown = storedPhotos
      dismissed = false
      route()
    case .terminate:
      settle()
      view = PhoneSketch()
    case .background: view.isForeground = false
    case .foreground: view.isForeground = true
    case .signUp(let identity), .logIn(let identity):
      account = Int(identity.ordinal)
      route()
    case .logOut:
      account = nil
      route()
    case .completeOnboarding, .skipOnboarding: pending.append(action)
    case .nextStep: view.onboardingStep = view.onboardingStep.next ?? .review
    case .previousStep: view.onboardingStep = view.onboardingStep.previous ?? .welcome
    case .abandonOnboarding: view.place = answered[account!] ? .tabs : .onboarding
    case .continueSummary, .exitSummary: view.sheet = .hidden
    case .openTab(let tab):
      view.tab = tab
      if tab == .plans { view.plans = needsAcknowledgment ? .acknowledgment : .plan }
    case .reviewCard:
      view.tab = .plans
      view.plans = .acknowledgment
    case .dismissCard: dismissed = true
    case .completeProfile:
      view.place = .onboarding
      view.onboardingStep = .accountBasics
    case .maybeLater: view.zeroStateVisible = false
    case .acknowledge, .retryAcknowledge:
      view.acknowledgeFailed = false
      pending.append(action)
      if changesRow { view.plansRow += 1 }
    case .openEdit:
      view.editOpen = true
      view.editReady = true
      view.saveFailed = false
      view.saveSucceeded = false
    case .typeEdit(let draft):
      if let lists = draft.dietaryPreferences { view.editPreferences.dietaryPreferences = lists }
      if let entry = draft.addDietaryPreference { view.editPreferences.dietaryPreferences.append(entry) }
    case .saveEdit:
      view.isSaving = true
      pending.append(action)
    case .closeEdit:
      view.editOpen = false
      view.editReady = false
    case .deleteAccount:
      complete[account!] = false
      answered[account!] = false
      acknowledged[account!] = false
      account = nil
      route()
    case .exportData: break
    case .deleteHealthData: complete[account!] = false
    case .openPhotos: view.photosOpen = true
    case .pickPhotos(let picks):
      view.photosSelected += picks.count
      view.isUploading = true
      pending.append(action)
    case .removePhoto: view.photosSelected -= 1
    case .closePhotos: view.photosOpen = false
    case .deletePhoto:
      view.photoDeletionFailed = refusesDeletions
      if !refusesDeletions { view.photosShown -= 1 }
    case .expandSummary, .scrollSummary, .pullToRefresh, .retryPlan, .refreshPlan, .retryPhotos, .filterTasks,
      .completeTask:
      break
    }
    render()
    return view
  }

  /// Applies changes that another phone's taps made on the server.
  mutating func adopt(_ other: ScriptedPhone) {
    complete = other.complete
    answered = other.answered
    acknowledged = other.acknowledged
  }

  /// Ends all work of the app.
  mutating func settle() {
    let slow: Set<PersonAction> = isSlow ? [.pickPhotos, .saveEdit] : []
    defer { render() }
    let ended = pending.filter { !slow.contains($0.kind) }
    pending.removeAll { !slow.contains($0.kind) }
    for action in ended {
      switch action {
      case .completeOnboarding: answer(complete: true)
      case .skipOnboarding: answer(complete: false)
      case .acknowledge, .retryAcknowledge:
        if fails { view.acknowledgeFailed = true } else { acknowledged[account!] = true }
        view.plans = needsAcknowledgment ? .acknowledgment : .plan
      case .saveEdit:
        view.isSaving = false
        view.saveFailed = fails
        view.saveSucceeded = !fails
      case .pickPhotos:
        view.isUploading = false
        view.photosFailed = fails ? view.photosSelected : 0
        view.photosShown += view.photosSelected - view.photosFailed
        view.photosSelected = view.photosFailed
      default: break
      }
    }
  }

  private var needsAcknowledgment: Bool { account.map { complete[$0] && !acknowledged[$0] } ?? false }

  private mutating func route() {
    view.place = account.map { answered[$0] ? .tabs : .onboarding } ?? .signIn
    view.tab = .home
    view.zeroStateVisible = account.map { answered[$0] && !complete[$0] } ?? false
  }

  private mutating func answer(complete isComplete: Bool) {
    guard view.place == .onboarding else { return }
    view.onboardingFailed = fails
    guard !fails else { return }
    answered[account!] = true
    complete[account!] = isComplete
    view.place = .tabs
    view.zeroStateVisible = !isComplete
    view.sheet = isComplete ? (slowSummary ? .canContinue : .shown) : .hidden
  }

  private mutating func render() {
    view.cardVisible =
      showsCard && view.place == .tabs && view.tab == .home && needsAcknowledgment && !dismissed
  }
}

/// The actions of one person on scripted phones: every tap with its time.
struct Rehearsal {
  struct Tap {
    var time: Int64
    var device: UInt8
    var session: UInt32
    var action: UserAction
    var intent: Int32
    /// The view on which the person decided.
    var before: PhoneSketch
  }

  private(set) var taps: [Tap] = []
  private(set) var model: PersonModel
  private(set) var phones: [ScriptedPhone]
  /// The duration of every wait for the app.
  static let appTime: Int64 = 300_000_000

  init(_ model: PersonModel, phone: ScriptedPhone = ScriptedPhone()) {
    self.model = model
    phones = [phone, phone]
    var view = PhoneSketch()
    var now: Int64 = 0
    while true {
      switch self.model.next(view.screen, now: now) {
      case .done: return
      case .away(let start): now = max(now, start)
      case .use(let device, let tap, let rest):
        if let tap {
          taps.append(
            Tap(
              time: now, device: device, session: self.model.sessions, action: tap.action, intent: tap.intent,
              before: phones[Int(device)].view))
          _ = phones[Int(device)].perform(tap.action)
        }
        if rest.condition != nil {
          phones[Int(device)].settle()
          now += min(rest.patience, Rehearsal.appTime)
        }
        now = min(now + rest.pause, self.model.horizon)
        phones[1 - Int(device)].adopt(phones[Int(device)])
        view = phones[Int(device)].view
      }
    }
  }

  func count(_ kind: PersonAction) -> Int {
    taps.count { $0.action.kind == kind }
  }
}

extension PersonModel {
  /// A person of a seed with a persona that a test shapes.
  init(
    user: UInt32, seed: UInt64 = 1, arrival: TimeSpan = .zero, horizon: TimeSpan = .hours(48), zone: TimeSpan = .zero,
    memory: PeopleMemory? = nil, reminders: Reminders? = nil, rollback: Rollback<Temperament>? = nil,
    _ shape: (inout Persona) -> Void = { _ in }
  ) {
    var persona = Persona(name: "test")
    shape(&persona)
    self.init(
      index: user, temperament: Temperament(persona: persona, memory: memory, reminders: reminders),
      draws: PersonDraws(seed: seed, user: user, replication: 0), arrival: arrival.nanoseconds,
      horizon: horizon.nanoseconds, zone: zone.nanoseconds, rollback: rollback)
  }
}

/// Whether a count of hits lies in the 99.9 % band of a binomial (normal approximation with continuity correction).
func isPlausible(_ hits: Int, of trials: Int, probability: Double) -> Bool {
  let mean = Double(trials) * probability
  let deviation = (mean * (1 - probability)).squareRoot()
  return abs(Double(hits) - mean) <= 3.2905 * deviation + 0.5
}
