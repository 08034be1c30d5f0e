package import GTSDModel

/// The screen that a phone shows. A person sees and taps only what is on it.
package enum Front: Sendable, Equatable {
  /// The app does not run, or other apps are in front of it.
  case closed, background
  case signIn, onboarding
  /// A sheet covers the tabs: the summary after onboarding, the edit form, or the photos of a task.
  case summary, form, photos
  case tab(Tab)

  /// Computes the screen from the values that a phone has published.
  @inline(__always)
  init(isRunning: Bool, isInForeground: Bool, _ value: (StateVariable) -> Int64) {
    guard isRunning else {
      self = .closed
      return
    }
    guard isInForeground else {
      self = .background
      return
    }
    self.init(ofRunning: value)
  }

  /// Computes the screen that the app would show if it were in the foreground.
  @inline(__always)
  init(ofRunning value: (StateVariable) -> Int64) {
    guard value(.signedIn) == 1 else {
      self = .signIn
      return
    }
    let cover = Cover(published: value(.cover)) ?? .none
    guard value(.onboarded) == 1, cover != .onboarding else {
      self = .onboarding
      return
    }
    if value(.summarySheet) != SummarySheet.hidden.published {
      self = .summary
    } else if cover != .none {
      self = .form
    } else if value(.photosTask) > 0 {
      self = .photos
    } else {
      self = Tab(published: value(.tab)).map { .tab($0) } ?? .onboarding
    }
  }
}
