import Foundation
import GTSDModel

extension HTTPBody {
  /// The bytes of a request of the contract; those of a file are shared by all files of its size.
  init(_ body: WireRequest.Body, files: FilledFiles) {
    switch body {
    case .empty: self.init()
    case .bytes(let data): self.init([UInt8](data))
    case .file(let head, let size, let tail):
      self.init(segments: [[UInt8](head), files.bytes(count: size), [UInt8](tail)].filter { !$0.isEmpty })
    }
  }
}

/// Contents of files, shared by size.
final class FilledFiles {
  private var bySize: [Int: [UInt8]] = [:]

  func bytes(count: Int) -> [UInt8] {
    if let bytes = bySize[count] { return bytes }
    let bytes = [UInt8](repeating: 0, count: count)
    bySize[count] = bytes
    return bytes
  }
}
