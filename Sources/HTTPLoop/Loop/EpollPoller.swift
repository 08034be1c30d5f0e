#if os(Linux)
  import CPlatform
  import Glibc

  /// `Poller` by epoll, with an event descriptor to wake it.
  struct EpollPoller: Poller, ~Copyable {
    private static let capacity = 256
    private static let wakeToken = UInt64.max

    private let descriptor: Int32
    private let waker: Int32
    private let events: UnsafeMutablePointer<epoll_event>
    /// Whether the kernel supports nanoseconds; older ones support only milliseconds.
    private var hasNanoseconds = true

    init() throws(SocketError) {
      let (descriptor, waker) = try Self.open()
      self.descriptor = descriptor
      self.waker = waker
      events = .allocate(capacity: Self.capacity)
    }

    private static func open() throws(SocketError) -> (poller: Int32, waker: Int32) {
      let poller = epoll_create1(Int32(EPOLL_CLOEXEC))
      guard poller >= 0 else { throw SocketError(doing: "epoll_create1") }
      let waker = eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))
      var event = epoll_event()
      event.events = EPOLLIN.rawValue
      event.data.u64 = wakeToken
      guard waker >= 0, epoll_ctl(poller, EPOLL_CTL_ADD, waker, &event) == 0 else {
        let error = SocketError(doing: "eventfd")
        if waker >= 0 { close(waker) }
        close(poller)
        throw error
      }
      return (poller, waker)
    }

    deinit {
      events.deallocate()
      close(waker)
      close(descriptor)
    }

    func add(_ descriptor: Int32, for interest: Readiness, token: UInt64) throws(SocketError) {
      guard control(EPOLL_CTL_ADD, descriptor, interest, token) == 0 else { throw SocketError(doing: "epoll_ctl") }
    }

    func change(_ descriptor: Int32, from old: Readiness, to interest: Readiness, token: UInt64) {
      guard old != interest else { return }
      let result = control(EPOLL_CTL_MOD, descriptor, interest, token)
      precondition(result == 0, "descriptor \(descriptor) is not watched: errno \(errno)")
    }

    func remove(_ descriptor: Int32, from old: Readiness) {
      _ = epoll_ctl(self.descriptor, EPOLL_CTL_DEL, descriptor, nil)
    }

    private func control(_ operation: Int32, _ descriptor: Int32, _ interest: Readiness, _ token: UInt64) -> Int32 {
      var event = epoll_event()
      event.events =
        (interest.contains(.read) ? EPOLLIN.rawValue : 0) | (interest.contains(.write) ? EPOLLOUT.rawValue : 0)
      event.data.u64 = token
      return epoll_ctl(self.descriptor, operation, descriptor, &event)
    }

    mutating func wait(_ nanoseconds: Int64) -> Int {
      var count = -1
      if nanoseconds == 0 {
        count = Int(epoll_wait(descriptor, events, Int32(Self.capacity), 0))
      } else {
        if hasNanoseconds {
          count = Int(wait_for_events(descriptor, events, Int32(Self.capacity), nanoseconds))
          if count < 0, errno == ENOSYS { hasNanoseconds = false }
        }
        if !hasNanoseconds {
          let milliseconds = nanoseconds < 0 ? -1 : Int32(clamping: (nanoseconds + 999_999) / 1_000_000)
          count = Int(epoll_wait(descriptor, events, Int32(Self.capacity), milliseconds))
        }
      }
      precondition(count >= 0 || errno == EINTR, "epoll_wait failed: errno \(errno)")
      return max(0, count)
    }

    @inline(__always)
    func event(at index: Int) -> (token: UInt64, readiness: Readiness)? {
      let token = events[index].data.u64
      guard token != Self.wakeToken else {
        var value: UInt64 = 0
        _ = read(waker, &value, 8)
        return nil
      }
      let bits = events[index].events
      var readiness: Readiness = []
      if bits & EPOLLIN.rawValue != 0 { readiness.insert(.read) }
      if bits & EPOLLOUT.rawValue != 0 { readiness.insert(.write) }
      if bits & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0 { readiness.insert(.hangUp) }
      return (token, readiness)
    }

    func wake() {
      var one: UInt64 = 1
      _ = write(waker, &one, 8)
    }
  }
#endif
