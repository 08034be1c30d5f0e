/// The deadlines of a loop: a binary heap. A timer that is moved to a later time keeps its place until it reaches the
/// top.
struct DeadlineHeap {
  private struct Entry {
    var deadline: Int64
    var timer: DeadlineTimer
  }

  private var heap: [Entry] = []
  /// The number of entries from which outdated ones are removed.
  private var crowd = 64

  /// A lower bound of the next deadline; `Int64.max` without any.
  var next: Int64 { heap.first?.deadline ?? .max }

  mutating func set(_ timer: DeadlineTimer, to deadline: Int64) {
    timer.deadline = deadline
    guard deadline < timer.queuedFor else { return }
    push(timer, at: deadline)
  }

  /// Removes and returns a timer whose deadline has passed, the earliest first.
  mutating func expired(at now: Int64) -> DeadlineTimer? {
    while let first = heap.first, first.deadline <= now {
      pop()
      // An entry that was replaced is ignored.
      guard first.deadline == first.timer.queuedFor else { continue }
      first.timer.queuedFor = .max
      if first.timer.deadline == first.deadline {
        first.timer.deadline = .max
        return first.timer
      }
      // The timer was moved to a later time. Even if that time has passed as well, other timers may be due before it.
      if first.timer.deadline < .max { push(first.timer, at: first.timer.deadline) }
    }
    return nil
  }

  /// The number of entries, including outdated ones: a bounded multiple of the number of set timers.
  var entryCount: Int { heap.count }

  /// Drops the entries of timers that were replaced or are not set. Otherwise the entry of a closed connection would
  /// stay, with everything that it keeps alive, until its time.
  private mutating func dropSilent() {
    heap.removeAll { entry in
      guard entry.deadline == entry.timer.queuedFor else { return true }
      guard entry.timer.deadline == .max else { return false }
      entry.timer.queuedFor = .max
      return true
    }
    // A sorted array is a heap.
    heap.sort { $0.deadline < $1.deadline }
    crowd = max(64, heap.count * 2)
  }

  private mutating func push(_ timer: DeadlineTimer, at deadline: Int64) {
    if heap.count >= crowd { dropSilent() }
    timer.queuedFor = deadline
    let entry = Entry(deadline: deadline, timer: timer)
    heap.append(entry)
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard deadline < heap[parent].deadline else { break }
      heap[child] = heap[parent]
      child = parent
    }
    heap[child] = entry
  }

  private mutating func pop() {
    let last = heap.removeLast()
    guard !heap.isEmpty else { return }
    var parent = 0
    while true {
      var child = parent * 2 + 1
      guard child < heap.count else { break }
      if child + 1 < heap.count, heap[child + 1].deadline < heap[child].deadline { child += 1 }
      guard heap[child].deadline < last.deadline else { break }
      heap[parent] = heap[child]
      parent = child
    }
    heap[parent] = last
  }
}
