import CFolders

/// The files of a folder of this package that are embedded in the program.
enum EmbeddedFiles {
  /// The paths and texts of all embedded files, in order.
  ///
  /// - Parameter file: the file at an index from 0, nil beyond the last: a function of `CFolders`.
  static func all(_ file: (Int) -> UnsafePointer<gtsd_file>?) -> [(path: String, text: String)] {
    var files: [(path: String, text: String)] = []
    while let next = file(files.count) {
      files.append((String(cString: next.pointee.path), String(cString: next.pointee.text)))
    }
    return files
  }
}
