import GTSDModel

/// The subject of events. An event can contribute to a wrong variable only if the variable depends on the event's
/// topic.
struct FindTopic: OptionSet, Sendable {
  let rawValue: UInt16

  /// Metrics rows, the need to acknowledge them, acknowledgments.
  static let metrics = FindTopic(rawValue: 1 << 0)
  static let plan = FindTopic(rawValue: 1 << 1)
  /// The summary, the zero state and onboarding.
  static let summary = FindTopic(rawValue: 1 << 2)
  /// The profile and its form, preferences included.
  static let profile = FindTopic(rawValue: 1 << 3)
  static let photos = FindTopic(rawValue: 1 << 4)
  /// Tasks and the streak.
  static let tasks = FindTopic(rawValue: 1 << 5)
  /// Tokens, and the account that is signed in.
  static let session = FindTopic(rawValue: 1 << 6)
  /// Flags of running operations.
  static let loading = FindTopic(rawValue: 1 << 7)
  /// Slots for error texts.
  static let errors = FindTopic(rawValue: 1 << 8)
  /// Whether the phone has a network.
  static let network = FindTopic(rawValue: 1 << 9)
}

extension FindVariable {
  /// The topic of a write to this variable.
  var topic: FindTopic {
    switch self {
    case .shown(let variable): variable.topic
    case .held(let resource, _): resource.topic
    case .request(let endpoint): endpoint.topic
    case .photo: .photos
    case .account: .session
    case .stored(let subject):
      switch subject {
      case "acknowledgment", "metrics", "metrics refused": .metrics
      case "plan": .plan
      case "onboarding": .summary
      case "profile", "preferences", "targets": .profile
      case "evidence": .tasks
      default: subject.hasPrefix("photo") ? .photos : .session
      }
    }
  }

  /// The topics that the variable's value can depend on, its own included.
  private var origins: FindTopic {
    switch self {
    case .shown(.homeCard): [.metrics, .summary, .profile]
    case .shown(.plansScreen): [.metrics, .plan, .errors]
    case .shown(.plansBmi): [.metrics, .summary, .plan]
    case .shown(let variable) where variable.isFlag: variable.operations
    case .shown(.onboarded): [.summary, .session]
    case .shown(.toast): [.metrics]
    case .request(.generatePlan), .stored("plan"): [.plan, .metrics]
    case .stored("metrics"), .stored("targets"): [.metrics, .profile, .plan]
    default: topic
    }
  }

  /// Whether an event can have contributed to the value of this variable.
  ///
  /// A value that a screen derives from its models causes nothing else. A flag or an error text causes no other
  /// variable.
  func canFollow(from event: SimulationEvent) -> Bool {
    switch event.kind {
    case .ended, .planRequested, .analytics, .action, .sessionStarted, .sessionEnded, .background, .foreground:
      return false
    case .began, .sent, .received, .trap:
      return !event.topic.isDisjoint(with: origins)
    case .published, .applied, .cleared, .photoItem, .photoProgress, .committed, .authenticated:
      guard let written = FindVariable(writtenBy: event) else { return false }
      if written == self { return true }
      if case .shown(let variable) = self, variable.isFlag { return false }
      if case .shown(let variable) = written, variable.isFlag || variable.isDerived { return false }
      return !written.topic.isDisjoint(with: origins)
    }
  }

  /// Whether one defect in the code can make both variables wrong. All flags of a topic are related, and so are all
  /// held values, and all stored values.
  package func isAkin(to other: FindVariable) -> Bool {
    switch (self, other) {
    case (.shown(let mine), .shown(let theirs)):
      mine == theirs || mine.isFlag && theirs.isFlag && topic == other.topic
        || !mine.isFlag && !theirs.isFlag && topic == other.topic
    case (.held, .held), (.photo, .photo), (.account, .account): true
    case (.stored(let mine), .stored(let theirs)): mine == theirs
    case (.request(let mine), .request(let theirs)): mine == theirs
    default: false
    }
  }
}

extension StateVariable {
  /// Whether the variable is a loading flag or an error slot.
  var isFlag: Bool { StateVariable.loadingFlags.contains(self) || StateVariable.errorSlots.contains(self) }

  /// Whether a view only derives it from its other values at every step.
  var isDerived: Bool {
    switch self {
    case .plansScreen, .plansRow, .plansBmi, .homeCard, .homeSummary, .toast, .tab, .photosSelected, .photosPicked,
      .photosTapped, .photosRetry, .cover, .profileFace:
      true
    default: false
    }
  }

  var topic: FindTopic {
    if StateVariable.loadingFlags.contains(self) { return .loading }
    if StateVariable.errorSlots.contains(self) { return .errors }
    switch self {
    case .signedIn: return .session
    case .homeNeed, .homeCard, .plansNeed, .plansRow, .plansBmi: return .metrics
    case .homeZeroState, .summarySheet, .onboarded, .homeSummary: return .summary
    case .plansScreen, .plansPlan, .plansTargets: return .plan
    case .homeTasks, .homeStreak, .tasksFilter, .tasksShown: return .tasks
    case .profilePreferences, .editPreferences, .editTyped, .preferencesSaved, .editSaved, .editConflict, .profileFace:
      return .profile
    case .photosSelected, .photosShown, .photosTask, .photosPicked, .photosImages, .photosTapped, .photosErrorText,
      .photosRetry:
      return .photos
    default: return []
    }
  }

  /// The topic of the operations behind a flag or an error slot.
  fileprivate var operations: FindTopic {
    switch self {
    case .homeLoading, .homeError: [.metrics, .summary, .tasks]
    case .plansLoading, .plansError: [.plan, .metrics, .summary]
    case .metricsLoading, .metricsError, .homeMetricsLoading, .homeMetricsError, .acknowledging, .acknowledgeError:
      .metrics
    case .onboardingLoading, .onboardingError: .summary
    case .profileLoading, .profileError, .editLoading, .editSaving, .editError,
      .editPartStored, .editSaved, .editConflict:
      .profile
    case .photosUploading, .photosError, .photosListError: .photos
    default: .tasks
    }
  }
}

extension Resource {
  var topic: FindTopic {
    switch self {
    case .metrics: .metrics
    case .plan: .plan
    case .summary: .summary
    case .tasks, .streak: .tasks
    case .profile, .preferences: .profile
    case .photos: .photos
    case .user: [.session, .profile]
    }
  }
}

extension Endpoint {
  var topic: FindTopic {
    switch self {
    case .signUp, .logIn, .refresh, .logOut, .me, .health, .deleteAccount: .session
    case .updateBasicProfile, .preferences, .updatePreferences, .profile, .updateProfile, .exportData: .profile
    case .onboard, .howItWorks: .summary
    case .todayMetrics, .acknowledge: .metrics
    case .generatePlan: .plan
    case .uploadPhoto, .presignPhoto, .storePhoto, .confirmPhoto, .photos, .deletePhoto: .photos
    case .tasksToday, .submitEvidence, .streak: .tasks
    }
  }
}

extension Operation {
  var topic: FindTopic {
    switch self {
    case .signUp, .logIn, .logOut, .restore, .refreshToken, .accountDeletion: .session
    case .onboarding, .summary, .homeSummary: .summary
    // Its check of the metrics is an operation of its own.
    case .homeLoad: [.summary, .tasks]
    case .homeTasks, .homeStreak, .tasksLoad, .streaksLoad, .evidence: .tasks
    case .homeMetrics, .plansMetrics, .acknowledge: .metrics
    case .plansFetch, .plansRefresh: .plan
    case .profileLoad, .editLoad, .editSave, .dataExport: .profile
    case .photosLoad, .photoUpload, .photoDelete, .photoImages: .photos
    }
  }
}

extension SimulationEvent {
  /// The topic of the event; empty for an event without a state.
  var topic: FindTopic {
    switch kind {
    case .received(let endpoint, _, _, _, _): endpoint.topic
    case .began(let operation), .ended(let operation): operation.topic
    case .trap(let operation): operation.topic
    case .planRequested: .plan
    case .published(.toast, _, _), .published(.tab, _, _): []
    default: FindVariable(writtenBy: self)?.topic ?? []
    }
  }
}
