/// A place in a JSON document: names of members from the outermost value on, with `[]` for every element of an array.
///
/// A single name, such as `accessToken`, is not a place: it applies wherever it occurs.
package struct JSONPlace: Hashable, Sendable {
  /// A step from a value to the values within it.
  package enum Step: Hashable, Sendable {
    case member(String)
    case elements
  }

  package var steps: [Step]

  package init(steps: [Step]) { self.steps = steps }

  /// Reads the place that a text names, such as `data.items[].id`, `$.data` or `$` for the whole document; nil for a
  /// single name and for anything that is not a place.
  package init?(_ text: String) {
    guard text.contains(where: { ".[$".contains($0) }) else { return nil }
    var rest = text[...]
    if rest.hasPrefix("$") {
      rest = rest.dropFirst()
      if rest.hasPrefix(".") { rest = rest.dropFirst() } else if !rest.isEmpty, !rest.hasPrefix("[]") { return nil }
      guard !(rest.isEmpty && text.hasSuffix(".")) else { return nil }
    }
    var steps: [Step] = []
    if !rest.isEmpty {
      for part in rest.split(separator: ".", omittingEmptySubsequences: false) {
        var name = part
        var arrays = 0
        while name.hasSuffix("[]") {
          name = name.dropLast(2)
          arrays += 1
        }
        guard !name.contains(where: { "[]$".contains($0) }) else { return nil }
        // Only the outermost value can be a list without a name before it.
        guard !name.isEmpty || arrays > 0 && steps.isEmpty else { return nil }
        if !name.isEmpty { steps.append(.member(String(name))) }
        steps += Array(repeating: .elements, count: arrays)
      }
    }
    self.steps = steps
  }

  /// The number of steps that enter the elements of an array.
  package var arrays: Int { steps.count { $0 == .elements } }

  /// The names in the place.
  package var names: [String] {
    steps.compactMap { if case .member(let name) = $0 { name } else { nil } }
  }
}

extension JSONPlace {
  /// A value found at a place, with the indices of the array elements that contain it.
  typealias Found = (indices: [Int], value: JSONValue)

  /// Removes the values at this place from a document, and the objects that are empty without them. The whole document
  /// is never removed.
  func take(from document: inout JSONValue) -> [Found] {
    guard !steps.isEmpty else { return [([], document)] }
    var found: [Found] = []
    _ = Self.take(steps[...], [], &document, &found)
    return found
  }

  /// Removes the values at the rest of a place from a value, and appends them to `found`.
  ///
  /// - Returns: whether nothing is left of the value.
  private static func take(
    _ steps: ArraySlice<Step>, _ indices: [Int], _ value: inout JSONValue, _ found: inout [Found]
  ) -> Bool {
    guard let step = steps.first else {
      found.append((indices, value))
      return true
    }
    switch (step, value) {
    case (.member(let name), .object(let object)):
      var members = object.members
      guard let index = members.firstIndex(where: { $0.key == name }) else { return false }
      guard take(steps.dropFirst(), indices, &members[index].value, &found) else {
        value = .object(JSONObject(members))
        return false
      }
      members.remove(at: index)
      value = .object(JSONObject(members))
      return members.isEmpty
    case (.elements, .array(var elements)):
      for index in elements.indices {
        _ = take(steps.dropFirst(), indices + [index], &elements[index], &found)
      }
      value = .array(elements)
      return false
    case (.member, _), (.elements, _): return false
    }
  }

  /// Sets a value at this place; creates missing objects and arrays.
  func put(_ found: Found, into document: inout JSONValue) {
    Self.put(steps[...], found.indices[...], found.value, &document)
  }

  private static func put(
    _ steps: ArraySlice<Step>, _ indices: ArraySlice<Int>, _ new: JSONValue, _ value: inout JSONValue
  ) {
    guard let step = steps.first else {
      value = new
      return
    }
    switch step {
    case .member(let name):
      var members: [JSONObject.Member] = if case .object(let object) = value { object.members } else { [] }
      var member = JSONValue.null
      if let index = members.firstIndex(where: { $0.key == name }) { member = members.remove(at: index).value }
      put(steps.dropFirst(), indices, new, &member)
      members.append((name, member))
      value = .object(JSONObject(members))
    case .elements:
      guard let index = indices.first else { return }
      var elements: [JSONValue] = if case .array(let elements) = value { elements } else { [] }
      while elements.count <= index { elements.append(.null) }
      put(steps.dropFirst(), indices.dropFirst(), new, &elements[index])
      value = .array(elements)
    }
  }
}
