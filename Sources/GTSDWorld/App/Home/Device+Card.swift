import GTSDModel

/// The card of Home that asks to acknowledge the metrics: its visibility and its review button.
extension Device {
  /// The content of the card on Home. The card is shown if an acknowledgment is needed, or, for a card with a default
  /// state, if there are no metrics yet. It is not shown if it was dismissed, or if the zero state has precedence.
  var homeCard: HomeCard {
    if showsErrorCard { return .error }
    let isNeeded = app.published.isOn(.homeNeed)
    guard isNeeded || generation.card.onMissing != .hide, generation.card.mounted == .on,
      app.navigation.isTabBarShown, !isCardDismissed,
      generation.card.precedence != .derived || !app.home.isZeroState
    else { return .hidden }
    if isNeeded { return .shown }
    guard app.metrics[slot(.home)].isAbsent else { return .hidden }
    return generation.card.onMissing == .default ? .shown : .calculating
  }

  /// Whether the card shows that metrics could not be read.
  var showsErrorCard: Bool {
    generation.card.onError == .error && app.metrics[slot(.home)].hasFailed && !app.metrics[slot(.home)].isLoaded
      && generation.card.mounted == .on && !isCardDismissed && app.navigation.isTabBarShown
      && (generation.card.precedence != .derived || !app.home.isZeroState)
  }

  /// Whether the card visibly reads its metrics, with its button disabled.
  var isCardButtonOff: Bool {
    generation.card.whileLoading == .disabled
      && app.published.blocks(indicators(of: slot(.home)).loading, at: now)
  }

  func reviewCard() {
    track(.cardTapped(.review))
    openTab(.plans, entry: .card)
  }

  /// Whether a tap on the card's buttons has an effect.
  var takesCardTap: Bool {
    isHomeInFront && app.navigation.takesCardTap(isShown: app.published.isOn(.homeCard), at: now)
  }
}
