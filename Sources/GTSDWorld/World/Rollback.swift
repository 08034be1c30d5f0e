/// A roll-back of an arm: the client that its people return to, and the time.
///
/// A class, so that people who stay in an arm store only a nil reference.
package final class Rollback<Content: Sendable>: Sendable {
  /// The time of the roll-back in virtual nanoseconds.
  private let from: Int64
  private let content: Content

  init(_ content: Content, from: Int64) {
    self.content = content
    self.from = from
  }

  /// The content for an action that begins at this instant; nil while the arm is not rolled back.
  func content(at time: Int64) -> Content? { time >= from ? content : nil }
}
