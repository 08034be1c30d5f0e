/// An observer of a running story, who knows whether expectations hold.
///
/// Called on the thread that runs the world, in the lane of the phone.
package protocol StoryWitness: AnyObject, Sendable {
  /// A move is due, and made next.
  func begins(_ move: StoryMove, seeing view: @autoclosure () -> DeviceView)
  /// Notes that a move has been made, and whether it started something that continues by itself.
  func ends(_ move: StoryMove, seeing view: @autoclosure () -> DeviceView, hasBegun: Bool)
  /// Whether what a move expects holds now.
  func holds(_ move: StoryMove) -> Bool
  /// Somebody waits until what a move expects may hold.
  func awaits(_ move: StoryMove, _ shot: TruthShot)
  /// Notes that the expectation of a move does not hold and is no longer waited for.
  func misses(_ move: StoryMove, at time: Int64)
}

/// The surroundings of a running story: the server and the observer.
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
