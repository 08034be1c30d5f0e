package import GTSDModel

/// The reason why the screen in front does not offer a tap.
package enum TapRefusal: Sendable, Equatable {
  case isClosed, isRunning, isInBackground, isInForeground
  case isSignedIn
  /// A screen other than the tabs is in front.
  case noTabs(Front)
  case otherTab(Tab)
  case sameTab(Tab)
  case noOnboarding, noNext, noBack, noComplete
  case noSummary, summaryLoads, noContinue
  case noCard, cardIsOff
  case noZeroState
  case noAcknowledgment, noFailedAcknowledgment, newRow
  case noPlanError, noRefresh
  case noForm, formLoads, formUnchanged
  case noTask(Int)
  case noPhotos, noPhoto(Int)
  case noRetry, nothingToRetry
  case isUnderWay(OngoingWork)

  /// The reason in words.
  package var words: String {
    switch self {
    case .isClosed: "the app is closed"
    case .isRunning: "the app runs already"
    case .isInBackground: "the app is in the background"
    case .isInForeground: "the app is in front already"
    case .isSignedIn: "somebody is signed in"
    case .noTabs(let front):
      switch front {
      case .closed: "the app is closed"
      case .background: "the app is in the background"
      case .signIn: "nobody is signed in"
      case .onboarding: "onboarding covers the tabs"
      case .summary: "the summary covers the tabs"
      case .form: "the edit form covers the tabs"
      case .photos: "the photos of a task cover the tabs"
      case .tab(let tab): "the tab \(tab.label) is in front"
      }
    case .otherTab(let tab): "the tab \(tab.label) is not in front"
    case .sameTab(let tab): "the tab \(tab.label) is in front already"
    case .noOnboarding: "onboarding is not in front"
    case .noNext: "the last step of onboarding has no button to go on"
    case .noBack: "the first step of onboarding has no button to go back"
    case .noComplete: "only the last step of onboarding has the button Complete"
    case .noSummary: "no summary is shown"
    case .summaryLoads: "the summary is loading"
    case .noContinue: "the summary has no button to continue"
    case .noCard: "Home shows no card"
    case .cardIsOff: "the card's button is off while its metrics are read"
    case .noZeroState: "there is no zero state on the tab in front"
    case .noAcknowledgment: "Plans asks for no acknowledgment"
    case .noFailedAcknowledgment: "no failed acknowledgment is shown"
    case .newRow: "the numbers appeared on screen only just now"
    case .noPlanError: "Plans shows no error of the plan"
    case .noRefresh: "Plans has no button to refresh before the acknowledgment"
    case .noForm: "no form is open"
    case .formLoads: "the form is not filled yet"
    case .formUnchanged: "the form has no changes, so its save button is off"
    case .noTask(let task): "the list has no task \(task)"
    case .noPhotos: "no photos are open"
    case .noPhoto(let index): "there is no photo \(index + 1)"
    case .noRetry: "there is no button to try again"
    case .nothingToRetry: "no photo has failed"
    case .isUnderWay(let work): "\(work.rawValue) is under way"
    }
  }
}
