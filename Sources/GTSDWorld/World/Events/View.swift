/// The views that hold values of their own.
package enum View: UInt8, CaseIterable, Sendable {
  case home, plans, profile, edit, photos, tasks, streaks, onboarding, summary, root
}
