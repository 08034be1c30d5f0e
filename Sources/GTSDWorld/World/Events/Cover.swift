/// What lies over the tabs beside the summary and the photos of a task: the values of `cover`.
package enum Cover: UInt8, CaseIterable, Sendable, PublishedValue {
  case none
  /// Onboarding, opened anew.
  case onboarding
  /// The edit form, before it is filled, and filled.
  case formLoading, form
}
