package import GTSDModel

/// A committed change on the server.
package enum Commit: Sendable, Equatable {
  case account
  /// The name or the e-mail address was changed.
  case basicProfile
  /// Onboarding stored; complete means height and weight above 0.
  case onboarded(complete: Bool)
  /// Height, weight, goal or activity changed; complete as above.
  case profile(complete: Bool, changed: ProfileFields = ProfileFields(rawValue: 0))
  /// A metrics row; `row` is the whole second of computedAt.
  case metrics(row: Int64)
  case acknowledgment(row: Int64, newest: Bool, first: Bool)
  /// A plan; `sameWeek` counts the account's unforced plans of its week, this one included if it is unforced.
  case plan(id: Int32, forced: Bool, gateOpen: Bool, sameWeek: Int32)
  /// Stored preferences: hash before and after, and the device that wrote them.
  case preferences(before: Int64, after: Int64, device: UInt8)
  case photo(item: PhotoItemID, id: Int32)
  case photoDeleted(id: Int32)
  case signedIn
  /// A refresh token was rotated. `live` is the number of this account's working tokens from the same log-in.
  case rotated(live: Int32)
  /// A refresh token was refused to a device while this many tokens of its log-in still worked.
  case refreshRefused(live: Int32, device: UInt8)
  case loggedOut
  /// A completed task. `counted` is the number of times that the streak has counted this day.
  case evidence(task: Int32, counted: Int32)
  /// The account and all of its data were deleted.
  case accountDeleted
  /// The computation of metrics refused a complete profile.
  case metricsRefused
  /// The targets after an onboarding, edit or plan: the stored ones, those that the stored profile implies, a hash of
  /// the stored inputs above the age in ``ageBits``, and whether the reply contained the stored ones.
  case targets(stored: Int64, demanded: Int64, inputs: Int32, isReplyAsStored: Bool)

  /// The bits of the inputs of targets that contain the age.
  static let ageBits: Int32 = 0x7F
}
