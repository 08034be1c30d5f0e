import GTSDModel
import Interleaving

/// Which tab and which sheets are on screen.
struct NavigationModel {
  var tab = Tab.home
  /// The tab bar is mounted.
  var isTabBarShown = false
  /// Onboarding was opened over Home, by its zero-state card.
  var isOnboardingSheetShown = false
  /// How the person last came to Plans.
  var plansEntry = AnalyticsEvent.PlansEntry.tab
  /// The visible tab's load, cancelled when the tab disappears.
  var tabTask: LaneTask?
  /// When the card was last hidden, which it stays touchable after.
  var cardHiddenAt = Int64.min
  var wasCardViewed = false
  var wasZeroStateViewed = false

  /// How long the disappearing card still takes taps, nanoseconds.
  static let cardOut = 400 * Nanoseconds.millisecond

  /// Whether a tap on the card reaches it: while it is shown, and while it moves out.
  func takesCardTap(isShown: Bool, at time: Int64) -> Bool {
    isShown || (cardHiddenAt != .min && time - cardHiddenAt < Self.cardOut)
  }
}
