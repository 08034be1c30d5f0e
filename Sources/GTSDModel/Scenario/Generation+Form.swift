extension Generation {
  package struct Tasks: Sendable, Equatable {
    /// Client. Which reply fills the list after another category was chosen: any, or only one for it.
    package enum Filter: String, CaseIterable, Sendable { case anyReply, matching }
    package var filter: Filter
    /// Backend. Whether the streak counts a day once, or once for each task whose service began before another counted.
    package enum Streak: String, CaseIterable, Sendable { case onceADay, checkThenCount }
    package var streak: Streak
    /// Backend. Whether reads of tasks and streak are answered from a cache: never, or for 60 s and 300 s. Completing a
    /// task clears the cache of the tasks only.
    package enum Cache: String, CaseIterable, Sendable { case none, minutes }
    package var cache: Cache
  }

  /// What the edit form holds of the body, and what of it counts as changed.
  package struct Form: Sendable, Equatable {
    /// Client. Whether a typed name is sent, or dropped from the request.
    package enum Name: String, CaseIterable, Sendable { case dropped, sent }
    package var name: Name
    /// Client. The height as the form holds it: in whole centimetres, where the difference counts as a change, or as stored.
    package enum Height: String, CaseIterable, Sendable { case rounded, exact }
    package var height: Height
    /// Client. Whether a weight within 0.1 kg of the stored one counts as unchanged.
    package enum Weight: String, CaseIterable, Sendable { case tolerance, exact }
    package var weight: Weight
    /// Client. A stored gender outside of the form's list: becomes "prefer not to say", which counts as a change, or stays.
    package enum Gender: String, CaseIterable, Sendable { case coerced, kept }
    package var gender: Gender
    /// Client. Whether edits of dates are found, or stored dates cannot be read and count as unchanged.
    package enum Dates: String, CaseIterable, Sendable { case ignored, sent }
    package var dates: Dates
  }
}
