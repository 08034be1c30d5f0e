import Synchronization

/// An array of which all but a limited number of elements are in a file.
///
/// A copy is for reading: only one of several copies may change.
package struct SpilledArray<Element: BitwiseCopyable & Sendable>: Sendable {
  /// The greatest number of elements in memory.
  private let limit: Int
  private let memory: LogMemory
  /// The elements after those in the file.
  private var tail: [Element] = []
  private var file: SpillFile?
  /// The number of elements in the file.
  private var written = 0
  /// Elements of the file that were read last.
  private let block = Block()

  /// The number of elements that are read at once.
  private static var blockCount: Int { 1 << 15 }

  /// Creates an empty array.
  ///
  /// - Parameter share: the part of the memory that it may take: 1 of this number.
  init(_ memory: LogMemory, share: Int = 1) {
    limit = max(1, memory.events / share)
    self.memory = memory
  }

  /// Creates an array that continues a file; nil for a file without a name, which is created when it is needed.
  init(_ memory: LogMemory, in file: SpillFile?, count: Int) {
    self.init(memory)
    self.file = file
    written = count
  }

  /// Creates an array of elements that are in memory.
  init(_ elements: consuming [Element]) {
    self.init(.unlimited)
    tail = elements
  }

  /// An empty array of other elements, which takes a small part of the same memory.
  func besides<Other>(_ other: Other.Type) -> SpilledArray<Other> { SpilledArray<Other>(memory, share: 8) }

  package var count: Int { written + tail.count }
  var isEmpty: Bool { count == 0 }

  package mutating func append(_ element: Element) {
    tail.append(element)
    if tail.count >= limit { flush() }
  }

  /// Writes the elements in memory to the file.
  mutating func flush() {
    guard !tail.isEmpty, memory.failure == nil, let file = file ?? SpillFile(in: memory) else {
      // After a failure, which is reported, elements are dropped, so that memory stays limited.
      if tail.count >= limit { tail.removeAll(keepingCapacity: true) }
      return
    }
    self.file = file
    if file.write(tail[...], at: written) { written += tail.count }
    tail.removeAll(keepingCapacity: true)
  }

  /// Ends the appending of elements: those of an array with a file are all in the file.
  private mutating func settle() {
    guard file != nil else { return }
    flush()
    tail = []
  }

  // MARK: Reading

  /// The elements of a range.
  package subscript(range: Range<Int>) -> ArraySlice<Element> {
    guard let file else { return tail[range] }
    guard range.upperBound <= written else { return ArraySlice(self[from: range.lowerBound].prefix(range.count)) }
    return block.elements.withLock { block in
      if range.lowerBound >= block.start, range.upperBound <= block.start + block.elements.count {
        return block.elements[(range.lowerBound - block.start)..<(range.upperBound - block.start)]
      }
      // Elements are mostly read in order.
      let ahead = range.lowerBound - (block.start + block.elements.count)
      let isInOrder = range.lowerBound == 0 || (-block.elements.count..<Self.blockCount).contains(ahead)
      let end = isInOrder ? max(range.upperBound, range.lowerBound + min(limit, Self.blockCount)) : range.upperBound
      block = (range.lowerBound, file.read(range.lowerBound..<min(end, written)))
      return block.elements[..<range.count]
    }
  }

  subscript(index: Int) -> Element {
    let slice = self[index..<index + 1]
    return slice[slice.startIndex]
  }

  /// The elements from an index on.
  subscript(from index: Int) -> Rest { Rest(array: self, place: index) }

  /// Elements from an index on, read in blocks of their own.
  struct Rest: Sequence, IteratorProtocol {
    fileprivate let array: SpilledArray
    fileprivate var place: Int
    private var elements: ArraySlice<Element> = []

    fileprivate init(array: SpilledArray, place: Int) {
      self.array = array
      self.place = place
    }

    mutating func next() -> Element? {
      if let element = elements.popFirst() { return element }
      guard place < array.count else { return nil }
      if let file = array.file, place < array.written {
        let end = Swift.min(place + Swift.min(array.limit, blockCount), array.written)
        elements = file.read(place..<end)[...]
        place = end
      } else {
        elements = array.tail[(place - array.written)...]
        place = array.count
      }
      return elements.popFirst()
    }
  }

  /// Calls a function for each element.
  func forEach(_ body: (Element) -> Void) {
    var place = 0
    while let file, place < written {
      let end = Swift.min(place + Swift.min(limit, Self.blockCount), written)
      for element in file.read(place..<end) as [Element] { body(element) }
      place = end
    }
    for element in tail { body(element) }
  }

  private final class Block: Sendable {
    let elements = Mutex<(start: Int, elements: [Element])>((0, []))
  }

  // MARK: Changing

  /// Keeps the elements for which a function, called in order, returns true. Changes an array that is in memory in
  /// place, since a copy would take as much memory again.
  mutating func keep(_ isKept: (Int, inout Element) -> Bool) {
    guard file != nil else {
      var count = 0
      for index in tail.indices {
        var element = tail[index]
        guard isKept(index, &element) else { continue }
        tail[count] = element
        count += 1
      }
      return tail.removeLast(tail.count - count)
    }
    var kept = SpilledArray(memory, limit: limit)
    var index = 0
    forEach { element in
      var element = element
      if isKept(index, &element) { kept.append(element) }
      index += 1
    }
    kept.settle()
    self = kept
  }

  private init(_ memory: LogMemory, limit: Int) {
    self.memory = memory
    self.limit = limit
  }

  /// Sorts the elements. Elements in a file are sorted in parts that fit into memory, and the parts are merged.
  mutating func sort(by isBefore: (Element, Element) -> Bool) {
    guard file != nil else { return tail.sort(by: isBefore) }
    settle()
    var parts = SpilledArray(memory, limit: limit)
    for start in stride(from: 0, to: written, by: limit) {
      guard let file else { break }
      var part: [Element] = file.read(start..<Swift.min(start + limit, written))
      part.sort(by: isBefore)
      parts.tail = part
      parts.flush()
    }
    self = parts.merged(by: isBefore)
  }

  /// The elements of sorted parts, each of `limit` elements, in order.
  private func merged(by isBefore: (Element, Element) -> Bool) -> SpilledArray {
    var result = SpilledArray(memory, limit: limit)
    var parts = stride(from: 0, to: written, by: limit).map { start in
      Part(place: start, end: Swift.min(start + limit, written))
    }
    let room = Swift.max(16, limit / (parts.count + 1))
    for index in parts.indices { parts[index].fill(from: file, room) }
    // A heap of the parts by their first elements.
    func isFirst(_ a: Int, _ b: Int) -> Bool { isBefore(parts[a].head, parts[b].head) }
    var heap: [Int] = []
    for index in parts.indices {
      heap.append(index)
      var child = heap.count - 1
      while child > 0, isFirst(heap[child], heap[(child - 1) / 2]) {
        heap.swapAt(child, (child - 1) / 2)
        child = (child - 1) / 2
      }
    }
    while let first = heap.first {
      result.append(parts[first].head)
      parts[first].next += 1
      if parts[first].next == parts[first].elements.count { parts[first].fill(from: file, room) }
      if parts[first].elements.isEmpty {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
      }
      var parent = 0
      while true {
        var least = parent
        for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && isFirst(heap[child], heap[least]) {
          least = child
        }
        guard least != parent else { break }
        heap.swapAt(parent, least)
        parent = least
      }
    }
    result.settle()
    return result
  }

  /// A sorted part that is being merged.
  private struct Part {
    /// The range of elements that were not read yet.
    var place: Int
    var end: Int
    var elements: [Element] = []
    var next = 0

    var head: Element { elements[next] }

    init(place: Int, end: Int) { (self.place, self.end) = (place, end) }

    mutating func fill(from file: SpillFile?, _ room: Int) {
      let stop = Swift.min(place + room, end)
      elements = file.map { $0.read(place..<stop) } ?? []
      (place, next) = (stop, 0)
    }
  }
}
