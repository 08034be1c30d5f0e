#if canImport(Darwin)
  import Darwin

  /// `Poller` by kqueue, with a user event to wake it.
  struct KqueuePoller: Poller, ~Copyable {
    private static let capacity = 256
    private static let wakeToken = UInt64.max

    private let descriptor: Int32
    private let events: UnsafeMutablePointer<kevent64_s>

    init() throws(SocketError) {
      descriptor = try Self.open()
      events = .allocate(capacity: Self.capacity)
      apply(0, filter: Int32(EVFILT_USER), flags: EV_ADD | EV_CLEAR, token: Self.wakeToken)
    }

    private static func open() throws(SocketError) -> Int32 {
      let descriptor = kqueue()
      guard descriptor >= 0 else { throw SocketError(doing: "kqueue") }
      return descriptor
    }

    deinit {
      events.deallocate()
      close(descriptor)
    }

    func add(_ descriptor: Int32, for interest: Readiness, token: UInt64) throws(SocketError) {
      if interest.contains(.read), !apply(descriptor, filter: Int32(EVFILT_READ), flags: EV_ADD, token: token) {
        throw SocketError(doing: "kevent")
      }
      if interest.contains(.write), !apply(descriptor, filter: Int32(EVFILT_WRITE), flags: EV_ADD, token: token) {
        throw SocketError(doing: "kevent")
      }
    }

    func change(_ descriptor: Int32, from old: Readiness, to interest: Readiness, token: UInt64) {
      for (part, filter) in [(Readiness.read, Int32(EVFILT_READ)), (.write, Int32(EVFILT_WRITE))]
      where old.contains(part) != interest.contains(part) {
        apply(descriptor, filter: filter, flags: interest.contains(part) ? EV_ADD : EV_DELETE, token: token)
      }
    }

    func remove(_ descriptor: Int32, from old: Readiness) {
      if old.contains(.read) { apply(descriptor, filter: Int32(EVFILT_READ), flags: EV_DELETE, token: 0) }
      if old.contains(.write) { apply(descriptor, filter: Int32(EVFILT_WRITE), flags: EV_DELETE, token: 0) }
    }

    @discardableResult
    private func apply(_ descriptor: Int32, filter: Int32, flags: Int32, token: UInt64, note: UInt32 = 0) -> Bool {
      var change = kevent64_s()
      change.ident = UInt64(UInt32(bitPattern: descriptor))
      change.filter = Int16(filter)
      change.flags = UInt16(flags)
      change.fflags = note
      change.udata = token
      return kevent64(self.descriptor, &change, 1, nil, 0, 0, nil) >= 0
    }

    mutating func wait(_ nanoseconds: Int64) -> Int {
      var time = timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
      let count =
        nanoseconds < 0
        ? kevent64(descriptor, nil, 0, events, Int32(Self.capacity), 0, nil)
        : kevent64(descriptor, nil, 0, events, Int32(Self.capacity), 0, &time)
      precondition(count >= 0 || errno == EINTR, "kevent64 failed: errno \(errno)")
      return max(0, Int(count))
    }

    func event(at index: Int) -> (token: UInt64, readiness: Readiness)? {
      let event = events[index]
      guard event.udata != Self.wakeToken else { return nil }
      var readiness: Readiness = event.filter == Int16(EVFILT_WRITE) ? .write : .read
      if event.flags & UInt16(EV_EOF | EV_ERROR) != 0 { readiness.insert(.hangUp) }
      return (event.udata, readiness)
    }

    func wake() {
      apply(0, filter: Int32(EVFILT_USER), flags: 0, token: Self.wakeToken, note: UInt32(NOTE_TRIGGER))
    }
  }
#endif
