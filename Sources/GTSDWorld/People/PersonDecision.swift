package import GTSDModel

/// A decision of a person. It has the name of the property of `Decisions` or `Habit` that contains its probability.
///
/// The raw value is the key of the random draw: append only, never renumber. Decisions have 1 to 60.
package enum PersonDecision: UInt32, CaseIterable, Sendable {
  case skipOnboarding = 1
  case abandonOnboarding = 2
  case doubleTapComplete = 3
  case completeAfterAbandon = 4
  case readSummaryToEnd = 5
  case expandSummary = 6
  case exitSummaryByButton = 7
  case exitSummaryBySwipe = 8
  case continueAfterWait = 9
  case followCard = 10
  case dismissCard = 11
  case goToPlansDirectly = 12
  case acknowledge = 13
  case doubleTapAcknowledge = 14
  case retryAfterError = 15
  case refreshPlan = 16
  case completeProfile = 17
  case maybeLater = 18
  case finishProfile = 19
  case pullToRefresh = 20
  case pullDuringLoad = 21
  case visitTasks = 22
  case visitStreaks = 23
  case visitProfile = 24
  case tabBurst = 25
  case background = 26
  case switchAccount = 27
  case useSecondDevice = 28
  case editPreferences = 29
  case clearPreferences = 30
  case editProfile = 31
  case typeDuringSave = 32
  case deleteHealthData = 33
  case uploadPhotos = 34
  case retryPhoto = 35
  case addDuringUpload = 36
  case invalidPhoto = 37
  /// The decision to complain; drawn by `PopulationRoster.complains`, not by the person's model.
  case complain = 38
  case returnNextDay = 39
  case returnSameDay = 40
  case exportData = 41
  case deleteAccount = 42
  case completeTask = 43
  case filterTasks = 44
  case deletePhoto = 45
  case editOtherFields = 46
  case pullElsewhere = 47
  case lookAgain = 48
  case correctAnswers = 49
  case leaveOpen = 50

  /// The name by which experiments address this decision.
  package var name: String { String(describing: self) }

  /// The persona's probability for this decision.
  package func probability(in persona: Persona) -> Double {
    let decisions = persona.decisions
    return switch self {
    case .skipOnboarding: decisions.skipOnboarding.value
    case .abandonOnboarding: decisions.abandonOnboarding.value
    case .doubleTapComplete: decisions.doubleTapComplete.value
    case .completeAfterAbandon: decisions.completeAfterAbandon.value
    case .readSummaryToEnd: decisions.readSummaryToEnd.value
    case .expandSummary: decisions.expandSummary.value
    case .exitSummaryByButton: decisions.exitSummaryByButton.value
    case .exitSummaryBySwipe: decisions.exitSummaryBySwipe.value
    case .continueAfterWait: decisions.continueAfterWait.value
    case .followCard: decisions.followCard.value
    case .dismissCard: decisions.dismissCard.value
    case .goToPlansDirectly: decisions.goToPlansDirectly.value
    case .acknowledge: decisions.acknowledge.value
    case .doubleTapAcknowledge: decisions.doubleTapAcknowledge.value
    case .retryAfterError: decisions.retryAfterError.value
    case .refreshPlan: decisions.refreshPlan.value
    case .completeProfile: decisions.completeProfile.value
    case .maybeLater: decisions.maybeLater.value
    case .finishProfile: decisions.finishProfile.value
    case .pullToRefresh: decisions.pullToRefresh.value
    case .pullDuringLoad: decisions.pullDuringLoad.value
    case .visitTasks: decisions.visitTasks.value
    case .visitStreaks: decisions.visitStreaks.value
    case .visitProfile: decisions.visitProfile.value
    case .tabBurst: decisions.tabBurst.value
    case .background: decisions.background.value
    case .switchAccount: decisions.switchAccount.value
    case .useSecondDevice: decisions.useSecondDevice.value
    case .editPreferences: decisions.editPreferences.value
    case .clearPreferences: decisions.clearPreferences.value
    case .editProfile: decisions.editProfile.value
    case .typeDuringSave: decisions.typeDuringSave.value
    case .deleteHealthData: decisions.deleteHealthData.value
    case .uploadPhotos: decisions.uploadPhotos.value
    case .retryPhoto: decisions.retryPhoto.value
    case .addDuringUpload: decisions.addDuringUpload.value
    case .invalidPhoto: decisions.invalidPhoto.value
    case .complain: decisions.complain.value
    case .returnNextDay: persona.habit.returnNextDay.value
    case .returnSameDay: persona.habit.returnSameDay.value
    case .exportData: decisions.exportData.value
    case .deleteAccount: decisions.deleteAccount.value
    case .completeTask: decisions.completeTask.value
    case .filterTasks: decisions.filterTasks.value
    case .deletePhoto: decisions.deletePhoto.value
    case .editOtherFields: decisions.editOtherFields.value
    case .pullElsewhere: decisions.pullElsewhere.value
    case .lookAgain: decisions.lookAgain.value
    case .correctAnswers: decisions.correctAnswers.value
    case .leaveOpen: decisions.leaveOpen.value
    }
  }
}
