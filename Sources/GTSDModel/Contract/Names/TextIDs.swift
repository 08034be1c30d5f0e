import Randomness
import Synchronization

/// The numbers that stand for a backend's ids that are texts, such as UUIDs.
///
/// The contract's ids are numbers. A text becomes a number by its hash, and the number becomes the text again on the
/// way out.
final class TextIDs: Sendable {
  private let texts = Mutex<[Int: String]>([:])

  /// Fields of replies with an id.
  private static let fields: Set<String> = ["id", "photoId", "taskId"]
  /// Texts that are kept; a run of days has more, and asks for none of the earliest.
  private static let limit = 1_000_000

  /// The number for a text.
  func number(of text: String) -> Int {
    // A number of JSON has 53 bits.
    let number = Int(StableHash(of: text.utf8).value >> 11)
    texts.withLock { texts in
      if texts.count >= Self.limit { texts.removeAll() }
      texts[number] = text
    }
    return number
  }

  /// The text that a number stands for, or the number itself.
  func text(of number: Int) -> String { texts.withLock { $0[number] } ?? "\(number)" }

  /// A reply with numbers for the ids.
  func inward(_ value: JSONValue, _ name: String = "") -> JSONValue {
    switch value {
    case .string(let text) where Self.fields.contains(name): JSONValue(number(of: text))
    case .array(let elements): .array(elements.map { inward($0, name) })
    case .object(let object): .object(JSONObject(object.members.map { ($0.key, inward($0.value, $0.key)) }))
    case .null, .bool, .number, .string: value
    }
  }

  /// The body of a request with the backend's ids: the contract has one of a task alone.
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
