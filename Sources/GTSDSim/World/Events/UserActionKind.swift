/// What a person did, without its payload.
package enum UserActionKind: UInt8, CaseIterable, Sendable {
  case launch, terminate, background, foreground
  case signUp, logIn, logOut
  case completeOnboarding, skipOnboarding, abandonOnboarding
  case continueSummary, expandSummary, scrollSummary, exitSummary
  case openTab, pullToRefresh
  case reviewCard, dismissCard, completeProfile, maybeLater
  case acknowledge, retryAcknowledge, retryPlan, refreshPlan
  case openEdit, typeEdit, saveEdit, closeEdit, deleteHealthData
  case openPhotos, pickPhotos, removePhoto, retryPhotos, deletePhoto, closePhotos
  case filterTasks, completeTask
}
