/// A first-in-first-out queue of ready jobs that allocates only when it grows.
///
/// Jobs and lanes are stored unowned, as in the runtime's own queues. A waiting job keeps its task alive, and the task
/// keeps the actor alive whose lane it waits for.
struct JobRing: ~Copyable {
  private var entries: UnsafeMutablePointer<ReadyJob>
  /// The capacity, a power of two, minus one.
  private var mask: Int
  private var head = 0
  private var tail = 0

  init() {
    entries = .allocate(capacity: 64)
    mask = 63
  }

  deinit {
    entries.deallocate()
  }

  var isEmpty: Bool { head == tail }
  var count: Int { tail &- head }

  @inline(__always)
  mutating func append(_ entry: ReadyJob) {
    if tail &- head > mask { grow() }
    (entries + (tail & mask)).initialize(to: entry)
    tail &+= 1
  }

  @inline(__always)
  mutating func popFirst() -> ReadyJob? {
    guard head != tail else { return nil }
    defer { head &+= 1 }
    return entries[head & mask]
  }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<ReadyJob>.allocate(capacity: (mask + 1) * 2)
    let count = self.count
    for offset in 0..<count { (larger + offset).initialize(to: entries[(head &+ offset) & mask]) }
    entries.deallocate()
    entries = larger
    mask = mask * 2 + 1
    head = 0
    tail = count
  }
}
