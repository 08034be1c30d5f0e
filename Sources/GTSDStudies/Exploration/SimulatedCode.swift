import CFolders

/// The code of the simulated app and its server, as it was when the program was built.
package enum SimulatedCode {
  /// Lines of a file around a given one.
  package struct Excerpt: Equatable, Sendable {
    /// The path below `Sources/GTSDWorld`, such as `App/Home/Device+Home.swift`.
    package var path: String
    /// The number of the line that the excerpt is about.
    package var line: Int
    /// The number in the file of the first of `lines`, from 1.
    package var first: Int
    package var lines: [String]

    /// Whether the file is a part of the server instead of the client.
    package var isOfServer: Bool { path.hasPrefix("Backend/") }
  }

  /// The number of lines shown before and after the given one.
  private static let margin = 3

  /// The lines around a place; nil for a place in other code.
  ///
  /// - Parameter source: a file name and a line, such as `Device+Home.swift:88`.
  package static func excerpt(at source: String) -> Excerpt? {
    let parts = source.split(separator: ":")
    guard parts.count == 2, let line = Int(parts[1]),
      let file = files.first(where: { $0.path.split(separator: "/").last == parts[0] })
    else { return nil }
    let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.indices.contains(line - 1) else { return nil }
    let shown = max(1, line - margin)...min(lines.count, line + margin)
    return Excerpt(
      path: file.path, line: line, first: shown.lowerBound, lines: shown.map { String(lines[$0 - 1]) })
  }

  /// The paths of all files, in order.
  package static var paths: [String] { files.map(\.path) }

  private static let files = EmbeddedFiles.all(gtsd_source_at)
}
