/// Translates the names of one side's JSON fields into those of the other.
///
/// A single name is changed wherever it occurs. A path (`data.user.id`) is moved as a whole.
package struct FieldNames: Sendable, Equatable {
  private var names: [String: [String]] = [:]
  /// The paths to move, deepest first, so that a value inside another moved value is moved before it.
  private var places: [(from: JSONPlace, to: [JSONPlace])] = []

  /// Creates changes of field names.
  ///
  /// - Parameter changes: the name of each field before and after; empty for a field that is left out.
  package init(_ changes: [(from: String, to: String)]) {
    for (from, to) in changes {
      let (start, end) = (JSONPlace(from), JSONPlace(to))
      guard !to.isEmpty else {
        if let start { places.append((start, [])) } else { names[from] = [] }
        continue
      }
      guard start != nil || end != nil else {
        names[from, default: []].append(to)
        continue
      }
      let source = start ?? JSONPlace(steps: [.member(from)])
      let goal = end ?? JSONPlace(steps: [.member(to)])
      if let index = places.firstIndex(where: { $0.from == source }) {
        places[index].to.append(goal)
      } else {
        places.append((source, [goal]))
      }
    }
    places.sort { $0.from.steps.count > $1.from.steps.count }
  }

  package var isEmpty: Bool { names.isEmpty && places.isEmpty }

  /// The backend's name of a field in a query or a form; nil for a field that is left out.
  package func name(of field: String) -> String? { names[field].map(\.first) ?? field }

  /// The document with the other side's names.
  package func apply(to document: JSONValue) -> JSONValue {
    var rest = document
    let taken = places.map { place in (place.to, place.from.take(from: &rest)) }
    var result = renamed(rest)
    let moved = taken.flatMap { goals, found in
      goals.flatMap { goal in found.map { (goal, ($0.indices, renamed($0.value))) } }
    }
    // A field inside a renamed one is moved after it.
    for (goal, found) in moved.enumerated().sorted(by: {
      ($0.element.0.steps.count, $0.offset) < ($1.element.0.steps.count, $1.offset)
    }).map(\.element) {
      goal.put(found, into: &result)
    }
    return result
  }

  private func renamed(_ value: JSONValue) -> JSONValue {
    switch value {
    case .null, .bool, .number, .string: return value
    case .array(let elements): return .array(elements.map(renamed))
    case .object(let object):
      // A renamed field wins over an unrelated field that already has that name.
      let changed = object.members.flatMap { member in
        (names[member.key] ?? []).map { (key: $0, value: renamed(member.value)) }
      }
      let kept = object.members.filter { names[$0.key] == nil }.map { (key: $0.key, value: renamed($0.value)) }
      return .object(JSONObject(changed + kept))
    }
  }

  package static func == (lhs: FieldNames, rhs: FieldNames) -> Bool {
    lhs.names == rhs.names && lhs.places.elementsEqual(rhs.places) { $0.from == $1.from && $0.to == $1.to }
  }
}
