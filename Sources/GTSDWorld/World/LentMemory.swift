// What goes on from a checkpoint time and again copies it, and would share its arrays: the first change of each would take new
// memory and let it go again at the next start. So the arrays that change in most schedules are lent out before the copy, and
// the copy's then move into what was lent. An array that is not named is shared, and costs more, but is right.

extension Array {
  /// Takes out the elements, to reuse their memory.
  @inline(__always)
  mutating func lend() -> [Element] {
    var lent: [Element] = []
    swap(&lent, &self)
    return lent
  }

  /// Moves the elements into memory that was lent, and which no other array shares.
  @inline(__always)
  mutating func move(into lent: inout [Element]) {
    lent.removeAll(keepingCapacity: true)
    lent.append(contentsOf: self)
    swap(&self, &lent)
  }
}

/// Copies the value at an address over another value, field by field. An assignment would first make a copy of the
/// whole, some thousand bytes.
@inline(__always)
func copy<Value>(_ source: UnsafePointer<Value>, to value: inout Value) {
  withUnsafeMutablePointer(to: &value) { $0.update(from: source, count: 1) }
}
