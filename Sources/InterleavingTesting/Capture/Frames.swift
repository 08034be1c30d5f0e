import Interleaving

/// The checks made whenever the main actor is between two of its jobs, on the state that a user could see.
struct Frames {
  /// A named value to show in each frame.
  struct Watch {
    var name: String
    /// The names and values of its parts.
    var read: () -> [(name: String, value: String)]
    var shown: [String] = []
  }

  /// A named condition that must hold in every frame.
  struct Invariant {
    var name: String
    var holds: () -> Bool
    var isBroken = false
  }

  /// A named condition that must hold in some frame before a deadline.
  struct Promise {
    var name: String
    var deadline: Int64
    var holds: () -> Bool
  }

  var watches: [Watch] = []
  var invariants: [Invariant] = []
  var promises: [Promise] = []

  var isEmpty: Bool { watches.isEmpty && invariants.isEmpty && promises.isEmpty }

  /// The stored properties of an object; for an `@Observable` one, those that it observes.
  static func properties(of object: AnyObject) -> [(name: String, value: String)] {
    var properties: [(name: String, value: String)] = []
    for child in Mirror(reflecting: object).children {
      guard var name = child.label, !name.hasPrefix("_$") else { continue }
      if name.hasPrefix("_") { name.removeFirst() }
      var value = String(describing: child.value)
      if value.count > 80 { value = value.prefix(79) + "…" }
      properties.append((name, value))
    }
    return properties
  }

  /// A closure of the main actor, to be called in its lane between two jobs.
  static func unisolated<Result>(_ body: @escaping @MainActor () -> Result) -> () -> Result {
    // Isolation does not change how a function is called. The callers run these closures in the main actor's lane.
    unsafeBitCast(Isolated(call: body), to: Unisolated<Result>.self).call
  }

  private struct Isolated<Result> {
    let call: @MainActor () -> Result
  }

  private struct Unisolated<Result> {
    let call: () -> Result
  }
}

extension CapturedWorld {
  /// Runs the checks, because the main actor is between two jobs.
  func frame() {
    enter()
    synchronous.append(main)
    if record.isRecording { showWatches() }
    for index in frames.invariants.indices where !frames.invariants[index].isBroken {
      guard !frames.invariants[index].holds() else { continue }
      frames.invariants[index].isBroken = true
      failed(
        .broken("always", frames.invariants[index].name, after: whereItRuns(task: scheduler.runningTask, lane: main)))
    }
    frames.promises.removeAll { promise in
      if promise.holds() { return true }
      guard scheduler.now > promise.deadline else { return false }
      failed(.broken("eventually", promise.name, after: "its time"))
      return true
    }
    _ = synchronous.popLast()
    leave()
  }

  private func showWatches() {
    for index in frames.watches.indices {
      let parts = frames.watches[index].read()
      let (name, shown) = (frames.watches[index].name, frames.watches[index].shown)
      for (number, part) in parts.enumerated() where number >= shown.count || shown[number] != part.value {
        let before = number < shown.count ? "\(shown[number]) → " : ""
        note("\(name): \(part.name.isEmpty ? "" : "\(part.name) ")\(before)\(part.value)")
      }
      frames.watches[index].shown = parts.map(\.value)
    }
  }

  /// The current values of the watched objects.
  func states() -> [String] {
    frames.watches.flatMap { watch in watch.read().map { "\(watch.name).\($0.name) = \($0.value)" } }
  }

  /// The deadline of the last open promise, if any is open.
  var lastDeadline: Int64? { frames.promises.map(\.deadline).max() }

  /// Ends all promises when the test has ended.
  func endPromises() {
    for promise in frames.promises { failed(.broken("eventually", promise.name, after: "the test")) }
    frames.promises = []
  }
}

extension Failure {
  /// The failure of a condition that had to hold in every frame, or in some.
  static func broken(_ kind: String, _ name: String, after place: String) -> Failure {
    Failure(
      key: "\(kind) \(name)",
      message: kind == "always"
        ? "always: \(name): did not hold after \(place)" : "eventually: \(name): did not hold until the end of \(place)"
    )
  }
}
