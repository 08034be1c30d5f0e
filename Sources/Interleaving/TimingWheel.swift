import CPlatform

/// The waits of a world: sleeping tasks, timers, and tasks that wait for a reply without a deadline.
///
/// Records live in one slab and are linked by index, so waiting allocates nothing once the slab has grown. Timed
/// records hang in a hierarchical wheel and leave it in the exact order of (deadline, ticket); see
/// ``expire(through:)``.
struct TimingWheel: ~Copyable {
  /// Index of a record in the slab.
  typealias Index = UInt32
  static let none = Index.max

  /// The record of a wait.
  struct Record {
    /// The deadline; `Int64.max` if only another task ends the wait.
    var deadline: Int64 = 0
    /// A unique, rising number. Orders equal deadlines, and distinguishes later uses of the same index. 0 while the
    /// record is free.
    var ticket: UInt64 = 0
    /// The list in which the record is linked: level x slots + slot, or one of the values of ``Place``.
    var place: UInt16 = Place.nowhere
    var kind = SleepKind.timer
    /// Whether the waiting task has no executor preference.
    var isPlain = false
    /// The waiting task, while paths are traced.
    var task = TaskPath.none
    /// The waiting task, if its world tracks it. The task's job retains it.
    var scope: Unmanaged<LaneTask>?
    /// The remainder of the waiting task.
    var job: UnownedJob?
    /// The handler of the next step, retained by the record. The code that removes it from the record releases it or
    /// passes it on.
    var step: Unmanaged<LaneHandler>?
    /// The lane in which the task or the next step continues.
    var lane: Unmanaged<Lane>?
    /// The handler to call, outside every actor.
    var timer: (any TimerHandler)?

    /// Whether this is a timer, rather than a wait that continues in a lane.
    var isTimer: Bool { job == nil && step == nil }
  }

  /// A record's neighbours in its slot. Separate from the records and small enough to stay in the cache, so that a
  /// slot's records can be prefetched.
  private struct Link {
    var next = TimingWheel.none
    var previous = TimingWheel.none
  }

  /// The values that mark a record which is in no slot of the wheel.
  private enum Place {
    static let nowhere = UInt16.max
    static let due = UInt16.max - 1
    static let untimed = UInt16.max - 2
  }

  /// The size of a tick, as a power of two: 2^16 ns, about a fifteenth of a millisecond. Each level has 2^12 slots of
  /// 2^12 times the span. With so few levels, most waits of up to a quarter of an hour never move between levels.
  private static let tickBits: Int64 = 16
  private static let slotBits = 12
  private static let slots = 1 << slotBits
  private static let levels = 4

  private(set) var records: UnsafeMutablePointer<Record>
  private var links: UnsafeMutablePointer<Link>
  private var capacity: Int
  private var firstFree = TimingWheel.none
  private var lastTicket: UInt64 = 0

  /// The first record of each slot of each level. A level is allocated when first used.
  private let heads: UnsafeMutablePointer<UnsafeMutablePointer<Index>?>
  /// The bitmaps of non-empty slots, one per level, and above them a bit for each word of these that is not zero.
  private let occupied: UnsafeMutablePointer<UInt64>
  private let summary: UnsafeMutablePointer<UInt64>
  /// The tick whose records have moved to `due`.
  private var tick: Int64 = 0
  /// A binary heap of entries that are due within the current tick or before. Entries of cancelled records stay until
  /// they surface.
  private var due = DueHeap()
  private var firstUntimed = TimingWheel.none
  /// The number of records with a deadline.
  private(set) var timedCount = 0
  /// The number of records without a deadline.
  private(set) var untimedCount = 0

  init() {
    capacity = 16
    records = .allocate(capacity: capacity)
    links = .allocate(capacity: capacity)
    occupied = .allocate(capacity: Self.levels * Self.slots / 64)
    occupied.initialize(repeating: 0, count: Self.levels * Self.slots / 64)
    heads = .allocate(capacity: Self.levels)
    heads.initialize(repeating: nil, count: Self.levels)
    summary = .allocate(capacity: Self.levels)
    summary.initialize(repeating: 0, count: Self.levels)
    addFree(from: 0)
  }

  deinit {
    for index in 0..<capacity { records[index].step?.release() }
    records.deinitialize(count: capacity)
    records.deallocate()
    links.deallocate()
    occupied.deallocate()
    for level in 0..<Self.levels { heads[level]?.deallocate() }
    heads.deallocate()
    summary.deallocate()
  }

  // MARK: Records

  /// Takes a free record. The caller fills it and links it by `addTimed` or `addUntimed`.
  @inline(__always)
  mutating func take() -> Index {
    if firstFree == Self.none { grow() }
    let index = firstFree
    firstFree = links[Int(index)].next
    lastTicket &+= 1
    records[Int(index)].ticket = lastTicket
    return index
  }

  /// Makes a record free for use by another wait. It must be in no list.
  @inline(__always)
  mutating func free(_ index: Index) {
    let record = records + Int(index)
    assert(record.pointee.place == Place.nowhere, "a released record is still linked at \(record.pointee.place)")
    record.pointee.ticket = 0
    record.pointee.job = nil
    if let step = record.pointee.step {
      record.pointee.step = nil
      step.release()
    }
    if record.pointee.timer != nil { record.pointee.timer = nil }
    links[Int(index)].next = firstFree
    firstFree = index
  }

  /// Whether the record still has this ticket, so that the caller who took it still owns it.
  func isCurrent(_ index: Index, ticket: UInt64) -> Bool {
    records[Int(index)].ticket == ticket
  }

  private mutating func addFree(from start: Int) {
    for index in (start..<capacity).reversed() {
      (records + index).initialize(to: Record())
      (links + index).initialize(to: Link(next: firstFree))
      firstFree = Index(index)
    }
  }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<Record>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: records, count: capacity)
    records.deallocate()
    records = larger
    let longer = UnsafeMutablePointer<Link>.allocate(capacity: capacity * 2)
    longer.moveInitialize(from: links, count: capacity)
    links.deallocate()
    links = longer
    let start = capacity
    capacity *= 2
    addFree(from: start)
  }

  // MARK: Linking

  /// Links a record that waits without a deadline.
  mutating func addUntimed(_ index: Index) {
    records[Int(index)].deadline = .max
    records[Int(index)].place = Place.untimed
    link(index, before: firstUntimed)
    firstUntimed = index
    untimedCount += 1
  }

  /// Links a record by its deadline.
  @inline(__always)
  mutating func addTimed(_ index: Index, deadline: Int64) {
    records[Int(index)].deadline = deadline
    // Wrapping arithmetic, as for all counts here: there cannot be more records than bytes of memory.
    timedCount &+= 1
    place(index)
  }

  /// Unlinks a record from any list, so that it never expires.
  mutating func remove(_ index: Index) {
    let place = records[Int(index)].place
    let link = links[Int(index)]
    switch place {
    case Place.nowhere:
      return
    case Place.due:
      timedCount &-= 1
    case Place.untimed:
      if firstUntimed == index { firstUntimed = link.next }
      unlink(link)
      untimedCount &-= 1
    default:
      let (level, slot) = (Int(place) >> Self.slotBits, Int(place) & (Self.slots - 1))
      if link.previous == Self.none, let head = heads[level] {
        head[slot] = link.next
        if link.next == Self.none { clearBit(level: level, slot: slot) }
      }
      unlink(link)
      timedCount &-= 1
    }
    records[Int(index)].place = Place.nowhere
  }

  private func link(_ index: Index, before head: Index) {
    links[Int(index)] = Link(next: head)
    if head != Self.none { links[Int(head)].previous = index }
  }

  private func unlink(_ link: Link) {
    if link.previous != Self.none { links[Int(link.previous)].next = link.next }
    if link.next != Self.none { links[Int(link.next)].previous = link.previous }
  }

  /// Advances an empty wheel to an instant.
  mutating func turnEmpty(to time: Int64) {
    precondition(timedCount == 0, "the wheel holds \(timedCount) records")
    due.removeAll()
    tick = time >> Self.tickBits
  }

  // MARK: The wheel

  /// Puts a timed record into the slot of the highest digit in which its tick differs from the current one.
  @inline(__always)
  private mutating func place(_ index: Index) {
    let deadline = records[Int(index)].deadline
    let target = deadline >> Self.tickBits
    guard target > tick else { return pushDue(index, deadline: deadline) }
    let level = (63 - (target ^ tick).leadingZeroBitCount) / Self.slotBits
    let slot = Int(truncatingIfNeeded: target >> Int64(level * Self.slotBits)) & (Self.slots - 1)
    let head = heads[level] ?? openLevel(level)
    records[Int(index)].place = UInt16(level << Self.slotBits | slot)
    link(index, before: head[slot])
    head[slot] = index
    let word = level * (Self.slots / 64) + slot >> 6
    occupied[word] |= 1 << UInt64(slot & 63)
    summary[level] |= 1 << UInt64(slot >> 6)
  }

  private mutating func openLevel(_ level: Int) -> UnsafeMutablePointer<Index> {
    let head = UnsafeMutablePointer<Index>.allocate(capacity: Self.slots)
    head.initialize(repeating: Self.none, count: Self.slots)
    heads[level] = head
    return head
  }

  @inline(__always)
  private func clearBit(level: Int, slot: Int) {
    let word = level * (Self.slots / 64) + slot >> 6
    occupied[word] &= ~(1 << UInt64(slot & 63))
    if occupied[word] == 0 { summary[level] &= ~(1 << UInt64(slot >> 6)) }
  }

  /// Moves the next occupied slot down: to `due` from the lowest level, else to lower levels.
  ///
  /// - Returns: the only record of the slot if it is due by the limit. It is then unlinked.
  private mutating func turn(through limit: Int64) -> Index? {
    for level in 0..<Self.levels where summary[level] != 0 {
      let group = summary[level].trailingZeroBitCount
      let slot = group << 6 + occupied[level * (Self.slots / 64) + group].trailingZeroBitCount
      guard let head = heads[level] else { preconditionFailure("level \(level) is occupied but does not exist") }
      var index = head[slot]
      head[slot] = Self.none
      clearBit(level: level, slot: slot)
      let shift = Int64(level * Self.slotBits)
      if links[Int(index)].next == Self.none {
        // A slot with one record: nothing else is due before it, so the record need not move down level by level.
        let deadline = records[Int(index)].deadline
        tick = deadline >> Self.tickBits
        guard deadline <= limit else {
          pushDue(index, deadline: deadline)
          return nil
        }
        records[Int(index)].place = Place.nowhere
        timedCount &-= 1
        return index
      }
      tick = (tick >> shift & ~Int64(Self.slots - 1) | Int64(slot)) << shift
      if level == 1 { fetchAhead(from: index) }
      while index != Self.none {
        let next = links[Int(index)].next
        place(index)
        index = next
      }
      return nil
    }
    return nil
  }

  /// Prefetches the memory that the tasks of a slot will need when they wake, within about a quarter of a second of
  /// virtual time. Without this, each task would wait for memory several times when it wakes.
  private func fetchAhead(from first: Index) {
    var index = first
    while index != Self.none {
      fetch(records + Int(index), lines: 2)
      index = links[Int(index)].next
    }
    index = first
    while index != Self.none {
      let record = records + Int(index)
      if let job = record.pointee.job {
        // A job is the address of its task, and the frames of a task follow it in memory. Prefetching an invalid
        // address has no effect.
        fetch(unsafeBitCast(job, to: UnsafeRawPointer.self), lines: 20)
      }
      // An actor creates its lane in its initialiser, so the two are usually next to each other in memory.
      if let lane = record.pointee.lane { fetch(UnsafeRawPointer(lane.toOpaque()) - 128, lines: 4) }
      index = links[Int(index)].next
    }
  }

  @inline(__always)
  private func fetch(_ address: UnsafeRawPointer, lines: Int) {
    for line in 0..<lines { fetch_ahead(address + line * 64) }
  }

  /// Unlinks and returns the earliest timed record if it is due by `limit`, otherwise nil. The caller must free the
  /// record.
  @inline(__always)
  mutating func expire(through limit: Int64) -> Index? {
    guard timedCount > 0 else { return nil }
    while true {
      while let first = due.first {
        if records[Int(first.index)].ticket == first.ticket, records[Int(first.index)].place == Place.due {
          guard first.deadline <= limit else { return nil }
          due.removeFirst()
          records[Int(first.index)].place = Place.nowhere
          timedCount &-= 1
          return first.index
        }
        due.removeFirst()
      }
      if let alone = turn(through: limit) { return alone }
    }
  }

  /// The start of the next occupied slot; nil when there is none.
  private var nextSlotStart: Int64? {
    for level in 0..<Self.levels where summary[level] != 0 {
      let group = summary[level].trailingZeroBitCount
      let slot = group << 6 + occupied[level * (Self.slots / 64) + group].trailingZeroBitCount
      let shift = Int64(level * Self.slotBits)
      return ((tick >> shift & ~Int64(Self.slots - 1) | Int64(slot)) << shift) << Self.tickBits
    }
    return nil
  }

  /// An instant before which nothing is due: the next deadline, or up to a slot before it; `Int64.max` if nothing is
  /// ever due.
  var earliest: Int64 {
    guard timedCount > 0 else { return .max }
    return due.first?.deadline ?? nextSlotStart ?? .max
  }

  /// Like `expire(through:)`, but never turns the wheel past the limit, so that earlier deadlines can still be added
  /// while a clock has not reached it.
  mutating func expire(upTo limit: Int64) -> Index? {
    while timedCount > 0 {
      guard let first = due.first else {
        guard let start = nextSlotStart, start <= limit else { return nil }
        if let alone = turn(through: limit) { return alone }
        continue
      }
      guard first.deadline <= limit else { return nil }
      due.removeFirst()
      if records[Int(first.index)].ticket == first.ticket, records[Int(first.index)].place == Place.due {
        records[Int(first.index)].place = Place.nowhere
        timedCount &-= 1
        return first.index
      }
    }
    return nil
  }

  // MARK: Due

  private mutating func pushDue(_ index: Index, deadline: Int64) {
    records[Int(index)].place = Place.due
    due.insert(DueHeap.Entry(deadline: deadline, ticket: records[Int(index)].ticket, index: index))
  }

  // MARK: Iteration

  /// The linked records in the order in which they were taken; for reports and shutdown only.
  func waiting() -> [Index] {
    (0..<capacity)
      .filter { records[$0].place != Place.nowhere }
      .sorted { records[$0].ticket < records[$1].ticket }
      .map { Index($0) }
  }
}
