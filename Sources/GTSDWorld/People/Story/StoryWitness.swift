package import Interleaving

/// Who looks on while a story is lived, and knows whether what is expected holds.
///
/// Called on the thread that runs the world, in the lane of the phone.
package protocol StoryWitness: AnyObject, Sendable {
  /// A move is due, and made next.
  func begins(_ move: StoryMove, seeing view: @autoclosure () -> DeviceView)
  /// It has been made; whether it has begun something that goes on by itself.
  func ends(_ move: StoryMove, seeing view: @autoclosure () -> DeviceView, hasBegun: Bool)
  /// Whether what a move expects holds now.
  func holds(_ move: StoryMove) -> Bool
  /// Somebody waits until what a move expects may hold.
  func awaits(_ move: StoryMove, _ shot: TruthShot)
  /// What a move expects does not hold, and nobody waits for it any longer.
  func misses(_ move: StoryMove, at time: Int64)
}

/// Where a story is lived: whom its steps speak to beside the phone.
package struct StoryScene: Sendable {
  package let server: InProcessBackend
  package let witness: any StoryWitness

  package init(
    server: InProcessBackend, witness: any StoryWitness
  ) {
    self.server = server
    self.witness = witness
  }
}

/// When a phone's app is killed, beside what the steps say.
package struct StoryKill: Sendable, Equatable {
  /// The number of the move after which, and how long after it, nanoseconds.
  var move: Int
  var after: Int64
}
