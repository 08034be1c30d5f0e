/// The decisions of a first-in-first-out queue before a number of servers. Holds no request, only counts them.
struct ServiceQueue: Sendable, Equatable {
  /// The queue's decision on an arriving request.
  enum Admission: Equatable, Sendable {
    /// A server is free and now taken.
    case serve
    /// Waits at the end of the line.
    case wait
    /// The queue is full.
    case refuse
  }

  /// Servers; `Int.max` for no limit.
  private(set) var capacity: Int
  /// Requests that may wait; `Int.max` for no limit.
  let limit: Int
  private(set) var busy = 0
  /// Requests that wait.
  private(set) var waiting = 0

  /// Nobody is served or waits.
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

  /// A server is done; true when the first in line takes it.
  mutating func release() -> Bool {
    precondition(busy > 0, "a server was released while none was busy, \(waiting) waiting")
    busy -= 1
    return callNext()
  }

  /// Changes the number of servers; those in service finish. Then `callNext` until it is false.
  mutating func resize(to capacity: Int) {
    self.capacity = capacity
  }

  /// Takes a free server for the first in line, if there are both.
  mutating func callNext() -> Bool {
    guard busy < capacity, waiting > 0 else { return false }
    busy += 1
    waiting -= 1
    return true
  }
}
