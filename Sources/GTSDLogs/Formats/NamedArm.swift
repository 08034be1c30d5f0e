package import GTSDFields
import GTSDModel

/// An arm of an experiment, with the names in a line of a log.
package struct NamedArm: Sendable, Equatable {
  package var experiment: String
  package var arm: String
}

/// Recognises arms by the keys under which analytics services send them.
///
/// Amplitude: `$exposure` (`flag_key`, `variant`) and the user properties `[Experiment] KEY`, where `off` is reserved
/// for people outside. Mixpanel: `$experiment_started` (`Experiment name`, `Variant name`). PostHog:
/// `$feature_flag_called` (`$feature_flag`, `$feature_flag_response`) and `$feature/KEY`. Segment: `Experiment Viewed`
/// (`experiment_name`, `variation_name`). GA4: `experience_impression` (`exp_variant_string`) and Firebase's user
/// properties `firebase_exp_N`. Others: `experiment` and `variant` beside each other in the properties of any event, or
/// the fields of a map.
package enum ArmKeys {
  /// The keys that may name an experiment. The first one present counts.
  private static let experiments = [
    "experiment_name", "experiment", "flag_key", "$feature_flag", "Experiment name", "experiment_key", "experiment_id",
  ]
  /// The keys that may name the experiment's arm.
  private static let variants = [
    "variation_name", "variant_name", "variant", "arm", "$feature_flag_response", "Variant name", "variation",
    "experiment_variant", "variation_id", "variant_id",
  ]
  private static let packed = "exp_variant_string"
  private static let stamp = "$feature/"
  /// The length at which names are cut, in characters.
  private static let longest = 80

  /// Whether a property may name an arm. Called for every property of every line.
  package static func mayNameArm(_ key: String) -> Bool {
    switch key.utf8.first {
    case UInt8(ascii: "$"), UInt8(ascii: "v"), UInt8(ascii: "a"), UInt8(ascii: "V"):
      variants.contains(key) || key.hasPrefix(stamp)
    case UInt8(ascii: "e"): key == packed || key == "experiment_variant"
    default: false
    }
  }

  /// The arms that properties name.
  ///
  /// - Parameter names: the names of the properties, at least of those that can name an arm.
  package static func arms(names: [String], _ property: (String) -> JSONNode?) -> [NamedArm] {
    var result: [NamedArm] = []
    let keys = names.filter(mayNameArm)
    guard !keys.isEmpty else { return result }
    func first(_ keys: [String]) -> String? {
      for key in keys {
        if let text = text(property(key)) { return text }
      }
      return nil
    }
    if let experiment = first(experiments), let arm = first(variants) {
      result.append(NamedArm(experiment: experiment, arm: arm))
    }
    for key in keys {
      if key == packed, let value = text(property(key)), let dash = value.lastIndex(of: "-"), dash > value.startIndex {
        let arm = String(value[value.index(after: dash)...])
        if !arm.isEmpty { result.append(NamedArm(experiment: String(value[..<dash]), arm: arm)) }
      }
      // Services add every feature flag to every event. Only a flag with several values belongs to an experiment.
      if key.hasPrefix(stamp), case .string? = property(key)?.value, let arm = text(property(key)) {
        result.append(NamedArm(experiment: String(key.dropFirst(stamp.count)), arm: arm))
      }
    }
    return result
  }

  /// The arm that the fields `variant` and `experiment` of a map give; empty if a line has neither. Nil if the map does
  /// not have these fields, so that the arms are found by keys.
  ///
  /// - Parameter field: the value in a line at the place that the map gives.
  package static func arms(mappedBy map: EventMap, _ field: (String) -> JSONNode?) -> [NamedArm]? {
    guard let variant = map.fields["variant"] else { return nil }
    guard let arm = text(field(variant)) else { return [] }
    let experiment = map.fields["experiment"].flatMap { text(field($0)) } ?? EventMap.unnamedExperiment
    return [NamedArm(experiment: experiment, arm: arm)]
  }

  /// The arms that the properties of the person contain.
  package static func arms(ofPerson properties: JSONNode?, in format: EventExport) -> [NamedArm] {
    switch format {
    case .amplitude:
      (properties?.members ?? []).compactMap { member in
        guard member.key.hasPrefix("[Experiment] "), let arm = text(member.node), arm != "off" else { return nil }
        return NamedArm(experiment: String(member.key.dropFirst(13)), arm: arm)
      }
    case .googleAnalytics:
      (properties?.elements ?? []).compactMap { element in
        guard let key = element["key"]?.string, key.hasPrefix("firebase_exp_"), let properties,
          let arm = text(properties.node(at: [key]))
        else { return nil }
        return NamedArm(experiment: key, arm: arm)
      }
    default: []
    }
  }

  /// A text or number as text; nil for any other value.
  package static func plain(_ node: JSONNode) -> String? {
    switch node.value {
    case .string(let text), .number(let text): text
    case .null, .bool, .array, .object: nil
    }
  }

  /// A name as text; nil for anything else.
  package static func text(_ node: JSONNode?) -> String? {
    let text: String
    switch node?.value {
    case .string(let string): text = string
    case .number(let number): text = number
    case .bool(let flag): text = "\(flag)"
    default: return nil
    }
    let plain = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return plain.isEmpty ? nil : String(plain.prefix(longest))
  }
}
