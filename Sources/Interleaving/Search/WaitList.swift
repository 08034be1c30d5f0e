/// A list of waits in the order of (deadline, sequence), in one block of memory that grows towards both ends.
///
/// The next event is near the front and most new waits belong near the end, so few entries are moved even if many wait.
struct WaitList: ~Copyable {
  private var entries: UnsafeMutablePointer<ReadyChoice>
  private var capacity = 64
  private var head = 16
  private var tail = 16

  init() {
    entries = .allocate(capacity: capacity)
  }

  deinit {
    entries.deallocate()
  }

  var isEmpty: Bool { head == tail }
  var count: Int { tail - head }

  subscript(index: Int) -> ReadyChoice {
    @inline(__always) get { entries[head + index] }
  }

  /// Offers jobs, and after them the first `count` waits, to a policy.
  func show(_ count: Int, after jobs: [ReadyChoice], in choices: inout [ReadyChoice]) {
    choices.removeAll(keepingCapacity: true)
    if !jobs.isEmpty { choices.append(contentsOf: jobs) }
    choices.append(contentsOf: UnsafeBufferPointer(start: entries + head, count: count))
  }

  /// The number of waits that are due by an instant.
  func count(through limit: Int64) -> Int {
    guard head != tail, entries[tail - 1].deadline > limit else { return count }
    var index = head
    while entries[index].deadline <= limit { index += 1 }
    return index - head
  }

  mutating func insert(_ choice: ReadyChoice) {
    if head == 0 || tail == capacity { makeRoom() }
    let index = position(deadline: choice.deadline, sequence: choice.sequence)
    if index - head < tail - index {
      (entries + head - 1).update(from: entries + head, count: index - head)
      head -= 1
      entries[index - 1] = choice
    } else {
      (entries + index + 1).update(from: entries + index, count: tail - index)
      tail += 1
      entries[index] = choice
    }
  }

  mutating func remove(at offset: Int) -> ReadyChoice {
    let index = head + offset
    let choice = entries[index]
    if offset < tail - index {
      (entries + head + 1).update(from: entries + head, count: offset)
      head += 1
    } else {
      (entries + index).update(from: entries + index + 1, count: tail - index - 1)
      tail -= 1
    }
    return choice
  }

  /// Removes a wait if it is in the list.
  mutating func remove(deadline: Int64, sequence: UInt64) {
    let index = position(deadline: deadline, sequence: sequence)
    if index < tail, entries[index].sequence == sequence { _ = remove(at: index - head) }
  }

  /// The index of the first wait that is not before this deadline and sequence.
  private func position(deadline: Int64, sequence: UInt64) -> Int {
    var (low, high) = (head, tail)
    while low < high {
      let middle = (low + high) >> 1
      let entry = entries + middle
      let isBefore =
        entry.pointee.deadline != deadline
        ? entry.pointee.deadline < deadline : entry.pointee.sequence < sequence
      if isBefore { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Moves the waits to the middle of the memory, of twice the size if it is more than half full.
  @inline(never)
  private mutating func makeRoom() {
    let count = self.count
    let larger = count * 2 > capacity ? capacity * 2 : capacity
    let start = (larger - count) / 3
    if larger == capacity {
      (entries + start).update(from: entries + head, count: count)
    } else {
      let copy = UnsafeMutablePointer<ReadyChoice>.allocate(capacity: larger)
      (copy + start).initialize(from: entries + head, count: count)
      entries.deallocate()
      entries = copy
      capacity = larger
    }
    (head, tail) = (start, start + count)
  }
}
