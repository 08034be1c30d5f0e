import GTSDFields
import GTSDModel

/// A load run's seconds in InfluxDB's line protocol: a line for each second, with the starts that were due and the
/// results.
package enum InfluxLines {
  /// A line for a second, with its line break.
  ///
  /// - Parameters:
  ///   - snapshot: the state of the run at the end of the second.
  ///   - tags: the names and values that distinguish this run from others.
  ///   - milliseconds: since 1970.
  package static func text(_ snapshot: LoadSnapshot, tags: [(name: String, value: String)], milliseconds: Int64)
    -> String
  {
    let measurement = (["gtsd_load"] + tags.map { "\($0.name)=\(escaped($0.value))" }).joined(separator: ",")
    var fields = [
      "offered_per_s=\(number(snapshot.offered))", "started_per_s=\(number(snapshot.started))",
      "answered_per_s=\(number(snapshot.answered))", "requests=\(snapshot.requests)i", "errors=\(snapshot.errors)i",
      "dropped=\(snapshot.dropped)i", "in_flight=\(snapshot.inFlight)i",
    ]
    for (name, value) in [("p50_s", snapshot.p50), ("p95_s", snapshot.p95), ("p99_s", snapshot.p99)] {
      if let value { fields.append("\(name)=\(number(value))") }
    }
    return "\(measurement) \(fields.joined(separator: ",")) \(milliseconds * 1_000_000)\n"
  }

  private static func number(_ value: Double) -> String { JSONNode.number(value).text }

  /// The escaped value of a tag; characters that cannot be escaped become spaces.
  private static func escaped(_ value: String) -> String {
    var text = ""
    for scalar in value.unicodeScalars {
      switch scalar {
      case ",", "=", " ": text += "\\\(scalar)"
      case "\\": text += "/"
      case _ where scalar.value < 0x20: text += "\\ "
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text.isEmpty ? "-" : text
  }
}
