import GTSDModel

/// The card of Home that asks to acknowledge the metrics: whether it is shown, and what its buttons do.
extension Device {
  var isCardDismissed: Bool {
    if isPlanted(.ignoresDismissal) { return false }
    return switch generation.dismiss.scope {
    case .memory: false
    case .persistent: storage.isCardDismissed
    case .session: app.dismissals & (1 << UInt64(account & 63)) != 0
    }
  }

  /// What Home shows in the card's place: the card where it is needed, or where there are no metrics yet and the card has a
  /// default state; nothing where it was dismissed, or the zero state outranks it and is looked at.
  var homeCard: HomeCard {
    let isNeeded = app.published.isOn(.homeNeed)
    guard isNeeded || generation.card.onMissing != .hide, generation.card.mounted == .on,
      app.navigation.isTabBarShown, !isCardDismissed,
      generation.card.precedence != .derived || !app.home.isZeroState
    else { return .hidden }
    if isNeeded { return .shown }
    guard app.metrics[slot(.home)].isAbsent else { return .hidden }
    return generation.card.onMissing == .default ? .shown : .calculating
  }

  /// The card says that metrics could not be read.
  var showsErrorCard: Bool {
    generation.card.onError == .error && app.metrics[slot(.home)].hasFailed && !app.metrics[slot(.home)].isLoaded
      && generation.card.mounted == .on && !isCardDismissed
  }

  func reviewCard() {
    guard takesCardTap || isHomeInFront && showsErrorCard && generation.card.errorButton == .enabled else { return }
    track(.cardTapped(.review))
    if isPlanted(.dismissesAtReview) { app.dismissals |= 1 << UInt64(account & 63) }
    openTab(.plans, entry: .card)
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

  private var takesCardTap: Bool {
    isHomeInFront && app.navigation.takesCardTap(isShown: app.published.isOn(.homeCard), at: now)
  }
}
