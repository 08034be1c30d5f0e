/// The kind of data that a reply contains.
package enum Resource: UInt8, CaseIterable, Sendable {
  case metrics, plan, summary, tasks, streak, profile, preferences, photos, user
}
