import Foundation
import GTSDModel

/// The name of an incomplete file.
///
/// The output of an interrupted run never replaces a complete one but is written beside it: reports (`OutputFiles`),
/// events (``EventsFile``) and the shards of a load (`LoadShards`).
package enum PartialName {
  /// Whether output gets its partial name: it is incomplete, and a file that may be complete has the proper name.
  ///
  /// - Parameter isHeld: whether a file that may be complete has the proper name. Evaluated only for incomplete output.
  package static func isNeeded(isComplete: Bool, where isHeld: @autoclosure () -> Bool) -> Bool {
    !isComplete && isHeld()
  }

  /// The name to write: the partial one if it is needed.
  package static func of(_ path: String, if isNeeded: Bool) -> String { isNeeded ? of(path) : path }

  /// `report.partial.json` for `report.json`.
  package static func of(_ path: String) -> String {
    let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    // A name that only begins with a dot has no extension.
    guard let dot = path[start...].lastIndex(of: "."), dot > start else { return path + ".partial" }
    return "\(path[..<dot]).partial\(path[dot...])"
  }
}

extension OutputPlan.Directory {
  /// Whether there are files of a report that is not known to be incomplete.
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
