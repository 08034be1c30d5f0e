import Documents
import GTSDWorld

extension Report {
  /// The command that repeats a violation, ready to paste where the report was made; nil if none can.
  func replay(_ token: String) -> String? {
    guard !token.isEmpty else { return nil }
    return "gtsd-sim replay \(token)" + (scenario.file.map { " --scenario \(ShellWord.quoted($0))" } ?? "")
  }
}

extension Violation {
  /// The hazard, or the subject of a remote server's contradiction.
  var label: String {
    hazard ?? key.firstRange(of: "/observed/").map { String(key[$0.upperBound...]) } ?? "unclassified"
  }
}
