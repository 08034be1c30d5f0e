import Foundation
import GTSDModel

/// Reduces a JSON document to one value of each kind: of list members with equal structure, only the first is kept.
/// Fewer mutations of the reduced document are then equivalent, and reading it is much faster.
package struct JSONReducer {
  /// Whether a reduced document still has the required property.
  package var isAccepted: (String) -> Bool

  package init(isAccepted: @escaping (String) -> Bool) { self.isAccepted = isAccepted }

  /// Shortens the lists of the document, the outermost first. A list stays shorter if the result is accepted.
  package func reduced(_ text: String) -> String {
    guard var document = try? JSONSerialization.jsonObject(with: Data(text.utf8)),
      var result = Self.text(of: document), isAccepted(result)
    else { return text }
    var tried: Set<String> = []
    while let place = Self.places(in: document).first(where: { !tried.contains($0) }) {
      tried.insert(place)
      let smaller = Self.thinned(document, "$", at: place)
      guard let text = Self.text(of: smaller), isAccepted(text) else { continue }
      (document, result) = (smaller, text)
    }
    return result
  }

  private static func text(of document: Any) -> String? {
    (try? JSONSerialization.data(withJSONObject: document, options: .sortedKeys))
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// The paths of lists whose members have the same structure, without indices, the outermost first.
  private static func places(in document: Any) -> [String] {
    var places: Set<String> = []
    func collect(_ value: Any, _ path: String) {
      if let list = value as? [Any] {
        if unlike(list).count < list.count { places.insert(path) }
        for member in list { collect(member, path + "[]") }
      } else if let object = value as? [String: Any] {
        for (key, member) in object { collect(member, path + "." + key) }
      }
    }
    collect(document, "$")
    return places.ordered { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
  }

  /// The document, with only the first member of each kind in the lists of a place.
  private static func thinned(_ value: Any, _ path: String, at place: String) -> Any {
    if let list = value as? [Any] {
      return (path == place ? unlike(list) : list).map { thinned($0, path + "[]", at: place) }
    }
    guard let object = value as? [String: Any] else { return value }
    return Dictionary(uniqueKeysWithValues: object.map { ($0, thinned($1, path + "." + $0, at: place)) })
  }

  /// The first member of each shape.
  private static func unlike(_ list: [Any]) -> [Any] {
    var shapes: Set<String> = []
    return list.filter { shapes.insert(shape(of: $0)).inserted }
  }

  /// The shape of a value: names and kinds without values.
  private static func shape(of value: Any) -> String {
    if let list = value as? [Any] { return "[\(Set(list.map(shape)).sorted().joined(separator: ","))]" }
    if let object = value as? [String: Any] {
      return "{\(object.map { "\($0):\(shape(of: $1))" }.sorted().joined(separator: ","))}"
    }
    return value is String ? "s" : value is NSNull ? "0" : "n"
  }
}
