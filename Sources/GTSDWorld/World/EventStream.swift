package import Interleaving

/// The only destination of a world's events.
///
/// `@unchecked Sendable`: used only on the thread that runs its world.
package final class EventStream: @unchecked Sendable {
  package let scheduler: Scheduler
  // Exclusivity checks are off for fields that every event accesses: no access calls other code while it lasts.
  /// The observers of every event; changed only between events.
  @exclusivity(unchecked) package var observers: [any EventObserver] = [] {
    didSet {
      listeners = Listeners(observers)
      (all, ofWire) = (listeners.all, listeners.ofWire)
    }
  }
  @exclusivity(unchecked) private var listeners = Listeners([])
  // Pointers to the listeners' observers. Reading them through their owner would retain it for each event. They are
  // replaced together with the owner.
  @exclusivity(unchecked) private var all = UnsafeMutableBufferPointer<Unmanaged<Listener>>(start: nil, count: 0)
  @exclusivity(unchecked) private var ofWire = UnsafeMutableBufferPointer<Unmanaged<Listener>>(start: nil, count: 0)
  /// The source line that emitted the latest event, for recorders of a single run.
  @exclusivity(unchecked) package private(set) var source = EventSource(file: "", line: 0)
  @exclusivity(unchecked) private var isSourceHeld = false

  package init(scheduler: Scheduler) {
    self.scheduler = scheduler
  }

  /// Names the code that is responsible for all events until `releaseSource`, unless one of its callers is named
  /// already.
  ///
  /// - Returns: the argument for `releaseSource`.
  func holdSource(_ file: StaticString, _ line: UInt32) -> Bool {
    guard !isSourceHeld else { return false }
    isSourceHeld = true
    source = EventSource(file: file, line: line)
    return true
  }

  func releaseSource(_ wasTaken: Bool) {
    if wasTaken { isSourceHeld = false }
  }

  /// Whether the wire has an observer.
  var isWatched: Bool { ofWire.count > 0 }

  /// Passes an event of the wire to its observers.
  func emit(_ event: WireEvent, user: UInt32, device: UInt8) {
    if let profile = scheduler.profile { return profile.observe { show(event, user: user, device: device) } }
    show(event, user: user, device: device)
  }

  @inline(__always)
  private func show(_ event: WireEvent, user: UInt32, device: UInt8) {
    let time = scheduler.now
    for listener in ofWire {
      listener._withUnsafeGuaranteedRef { $0.watcher?.observe(event, user: user, device: device, time: time) }
    }
  }

  @inline(__always)
  private func show(_ event: SimulationEvent) {
    for listener in all { listener._withUnsafeGuaranteedRef { $0.observer.observe(event) } }
  }

  /// Passes an event to every observer, with the virtual time.
  package func emit(
    _ kind: SimulationEvent.Kind, user: UInt32, account: UInt8, device: UInt8, session: UInt16,
    file: StaticString = #fileID, line: UInt32 = #line
  ) {
    if !isSourceHeld { source = EventSource(file: file, line: line) }
    let event = SimulationEvent(
      time: scheduler.now, user: user, account: account, device: device, session: session, kind: kind)
    if let profile = scheduler.profile { return profile.observe { show(event) } }
    show(event)
  }
}

/// A box around an observer, so that the observer is not retained for each event.
private final class Listener {
  let observer: any EventObserver
  let watcher: (any WireObserver)?

  init(_ observer: any EventObserver) {
    self.observer = observer
    watcher = observer.wireObserver
  }
}

/// The listeners of a stream. An array of them would be retained, and so would each of them, for every event.
private final class Listeners {
  private let held: [Listener]
  /// The observers. Valid as long as this object, which keeps them alive by `held`.
  let all: UnsafeMutableBufferPointer<Unmanaged<Listener>>
  /// The observers of requests and replies.
  let ofWire: UnsafeMutableBufferPointer<Unmanaged<Listener>>

  init(_ observers: [any EventObserver]) {
    held = observers.map(Listener.init)
    guard !held.isEmpty else {
      all = UnsafeMutableBufferPointer(start: nil, count: 0)
      ofWire = all
      return
    }
    func pointers(_ listeners: [Listener]) -> UnsafeMutableBufferPointer<Unmanaged<Listener>> {
      let buffer = UnsafeMutableBufferPointer<Unmanaged<Listener>>.allocate(capacity: listeners.count)
      _ = buffer.initialize(from: listeners.map { .passUnretained($0) })
      return buffer
    }
    all = pointers(held)
    ofWire = pointers(held.filter { $0.watcher != nil })
  }

  deinit {
    all.deallocate()
    ofWire.deallocate()
  }
}
