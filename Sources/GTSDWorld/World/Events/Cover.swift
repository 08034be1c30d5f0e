/// The values of `cover`: sheets over the tabs, besides the summary and a task's photos.
package enum Cover: UInt8, CaseIterable, Sendable, PublishedValue {
  case none
  /// Onboarding, opened again.
  case onboarding
  /// The edit form while it is loading, and once it is loaded.
  case formLoading, form

  /// Whether the cover is the edit form.
  package var isForm: Bool { self == .formLoading || self == .form }
}
