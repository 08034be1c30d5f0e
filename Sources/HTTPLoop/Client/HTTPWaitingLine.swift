/// Requests that wait for a connection, first come, first served. A cancelled request keeps its place until its turn.
struct HTTPWaitingLine {
  private var exchanges: [HTTPExchange?] = []
  private var head = 0
  /// The number of waiting requests.
  private(set) var count = 0

  mutating func append(_ exchange: HTTPExchange) {
    exchanges.append(exchange)
    count += 1
  }

  /// Adds a request that has waited before, at the head of the queue.
  mutating func prepend(_ exchange: HTTPExchange) {
    if head > 0 {
      head -= 1
      exchanges[head] = exchange
    } else {
      exchanges.insert(exchange, at: 0)
    }
    count += 1
  }

  /// The exchange at the head of the queue. Skips exchanges that no longer wait.
  var first: HTTPExchange? {
    mutating get {
      while head < exchanges.count {
        if let exchange = exchanges[head], case .waiting = exchange.state { return exchange }
        exchanges[head] = nil
        head += 1
      }
      exchanges.removeAll(keepingCapacity: exchanges.count < 1_024)
      head = 0
      return nil
    }
  }

  mutating func popFirst() -> HTTPExchange? {
    guard count > 0, let exchange = first else { return nil }
    exchanges[head] = nil
    head += 1
    count -= 1
    compact()
    return exchange
  }

  /// Records that a waiting request has been cancelled.
  mutating func forgetOne() {
    count -= 1
    compact()
  }

  /// Removes the places of cancelled requests once they are the majority or no request waits. An exchange refers to its
  /// client, so a place left in the client's queue would keep both in memory for ever.
  private mutating func compact() {
    guard count > 0 else {
      exchanges.removeAll(keepingCapacity: exchanges.count < 1_024)
      head = 0
      return
    }
    guard exchanges.count > 2 * count + 64 else { return }
    exchanges = exchanges[head...].filter { exchange in
      if case .waiting? = exchange?.state { true } else { false }
    }
    head = 0
  }
}
