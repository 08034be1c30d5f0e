/// What an incomplete file is called beside a complete one.
package enum PartialName {
  /// `report.partial.json` for `report.json`.
  package static func of(_ path: String) -> String {
    let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    // A name that only begins with a dot has no extension.
    guard let dot = path[start...].lastIndex(of: "."), dot > start else { return path + ".partial" }
    return "\(path[..<dot]).partial\(path[dot...])"
  }
}
