/// The views that hold values themselves.
package enum View: UInt8, CaseIterable, Sendable {
  case home, plans, profile, edit, photos, tasks, streaks, onboarding, summary, root
}
