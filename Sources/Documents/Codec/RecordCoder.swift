package import GTSDFields

/// Visits the keys of a record in one of four passes, such as writing or reading.
///
/// Input is checked against the limits of reports: numbers must be finite and small enough, and texts may not contain
/// terminal escapes. Renderers rely on that, and on the conditions that a record sets for its values.
package struct RecordCoder {
  package enum Pass {
    case writing
    case reading(KeyedDecodingContainer<RecordKey>)
    case schema
    /// Rounding to the digits that a report contains.
    case rounding
  }

  /// The largest number that a report may contain. Beyond it, sums and products of figures could overflow.
  package static let most = 1e15

  private let pass: Pass
  /// The keys with their values, or with their schemas.
  private(set) var members: [String: JSONNode] = [:]
  /// The keys that may be left out.
  private(set) var optional: [String] = []
  /// The first error in the input; nothing after it is read.
  private(set) var error: (any Error)?
  /// The path from the record to the value that is being checked.
  private var path: [any CodingKey] = []

  package init(_ pass: Pass) { self.pass = pass }

  // MARK: Any value

  /// Codes a key that is always present.
  package mutating func value<Value: Decodable>(
    _ name: String, _ value: inout Value, check: (Value) -> String? = { _ in nil }, json: (Value) -> JSONNode,
    schema: @autoclosure () -> JSONNode
  ) {
    key(name, write: { json(value) }, schema: schema) { container in
      value = try container.decode(Value.self, forKey: RecordKey(name))
      return check(value)
    }
  }

  /// Codes a key whose value can be null, or which can be left out.
  package mutating func value<Value: Decodable>(
    _ name: String, _ value: inout Value?, omitted: Bool, check: (Value) -> String? = { _ in nil },
    json: (Value) -> JSONNode, schema: @autoclosure () -> JSONNode
  ) {
    key(name, omitted: omitted, write: { value.map(json) ?? (omitted ? nil : .null) }, schema: schema) { container in
      value = try container.decodeIfPresent(Value.self, forKey: RecordKey(name))
      return value.flatMap(check)
    }
  }

  /// Codes a figure that is computed from others. It is written but never read.
  package mutating func computed(
    _ name: String, _ json: @autoclosure () -> JSONNode, schema: @autoclosure () -> JSONNode
  ) {
    key(name, write: { json() }, schema: schema) { _ in nil }
  }

  /// Codes one key. All kinds of values share this function, so that little code is compiled for each kind.
  ///
  /// - Parameter read: reads the value and returns the problem with it, if any.
  private mutating func key(
    _ name: String, omitted: Bool = false, write: () -> JSONNode?, schema: () -> JSONNode,
    read: (KeyedDecodingContainer<RecordKey>) throws -> String?
  ) {
    switch pass {
    case .rounding: break
    case .writing: members[name] = write()
    case .schema:
      members[name] = schema()
      if omitted { optional.append(name) }
    case .reading(let container):
      guard error == nil else { return }
      do {
        if let reason = try read(container) { refuse([RecordKey(name)], reason) }
      } catch {
        self.error = error
      }
    }
  }

  private mutating func refuse(_ keys: [any CodingKey], _ reason: String) {
    guard error == nil, case .reading(let container) = pass else { return }
    error = ImpossibleValue(path: container.codingPath + path + keys, reason: reason)
  }

  // MARK: Checks of the input

  /// Whether this pass rounds numbers to the digits that a report contains.
  package var isRounding: Bool { if case .rounding = pass { true } else { false } }

  /// Whether this pass reads values and no error has occurred yet, so that values can be compared with each other.
  private var isReading: Bool { if case .reading = pass { error == nil } else { false } }

  /// Rejects the input unless a condition holds.
  package mutating func expect(_ holds: @autoclosure () -> Bool, _ key: String, _ reason: @autoclosure () -> String) {
    if isReading, !holds() { refuse([RecordKey(key)], reason()) }
  }

  /// Rejects a whole number outside a range. Accepts nil.
  package mutating func expect(_ value: Int?, in range: ClosedRange<Int>, _ key: String) {
    guard let value else { return }
    expect(
      range.contains(value), key, "expected a number from \(range.lowerBound) to \(range.upperBound); found \(value)")
  }

  /// Checks a number of things out of a total.
  package mutating func expect(_ value: Int, outOf most: Int, _ key: String) {
    expect(value, in: 0...max(0, most), key)
  }

  /// Checks an index into a list.
  package mutating func expect(_ value: Int?, indexes count: Int, _ key: String) {
    guard let value else { return }
    expect(
      (0..<max(0, count)).contains(value), key,
      count > 0 ? "expected a number from 0 to \(count - 1); found \(value)" : "no element has the index \(value)"
    )
  }

  /// Checks the length of a list.
  package mutating func expect(count: Int, of list: Int, _ key: String) {
    expect(list == count, key, "expected a list of \(count); found one of \(list)")
  }

  /// Checks the number of columns of rows.
  package mutating func expect(columns: Int, _ rows: [[Double]], _ key: String) {
    guard isReading, let index = rows.firstIndex(where: { $0.count != columns }) else { return }
    refuse(
      [RecordKey(key), RecordKey(index: index)],
      "expected a list of \(columns) numbers; found one of \(rows[index].count)")
  }

  /// Checks rows that begin with the seconds of a run, in ascending order, up to the longest possible horizon.
  package mutating func expect(times rows: [[Double]], _ key: String) {
    guard isReading else { return }
    let longest = 367 * 86_400.0
    var last = 0.0
    for (index, row) in rows.enumerated() {
      guard let time = row.first, (last...longest).contains(time) else {
        return refuse(
          [RecordKey(key), RecordKey(index: index)], "expected times that ascend, in seconds, of at most 367 days")
      }
      last = time
    }
  }

  /// Checks each value of a list.
  package mutating func each<Value>(_ key: String, _ values: [Value], _ check: (inout RecordCoder, Value) -> Void) {
    guard isReading else { return }
    for (index, value) in values.enumerated() {
      path += [RecordKey(key), RecordKey(index: index)] as [any CodingKey]
      check(&self, value)
      path.removeLast(2)
    }
  }

  // MARK: Figures and texts common to all reports

  package static func problem(_ number: Double) -> String? {
    // The open end of an interval is infinite.
    guard number.isNaN || number.isFinite && abs(number) > most else { return nil }
    return "expected a number from -10^15 to 10^15; found \(number)"
  }

  package static func problem(_ number: some FixedWidthInteger) -> String? {
    guard number < 0 || Double(number) > most else { return nil }
    return "expected a number from 0 to 10^15; found \(number)"
  }

  package static func problem(_ text: String) -> String? {
    text.unicodeScalars.first(where: \.isHidden).map {
      "a text may not hold the control character U+\(String($0.value, radix: 16, uppercase: true))"
    }
  }

  /// Records the first problem of a list's elements, with its place.
  package mutating func refuse<Element>(_ name: String, _ elements: [Element], _ problem: (Element) -> String?) {
    guard isReading else { return }
    for (index, element) in elements.enumerated() {
      if let reason = problem(element) { return refuse([RecordKey(name), RecordKey(index: index)], reason) }
    }
  }

  /// Records the first problem of counts by name, in the order of the names.
  package mutating func refuse(_ name: String, _ counts: [String: Int]) {
    guard isReading else { return }
    for (key, count) in counts.sorted(by: { $0.key < $1.key }) {
      if let reason = Self.problem(key) ?? Self.problem(count) {
        return refuse([RecordKey(name), RecordKey(key)], reason)
      }
    }
  }
}
