extension Wording {
  /// The command that shows a violation again.
  static func replay(_ token: String) -> String { "gtsd-sim replay \(token)" }
}

extension Violation {
  /// The hazard, or what a remote server's replies were about.
  var label: String {
    hazard ?? key.firstRange(of: "/observed/").map { String(key[$0.upperBound...]) } ?? "unclassified"
  }
}

extension Violation.Example {
  /// The command that shows it again, nil where none can.
  var command: String? { replay.isEmpty ? nil : Wording.replay(replay) }
}
