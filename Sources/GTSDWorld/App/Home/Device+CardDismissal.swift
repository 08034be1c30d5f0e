import GTSDModel

/// How dismissing the card is remembered, and when it comes back: `dismiss.scope` says whether a flag of the phone
/// holds it, one of the running app for each account, or nothing but the need that it drops.
extension Device {
  var isCardDismissed: Bool {
    switch generation.dismiss.scope {
    case .memory: false
    case .persistent: storage.isCardDismissed
    case .session: app.dismissals & (1 << UInt64(account & 63)) != 0
    }
  }

  func dismissCard() {
    guard takesCardTap else { return }
    track(.cardTapped(.dismiss))
    track(.cardDismissed)
    switch generation.dismiss.scope {
    case .memory:
      app.metrics[slot(.home)].need = false
      app.home.frame = -1
    case .persistent: storage.isCardDismissed = true
    case .session: app.dismissals |= 1 << UInt64(account & 63)
    }
    settle(.dismissal)
  }

  /// Pulling Home down shows a dismissed card again, where a dismissal is a flag.
  func takeDismissalBack() {
    switch generation.dismiss.scope {
    // The load that follows reads whether there is a need.
    case .memory: break
    case .persistent: storage.isCardDismissed = false
    case .session: app.dismissals &= ~(1 << UInt64(account & 63))
    }
    settle(.person)
  }
}
