import GTSDStudies

/// The journey model as a plain loop over a binary heap, for comparison with the engine.
struct JourneyPlainLoop {
  private struct Event {
    var time: Int64
    var sequence: UInt64
    var payload: UInt64
  }

  private struct User {
    var stream: SplitMix
    var arrival: Int64
    var step = 0
  }

  private static let arrival = UInt64.max

  private let model: JourneyModel
  private let count: Int
  private let tally: JourneyTally
  private var heap: [Event] = []
  private var sequence: UInt64 = 0
  private var users: [User] = []
  private var free = JourneyModel.servers
  private var queue: [Int] = []
  private var queueHead = 0

  init(users: Int, seed: UInt64, tally: JourneyTally) {
    model = JourneyModel(users: users, seed: seed)
    count = users
    self.tally = tally
    self.users.reserveCapacity(users)
  }

  mutating func run() {
    var source = model.source
    push(model.gap(&source), Self.arrival)
    while let event = pop() {
      tally.note(event.time, event.payload)
      if event.payload == Self.arrival {
        arrive(at: event.time, &source)
      } else if event.payload & 1 == 0 {
        ask(Int(event.payload >> 1), at: event.time)
      } else {
        reply(Int(event.payload >> 1), at: event.time)
      }
    }
  }

  private mutating func arrive(at time: Int64, _ source: inout SplitMix) {
    let user = users.count
    users.append(User(stream: model.stream(of: user), arrival: time))
    push(time + model.think(&users[user].stream), UInt64(user) * 2)
    if users.count < count { push(time + model.gap(&source), Self.arrival) }
  }

  private mutating func ask(_ user: Int, at time: Int64) {
    if free > 0 {
      free -= 1
      serve(user, at: time)
    } else {
      queue.append(user)
    }
  }

  private mutating func serve(_ user: Int, at time: Int64) {
    push(time + model.service(&users[user].stream), UInt64(user) * 2 + 1)
  }

  private mutating func reply(_ user: Int, at time: Int64) {
    if queueHead < queue.count {
      serve(queue[queueHead], at: time)
      queueHead += 1
      if queueHead == queue.count {
        queue.removeAll(keepingCapacity: true)
        queueHead = 0
      }
    } else {
      free += 1
    }
    users[user].step += 1
    if users[user].step < JourneyModel.steps {
      push(time + model.think(&users[user].stream), UInt64(user) * 2)
    } else if time - users[user].arrival <= JourneyModel.limit {
      tally.doneInTime += 1
    }
  }

  // MARK: The heap

  private func isBefore(_ a: Event, _ b: Event) -> Bool {
    a.time != b.time ? a.time < b.time : a.sequence < b.sequence
  }

  private mutating func push(_ time: Int64, _ payload: UInt64) {
    sequence += 1
    let event = Event(time: time, sequence: sequence, payload: payload)
    heap.append(event)
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard isBefore(event, heap[parent]) else { break }
      heap[child] = heap[parent]
      child = parent
    }
    heap[child] = event
  }

  private mutating func pop() -> Event? {
    guard let first = heap.first else { return nil }
    let last = heap.removeLast()
    guard !heap.isEmpty else { return first }
    var parent = 0
    while true {
      var child = parent * 2 + 1
      guard child < heap.count else { break }
      if child + 1 < heap.count, isBefore(heap[child + 1], heap[child]) { child += 1 }
      guard isBefore(heap[child], last) else { break }
      heap[parent] = heap[child]
      parent = child
    }
    heap[parent] = last
    return first
  }
}
