import GTSDModel
import Interleaving

/// The tab and the sheets on screen.
struct NavigationModel {
  var tab = Tab.home
  /// Whether the tab bar is mounted.
  var isTabBarShown = false
  /// Whether onboarding was opened over Home, by its zero-state card.
  var isOnboardingSheetShown = false
  /// The way in which the person last came to Plans.
  var plansEntry = AnalyticsEvent.PlansEntry.tab
  /// The visible tab's load, cancelled when the tab disappears.
  var tabTask: LaneTask?
  /// The time at which the card was last hidden; it takes taps for a moment afterwards.
  var cardHiddenAt = Int64.min
  var wasCardViewed = false
  var wasZeroStateViewed = false

  /// The time for which the disappearing card still takes taps, in nanoseconds.
  static let cardOut = 400 * Nanoseconds.millisecond

  /// Whether a tap on the card has an effect, which it has while the card is shown and while its disappearance is
  /// animated.
  func takesCardTap(isShown: Bool, at time: Int64) -> Bool {
    isShown || (cardHiddenAt != .min && time - cardHiddenAt < Self.cardOut)
  }
}
