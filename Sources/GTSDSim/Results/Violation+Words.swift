import Documents
import GTSDWorld

extension Report {
  /// The command that shows a violation again, as it can be pasted where the report was made; nil where none can.
  func replay(_ token: String) -> String? {
    guard !token.isEmpty else { return nil }
    return "gtsd-sim replay \(token)" + (scenario.file.map { " --scenario \(ShellWord.quoted($0))" } ?? "")
  }
}

extension Violation {
  /// The hazard, or what a remote server's replies were about.
  var label: String {
    hazard ?? key.firstRange(of: "/observed/").map { String(key[$0.upperBound...]) } ?? "unclassified"
  }
}
