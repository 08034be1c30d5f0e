import GTSDFields

/// The short forms of amounts of load on a command line.
package enum LoadText {
  /// A number of 0 or more: `500`, `0.5`, `1e3`.
  package static func number(_ text: String) -> Double? {
    let isPlain = text.utf8.allSatisfy { (0x30...0x39).contains($0) || ".e-".utf8.contains($0) }
    guard isPlain, text.first?.isNumber == true, let value = Double(text), value.isFinite, value >= 0 else {
      return nil
    }
    return value
  }

  /// A number per second: `500/s`, `30/m`, `2/h`, and `500` for `500/s`.
  package static func rate(_ text: String) -> Double? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let value = number(String(parts[0])) else { return nil }
    guard parts.count == 2 else { return value }
    switch parts[1] {
    case "s", "sec", "second": return value
    case "m", "min", "minute": return value / 60
    case "h", "hour": return value / 3_600
    default: return nil
    }
  }

  /// Reads a share such as `0.1%` or `0.001`; nil for other texts and for more than 100 %.
  package static func share(_ text: String) -> Double? {
    let value = text.hasSuffix("%") ? number(String(text.dropLast())).map { $0 / 100 } : number(text)
    return value.flatMap { $0 <= 1 ? $0 : nil }
  }

  /// The wrong part of a text that should list stages.
  package struct BadStage: Error, Equatable {
    package var part: String

    package init(part: String) { self.part = part }
  }

  /// Reads stages written as `LEVEL:DURATION` and separated by commas: `0:30s,500:2m,0:10s`.
  package static func stages(_ text: String) throws(BadStage) -> [LoadStage] {
    var stages: [LoadStage] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = part.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      guard sides.count == 2, let level = rate(sides[0]), let span = try? DurationText.span(sides[1]) else {
        throw BadStage(part: String(part))
      }
      stages.append(LoadStage(level: level, duration: span))
    }
    return stages
  }
}

/// The amount of load given on the command line of `load`: one of the three forms. Replaces the scenario's amount.
package enum LoadAmount: Sendable, Equatable {
  case rate(Double)
  case users(Int)
  case stages([LoadStage], of: LoadSettings.Level)

  /// The amount as `PATH=VALUE` changes to a scenario.
  package var assignments: [String] {
    let nothing = ["load.rate=null", "load.users=null", "load.stages=[]"]
    switch self {
    case .rate(let rate): return nothing + ["load.rate=\(rate.shortText)"]
    case .users(let users): return nothing + ["load.users=\(users)"]
    case .stages(let stages, let level):
      let list = stages.map {
        "{\"level\": \($0.level.shortText), \"duration\": \"\(DurationText.text($0.duration))\"}"
      }
      // A duration beside stages would state the length twice.
      return nothing + [
        "load.duration=null", "load.stagesOf=\(level.rawValue)", "load.stages=[\(list.joined(separator: ", "))]",
      ]
    }
  }
}
