import GTSDModel

extension FindVariable {
  /// The topic of a write to this variable.
  var topic: FindTopic {
    switch self {
    case .shown(let variable): variable.topic
    case .held(let resource, _): resource.topic
    case .request(let endpoint): endpoint.topic
    case .photo: .photos
    case .account: .session
    case .report: []
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

  /// The topics that can influence the variable's value, including its own.
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
  /// Values that a screen derives from other values cause nothing. A flag or an error text does not cause another one.
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
  /// held values and all stored ones.
  package func isAkin(to other: FindVariable) -> Bool {
    switch (self, other) {
    case (.shown(let mine), .shown(let theirs)):
      mine == theirs || mine.isFlag && theirs.isFlag && topic == other.topic
        || !mine.isFlag && !theirs.isFlag && topic == other.topic
    case (.held, .held), (.photo, .photo), (.account, .account): true
    case (.stored(let mine), .stored(let theirs)): mine == theirs
    case (.request(let mine), .request(let theirs)): mine == theirs
    case (.report(let mine), .report(let theirs)): mine == theirs
    default: false
    }
  }
}

extension SimulationEvent {
  /// The topic of the state that the event changes; empty if it changes none.
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
