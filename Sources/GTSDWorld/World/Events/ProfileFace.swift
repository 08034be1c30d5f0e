/// Faces of the Profile tab: the values of `profileFace`.
package enum ProfileFace: UInt8, CaseIterable, Sendable, PublishedValue {
  case profile, zeroState
  /// Nothing could be read; there is a button to try again.
  case emptyState
}
