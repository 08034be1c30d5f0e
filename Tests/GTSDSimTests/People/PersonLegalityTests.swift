import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import Randomness

/// Whatever a device shows, a person only does what is possible there, and comes to an end.
struct PersonLegalityTests {
  /// A device that shows something else at every look.
  private struct Kaleidoscope {
    var draws = Draws(seed: 99)
    var step: UInt32 = 0
    var user: UInt32

    private mutating func below(_ bound: Int) -> Int {
      step += 1
      return Int(draws.uniform(user: user, purpose: 900, step: step) * Double(bound))
    }

    private mutating func happens(_ probability: Double) -> Bool {
      step += 1
      return draws.uniform(user: user, purpose: 900, step: step) < probability
    }

    mutating func view() -> PhoneSketch {
      var view = PhoneSketch()
      view.place =
        happens(0.75) ? .tabs : PhoneSketch.Place(rawValue: UInt8(below(3)))!
      view.tab = Tab.allCases[below(5)]
      view.isForeground = view.place != .closed && happens(0.95)
      view.isLoading = happens(0.3)
      view.cardVisible = view.place == .tabs && view.tab == .home && happens(0.5)
      view.zeroStateVisible = view.place == .tabs && view.tab == .home && !view.cardVisible && happens(0.3)
      view.plans = PlansScreen(rawValue: UInt8(below(5)))!
      view.acknowledgeFailed = happens(0.3)
      view.onboardingFailed = happens(0.3)
      view.onboardingStep = happens(0.5) ? .review : OnboardingStep(rawValue: UInt8(below(5)))!
      view.signInFailed = happens(0.3)
      view.sheet = happens(0.85) ? .hidden : SummarySheet(rawValue: UInt8(below(5)))!
      view.homeFailed = happens(0.2)
      view.editOpen = view.place == .tabs && view.tab == .profile && happens(0.6)
      view.editReady = view.editOpen && happens(0.8)
      view.isSaving = view.editReady && happens(0.3)
      view.saveFailed = view.editReady && happens(0.3)
      view.saveSucceeded = view.editReady && happens(0.3)
      view.photosOpen = view.place == .tabs && view.tab == .tasks && happens(0.6)
      view.isUploading = view.photosOpen && happens(0.3)
      view.photosSelected = view.photosOpen ? below(6) : 0
      view.photosFailed = view.photosOpen ? below(3) : 0
      view.photosShown = view.photosOpen ? below(4) : 0
      return view
    }
  }

  @Test(arguments: [0.05, 0.5, 1.0], [false, true])
  func peopleDoOnlyPossibleActionsAndFinish(eagerness: Double, remembers: Bool) {
    let reminders = Reminders(after: .hours(2), every: .hours(3), most: 20, reach: 1, response: Probability(eagerness))
    for user: UInt32 in 0..<120 {
      var kaleidoscope = Kaleidoscope(user: user)
      var person = PersonModel(
        user: user, seed: 5, horizon: .days(3), memory: remembers ? PeopleMemory() : nil,
        reminders: remembers ? reminders : nil
      ) { persona in
        persona.decisions.switchAccount = Probability(eagerness)
        persona.decisions.useSecondDevice = Probability(eagerness)
        persona.decisions.editPreferences = Probability(eagerness)
        persona.decisions.editProfile = Probability(eagerness)
        persona.decisions.deleteHealthData = Probability(eagerness)
        persona.decisions.uploadPhotos = Probability(eagerness)
        persona.decisions.deletePhoto = Probability(eagerness)
        persona.decisions.completeTask = Probability(eagerness)
        persona.decisions.filterTasks = Probability(eagerness)
        persona.decisions.exportData = Probability(eagerness)
        persona.decisions.deleteAccount = Probability(eagerness / 2)
        persona.decisions.tabBurst = Probability(eagerness)
        persona.decisions.editOtherFields = Probability(eagerness)
        persona.decisions.pullElsewhere = Probability(eagerness)
        persona.decisions.lookAgain = Probability(eagerness)
        persona.decisions.correctAnswers = Probability(eagerness)
        persona.decisions.leaveOpen = Probability(eagerness)
      }
      var view = PhoneSketch()
      var now: Int64 = 0
      var steps = 0
      var seen: UInt8 = 0
      var open: Set<UInt8> = []
      life: while true {
        steps += 1
        guard steps < 60_000 else {
          Issue.record("person \(user) never ends: state \(person.state)")
          break
        }
        switch person.next(view.screen, now: now) {
        case .done: break life
        case .away(let start):
          // The app may be left open in the background of the first phone.
          let isLeftOpen = seen == 0 && open.contains(0) && view.screen.front == .background
          #expect(open.isEmpty || view.place == .closed || isLeftOpen)
          open = isLeftOpen ? [0] : []
          now = max(now, start)
        case .use(let device, let tap, let rest):
          if let tap {
            switch tap.action {
            case .launch:
              #expect(!open.contains(device) || view.place == .closed)
              open.insert(device)
            case .terminate:
              #expect(open.contains(device))
              open.remove(device)
            default:
              #expect(seen == device, "\(tap.action) on a device that was not looked at")
              #expect(Self.isPossible(tap.action, view), "\(tap.action) at \(view)")
            }
          }
          now = min(now + rest.pause + (rest.condition == nil ? 0 : min(rest.patience, 1_000_000_000)), person.horizon)
          view = tap?.action.kind == .terminate ? PhoneSketch() : kaleidoscope.view()
          if tap?.action.kind == .background { view.isForeground = false }
          seen = device
        }
      }
      #expect(person.sessions > 0)
    }
  }

  static func isPossible(_ action: UserAction, _ view: PhoneSketch) -> Bool {
    let onTabs = view.place == .tabs && view.isForeground && view.sheet == .hidden
    let uncovered = onTabs && !view.editOpen && !view.photosOpen
    let inForm = onTabs && view.tab == .profile && view.editOpen
    let inPhotos = onTabs && view.tab == .tasks && view.photosOpen
    let inOnboarding = view.place == .onboarding && view.isForeground
    switch action {
    case .launch, .terminate: return true
    case .background: return view.place != .closed && view.isForeground
    case .foreground: return view.place != .closed && !view.isForeground
    case .signUp, .logIn: return view.place == .signIn && view.isForeground
    case .logOut, .deleteHealthData, .deleteAccount, .exportData, .openEdit: return uncovered && view.tab == .profile
    case .skipOnboarding, .abandonOnboarding: return inOnboarding
    case .nextStep: return inOnboarding && view.onboardingStep != .review
    case .previousStep: return inOnboarding && view.onboardingStep != .welcome
    case .completeOnboarding: return inOnboarding && view.onboardingStep == .review
    case .continueSummary: return view.place == .tabs && (view.sheet == .canContinue || view.sheet == .failed)
    case .expandSummary, .scrollSummary, .exitSummary: return view.place == .tabs && view.sheet == .shown
    case .openTab: return uncovered
    case .pullToRefresh:
      return uncovered || view.place == .tabs && view.sheet == .failed
    case .reviewCard, .dismissCard: return uncovered && view.cardVisible
    case .completeProfile, .maybeLater: return uncovered && view.zeroStateVisible
    case .acknowledge: return uncovered && view.tab == .plans && view.plans == .acknowledgment
    case .retryAcknowledge:
      return uncovered && view.tab == .plans && view.plans == .acknowledgment && view.acknowledgeFailed
    case .retryPlan: return uncovered && view.tab == .plans && view.plans == .error
    case .refreshPlan:
      return uncovered && view.tab == .plans && (view.plans == .plan || view.plans == .acknowledgment)
    case .typeEdit, .saveEdit: return inForm && view.editReady
    case .closeEdit: return inForm
    case .filterTasks, .completeTask, .openPhotos: return uncovered && view.tab == .tasks
    case .pickPhotos(let picks): return inPhotos && (1...5).contains(picks.count)
    case .removePhoto(let index): return inPhotos && index < Int(view.photosSelected)
    case .retryPhotos: return inPhotos && view.photosFailed > 0
    case .deletePhoto(let index): return inPhotos && index < Int(view.photosShown)
    case .closePhotos: return inPhotos
    }
  }
}
