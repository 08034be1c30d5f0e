/// A key by its name, or an index of a list.
struct RecordKey: CodingKey, ExpressibleByStringLiteral {
  let stringValue: String
  let intValue: Int?

  init(_ name: String) {
    stringValue = name
    intValue = nil
  }
  init(index: Int) {
    stringValue = "\(index)"
    intValue = index
  }
  init(stringLiteral name: String) { self.init(name) }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { self.init(index: intValue) }
}

/// What a text of the right shape says that no run can have counted, measured or named.
struct ImpossibleValue: Error {
  /// Keys and indices from the document down to it.
  var path: [any CodingKey]
  var reason: String
}
