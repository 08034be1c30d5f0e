/// A reason why photos were shown as failed, and its number of cases.
public struct PhotoFailureRow: Hashable, Sendable {
  /// `not-allowed` (too large or no image, refused by the app before it sends anything), `network`, `timeout`,
  /// `refused` (4xx), `server` (5xx) or `undecodable`.
  public var reason: String
  /// The number of times the app showed a photo as failed for this reason, repetitions included.
  public var count: Int

  /// A reason and the number of photos with it.
  package init(reason: String, count: Int) {
    self.reason = reason
    self.count = count
  }
}
