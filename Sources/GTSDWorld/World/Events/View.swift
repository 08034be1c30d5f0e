/// The views that have values of their own.
package enum View: UInt8, CaseIterable, Sendable {
  case home, plans, profile, edit, photos, tasks, streaks, onboarding, summary, root
}
