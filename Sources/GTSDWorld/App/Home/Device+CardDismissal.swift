import GTSDModel

/// The storage of a dismissal. By `dismiss.scope` it is a flag of the phone, a flag of the running app for each
/// account, or only the removal of the need to acknowledge.
extension Device {
  var isCardDismissed: Bool {
    switch generation.dismiss.scope {
    case .memory: false
    case .persistent: storage.isCardDismissed
    case .session: app.dismissals & (1 << UInt64(account & 63)) != 0
    }
  }

  func dismissCard() {
    track(.cardTapped(.dismiss))
    track(.cardDismissed)
    switch generation.dismiss.scope {
    case .memory:
      app.metrics[slot(.home)].need = false
      app.metrics[slot(.home)].hasFailed = false
      app.home.frame = -1
    case .persistent: storage.isCardDismissed = true
    case .session: app.dismissals |= 1 << UInt64(account & 63)
    }
    if generation.dismiss.toast == .shown { showToast(.reviewLater, .person) }
    settle(.dismissal)
  }

  /// Shows a dismissed card again when Home is pulled down, in a generation that stores dismissals as flags.
  func undoDismissal() {
    switch generation.dismiss.scope {
    // The load that follows reads whether an acknowledgment is needed.
    case .memory: break
    case .persistent: storage.isCardDismissed = false
    case .session: app.dismissals &= ~(1 << UInt64(account & 63))
    }
    settle(.person)
  }
}
