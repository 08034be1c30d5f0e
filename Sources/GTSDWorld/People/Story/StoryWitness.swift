package import Interleaving

/// An observer of a running story that can tell whether expectations hold.
///
/// Called on the thread that runs the world, in the lane of the phone.
package protocol StoryWitness: AnyObject, Sendable {
  /// Records that a move is due and is made next.
  func begins(_ move: StoryMove)
  /// Records that a move has been made.
  ///
  /// - Parameter refusal: the reason why the screen did not offer the tap; nil if it did.
  func ends(_ move: StoryMove, refusal: TapRefusal?)
  /// Whether the expectation of a move holds now.
  func holds(_ move: StoryMove) -> Bool
  /// Wakes a waiter when the expectation of a move may hold.
  func awaits(_ move: StoryMove, _ shot: OneShot<Bool>)
  /// Records that the expectation of a move does not hold and is no longer waited for.
  func misses(_ move: StoryMove, at time: Int64)
}

/// The server and the observer of a running story.
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

/// The time at which a phone's app is killed, in addition to the story's steps.
package struct StoryKill: Sendable, Equatable {
  /// The number of the move after which the app is killed, and the time from that move to the kill, in nanoseconds.
  var move: Int
  var after: Int64
}
