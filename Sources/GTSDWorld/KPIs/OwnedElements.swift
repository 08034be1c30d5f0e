/// A list whose memory nothing else refers to. An array would check for shared storage at each change.
struct OwnedElements<Element>: ~Copyable {
  private var elements: UnsafeMutablePointer<Element>
  private(set) var count: Int
  private var capacity: Int

  init(repeating element: Element, count: Int) {
    elements = .allocate(capacity: count)
    elements.initialize(repeating: element, count: count)
    (self.count, capacity) = (count, count)
  }

  deinit {
    elements.deinitialize(count: count)
    elements.deallocate()
  }

  var indices: Range<Int> { 0..<count }

  subscript(_ index: Int) -> Element {
    @inline(__always) _read {
      precondition(index >= 0 && index < count, "no element \(index)")
      yield elements[index]
    }
    @inline(__always) _modify {
      precondition(index >= 0 && index < count, "no element \(index)")
      yield &elements[index]
    }
  }

  mutating func append(_ element: Element) {
    if count == capacity {
      capacity = max(16, 2 * capacity)
      let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
      larger.moveInitialize(from: elements, count: count)
      elements.deallocate()
      elements = larger
    }
    (elements + count).initialize(to: element)
    count += 1
  }
}
