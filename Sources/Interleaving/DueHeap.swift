/// A binary heap of due entries, the earliest first. Allocates only when it grows.
struct DueHeap: ~Copyable {
  /// A record of the wheel and its sort key: the deadline, then the ticket.
  struct Entry {
    var deadline: Int64
    var ticket: UInt64
    var index: TimingWheel.Index

    @inline(__always)
    func isBefore(_ other: Entry) -> Bool {
      deadline != other.deadline ? deadline < other.deadline : ticket < other.ticket
    }
  }

  // Memory below `count` is initialised; nothing else is read.
  private var entries: UnsafeMutablePointer<Entry>
  private var capacity = 64
  private var count = 0

  init() { entries = .allocate(capacity: capacity) }

  deinit { entries.deallocate() }

  var first: Entry? {
    @inline(__always) get { count > 0 ? entries[0] : nil }
  }

  @inline(__always)
  mutating func insert(_ entry: Entry) {
    if count == capacity { grow() }
    var child = count
    count &+= 1
    while child > 0 {
      let parent = (child &- 1) >> 1
      guard entry.isBefore(entries[parent]) else { break }
      (entries + child).initialize(to: entries[parent])
      child = parent
    }
    (entries + child).initialize(to: entry)
  }

  @inline(__always)
  mutating func removeFirst() {
    count &-= 1
    guard count > 0 else { return }
    let last = entries[count]
    var parent = 0
    while true {
      var child = parent &* 2 &+ 1
      guard child < count else { break }
      if child &+ 1 < count, entries[child &+ 1].isBefore(entries[child]) { child &+= 1 }
      guard entries[child].isBefore(last) else { break }
      entries[parent] = entries[child]
      parent = child
    }
    entries[parent] = last
  }

  mutating func removeAll() { count = 0 }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<Entry>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: entries, count: count)
    entries.deallocate()
    entries = larger
    capacity *= 2
  }
}
