#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The kind of place that an output path names.
package enum OutputPlace: Equatable, Sendable {
  /// A file that exists or can be created, after all symbolic links.
  case file(String)
  /// A stream, which cannot be replaced as a whole: a device, a pipe, or a file that another process holds open.
  case stream
  /// A directory instead of a file.
  case directory
  /// Symbolic links that form a loop.
  case loop

  /// The largest number of symbolic links that are followed, the same as in the system.
  private static let maxLinks = 40

  package init(_ path: String) {
    var target = path
    for _ in 0..<Self.maxLinks {
      var status = stat()
      guard lstat(target, &status) == 0 else {
        self = Self.isOpen(path) ? .stream : .file(target)
        return
      }
      switch status.st_mode & S_IFMT {
      case S_IFLNK: target = Self.destination(of: target)
      case S_IFREG:
        // These names may lead to a file that another process holds open.
        self = Self.isOpen(path) ? .stream : .file(target)
        return
      case S_IFDIR:
        self = .directory
        return
      default:
        self = .stream
        return
      }
    }
    self = .loop
  }

  private static func isOpen(_ path: String) -> Bool { path.hasPrefix("/dev/") || path.hasPrefix("/proc/") }

  /// The target of a symbolic link, relative to the current directory rather than to the link.
  private static func destination(of link: String) -> String {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = bytes.withUnsafeMutableBytes { buffer in
      readlink(link, buffer.baseAddress!.assumingMemoryBound(to: CChar.self), buffer.count)
    }
    let target = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    return target.hasPrefix("/") ? target : folder(of: link) + "/" + target
  }

  /// The directory that a path is in.
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
