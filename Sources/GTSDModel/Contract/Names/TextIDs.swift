import Randomness
import Synchronization

/// Numbers for a backend's ids if these are texts, such as UUIDs.
///
/// The contract's ids are numbers. In replies, each text is replaced by its hash as a number. In requests, the number
/// is replaced by the text.
final class TextIDs: Sendable {
  private let texts = Mutex<[Int: String]>([:])

  /// The fields of replies that contain an id.
  private static let fields: Set<String> = ["id", "photoId", "taskId"]
  /// The largest number of texts that are kept. A run of several days has more texts, but no longer uses the earliest
  /// ones.
  private static let limit = 1_000_000

  /// The number for a text.
  func number(of text: String) -> Int {
    // JSON numbers are exact up to 53 bits.
    let number = Int(StableHash(of: text.utf8).value >> 11)
    texts.withLock { texts in
      if texts.count >= Self.limit { texts.removeAll() }
      texts[number] = text
    }
    return number
  }

  /// The text that was replaced by a number; the number itself as text if there is none.
  func text(of number: Int) -> String { texts.withLock { $0[number] } ?? "\(number)" }

  /// A reply whose text ids are replaced by numbers.
  func inward(_ value: JSONValue, _ name: String = "") -> JSONValue {
    switch value {
    case .string(let text) where Self.fields.contains(name): JSONValue(number(of: text))
    case .array(let elements): .array(elements.map { inward($0, name) })
    case .object(let object): .object(JSONObject(object.members.map { ($0.key, inward($0.value, $0.key)) }))
    case .null, .bool, .number, .string: value
    }
  }

  /// The body of a request with the backend's ids. The only id in the contract's request bodies is that of a task.
  func outward(_ value: JSONValue) -> JSONValue {
    guard case .object(let object) = value else { return value }
    return .object(
      JSONObject(
        object.members.map { member in
          guard member.key == "taskId", let number = member.value.int else { return (member.key, member.value) }
          return (member.key, .string(text(of: number)))
        }))
  }
}
