/// The sequential behaviour of an object, with which concurrent histories are compared.
package protocol SequentialModel: Sendable {
  /// A state. Equal states behave alike.
  associatedtype State: Hashable & Sendable
  /// The input of an operation.
  associatedtype Call: Sendable
  /// The output of an operation.
  associatedtype Result: Sendable

  /// The state before the first operation.
  var initial: State { get }

  /// The state after a call with this result; nil if the object cannot give it in this state.
  ///
  /// - Parameter result: nil for a call that has not returned, which may have any result.
  func step(_ state: State, _ call: Call, _ result: Result?) -> State?
}

/// A register of one value: read, write, and compare-and-set.
package struct RegisterModel<Value: Hashable & Sendable>: SequentialModel {
  package enum Call: Equatable, Sendable {
    case read
    case write(Value)
    /// Stores the second value if the first is present.
    case compareAndSet(Value, Value)
  }

  package enum Result: Equatable, Sendable {
    case value(Value)
    case done
    /// Whether a compare-and-set stored its value.
    case isSet(Bool)
  }

  package var initial: Value

  package init(_ initial: Value) {
    self.initial = initial
  }

  package func step(_ state: Value, _ call: Call, _ result: Result?) -> Value? {
    switch (call, result) {
    case (.read, nil): state
    case (.read, .value(let value)): value == state ? state : nil
    case (.write(let value), nil), (.write(let value), .done): value
    case (.compareAndSet(let old, let new), nil): state == old ? new : state
    case (.compareAndSet(let old, let new), .isSet(let isSet)):
      isSet == (state == old) ? (isSet ? new : state) : nil
    default: nil
    }
  }
}

/// A set: add, remove, contains, and the list of all.
package struct SetModel<Element: Hashable & Comparable & Sendable>: SequentialModel {
  package enum Call: Equatable, Sendable {
    case add(Element)
    case remove(Element)
    case contains(Element)
    case list
  }

  package enum Result: Equatable, Sendable {
    case done
    /// The reply to an addition or removal, whether it changed the set; or to a test, whether the set contains the
    /// element.
    case answer(Bool)
    /// All elements, in order.
    case elements([Element])
  }

  /// The elements at the beginning, in order.
  package var initial: [Element]

  package init(_ initial: [Element] = []) {
    self.initial = initial.sorted()
  }

  package func step(_ state: [Element], _ call: Call, _ result: Result?) -> [Element]? {
    switch call {
    case .add(let element):
      let isMember = state.contains(element)
      if case .answer(let changes) = result, changes == isMember { return nil }
      return isMember ? state : (state + [element]).sorted()
    case .remove(let element):
      let isMember = state.contains(element)
      if case .answer(let changes) = result, changes != isMember { return nil }
      return isMember ? state.filter { $0 != element } : state
    case .contains(let element):
      if case .answer(let answer) = result, answer != state.contains(element) { return nil }
      return state
    case .list:
      if case .elements(let elements) = result, elements != state { return nil }
      return state
    }
  }
}
