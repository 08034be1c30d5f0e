package import GTSDModel

/// An action of a person on a device. Each is a synchronous UI event; the work that it starts continues by itself.
///
/// Rare actions with much data store it separately, because otherwise every action would be copied at that size.
package enum UserAction: Sendable {
  /// Opens the app, which was not running.
  case launch
  /// The app's process ends.
  case terminate
  case background
  case foreground
  indirect case signUp(AccountIdentity)
  indirect case logIn(AccountIdentity)
  case logOut
  /// Enters the answers to the step of onboarding on screen, and taps Next.
  case nextStep(OnboardingAnswers)
  case previousStep
  /// Taps Complete on the last step of onboarding. With answers, it is the short form: all steps in one instant, up to
  /// that tap.
  indirect case completeOnboarding(OnboardingRequest?)
  case skipOnboarding
  /// Leaves onboarding without an answer.
  case abandonOnboarding
  case continueSummary
  case expandSummary(SummarySection)
  case scrollSummary(depthPercent: Int32)
  case exitSummary(SummaryExit)
  case openTab(Tab)
  case pullToRefresh
  case reviewCard
  case dismissCard
  /// Follows the zero-state card into onboarding.
  case completeProfile
  case maybeLater
  case acknowledge
  case retryAcknowledge
  case retryPlan
  case refreshPlan
  case openEdit
  indirect case typeEdit(EditDraft)
  case saveEdit
  case closeEdit
  /// Clears height and weight (the acceptance scenario "later delete data").
  case deleteHealthData
  /// Deletes the account and all of its stored data, on Profile.
  case deleteAccount
  /// Requests an export of all stored data, on Profile.
  case exportData
  /// Shows the tasks of one category, or of all, 0.
  case filterTasks(category: Int)
  /// Uploads evidence for a task, which completes the task.
  case completeTask(taskID: Int)
  case openPhotos(taskID: Int)
  case pickPhotos([PhotoPick])
  case removePhoto(index: Int)
  case retryPhotos
  case deletePhoto(index: Int)
  case closePhotos

  /// The action without its payload.
  package var kind: PersonAction {
    switch self {
    case .launch: .launch
    case .terminate: .terminate
    case .background: .background
    case .foreground: .foreground
    case .signUp: .signUp
    case .logIn: .logIn
    case .logOut: .logOut
    case .nextStep: .nextStep
    case .previousStep: .previousStep
    case .completeOnboarding: .completeOnboarding
    case .skipOnboarding: .skipOnboarding
    case .abandonOnboarding: .abandonOnboarding
    case .continueSummary: .continueSummary
    case .expandSummary: .expandSummary
    case .scrollSummary: .scrollSummary
    case .exitSummary: .exitSummary
    case .openTab: .openTab
    case .pullToRefresh: .pullToRefresh
    case .reviewCard: .reviewCard
    case .dismissCard: .dismissCard
    case .completeProfile: .completeProfile
    case .maybeLater: .maybeLater
    case .acknowledge: .acknowledge
    case .retryAcknowledge: .retryAcknowledge
    case .retryPlan: .retryPlan
    case .refreshPlan: .refreshPlan
    case .openEdit: .openEdit
    case .typeEdit: .typeEdit
    case .saveEdit: .saveEdit
    case .closeEdit: .closeEdit
    case .deleteHealthData: .deleteHealthData
    case .deleteAccount: .deleteAccount
    case .exportData: .exportData
    case .filterTasks: .filterTasks
    case .completeTask: .completeTask
    case .openPhotos: .openPhotos
    case .pickPhotos: .pickPhotos
    case .removePhoto: .removePhoto
    case .retryPhotos: .retryPhotos
    case .deletePhoto: .deletePhoto
    case .closePhotos: .closePhotos
    }
  }

  /// All actions without parameters.
  private static let bare: [UserAction] = [
    .launch, .terminate, .background, .foreground, .logOut, .previousStep, .skipOnboarding, .abandonOnboarding,
    .continueSummary, .pullToRefresh, .reviewCard, .dismissCard, .completeProfile, .maybeLater, .acknowledge,
    .retryAcknowledge, .retryPlan, .refreshPlan, .openEdit, .saveEdit, .closeEdit, .deleteHealthData, .retryPhotos,
    .closePhotos, .deleteAccount, .exportData,
  ]

  /// Finds the action of a kind; nil if the kind needs parameters.
  package init?(_ kind: PersonAction) {
    guard let action = Self.bare.first(where: { $0.kind == kind }) else { return nil }
    self = action
  }
}
