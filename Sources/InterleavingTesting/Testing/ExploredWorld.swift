import Interleaving

/// The world in which a search runs a test's body once.
///
/// Time in it is virtual and begins on 1 January 2026; what happens next, wherever more than one thing could, is the
/// search's choice.
///
/// `@unchecked Sendable`: touched only by code that the world runs, on its one thread.
public final class ExploredWorld: @unchecked Sendable {
  package let world: CapturedWorld

  init(_ world: CapturedWorld) {
    self.world = world
  }

  /// The world in which the calling code runs, nil outside of every search.
  public static var current: ExploredWorld? {
    CapturedWorld.current.map { ExploredWorld($0) }
  }

  /// How much virtual time has passed since the body began.
  public var elapsed: Duration { .nanoseconds(world.scheduler.now) }

  /// Shows in the timeline of a find how the stored properties of an object change, of an `@Observable` one those that
  /// it observes. Costs nothing in schedules that pass.
  ///
  /// What it is in the end has to be the same when the natural order runs twice.
  public func watch(_ object: some AnyObject & Sendable, as name: String) {
    world.look { $0.watches.append(Frames.Watch(name: name) { Frames.properties(of: object) }) }
  }

  /// Shows in the timeline of a find how a value changes.
  public func watch(_ name: String, _ value: @escaping @MainActor () -> some CustomStringConvertible) {
    let read = Frames.unisolated { [(name: "", value: value().description)] }
    world.look { $0.watches.append(Frames.Watch(name: name, read: read)) }
  }

  /// Says what must hold whenever the main actor is between two of its jobs: whenever a user could see it.
  public func always(_ name: String, _ holds: @escaping @MainActor () -> Bool) {
    let holds = Frames.unisolated(holds)
    world.look { $0.invariants.append(Frames.Invariant(name: name, holds: holds)) }
  }

  /// Says what must hold at least once from now on, within so much virtual time; the test goes on for as long as that
  /// takes.
  public func eventually(_ name: String, within duration: Duration, _ holds: @escaping @MainActor () -> Bool) {
    let holds = Frames.unisolated(holds)
    let (deadline, overflow) = world.scheduler.now.addingReportingOverflow(duration.nanoseconds)
    world.look {
      $0.promises.append(Frames.Promise(name: name, deadline: overflow ? .max : deadline, holds: holds))
    }
  }

  /// Says what must hold where it is called, in a test of whatever library.
  public func expect(
    _ condition: Bool, _ message: @autoclosure () -> String, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, column: Int = #column
  ) {
    guard !condition else { return }
    let place = Failure.Place(fileID: fileID, filePath: filePath, line: line, column: column)
    world.failed(Failure(key: "\(fileID):\(line):\(column) expect", message: message(), place: place))
  }

  /// Makes what the test leaves behind a failure: a continuation that is dropped and never resumed, and a task that still
  /// sleeps or runs in a loop when the test has ended. A task that waits for a continuation which somebody keeps is not seen.
  public func reportLeaks() { world.reportsLeaks = true }

  /// Adds a line to the timeline of a find.
  public func note(_ text: @autoclosure () -> String) {
    world.note(text())
  }
}
