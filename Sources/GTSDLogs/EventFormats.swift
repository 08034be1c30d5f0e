import GTSDModel

/// A line of JSON, in the specifications' envelope or in that of an analytics service.
package enum JSONEventLine {
  package static func fields(
    _ bytes: [UInt8], _ map: EventMap
  ) throws(LineProblem) -> (fields: EventFields, format: EventExport) {
    let root: JSONNode
    do {
      root = try JSONReader.read(bytes: bytes)
    } catch {
      throw .malformed("no JSON: column \(error.column): \(error.message)")
    }
    guard let members = root.members else { throw .malformed("expected an object; found \(root.described)") }
    for (index, member) in members.enumerated() where members[..<index].contains(where: { $0.key == member.key }) {
      throw .malformed("the key `\(member.key)` stands twice")
    }
    // A map without fields leaves the envelope to the format.
    let format = map.fields.isEmpty ? EventExport(root) : .mapped
    return (try format.fields(root, map), format)
  }
}

/// The columns of a table.
package struct CSVHeader: Sendable {
  private let columns: [String]
  private let map: EventMap
  private let identity: Int?
  private let name: Int?
  private let timestamp: Int?
  private let user: Int?
  /// The columns that may name an arm.
  private let telling: [String]

  package init(_ columns: [String], _ map: EventMap) {
    self.columns = columns
    self.map = map
    func column(_ part: String, _ names: [String]) -> Int? {
      (map.fields[part].map { [$0] } ?? names).compactMap { columns.firstIndex(of: $0) }.first
    }
    name = column("name", ["event_name", "event_type", "event"])
    timestamp = column("time", ["timestamp", "event_time", "event_timestamp", "time"])
    user = column("user", ["user_id", "distinct_id", "userId", "user_pseudo_id"])
    telling = columns.filter(ArmKeys.isTelling)
    identity = column("id", ["message_id", "insert_id", "$insert_id", "messageId", "uuid", "event_id"])
  }

  /// The first column of the envelope that is not there.
  package var missing: String? {
    name == nil ? "event_name" : timestamp == nil ? "timestamp" : user == nil ? "user_id" : nil
  }

  package func fields(_ row: CSVRow) throws(LineProblem) -> EventFields {
    guard row.fields.count == columns.count else {
      throw .malformed("expected \(columns.count) columns as in the header; found \(row.fields.count)")
    }
    guard let name, let timestamp, let user else { preconditionFailure("a header without its envelope has no rows") }
    for (index, key) in [(name, "event_name"), (timestamp, "timestamp"), (user, "user_id")]
    where row.fields[index].isEmpty {
      throw .missing(key)
    }
    var result = EventFields(
      name: map.event(row.fields[name]), timestamp: row.fields[timestamp], user: row.fields[user],
      property: { [columns, map] key in
        let key = (key == "session_id" ? map.fields["session"] : nil) ?? map.property(key)
        guard let index = columns.firstIndex(of: key), !row.fields[index].isEmpty else { return nil }
        return .string(row.fields[index])
      })
    result.identity = identity.flatMap { row.fields[$0].isEmpty ? nil : row.fields[$0] }
    result.zone = map.zone
    func cell(_ key: String) -> JSONNode? {
      columns.firstIndex(of: key).flatMap { row.fields[$0].isEmpty ? nil : .string(row.fields[$0]) }
    }
    if let arms = ArmKeys.arms(mappedBy: map, cell) {
      result.arms = arms
    } else if !telling.isEmpty {
      result.arms = ArmKeys.arms(names: telling, cell)
    }
    return result
  }
}

/// A row of a table (RFC 4180).
package struct CSVRow: Sendable, Equatable {
  package var fields: [String]

  /// Nil where quotation marks do not pair, or stand within a field that is not quoted.
  package init?(_ bytes: [UInt8]) {
    let (quote, comma) = (UInt8(ascii: "\""), UInt8(ascii: ","))
    var fields: [String] = []
    var index = 0
    while true {
      var field: [UInt8] = []
      if index < bytes.count, bytes[index] == quote {
        index += 1
        while true {
          guard index < bytes.count else { return nil }
          if bytes[index] == quote {
            guard index + 1 < bytes.count, bytes[index + 1] == quote else { break }
            index += 1
          }
          field.append(bytes[index])
          index += 1
        }
        index += 1
        guard index == bytes.count || bytes[index] == comma else { return nil }
      } else {
        while index < bytes.count, bytes[index] != comma {
          guard bytes[index] != quote else { return nil }
          field.append(bytes[index])
          index += 1
        }
      }
      guard let text = String(validating: field, as: UTF8.self) else { return nil }
      fields.append(text)
      guard index < bytes.count else { break }
      index += 1
    }
    self.fields = fields
  }
}
