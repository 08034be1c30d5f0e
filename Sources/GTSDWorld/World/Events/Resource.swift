/// What a reply's value is a value of.
package enum Resource: UInt8, CaseIterable, Sendable {
  case metrics, plan, summary, tasks, streak, profile, preferences, photos, user
}
