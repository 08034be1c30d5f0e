import GTSDModel

extension PersonModel {
  /// Uses the second device beside the first. In half of the cases (assumption, no source) the person looks at Plans
  /// and perhaps acknowledges there, otherwise edits preferences on both devices at once.
  mutating func useSecondDevice(_ screen: Screen) -> PersonStep? {
    if state == .secondLeaving { return closeSecondDevice(screen) }
    guard showsTabs(screen) else { return move(to: .secondLeaving) }
    switch state {
    case .secondAtHome:
      guard !screen.showsForm, !screen.showsPhotos else { return move(to: .secondLeaving) }
      if notes.changesBodyOnSecond { return move(to: .pairSecondProfile) }
      guard draws.uniform(.secondDeviceErrand) < 0.5 else { return move(to: .pairFirstProfile) }
      return tap(.openTab(.plans), rest: awaiting(.tabSettled), then: .secondAtPlans)
    case .secondAtPlans where screen.tab == .plans && screen.plans == .acknowledgment:
      return rest(pausing(.readMetrics), then: .secondReadMetrics)
    case .secondAtPlans:
      return rest(pausing(.tabDwell), then: .secondLeaving)
    default:
      guard screen.tab == .plans, screen.plans == .acknowledgment, decides(.acknowledge) else {
        return move(to: .secondLeaving)
      }
      notes.acknowledgedOnSecond = true
      return tap(.acknowledge, rest: awaiting(.acknowledgeSettled), then: .secondLeaving)
    }
  }

  /// Opens the form on both devices before either saves, then saves on both, so that the second save does not know of
  /// the first.
  mutating func editOnBoth(_ screen: Screen) -> PersonStep? {
    let device = deviceOfPair
    guard focus == device else {
      focus = device
      return rest(.none, then: state)
    }
    guard showsTabs(screen) else { return move(to: .secondLeaving) }
    switch state {
    case .pairFirstProfile, .pairSecondProfile:
      guard !screen.showsForm, !screen.showsPhotos else { return move(to: .secondLeaving) }
      return tap(
        .openTab(.profile), rest: awaiting(.tabSettled),
        then: state == .pairFirstProfile ? .pairFirstEdit : .pairSecondEdit)
    case .pairFirstEdit, .pairSecondEdit:
      guard screen.tab == .profile, !screen.showsForm else { return move(to: .secondLeaving) }
      return tap(
        .openEdit, rest: awaiting(.editReady), then: state == .pairFirstEdit ? .pairFirstType : .pairSecondType)
    case .pairFirstType:
      guard canType(screen) else { return move(to: .secondLeaving) }
      return tap(.typeEdit(preferencesDraft(for: screen)), then: .pairSecondProfile)
    case .pairSecondType:
      guard canType(screen) else { return move(to: .secondLeaving) }
      // Some change the body there, and the preferences here.
      let draft = notes.changesBodyOnSecond || decides(.editOtherFields) ? bodyDraft() : preferencesDraft(for: screen)
      return tap(.typeEdit(draft), rest: pausing(.editForm), then: .pairSecondSave)
    case .pairSecondSave:
      guard canType(screen) else { return move(to: .secondLeaving) }
      return tap(.saveEdit, then: .pairFirstSave)
    case .pairFirstSave:
      guard canType(screen) else { return move(to: .pairSecondSettle) }
      return tap(.saveEdit, rest: awaiting(.saveSettled), then: .pairSecondSettle)
    default:
      return rest(awaiting(.saveSettled), then: .secondLeaving)
    }
  }

  private var deviceOfPair: UInt8 {
    switch state {
    case .pairFirstProfile, .pairFirstEdit, .pairFirstType, .pairFirstSave: 0
    default: 1
    }
  }

  private func showsTabs(_ screen: Screen) -> Bool {
    screen.showsTabs && screen.summary == .hidden
  }

  private func canType(_ screen: Screen) -> Bool {
    screen.tab == .profile && screen.form != nil
  }

  /// Closes the second device and returns to the first.
  private mutating func closeSecondDevice(_ screen: Screen) -> PersonStep? {
    if notes.acknowledgedOnSecond, focus == 1 {
      notes.acknowledgedOnSecond = false
      if let plans = screen.plans, plans != .acknowledgment { hasAcknowledged = true }
    }
    if openDevices & 2 != 0 {
      openDevices &= ~2
      let isClosed = focus == 1 && screen.front == .closed
      focus = 1
      if !isClosed { return tap(.terminate, then: .secondLeaving) }
    }
    focus = 0
    defer { notes.changesBodyOnSecond = false }
    return rest(.none, then: notes.changesBodyOnSecond ? .atPlans : .choosing)
  }
}
