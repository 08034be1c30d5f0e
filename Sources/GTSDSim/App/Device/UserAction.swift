package import GTSDModel

/// What a person can do with a device. Each is a synchronous UI event; what it starts goes on by itself.
package enum UserAction: Sendable {
  /// Opens the app after it was not running.
  case launch
  /// The app's process ends.
  case terminate
  case background
  case foreground
  case signUp(AccountIdentity)
  case logIn(AccountIdentity)
  case logOut
  case completeOnboarding(OnboardingRequest)
  case skipOnboarding
  /// Leaves onboarding without an answer.
  case abandonOnboarding
  case continueSummary
  case expandSummary(AnalyticsEvent.SummarySection)
  case scrollSummary(depthPercent: Int32)
  case exitSummary(AnalyticsEvent.SummaryExit)
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
  case typeEdit(EditDraft)
  case saveEdit
  case closeEdit
  /// Clears height and weight (the acceptance scenario "later delete data").
  case deleteHealthData
  /// Shows the tasks of one category, or of all, 0.
  case filterTasks(category: Int)
  /// Hands in evidence for a task, which completes it.
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

  /// The actions that are nothing but their kind.
  private static let bare: [UserAction] = [
    .launch, .terminate, .background, .foreground, .logOut, .skipOnboarding, .abandonOnboarding, .continueSummary,
    .pullToRefresh, .reviewCard, .dismissCard, .completeProfile, .maybeLater, .acknowledge, .retryAcknowledge,
    .retryPlan, .refreshPlan, .openEdit, .saveEdit, .closeEdit, .deleteHealthData, .retryPhotos, .closePhotos,
  ]

  /// The action of a kind, nil where that alone does not say what is done.
  init?(_ kind: PersonAction) {
    guard let action = Self.bare.first(where: { $0.kind == kind }) else { return nil }
    self = action
  }
}

/// An account that can sign in on a device.
package struct AccountIdentity: Sendable, Equatable {
  /// 0 is the person's own account.
  package var ordinal: UInt8
  package var email: String
  package var password: String
  package var name: String

  package init(ordinal: UInt8, email: String, password: String, name: String) {
    self.ordinal = ordinal
    self.email = email
    self.password = password
    self.name = name
  }
}

/// What a person types into the edit form; nil leaves a field as it is.
package struct EditDraft: Sendable, Equatable {
  package var name: String?
  /// Kilograms.
  package var currentWeight: Double?
  package var primaryGoal: Goal?
  /// Centimetres.
  package var height: Double?
  package var gender: Gender?
  package var dateOfBirth: Timestamp?
  package var targetDate: Timestamp?
  package var dietaryPreferences: [String]?
  package var allergies: [String]?
  /// Adds one entry to what the form shows, as a person adds a tag.
  package var addDietaryPreference: String?
  package var mealsPerDay: Int?

  package init() {}
}

/// One file that a person picked.
package struct PhotoPick: Sendable, Equatable {
  package var item: PhotoItemID
  package var contentType: PhotoContentType
  /// Bytes.
  package var fileSize: Int
  /// Longer side, pixels.
  package var longerSide: Int
  /// False for a file that is no image, which the client finds out when it reads it.
  package var isImage: Bool

  package init(item: PhotoItemID, contentType: PhotoContentType, fileSize: Int, longerSide: Int, isImage: Bool) {
    self.item = item
    self.contentType = contentType
    self.fileSize = fileSize
    self.longerSide = longerSide
    self.isImage = isImage
  }
}

/// What a person sees when looking at a device.
package struct DeviceView: Sendable, Equatable {
  /// What fills the screen.
  package enum Screen: UInt8, Sendable { case closed, signIn, onboarding, tabs }

  package var screen: Screen = .closed
  package var tab: Tab = .home
  package var isForeground = false
  /// Something is in flight that keeps a spinner on the visible screen.
  package var isLoading = false
  package var cardVisible = false
  package var zeroStateVisible = false
  package var plans = PlansScreen.nothing
  package var isAcknowledging = false
  package var acknowledgeFailed = false
  package var onboardingFailed = false
  package var signInFailed = false
  package var sheet = SummarySheet.hidden
  package var homeFailed = false
  /// The edit form is open and holds values.
  package var editReady = false
  package var editOpen = false
  package var isSaving = false
  package var saveFailed = false
  package var saveSucceeded = false
  /// Lists that the edit form shows.
  package var editPreferences = DietPreferences()
  package var photosOpen = false
  package var isUploading = false
  package var photosSelected: Int32 = 0
  package var photosFailed: Int32 = 0
  package var photosShown: Int32 = 0
  /// Errors and violations that the person can see have been shown so often since the device was made.
  package var visibleErrors: Int32 = 0

  package init() {}
}

/// What a person waits for.
package enum DeviceCondition: UInt8, Sendable {
  /// Signed in, or the attempt failed.
  case signInSettled
  /// Onboarding was answered (or failed), summary sheet aside.
  case onboardingSettled
  /// The sheet is shown, failed, offers Continue, or will not come.
  case sheetSettled
  /// The visible tab shows no spinner.
  case tabSettled
  case cardOrZeroState
  case acknowledgeSettled
  case editReady
  case saveSettled
  case uploadsSettled
  case signedOut
}
