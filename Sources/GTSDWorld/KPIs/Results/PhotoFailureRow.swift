/// A reason why photos were shown as failed, and its number of cases.
public struct PhotoFailureRow: Hashable, Sendable {
  /// The reason: `not-allowed` (too large or no image, refused by the app before it sends anything), `network`,
  /// `timeout`, `refused` (4xx), `server` (5xx) or `undecodable`.
  public var reason: String
  /// The number of times the app showed a photo as failed for this reason, repetitions included.
  public var count: Int

  /// Creates a row.
  package init(reason: String, count: Int) {
    self.reason = reason
    self.count = count
  }
}
