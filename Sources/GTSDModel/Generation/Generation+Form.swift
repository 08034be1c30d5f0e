extension Generation {
  /// The day's tasks and the streak.
  public struct Tasks: Sendable, Equatable {
    /// The choices for ``filter``.
    public enum Filter: String, CaseIterable, Sendable { case anyReply, matching }
    /// Client. The replies that fill the list after another category was chosen: any, or only one for that category.
    public var filter: Filter
    /// The choices for ``streak``.
    public enum Streak: String, CaseIterable, Sendable { case onceADay, checkThenCount }
    /// Backend. The number of times that a day counts for the streak: once, or once for each task whose service began
    /// before another one counted.
    public var streak: Streak
    /// The choices for ``cache``.
    public enum Cache: String, CaseIterable, Sendable { case none, minutes }
    /// Backend. The cache for reads of tasks and streak: none, or 60 s for tasks and 300 s for the streak. Completing a
    /// task clears only the cache of the tasks.
    public var cache: Cache
  }

  /// The strategies of the edit form for body values: their representation, and which of them count as changed.
  public struct Form: Sendable, Equatable {
    /// The choices for ``name``.
    public enum Name: String, CaseIterable, Sendable { case dropped, sent }
    /// Client. Whether a typed name is sent, or dropped from the request.
    public var name: Name
    /// The choices for ``height``.
    public enum Height: String, CaseIterable, Sendable { case rounded, exact }
    /// Client. The height in the form: in whole centimetres, where the difference counts as a change, or as stored.
    public var height: Height
    /// The choices for ``weight``.
    public enum Weight: String, CaseIterable, Sendable { case tolerance, exact }
    /// Client. Whether a weight within 0.1 kg of the stored one counts as unchanged.
    public var weight: Weight
    /// The choices for ``gender``.
    public enum Gender: String, CaseIterable, Sendable { case coerced, kept }
    /// Client. The treatment of a stored gender that is not in the form's list: it becomes "prefer not to say", which
    /// counts as a change, or it stays.
    public var gender: Gender
    /// The choices for ``dates``.
    public enum Dates: String, CaseIterable, Sendable { case ignored, sent }
    /// Client. Whether edits of dates are detected; otherwise stored dates cannot be read and count as unchanged.
    public var dates: Dates
  }
}
