/// A part of a value that is kept apart and shared until it is changed, so that copying the whole is cheap.
@propertyWrapper
package struct Boxed<Value: Equatable & Sendable>: Hashable, Sendable {
  /// The shared storage, which is never changed while it is shared.
  private final class Box: Equatable, Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }

    static func == (a: Box, b: Box) -> Bool { a === b || a.value == b.value }
  }

  private var box: Box

  /// Equal values are alike without it: nothing is hashed often enough to hash large parts of it.
  package func hash(into hasher: inout Hasher) {}

  package init(wrappedValue: Value) { box = Box(wrappedValue) }

  package var wrappedValue: Value {
    get { box.value }
    set { box = Box(newValue) }
  }
}
