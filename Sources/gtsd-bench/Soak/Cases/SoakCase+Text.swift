import Foundation
import GTSDModel

extension SoakCase {
  /// Reads the parts of a past find; nil for an invalid scenario file.
  package init?(_ find: PastFind) {
    guard let file = (try? JSONSerialization.jsonObject(with: Data(find.text.utf8))) as? [String: Any] else {
      return nil
    }
    let story = file["story"] as? [String: Any]
    self.init(kind: story == nil ? .population : .story, seed: (file["seed"] as? NSNumber)?.uint64Value ?? 1)
    faults = (file["faults"] as? [Any] ?? []).map(Self.text)
    if let story { take(story: story) } else { take(population: file["population"] as? [String: Any] ?? [:]) }
    for (key, value) in file.ordered(by: { $0.key < $1.key })
    where !["name", "description", "generation", "seed", "faults", "story", "population"].contains(key) {
      guard let parts = value as? [String: Any] else {
        settings.append("\(key)=\(Self.text(value))")
        continue
      }
      settings += parts.ordered { $0.key < $1.key }.map { "\(key).\($0.key)=\(Self.text($0.value))" }
    }
    settings += find.sets
  }

  private mutating func take(population: [String: Any]) {
    users = population["size"] as? Int ?? users
    for (key, value) in population.ordered(by: { $0.key < $1.key }) where key != "size" {
      settings.append("population.\(key)=\(Self.text(value))")
    }
  }

  private mutating func take(story: [String: Any]) {
    given = (story["given"] as? [Any] ?? []).map(Self.text)
    steps = (story["when"] as? [Any] ?? []).map(Self.text)
    devices = story["devices"] as? Int ?? 1
    people = story["people"] as? Int ?? 1
    for (key, value) in story.ordered(by: { $0.key < $1.key })
    where !["given", "when", "devices", "people"].contains(key) {
      settings.append("story.\(key)=\(Self.text(value))")
    }
  }

  /// A part as JSON, its keys in order.
  private static func text(_ value: Any) -> String {
    let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes, .fragmentsAllowed]
    let data = (try? JSONSerialization.data(withJSONObject: value, options: options)) ?? Data()
    return String(decoding: data, as: UTF8.self)
  }

  /// A step with another delay, which replaces its own.
  static func step(_ step: String, after milliseconds: Int) -> String {
    let value = try? JSONSerialization.jsonObject(with: Data(step.utf8), options: .fragmentsAllowed)
    var members = value as? [String: Any] ?? ["do": value as? String ?? step]
    members["after"] = "\(milliseconds)ms"
    return text(members)
  }
}
