/// A value that most people lack, such as a second phone. It is created on its first change in separate memory, so
/// that people without it are small and cheap to copy.
struct Spare<Value> {
  /// The value as the only element; empty before it is made.
  private var made: [Value] = []

  init() {}

  @inline(__always)
  var isMade: Bool { !made.isEmpty }

  /// The value, which must have been created.
  var value: Value {
    @inline(__always) _read { yield made[0] }
    @inline(__always) _modify { yield &made[0] }
  }

  /// Makes the value unless it exists already.
  @inline(__always)
  mutating func make(_ new: () -> Value) { if made.isEmpty { append(new) } }

  /// Appends a new element. Never inlined, since the element would otherwise be part of the caller's frame.
  @inline(never)
  private mutating func append(_ new: () -> Value) { made.append(new()) }

  // Reuses memory for callers that restart from a checkpoint; see `ReusedBuffers.swift`.

  @inline(__always)
  mutating func takeBuffers() -> Spare {
    var buffers = Spare()
    swap(&buffers, &self)
    return buffers
  }

  @inline(__always)
  mutating func move(into buffers: inout Spare) {
    guard isMade, buffers.isMade else { return }
    made.withUnsafeBufferPointer { source in
      if let source = source.baseAddress { copy(source, to: &buffers.made[0]) }
    }
    swap(&self, &buffers)
  }
}

extension Spare: Sendable where Value: Sendable {}
