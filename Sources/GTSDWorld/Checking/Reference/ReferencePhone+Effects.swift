import GTSDModel

/// Judges what a tap changes on screen at once, and what disappears from it by itself.
extension ReferencePhone {
  /// A change of the screen that a tap must have caused by the end of its instant.
  struct OwedChange: Sendable {
    var variable: StateVariable
    var value: Int64
    /// Whether the variable must have this value, rather than any other.
    var mustEqual = true

    /// Finds the change that a tap causes without a request; nil if there is none.
    init?(_ action: UserAction) {
      switch action {
      case .openTab(let tab): (variable, value) = (.tab, tab.published)
      case .reviewCard: (variable, value) = (.tab, Tab.plans.published)
      case .dismissCard: (variable, value, mustEqual) = (.homeCard, HomeCard.shown.rawValue, false)
      case .completeProfile: (variable, value) = (.cover, Cover.onboarding.published)
      case .openEdit: (variable, value, mustEqual) = (.cover, Cover.none.published, false)
      case .closeEdit: (variable, value) = (.cover, Cover.none.published)
      case .openPhotos(let task): (variable, value) = (.photosTask, Int64(task))
      case .closePhotos: (variable, value) = (.photosTask, 0)
      case .continueSummary, .exitSummary: (variable, value) = (.summarySheet, SummarySheet.hidden.published)
      case .filterTasks(let category): (variable, value) = (.tasksFilter, Int64(category))
      default: return nil
      }
    }

    func isDone(_ screen: RenderedValues) -> Bool { (screen[variable] == value) == mustEqual }
  }

  /// Judges at the end of an instant that the last tap has changed the screen.
  mutating func judgeOwedChange(_ change: OwedChange, _ options: ReferenceOptions, _ found: inout [Divergence]) {
    owedChange = nil
    guard options.waitsForNewest, screen[.signedIn] > 0, screen[.onboarded] > 0 else { return }
    if !change.isDone(screen) { found.append(.tapWithoutEffect(change.variable)) }
  }

  /// Judges an error that says that an operation failed: an outcome that is unknown must have been asked for several
  /// times.
  mutating func judgeGivenUp(
    _ error: StateVariable, _ options: ReferenceOptions, _ found: inout [Divergence]
  ) {
    guard options.resolvesAllUnknown, options.waitsForNewest, let operation = writes.givenUp(error) else { return }
    found.append(.givenUp(operation))
  }

  /// Judges that a write which was refused for its token was sent again with the renewed one.
  mutating func judgeRenewed(_ options: ReferenceOptions, _ found: inout [Divergence]) {
    guard let endpoint = writes.unrepeated(with: token.access), options.renewsOnce, options.waitsForNewest else {
      return
    }
    found.append(.loadNeverBegan(endpoint))
  }

  /// Judges the card or the zero state where it disappears without a tap: another value that is on screen must be the
  /// reason.
  mutating func disappeared(
    _ variable: StateVariable, _ cause: Cause, _ options: ReferenceOptions, _ found: inout [Divergence]
  ) {
    guard options.waitsForNewest, screen[.signedIn] > 0, screen[.onboarded] > 0 else { return }
    switch (variable, cause) {
    case (_, .signOut), (_, .launch), (_, .dismissal), (_, .person): return
    case (.homeCard, _):
      let isFounded = screen[.homeNeed] <= 0 || screen[.homeZeroState] > 0 || isPutOff || hasPutOff
      if options.showsCard, !isFounded { found.append(.disappeared(variable)) }
    case (.homeZeroState, .start):
      // Only a reply can say that the profile is complete.
      found.append(.disappeared(variable))
    case (.plansPlan, _):
      // A plan goes with the reply that confirms a change of the values that it follows from.
      if options.dropsOlderPlans, !writes.hasChangedBody { found.append(.disappeared(variable)) }
    default: return
    }
  }
}
