import GTSDModel

/// The numbers, preferences and buttons that a phone draws beside its published values.
struct ReferenceDrawings: Sendable {
  /// The numbers of the metrics row on Home and on Plans; nil without a row.
  private(set) var metrics: (home: DrawnMetrics?, plans: DrawnMetrics?)
  private(set) var buttons: ScreenButtons = []
  /// A hash of the preferences that were drawn last; nil once they are published.
  private var preferences: Int64?
  /// The targets in the latest two summaries, and those drawn on the sheet.
  private var summary: (received: NutritionTargets?, before: NutritionTargets?, drawn: NutritionTargets?)

  mutating func drew(_ numbers: DrawnMetrics?, on view: View) {
    if view == .home { metrics.home = numbers } else { metrics.plans = numbers }
  }

  mutating func drew(_ drawn: ScreenButtons) { buttons = drawn }
  mutating func drew(_ targets: NutritionTargets) { summary.drawn = targets }
  mutating func drew(_ drawn: DietPreferences) { preferences = drawn.stableHash }
  mutating func received(_ payload: SummaryPayload) {
    (summary.before, summary.received) = (summary.received, payload.targets)
  }

  /// Judges a published value by what was drawn with it: preferences by those drawn last, the shown sheet by its
  /// numbers.
  ///
  /// - Returns: false if something else is drawn.
  mutating func fits(_ variable: StateVariable, _ value: Int64) -> Bool {
    switch variable {
    case .profilePreferences, .editPreferences:
      defer { preferences = nil }
      return value == 0 || value == preferences
    case .summarySheet where value == SummarySheet.shown.published:
      guard let drawn = summary.drawn else { return false }
      return drawn == summary.received || drawn == summary.before
    default: return true
    }
  }
}

extension ReferencePhone {
  /// Handles a value that the phone renders, before the value takes its place on screen.
  mutating func willRender(
    _ variable: StateVariable, _ value: Int64, _ options: ReferenceOptions, _ found: inout [Divergence]
  ) {
    switch variable {
    case .profilePreferences, .editPreferences:
      if !notes.drawings.fits(variable, value), options.waitsForNewest { found.append(.shownOther(variable)) }
    case .summarySheet:
      isAtRest = false
      notes.reads.stirred()
      if options.waitsForNewest, !notes.drawings.fits(variable, value) { found.append(.shownOther(variable)) }
    // Another screen reads its data.
    case .signedIn, .tab, .onboarded, .cover, .photosTask, .editTyped:
      isAtRest = false
      notes.reads.stirred()
    default: break
    }
  }

  /// Judges the buttons of the screen in front of an idle phone. A form that is ready has an enabled Save exactly if it
  /// has changes, and Plans a refresh unless it asks for an acknowledgment.
  mutating func judgeButtons(_ options: ReferenceOptions, _ found: inout [Divergence]) {
    guard backgroundSince < 0, options.waitsForNewest, options.formFollowsConflicts, options.formSendsAsTyped else {
      return
    }
    let drawn = notes.drawings.buttons
    switch Front(ofRunning: { screen[$0] }) {
    case .form:
      guard screen[.editLoading] <= 0, let form = forms.first, let areListsChanged = form.areListsChanged else {
        return
      }
      let isReady = screen[.cover] == Cover.form.published
      let differs = screen[.editTyped] >> 16 & 0xFFFF != 0
      expect(.editTyped, drawn.contains(.save) == (isReady && (areListsChanged || differs)), &found)
    case .tab(.plans):
      guard options.hidesRefresh else { return }
      let asks = screen[.plansScreen] == PlansScreen.acknowledgment.published
      expect(.plansScreen, drawn.contains(.refreshPlan) == !asks, &found)
    default: break
    }
  }

  /// Judges the sign-in screen: while a sign-in waits for its reply, it says so, and does not say that one has failed.
  mutating func judgeBusySignIn(_ found: inout [Divergence]) {
    guard screen[.signedIn] <= 0, isSigningIn else { return }
    if !signIn.isBusy || signIn.hasFailed { found.append(.shownOther(.signedIn)) }
  }
}
