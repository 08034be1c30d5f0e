/// A person's state between two looks at a device.
///
/// Together with the next view, the state determines the person's next judgement or action.
enum PersonState: UInt8 {
  // MARK: Between sessions
  /// The person waits for the next session.
  case away
  /// The person does not return before the horizon.
  case gone
  /// The person takes the phone and opens the app.
  case opening
  /// The person has opened the app by a reminder.
  case followingReminder
  /// The person closes the open devices, the second one first.
  case leaving

  // MARK: Finding the screen
  /// The person finds out which screen the app shows.
  case orienting
  /// The person sees the sign-in screen.
  case atSignIn
  /// The person has typed the credentials.
  case signingIn
  /// The person sees the result of signing in.
  case signInJudged

  /// The person has noticed an error and taps again.
  case retrying

  // MARK: Onboarding
  /// The person decides about onboarding.
  case offered
  /// The person has filled in the step of the form on screen.
  case stepFilled
  /// The person has tapped Complete or Skip once and does so again.
  case answeringAgain
  /// The person sees the result of the answer.
  case answerJudged

  // MARK: Summary sheet
  /// The person sees whether the summary sheet has opened.
  case sheetJudged
  /// The person has waited on although Continue was offered.
  case sheetAwaited
  /// The person reads the summary.
  case readingSummary
  /// The person has read the summary long enough to open folded sections.
  case expandingSummary
  case scrollingSummary
  case closingSummary

  // MARK: Home
  /// The person comes to Home for the first time in the session.
  case lookingAtHome
  /// The person looks for something to react to on Home.
  case atHome
  /// The person has looked at the card and decides what to do with it.
  case decidingCard
  /// The person has looked at the zero state and decides what to do with it.
  case decidingZeroState
  /// The person sees the form that the zero state opened.
  case profileFormOpened

  // MARK: Errands
  /// The person is free to pick the next errand.
  case choosing
  /// The person looks at Plans.
  case atPlans
  /// The person has read the acknowledgment screen and decides whether to acknowledge.
  case decidingAcknowledgment
  /// The person has tapped Acknowledge once and does so again.
  case acknowledgingAgain
  case acknowledgmentJudged
  /// The person has read the plan.
  case planRead
  /// The person returns to Home after an acknowledgment, to see the card gone.
  case returningHome
  /// The person switches tabs in a burst.
  case bursting
  /// The person has left the app in the background.
  case inBackground
  /// The person is on Home and pulls it to refresh.
  case pulling
  /// The person has just pulled Home down and pulls again.
  case pullingAgain
  /// The person is on Tasks, Streaks or Profile and pulls the tab to refresh.
  case pullingTab

  // MARK: Profile and edit form
  /// The person is on Profile to edit.
  case atProfile
  /// The person waits for the form.
  case editOpened
  /// The person has typed into the form and can save it.
  case readyToSave
  /// The person has left the app for a moment with a filled form.
  case formInBackground
  /// The person has tapped Save and continues typing.
  case typingDuringSave
  case saveJudged
  /// The person is on Profile to delete the health data.
  case deletingHealthData

  // MARK: Photos
  /// The person is on Tasks to open a task's photos.
  case atTasks
  /// The person has chosen photos to upload.
  case photosChosen
  /// The person has seen the upload start and adds more.
  case addingPhotos
  case uploadsJudged
  /// The person has finished uploading and looks at the photos.
  case photosReviewed
  /// The person has deleted a photo and sees whether it is gone.
  case photoDeleted

  // MARK: Tasks
  /// The person is on Tasks to complete one.
  case choosingTask
  /// The person sees the tasks to choose from.
  case tasksFiltered

  // MARK: Accounts
  /// The person is on Profile to log out.
  case loggingOut
  case logOutJudged
  /// The person is on Profile to export the stored data.
  case exportingData
  /// The person is on Profile to delete the account.
  case deletingAccount
  case deletionJudged

  // MARK: Second device
  /// The person looks at Home on the second device.
  case secondAtHome
  /// The person has Plans open on the first device and goes on to the second.
  case openingSecond
  /// The person looks at the second device's Plans.
  case secondAtPlans
  case secondReadMetrics
  /// The person takes the first device to edit on it, too.
  case pairFirstProfile
  case pairFirstEdit
  case pairFirstType
  case pairSecondProfile
  case pairSecondEdit
  case pairSecondType
  case pairSecondSave
  case pairFirstSave
  case pairSecondSettle
  /// The person closes the second device.
  case secondLeaving
}

extension PersonState {
  /// Whether the edit form is used in this state.
  var usesEditForm: Bool {
    switch self {
    case .editOpened, .readyToSave, .typingDuringSave, .saveJudged: true
    default: false
    }
  }

  /// Whether the photos of a task are used in this state.
  var usesPhotoSheet: Bool {
    switch self {
    case .photosChosen, .addingPhotos, .uploadsJudged, .photosReviewed, .photoDeleted: true
    default: false
    }
  }
}

/// An action that a person does at most once in a session, in an order drawn for the session.
enum Errand: UInt8, CaseIterable {
  case plans, tasks, streaks, profile, editPreferences, editProfile, deleteHealthData, photos, burst, background, pull
  case switchAccount, secondDevice, completeTask, exportData, deleteAccount
}
