import Foundation

/// The one multipart body of the API: a photo with its task.
package enum PhotoMultipart {
  /// A fixed boundary, which the files of this package never contain.
  static let boundary = "gtsd-sim-7b1f0c9d5e"
  static let contentType = "multipart/form-data; boundary=\(boundary)"

  /// The names of the parts of the body.
  static let parts = ["taskId", "photo"]

  static func body(_ upload: PhotoUpload) -> WireRequest.Body {
    let head = """
      --\(boundary)\r
      Content-Disposition: form-data; name="taskId"\r
      \r
      \(upload.taskID)\r
      \(caption(upload.caption))--\(boundary)\r
      Content-Disposition: form-data; name="photo"; filename="\(upload.item.fileName(upload.contentType))"\r
      Content-Type: \(upload.contentType.rawValue)\r
      \r\n
      """
    return .file(head: Array(head.utf8), PhotoFile(upload), tail: Array("\r\n--\(boundary)--\r\n".utf8))
  }

  private static func caption(_ text: String?) -> String {
    guard let text else { return "" }
    return """
      --\(boundary)\r
      Content-Disposition: form-data; name="caption"\r
      \r
      \(text)\r\n
      """
  }

  /// The greatest length of a caption, in bytes.
  private static let longestCaption = 2_000

  /// Reads an upload. Only the length of the file is used.
  static func upload(
    contentType header: String?, body: WireRequest.Body
  ) throws(WireRequestProblem) -> PhotoUpload {
    guard let boundary = header.flatMap(boundary(in:)) else { throw .invalid(key: "Content-Type") }
    var taskID: Int?
    var caption: String?
    var file: (item: PhotoItemID, type: PhotoContentType, size: Int)?
    let bytes = body.bytes
    for part in parts(of: bytes, boundary: boundary) {
      let name = parameter("name", in: part.headers)
      if name == "taskId" {
        // A number has few digits, so a part of megabytes is not decoded.
        taskID = part.content.count <= 20 ? Int(String(decoding: bytes[part.content], as: UTF8.self)) : nil
      } else if name == "caption" {
        guard part.content.count <= longestCaption else { throw .invalid(key: "caption") }
        let text = String(decoding: bytes[part.content], as: UTF8.self)
        caption = text.isEmpty ? nil : text
      } else if name == "photo" {
        guard let type = PhotoContentType.allCases.first(where: { part.headers.contains($0.rawValue) }) else {
          throw .invalid(key: "photo")
        }
        let item = PhotoItemID(fileName: parameter("filename", in: part.headers) ?? "")
        file = (item, type, part.content.count)
      }
    }
    guard let taskID else { throw .invalid(key: "taskId") }
    guard let file else { throw .invalid(key: "photo") }
    return PhotoUpload(taskID: taskID, item: file.item, contentType: file.type, fileSize: file.size, caption: caption)
  }

  /// The byte range of the uploaded file in the request body; nil without a file.
  package static func file(contentType header: String, _ body: [UInt8]) -> Range<Int>? {
    boundary(in: header).flatMap { boundary in
      parts(of: body, boundary: boundary).first { parameter("name", in: $0.headers) == "photo" }?.content
    }
  }

  private static func boundary(in header: String) -> String? {
    guard header.lowercased().hasPrefix("multipart/form-data"),
      let mark = header.range(of: "boundary=", options: .caseInsensitive)
    else { return nil }
    let value = header[mark.upperBound...].prefix { $0 != ";" }
    return value.trimmingCharacters(in: CharacterSet(charactersIn: "\" "))
  }

  /// The parts between the delimiters. Content is given as a range, so that a photo of megabytes is not copied.
  private static func parts(of bytes: [UInt8], boundary: String) -> [(headers: String, content: Range<Int>)] {
    // A line break is added in front, so that the first delimiter looks like the others even if nothing precedes it.
    let delimiter = Array("\r\n--\(boundary)".utf8)
    return bytes.withUnsafeBytes { bytes in
      var found: [(headers: String, content: Range<Int>)] = []
      var start: Int
      if bytes.starts(with: delimiter.dropFirst(2)) {
        start = delimiter.count - 2
      } else if let first = bytes.firstRange(of: delimiter, from: 0) {
        start = first.upperBound
      } else {
        return []
      }
      // Each part is scanned at most twice, so the time grows linearly with the length of the body.
      while let next = bytes.firstRange(of: delimiter, from: start) {
        let part = UnsafeRawBufferPointer(rebasing: bytes[..<next.lowerBound])
        if let blank = part.firstRange(of: blankLine, from: start) {
          let headers = String(decoding: bytes[start..<blank.lowerBound], as: UTF8.self)
          found.append((headers, blank.upperBound..<next.lowerBound))
        }
        start = next.upperBound
      }
      return found
    }
  }

  private static let blankLine = Array("\r\n\r\n".utf8)

  private static func parameter(_ name: String, in headers: String) -> String? {
    // The space in front prevents a match of `name` inside `filename`.
    guard let start = headers.range(of: " \(name)=\"") else { return nil }
    return String(headers[start.upperBound...].prefix { $0 != "\"" })
  }
}

extension UnsafeRawBufferPointer {
  /// The range of the first occurrence of a byte pattern. Fast where the pattern's first byte is rare.
  fileprivate func firstRange(of pattern: [UInt8], from start: Int) -> Range<Int>? {
    guard let base = baseAddress else { return nil }
    var offset = start
    while offset + pattern.count <= count {
      // The standard library finds a single byte many times faster than a loop does.
      guard let hit = memchr(base + offset, Int32(pattern[0]), count - pattern.count + 1 - offset) else { return nil }
      offset = UnsafeRawPointer(hit) - base
      if self[offset..<offset + pattern.count].elementsEqual(pattern) { return offset..<offset + pattern.count }
      offset += 1
    }
    return nil
  }
}
