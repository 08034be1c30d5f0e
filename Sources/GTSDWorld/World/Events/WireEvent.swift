package import GTSDModel

/// An event that an outside observer of the person's taps and the network sees, without access to the app or the
/// server.
package enum WireEvent {
  /// The person tapped, typed or picked.
  case tapped(UserAction)
  /// The person tapped a button that is off, since the app says that this work is under way.
  case ignored(OngoingWork)
  /// The person tapped the save button of a form, which is off since the app finds no change in the form.
  case ignoredSave
  /// The person tapped what the app says is not on screen.
  case refused(UserAction)
  /// The sign-in screen is drawn.
  case drewSignIn(isBusy: Bool, hasFailed: Bool)
  /// Preferences are drawn on screen. The event with their published hash follows.
  case showed(DietPreferences)
  /// The numbers of the metrics row that a view has are drawn where it shows them; nil without a row.
  case drewMetrics(View, DrawnMetrics?)
  /// The numbers of the summary's sheet are drawn.
  case drewSummary(NutritionTargets)
  /// The fields of the edit form are drawn.
  case drewForm(DrawnForm)
  /// A step of onboarding is drawn, with its fields.
  case drewOnboarding(OnboardingStep, DrawnForm)
  /// Buttons are drawn as on, and all others as off.
  case drewButtons(ScreenButtons)
  /// A phone sends a request.
  case sent(WireCall)
  /// The network, and not the app, loses a phone's request, by its number, or the reply.
  case lost(Int32)
  /// A reply reaches a phone. The status is 0 without a reply, and -1 if the phone no longer waits.
  case received(WireCall, status: Int, APIResponse?)
  /// The server has decided a request, at a time by its own clock. `asOf` is the revision in the reply, -1 for none.
  /// The source is the line that decided it, if no commit names one.
  case served(WireCall, status: Int, APIResponse, asOf: Int32, at: Timestamp, source: EventSource?)
}
