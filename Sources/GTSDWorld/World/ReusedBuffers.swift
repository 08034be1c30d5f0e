// A search restarts from a checkpoint many times. A plain copy of the checkpoint would share its arrays, and the first
// change of each array would allocate memory that the next restart frees. Arrays that change in most schedules are
// therefore moved out before the copy. The elements of the checkpoint are then copied into the memory of these arrays.
// An array that is not listed is shared, which is slower but correct.

extension Array {
  /// Moves the elements out, so that their memory can be reused.
  @inline(__always)
  mutating func takeBuffers() -> [Element] {
    var buffers: [Element] = []
    swap(&buffers, &self)
    return buffers
  }

  /// Copies the elements into the memory of `buffers`, which no other array shares, and then uses that memory.
  @inline(__always)
  mutating func move(into buffers: inout [Element]) {
    buffers.removeAll(keepingCapacity: true)
    buffers.append(contentsOf: self)
    swap(&self, &buffers)
  }
}

/// Copies the value at an address over another value, field by field. An assignment would first make a copy of the
/// whole, some thousand bytes.
@inline(__always)
func copy<Value>(_ source: UnsafePointer<Value>, to value: inout Value) {
  withUnsafeMutablePointer(to: &value) { $0.update(from: source, count: 1) }
}
