/// The members of a JSON object: each key once, in the byte order of the keys.
///
/// Bodies have a dozen members at most. For so few, a sorted list is faster to build and search than a hash table, and
/// it is written in order without sorting.
package struct JSONObject: Sendable, Equatable {
  package typealias Member = (key: String, value: JSONValue)

  package private(set) var members: [Member]

  /// Creates an object from members in any order. Of several members with the same key, the first one counts.
  package init(_ members: [Member]) { self.members = Self.inOrder(members) }

  /// Members in the order of their keys. Of several members with the same key, only the first one is kept.
  static func inOrder<Value>(_ members: [(key: String, value: Value)]) -> [(key: String, value: Value)] {
    for index in members.indices.dropFirst() where !members[index - 1].key.precedes(members[index].key) {
      return sorted(members)
    }
    return members
  }

  /// Sorts members by key. Members with the same key keep their order.
  private static func sorted<Value>(_ members: [(key: String, value: Value)]) -> [(key: String, value: Value)] {
    var kept: [(key: String, value: Value)] = []
    kept.reserveCapacity(members.count)
    for member in members.sorted(by: { $0.key.precedes($1.key) }) {
      if let last = kept.last, !last.key.precedes(member.key) { continue }
      kept.append(member)
    }
    return kept
  }

  /// The value of a key, null when there is none.
  package subscript(key: String) -> JSONValue {
    // A linear search is faster than a binary search for so few members.
    if members.count <= 16 {
      for member in members where member.key == key { return member.value }
      return .null
    }
    let index = self.index(of: key)
    return index < members.count && members[index].key == key ? members[index].value : .null
  }

  /// The index of a key, or the index at which it would be inserted.
  private func index(of key: String) -> Int {
    var low = 0
    var high = members.count
    while low < high {
      let middle = (low + high) / 2
      if members[middle].key.precedes(key) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// A copy of this object with the members of another object added. For a key that both have, this object's value is
  /// kept.
  package func merging(_ other: JSONObject) -> JSONObject {
    var merged: [Member] = []
    merged.reserveCapacity(members.count + other.members.count)
    var rest = other.members[...]
    for member in members {
      while let next = rest.first, next.key.precedes(member.key) {
        merged.append(next)
        rest.removeFirst()
      }
      if let next = rest.first, !member.key.precedes(next.key) { rest.removeFirst() }
      merged.append(member)
    }
    return JSONObject(merged + rest)
  }

  /// This object without the members that are null.
  package var withoutNulls: JSONObject {
    guard members.contains(where: \.value.isNull) else { return self }
    return JSONObject(members.filter { !$0.value.isNull })
  }

  package static func == (lhs: JSONObject, rhs: JSONObject) -> Bool {
    lhs.members.count == rhs.members.count && zip(lhs.members, rhs.members).allSatisfy { $0 == $1 }
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    // A conversion of the whole array would cast each element at run time.
    self.init(elements.map { (key: $0.0, value: $0.1) })
  }
}

extension String {
  /// Whether this text comes before another byte by byte; `<` would compare normalized forms.
  fileprivate func precedes(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}
