import Foundation

/// The parts of an operand `FILE@GENERATION#ARM`. Generation and arm are optional. If a file has the whole operand as
/// its name, the operand is not divided.
package struct OperandParts: Equatable {
  package var path: String
  package var generation: String?
  package var arm: String?

  package init(_ text: String, exists: (String) -> Bool = { FileManager.default.fileExists(atPath: $0) }) {
    path = text
    guard text != "-", !exists(text) else { return }
    if let hash = path.lastIndex(of: "#") {
      arm = String(path[path.index(after: hash)...])
      path = String(path[..<hash])
    }
    // Only the last component of the path is divided, since directories may contain an at sign.
    let name = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    if let at = path[name...].lastIndex(of: "@") {
      generation = String(path[path.index(after: at)...])
      path = String(path[..<at])
    }
  }

  /// The name for an input that contains no name.
  package var name: String {
    guard path != "-" else { return "standard input" }
    let url = URL(filePath: path)
    let base = url.deletingPathExtension().lastPathComponent
    let folder = url.deletingLastPathComponent().lastPathComponent
    return base == "report" && !folder.isEmpty && folder != "/" ? folder : base
  }
}
