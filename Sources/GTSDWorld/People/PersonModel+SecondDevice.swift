import GTSDModel

extension PersonModel {
  /// Uses the second device beside the first. In half of the cases (assumption, no source) the person looks at Plans
  /// and perhaps acknowledges there, otherwise edits preferences on both devices at once.
  mutating func useSecondDevice(_ view: DeviceView) -> PersonStep? {
    if state == .secondLeaving { return closeSecondDevice(view) }
    guard showsTabs(view) else { return move(to: .secondLeaving) }
    switch state {
    case .secondAtHome:
      guard !view.editOpen, !view.photosOpen else { return move(to: .secondLeaving) }
      guard draws.uniform(.secondDeviceErrand) < 0.5 else { return move(to: .pairFirstProfile) }
      return tap(.openTab(.plans), rest: awaiting(.tabSettled), then: .secondAtPlans)
    case .secondAtPlans where view.tab == .plans && view.plans == .acknowledgment:
      return rest(pausing(.readMetrics), then: .secondReadMetrics)
    case .secondAtPlans:
      return rest(pausing(.tabDwell), then: .secondLeaving)
    default:
      guard view.tab == .plans, view.plans == .acknowledgment, decides(.acknowledge) else {
        return move(to: .secondLeaving)
      }
      notes.acknowledgedOnSecond = true
      return tap(.acknowledge, rest: awaiting(.acknowledgeSettled), then: .secondLeaving)
    }
  }

  /// Opens the form on both devices before either saves, then saves on both, so that the second save does not know of
  /// the first.
  mutating func editOnBoth(_ view: DeviceView) -> PersonStep? {
    let device = deviceOfPair
    guard focus == device else {
      focus = device
      return rest(.none, then: state)
    }
    guard showsTabs(view) else { return move(to: .secondLeaving) }
    switch state {
    case .pairFirstProfile, .pairSecondProfile:
      guard !view.editOpen, !view.photosOpen else { return move(to: .secondLeaving) }
      return tap(
        .openTab(.profile), rest: awaiting(.tabSettled),
        then: state == .pairFirstProfile ? .pairFirstEdit : .pairSecondEdit)
    case .pairFirstEdit, .pairSecondEdit:
      guard view.tab == .profile, !view.editOpen else { return move(to: .secondLeaving) }
      return tap(
        .openEdit, rest: awaiting(.editReady), then: state == .pairFirstEdit ? .pairFirstType : .pairSecondType)
    case .pairFirstType:
      guard canType(view) else { return move(to: .secondLeaving) }
      return tap(.typeEdit(preferencesDraft(for: view)), then: .pairSecondProfile)
    case .pairSecondType:
      guard canType(view) else { return move(to: .secondLeaving) }
      return tap(.typeEdit(preferencesDraft(for: view)), rest: pausing(.editForm), then: .pairSecondSave)
    case .pairSecondSave:
      guard canType(view) else { return move(to: .secondLeaving) }
      return tap(.saveEdit, then: .pairFirstSave)
    case .pairFirstSave:
      guard canType(view) else { return move(to: .pairSecondSettle) }
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

  private func showsTabs(_ view: DeviceView) -> Bool {
    view.screen == .tabs && view.isForeground && view.sheet == .hidden
  }

  private func canType(_ view: DeviceView) -> Bool {
    view.tab == .profile && view.editOpen && view.editReady
  }

  /// Closes the second device and returns to the first.
  private mutating func closeSecondDevice(_ view: DeviceView) -> PersonStep? {
    if notes.acknowledgedOnSecond, focus == 1 {
      notes.acknowledgedOnSecond = false
      if view.screen == .tabs, view.plans != .acknowledgment { hasAcknowledged = true }
    }
    if openDevices & 2 != 0 {
      openDevices &= ~2
      let isClosed = focus == 1 && view.screen == .closed
      focus = 1
      if !isClosed { return tap(.terminate, then: .secondLeaving) }
    }
    focus = 0
    return rest(.none, then: .choosing)
  }
}
