package import GTSDModel

// Inlined into the look at the screen, since a call would copy the whole state of the app first.
extension AppState: PublishedPhone {
  @inline(__always)
  package var isRunning: Bool { true }

  @inline(__always)
  package subscript(_ variable: StateVariable) -> Int64 {
    variable == .onboardingStep ? onboarding.step.published : published[variable]
  }

  @inline(__always)
  package var signIn: (isBusy: Bool, hasFailed: Bool) { (auth.isBusy, auth.hasFailed) }

  @inline(__always)
  package func metrics(of view: View) -> DrawnMetrics? { view == .home ? metrics.drawn.home : metrics.drawn.plans }

  @inline(__always)
  package var summaryNumbers: NutritionTargets? { summary.payload?.targets }

  @inline(__always)
  package var fields: DrawnForm { edit.drawn(nameOfAccount: auth.session?.user.name) }

  @inline(__always)
  package var answers: DrawnForm { onboarding.drawn }

  @inline(__always)
  package var toastEnd: Int64 { published.time(of: .toast) + Toast.duration }

  @inline(__always)
  package var isEditErrorOfForm: Bool { edit.isErrorOfForm }

  @inline(__always)
  package func preferences(_ variable: StateVariable) -> DietPreferences? {
    variable == .editPreferences ? edit.form : profile.preferences
  }

  @inline(__always)
  package func count(_ state: PhotoItemState) -> Int { photos.rows.count(state, of: published[.photosTask]) }

  @inline(__always)
  package var progressOfTask: [Int] { photos.rows.progress(of: published[.photosTask]) }
}

extension Device {
  /// The screen as a person sees it.
  package func look() -> Screen {
    guard isRunning else { return Screen() }
    let buttons = buttons
    return Screen(&app, buttons: buttons)
  }

  /// The buttons of the view in front that are on.
  private var buttons: ScreenButtons {
    switch front {
    case .form: offersSave ? .save : []
    case .tab(.plans):
      generation.plan.toolbar == .afterAcknowledgment
        && app.published[.plansScreen] == PlansScreen.acknowledgment.published
        ? [] : .refreshPlan
    case .closed, .background, .signIn, .onboarding, .summary, .photos, .tab: []
    }
  }

  /// Passes changes of the buttons to observers.
  func drawButtons() {
    guard events.isWatched else { return }
    let buttons = buttons
    guard app.drawnButtons != buttons else { return }
    app.drawnButtons = buttons
    emit(.drewButtons(buttons))
  }
}
