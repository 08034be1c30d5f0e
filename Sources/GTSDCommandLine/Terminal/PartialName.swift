import Foundation
import GTSDModel

/// The name of an incomplete file.
///
/// The output of an interrupted run never replaces a complete one but is written beside it: reports (`OutputFiles`),
/// events (``EventsFile``) and the shards of a load (`LoadShards`).
package enum PartialName {
  /// Whether output must be written under the partial name. True if the output is incomplete and a file with the proper
  /// name may be complete.
  ///
  /// - Parameter isHeld: whether a file that may be complete has the proper name. Evaluated only for incomplete output.
  package static func isNeeded(isComplete: Bool, where isHeld: @autoclosure () -> Bool) -> Bool {
    !isComplete && isHeld()
  }

  /// The name to write to: the partial name if it is needed, otherwise `path` itself.
  package static func of(_ path: String, if isNeeded: Bool) -> String { isNeeded ? of(path) : path }

  /// The partial name of a file: `report.partial.json` for `report.json`.
  package static func of(_ path: String) -> String {
    let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    // A name that only begins with a dot has no extension.
    guard let dot = path[start...].lastIndex(of: "."), dot > start else { return path + ".partial" }
    return "\(path[..<dot]).partial\(path[dot...])"
  }
}

extension OutputPlan.Directory {
  /// Whether the directory has files of a report that may be complete.
  package var holdsCompleteReport: Bool {
    names.contains { FileManager.default.fileExists(atPath: place(of: $0)) } && !holdsIncompleteReport
  }

  /// Whether the existing report is marked as incomplete.
  package var holdsIncompleteReport: Bool {
    struct Header: Decodable { var complete: Bool }
    let path = place(of: ReportFormat.json.fileName)
    guard let data = try? Data(contentsOf: URL(filePath: path)),
      let header = try? JSONDecoder().decode(Header.self, from: data)
    else { return false }
    return !header.complete
  }
}
