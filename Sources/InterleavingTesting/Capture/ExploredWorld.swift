import Interleaving

/// The world in which a search runs a test's body once.
///
/// Its time is virtual and begins on 1 January 2026. Wherever more than one thing could happen next, the search
/// chooses.
///
/// `@unchecked Sendable`: touched only by code that the world runs, on its one thread.
public final class ExploredWorld: @unchecked Sendable {
  package let world: CapturedWorld

  init(_ world: CapturedWorld) {
    self.world = world
  }

  /// The world in which the calling code runs; nil outside a search.
  public static var current: ExploredWorld? {
    CapturedWorld.current.map { ExploredWorld($0) }
  }

  /// The virtual time since the body began.
  public var elapsed: Duration { .nanoseconds(world.scheduler.now) }

  /// Shows changes of an object's stored properties in the timeline of a find. For an `@Observable` object, shows the
  /// observed properties. Costs nothing in schedules that pass.
  ///
  /// The final state of the object must be the same when the natural order runs twice.
  public func watch(_ object: some AnyObject & Sendable, as name: String) {
    world.look { $0.watches.append(Frames.Watch(name: name) { Frames.properties(of: object) }) }
  }

  /// Shows changes of a value in the timeline of a find.
  public func watch(_ name: String, _ value: @escaping @MainActor () -> some CustomStringConvertible) {
    let read = Frames.unisolated { [(name: "", value: value().description)] }
    world.look { $0.watches.append(Frames.Watch(name: name, read: read)) }
  }

  /// States a condition that must hold whenever the main actor is between two jobs, that is, whenever a user could see
  /// the state.
  public func always(_ name: String, _ holds: @escaping @MainActor () -> Bool) {
    let holds = Frames.unisolated(holds)
    world.look { $0.invariants.append(Frames.Invariant(name: name, holds: holds)) }
  }

  /// States a condition that must hold at least once from now on, within this virtual time. The test continues until
  /// then.
  public func eventually(_ name: String, within duration: Duration, _ holds: @escaping @MainActor () -> Bool) {
    let holds = Frames.unisolated(holds)
    let (deadline, overflow) = world.scheduler.now.addingReportingOverflow(duration.nanoseconds)
    world.look {
      $0.promises.append(Frames.Promise(name: name, deadline: overflow ? .max : deadline, holds: holds))
    }
  }

  /// Checks a condition at the place of the call; works with any test library.
  public func expect(
    _ condition: Bool, _ message: @autoclosure () -> String, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, column: Int = #column
  ) {
    guard !condition else { return }
    let place = Failure.Place(fileID: fileID, filePath: filePath, line: line, column: column)
    world.failed(Failure(key: "\(fileID):\(line):\(column) expect", message: message(), place: place))
  }

  /// Reports leftovers of the test as failures: a continuation that is dropped without being resumed, and a task that
  /// still sleeps or loops when the test has ended. A task that waits for a continuation which is still referenced is
  /// not found.
  public func reportLeaks() { world.reportsLeaks = true }

  /// Adds a line to the timeline of a find.
  public func note(_ text: @autoclosure () -> String) {
    world.note(text())
  }
}
