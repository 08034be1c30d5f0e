/// A kind of asynchronous client work with its own loading flag, error slot and guard.
package enum Operation: UInt8, CaseIterable, Sendable {
  case signUp, logIn, logOut, restore, refreshToken
  case onboarding, summary
  case homeLoad, homeTasks, homeStreak, homeSummary, homeMetrics
  case plansMetrics, plansFetch, plansRefresh, acknowledge
  case profileLoad, editLoad, editSave
  case photosLoad, photoUpload, photoDelete
  case tasksLoad, streaksLoad
  case evidence, photoImages
  case accountDeletion, dataExport
}
