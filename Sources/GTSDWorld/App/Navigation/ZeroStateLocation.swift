package import GTSDModel

extension Generation.ZeroState.Location {
  /// Whether a tab shows the zero state.
  package func holds(_ tab: Tab) -> Bool {
    switch tab {
    case .home: self != .profile
    case .profile: self != .home
    case .plans, .tasks, .streaks: false
    }
  }
}
