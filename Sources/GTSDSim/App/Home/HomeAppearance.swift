import GTSDModel

extension HomeModel {
  /// What appearing on screen starts.
  enum Appearance: Equatable {
    case nothing
    /// A load that leaving the tab cancels.
    case load
    /// A load that goes on when the tab is left.
    case detachedLoad
    /// A metrics check that goes on when the tab is left.
    case check
  }

  func appearance(
    _ strategy: Generation.Home.ReloadOnAppear, apply: Generation.Replies.Apply, known: Int32
  ) -> Appearance {
    switch strategy {
    case .off: return hasStarted ? .nothing : .detachedLoad
    case .check:
      guard hasLoaded else { return .load }
      return apply == .revision && (summary.revision < known || !isRead(since: known)) ? .load : .check
    case .full: return .load
    }
  }
}
