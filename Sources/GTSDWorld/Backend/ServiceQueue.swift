/// The decisions of a first-in-first-out queue before a number of servers. It stores only the number of requests.
struct ServiceQueue: Sendable, Equatable {
  /// The queue's decision on an arriving request.
  enum Admission: Equatable, Sendable {
    /// A server was free and is now taken.
    case serve
    /// The request waits at the end of the line.
    case wait
    /// The queue is full.
    case refuse
  }

  /// The number of servers; `Int.max` for no limit.
  private(set) var capacity: Int
  /// The number of requests that may wait; `Int.max` for no limit.
  let limit: Int
  private(set) var busy = 0
  /// The number of waiting requests.
  private(set) var waiting = 0

  /// Whether no request is served or waits.
  var isIdle: Bool { busy == 0 && waiting == 0 }

  init(capacity: Int, limit: Int) {
    precondition(capacity >= 0 && limit >= 0, "a queue of \(limit) before \(capacity) servers")
    self.capacity = capacity
    self.limit = limit
  }

  mutating func arrive() -> Admission {
    if busy < capacity, waiting == 0 {
      busy += 1
      return .serve
    }
    guard waiting < limit else { return .refuse }
    waiting += 1
    return .wait
  }

  /// Frees a server; returns true if the first request in the queue takes it.
  mutating func release() -> Bool {
    precondition(busy > 0, "a server was released while none was busy, \(waiting) waiting")
    busy -= 1
    return callNext()
  }

  /// Changes the number of servers; requests in service finish. Then call `callNext` until it returns false.
  mutating func resize(to capacity: Int) {
    self.capacity = capacity
  }

  /// Gives a free server to the first request in the queue; returns false if there is no free server or no request.
  mutating func callNext() -> Bool {
    guard busy < capacity, waiting > 0 else { return false }
    busy += 1
    waiting -= 1
    return true
  }
}
