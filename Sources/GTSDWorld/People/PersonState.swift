/// A person's state between two looks at a device.
///
/// The state determines the person's next judgement or action, given the view that comes next.
enum PersonState: UInt8 {
  // MARK: Between sessions
  /// Waits for the next start.
  case away
  /// Will not be back before the horizon.
  case gone
  /// Takes the phone and opens the app.
  case opening
  /// Has opened the app by a reminder.
  case followingReminder
  /// Closes what is open, second device first.
  case leaving

  // MARK: Finding the way
  /// Looks which screen the app shows.
  case orienting
  /// Stands before the sign-in screen.
  case atSignIn
  /// Has typed the credentials.
  case signingIn
  /// Judges how signing in went.
  case signInJudged

  /// Has taken in an error and taps again.
  case retrying

  // MARK: Onboarding
  /// Decides what to do about onboarding.
  case offered
  /// Has filled the form.
  case formFilled
  /// Has tapped Complete or Skip once and does so again.
  case answeringAgain
  /// Judges how the answer went.
  case answerJudged

  // MARK: Summary sheet
  /// Judges whether the sheet came.
  case sheetJudged
  /// Has waited on although Continue was offered.
  case sheetAwaited
  /// Has the summary before the eyes.
  case readingSummary
  /// Has the summary before the eyes long enough to open what is folded.
  case expandingSummary
  case scrollingSummary
  case closingSummary

  // MARK: Home
  /// Comes to Home for the first time in the session.
  case lookingAtHome
  /// Looks for something to react to on Home.
  case atHome
  /// Has considered the card.
  case decidingCard
  /// Has considered the zero state.
  case decidingZeroState
  /// Stands before the form that the zero state opened.
  case profileFormOpened

  // MARK: Errands
  /// Has nothing at hand and picks the next errand.
  case choosing
  /// Judges what Plans shows.
  case atPlans
  /// Has read the acknowledgment screen.
  case decidingAcknowledgment
  /// Has tapped Acknowledge once and does so again.
  case acknowledgingAgain
  case acknowledgmentJudged
  /// Has read the plan.
  case planRead
  /// Goes back to Home after an acknowledgment, to see the card gone.
  case returningHome
  /// Is in a burst of tab switches.
  case bursting
  /// Has left the app in the background.
  case inBackground
  /// Is on Home to pull.
  case pulling
  /// Has just pulled and pulls again.
  case pullingAgain

  // MARK: Profile and edit form
  /// Is on Profile to edit.
  case atProfile
  /// Waits for the form.
  case editOpened
  /// Has typed.
  case readyToSave
  /// Has tapped Save and goes on typing.
  case typingDuringSave
  case saveJudged
  /// Is on Profile to delete the health data.
  case deletingHealthData

  // MARK: Photos
  /// Is on Tasks to open a task's photos.
  case atTasks
  /// Has chosen what to upload.
  case photosChosen
  /// Has seen the upload start and adds more.
  case addingPhotos
  case uploadsJudged
  /// Is done with uploading and looks at what there is.
  case photosReviewed

  // MARK: Tasks
  /// Is on Tasks to complete one.
  case choosingTask
  /// Sees the tasks to choose from.
  case tasksFiltered

  // MARK: Accounts
  /// Is on Profile to log out.
  case loggingOut
  case logOutJudged
  /// Is on Profile to ask for what is stored.
  case exportingData
  /// Is on Profile to delete the account.
  case deletingAccount
  case deletionJudged

  // MARK: Second device
  /// Looks at the second device's Home.
  case secondAtHome
  /// Judges what the second device's Plans shows.
  case secondAtPlans
  case secondReadMetrics
  /// Turns to the first device to edit there too.
  case pairFirstProfile
  case pairFirstEdit
  case pairFirstType
  case pairSecondProfile
  case pairSecondEdit
  case pairSecondType
  case pairSecondSave
  case pairFirstSave
  case pairSecondSettle
  /// Closes the second device.
  case secondLeaving
}

extension PersonState {
  /// Whether the edit form belongs to what the person does.
  var usesEditForm: Bool {
    switch self {
    case .editOpened, .readyToSave, .typingDuringSave, .saveJudged: true
    default: false
    }
  }

  /// Whether a task's photos belong to what the person does.
  var usesPhotoSheet: Bool {
    switch self {
    case .photosChosen, .addingPhotos, .uploadsJudged, .photosReviewed: true
    default: false
    }
  }
}

/// Something a person does once in a session, in an order of its own.
enum Errand: UInt8, CaseIterable {
  case plans, tasks, streaks, profile, editPreferences, editProfile, deleteHealthData, photos, burst, background, pull
  case switchAccount, secondDevice, completeTask, exportData, deleteAccount
}
