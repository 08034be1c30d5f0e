import Foundation
import GTSDFields
import GTSDModel
import Statistics

extension Wording {
  /// The value of a scenario for people: a distribution in words instead of the syntax of a scenario file.
  static func assumption(_ value: String) -> String {
    guard let first = value.first, "{[\"".contains(first), let node = try? JSONReader.read(value) else {
      return readable(value)
    }
    return text(node)
  }

  /// A number with four digits if it has more than six, and with its thousands separated; a minute or more of whole
  /// seconds in larger units; other texts as they are. Values that were multiplied have as many digits as a computer's
  /// numbers.
  private static func readable(_ value: String) -> String {
    if value.hasSuffix("s"), let seconds = Int64(value.dropLast()), seconds >= 60, seconds < 1_000_000_000 {
      return DurationText.text(TimeSpan(nanoseconds: seconds * Nanoseconds.second))
    }
    guard let number = Double(value), value.allSatisfy({ $0.isNumber || "+-.eE".contains($0) }) else { return value }
    let size = abs(number)
    if number == number.rounded(), size < 1e15 { return size < 1_000 ? value : whole(Int(number)) }
    guard value.count(where: \.isNumber) > 6, size >= 1e-12 else { return value }
    return grouped(number, max(0, 3 - Int(log10(size).rounded(.down))))
  }

  private static func text(_ node: JSONNode) -> String {
    if let text = node.string { return readable(text) }
    if let elements = node.elements { return elements.map(text).joined(separator: ", ") }
    guard let members = node.members else { return readable(node.prettyText) }
    // A distribution has its kind as its only member. A constant is written without its kind.
    if members.count == 1, let only = members.first {
      return only.key == "constant" ? text(only.node) : "\(only.key): \(text(only.node))"
    }
    return members.map { "\($0.key) \(text($0.node))" }.joined(separator: ", ")
  }
}
