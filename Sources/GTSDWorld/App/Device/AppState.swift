/// The whole state of the app's process.
package struct AppState {
  package var published = PublishedState()
  /// The buttons that observers have been told of.
  var drawnButtons: ScreenButtons = []
  var auth = AuthModel()
  var navigation = NavigationModel()
  var metrics = MetricsInstances()
  var home = HomeModel()
  var plans = PlansModel()
  var onboarding = OnboardingModel()
  var summary = SummaryModel()
  var simpleTabs = SimpleTabsModel()
  var profile = ProfileModel()
  var edit = EditModel()
  var photos = PhotosModel()
  /// The loads in progress that must not run twice at once, as one bit each.
  var loads: UInt64 = 0
  /// The highest revision in any reply for the signed-in account.
  var known: Int32 = -1
  package var isInForeground = true
  /// Whether the next read of the summary ignores the cache, because the person has pulled to refresh.
  var mustAskForSummary = false
  /// The number of toasts so far. A toast that ends removes itself only if no newer one has been shown.
  var toasts = 0
  /// The accounts that dismissed the card in this session, one bit each, under `dismiss.scope: session`.
  var dismissals: UInt64 = 0
  /// The loading flags whose button is drawn as disabled, as one bit each. Maintained only while schedules are
  /// searched.
  var renderedFlags: UInt64 = 0
}
