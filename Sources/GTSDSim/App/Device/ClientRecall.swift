import GTSDModel

/// When an arm's client is rolled back, and which one its phones run from their next cold start on.
///
/// A class, so that a phone whose arm stays holds no second client.
package final class ClientRecall: Sendable {
  /// Nanoseconds of virtual time.
  let from: Int64
  let generation: Generation

  init(from: Int64, generation: Generation) {
    self.from = from
    self.generation = generation
  }
}
