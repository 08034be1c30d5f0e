/// What an arm's people go back to when it is rolled back, and when.
///
/// A class, so that who stays in an arm holds nothing of it.
package final class Recall<Content: Sendable>: Sendable {
  /// Nanoseconds of virtual time.
  private let from: Int64
  private let content: Content

  init(_ content: Content, from: Int64) {
    self.content = content
    self.from = from
  }

  /// What holds for whatever begins at this instant; nil while the arm is not rolled back.
  func content(at time: Int64) -> Content? { time >= from ? content : nil }
}
