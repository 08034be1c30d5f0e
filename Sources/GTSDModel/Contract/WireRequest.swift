import Foundation

/// A request in its HTTP form, without the headers that every request has (authorization, idempotency key, host).
package struct WireRequest: Sendable, Equatable {
  package var method: HTTPMethod
  /// The path and the query, percent-encoded.
  package var target: String
  package var contentType: String?
  package var body: Body

  package init(method: HTTPMethod, target: String, contentType: String? = nil, body: Body = .empty) {
    self.method = method
    self.target = target
    self.contentType = contentType
    self.body = body
  }

  /// The bytes after the headers.
  package enum Body: Sendable, Equatable {
    case empty
    case bytes([UInt8])
    /// A file with the bytes before and after it, as in a multipart form.
    case file(head: [UInt8], PhotoFile, tail: [UInt8])

    /// The length in bytes, for `Content-Length`.
    package var count: Int {
      switch self {
      case .empty: 0
      case .bytes(let bytes): bytes.count
      case .file(let head, let file, let tail): head.count + file.size + tail.count
      }
    }

    /// The bytes in pieces to be sent one after the other; a file's are shared with other files.
    package var segments: [[UInt8]] {
      switch self {
      case .empty: []
      case .bytes(let bytes): [bytes]
      case .file(let head, let file, let tail): ([head] + file.segments + [tail]).filter { !$0.isEmpty }
      }
    }

    /// All bytes in one piece.
    package var bytes: [UInt8] {
      if case .bytes(let bytes) = self { return bytes }
      return [UInt8](joining: segments)
    }
  }
}

/// The reason why a server cannot read a request.
package enum WireRequestProblem: Error, Equatable, Sendable {
  /// No endpoint has this method and path: 404.
  case noRoute(path: String)
  /// The body is not JSON: 400 with the plain envelope.
  case malformedJSON
  /// The JSON is larger than the server's parser accepts; its generic handler answers 500.
  case oversizedJSON
  /// A value is missing or of the wrong type: 400.
  case invalid(key: String)
}

extension PhotoContentType {
  /// The extension of a file of this type.
  package var fileExtension: String {
    switch self {
    case .jpeg: "jpg"
    case .png: "png"
    case .heic: "heic"
    }
  }
}

extension PhotoItemID {
  /// The photo of a file whose name does not identify one.
  package static let unknown = PhotoItemID(-1)

  /// The file name that carries this item over HTTP.
  package func fileName(_ contentType: PhotoContentType) -> String {
    "photo-\(rawValue).\(contentType.fileExtension)"
  }

  /// Finds the photo that is named at the end of a file name or file key; `unknown` if none is.
  package init(fileName: some StringProtocol) {
    let name = fileName.split(separator: "/").last.map { String($0) } ?? ""
    let stem = name.prefix { $0 != "." }
    guard let mark = stem.range(of: "photo-", options: .backwards), let number = Int32(stem[mark.upperBound...]),
      number >= 0
    else {
      self = .unknown
      return
    }
    self.init(number)
  }
}
