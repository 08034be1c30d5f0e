/// A part of a value that is stored separately and shared until it is changed, so that copying the whole value is
/// cheap.
@propertyWrapper
package struct Boxed<Value: Equatable & Sendable>: Hashable, Sendable {
  /// The shared storage, which is never changed while it is shared.
  private final class Box: Equatable, Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }

    static func == (a: Box, b: Box) -> Bool { a === b || a.value == b.value }
  }

  private var box: Box

  /// Adds nothing to the hash. Equal values still have equal hashes, and large parts would be slow to hash.
  package func hash(into hasher: inout Hasher) {}

  package init(wrappedValue: Value) { box = Box(wrappedValue) }

  package var wrappedValue: Value {
    get { box.value }
    set { box = Box(newValue) }
  }
}
