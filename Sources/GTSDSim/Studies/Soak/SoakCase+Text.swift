import Foundation
import GTSDModel

extension SoakCase {
  /// The parts of a story that is written as a scenario file; nil for what is none.
  package init?(story text: String) {
    guard let file = (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any],
      let story = file["story"] as? [String: Any]
    else { return nil }
    self.init(kind: .story, seed: (file["seed"] as? NSNumber)?.uint64Value ?? 1)
    given = (story["given"] as? [Any] ?? []).map(Self.text)
    steps = (story["when"] as? [Any] ?? []).map(Self.text)
    devices = story["devices"] as? Int ?? 1
    people = story["people"] as? Int ?? 1
    faults = (file["faults"] as? [Any] ?? []).map(Self.text)
    for (key, value) in story.ordered(by: { $0.key < $1.key })
    where !["given", "when", "devices", "people"].contains(key) {
      settings.append("story.\(key)=\(Self.text(value))")
    }
    for (key, value) in file.ordered(by: { $0.key < $1.key })
    where !["name", "description", "seed", "faults", "story"].contains(key) {
      guard let parts = value as? [String: Any] else {
        settings.append("\(key)=\(Self.text(value))")
        continue
      }
      settings += parts.ordered { $0.key < $1.key }.map { "\(key).\($0.key)=\(Self.text($0.value))" }
    }
  }

  /// A part as JSON, its keys in order.
  private static func text(_ value: Any) -> String {
    let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes, .fragmentsAllowed]
    let data = (try? JSONSerialization.data(withJSONObject: value, options: options)) ?? Data()
    return String(decoding: data, as: UTF8.self)
  }

  /// A step after another delay; what it said of one before is replaced.
  static func step(_ step: String, after milliseconds: Int) -> String {
    let value = try? JSONSerialization.jsonObject(with: Data(step.utf8), options: .fragmentsAllowed)
    var members = value as? [String: Any] ?? ["do": value as? String ?? step]
    members["after"] = "\(milliseconds)ms"
    return text(members)
  }
}
