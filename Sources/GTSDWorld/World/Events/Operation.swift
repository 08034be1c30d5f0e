/// A piece of asynchronous client work with one loading flag, error slot and guard of its own.
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
