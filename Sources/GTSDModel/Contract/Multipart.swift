import Foundation

/// The one multipart body of the API: a photo with its task.
enum PhotoMultipart {
  /// A fixed boundary: the file is filler that never contains it.
  static let boundary = "gtsd-sim-7b1f0c9d5e"
  static let contentType = "multipart/form-data; boundary=\(boundary)"

  static func body(_ upload: PhotoUpload) -> WireRequest.Body {
    let head = """
      --\(boundary)\r
      Content-Disposition: form-data; name="taskId"\r
      \r
      \(upload.taskID)\r
      --\(boundary)\r
      Content-Disposition: form-data; name="photo"; filename="\(upload.item.fileName(upload.contentType))"\r
      Content-Type: \(upload.contentType.rawValue)\r
      \r\n
      """
    return .file(head: Data(head.utf8), size: upload.fileSize, tail: Data("\r\n--\(boundary)--\r\n".utf8))
  }

  /// Reads an upload; of the file only its length counts.
  static func upload(
    contentType header: String?, body: WireRequest.Body
  ) throws(WireRequestProblem) -> PhotoUpload {
    guard let boundary = header.flatMap(boundary(in:)) else { throw .invalid(key: "Content-Type") }
    var taskID: Int?
    var file: (item: PhotoItemID, type: PhotoContentType, size: Int)?
    for part in parts(of: body.data, boundary: boundary) {
      let name = parameter("name", in: part.headers)
      if name == "taskId" {
        taskID = Int(String(decoding: part.content, as: UTF8.self))
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
    return PhotoUpload(taskID: taskID, item: file.item, contentType: file.type, fileSize: file.size)
  }

  private static func boundary(in header: String) -> String? {
    guard header.lowercased().hasPrefix("multipart/form-data"),
      let mark = header.range(of: "boundary=", options: .caseInsensitive)
    else { return nil }
    let value = header[mark.upperBound...].prefix { $0 != ";" }
    return value.trimmingCharacters(in: CharacterSet(charactersIn: "\" "))
  }

  private static func parts(of data: Data, boundary: String) -> [(headers: String, content: Data)] {
    let delimiter = Data("--\(boundary)".utf8)
    let blankLine = Data("\r\n\r\n".utf8)
    var found: [(headers: String, content: Data)] = []
    var rest = data[...]
    while let start = rest.range(of: delimiter) {
      rest = rest[start.upperBound...]
      guard let next = rest.range(of: delimiter), let blank = rest[..<next.lowerBound].range(of: blankLine) else {
        break
      }
      // The line break before the delimiter belongs to the delimiter.
      let end = max(blank.upperBound, next.lowerBound - 2)
      let headers = String(decoding: rest[rest.startIndex..<blank.lowerBound], as: UTF8.self)
      found.append((headers, rest[blank.upperBound..<end]))
      rest = rest[next.lowerBound...]
    }
    return found
  }

  private static func parameter(_ name: String, in headers: String) -> String? {
    // With the blank before it, `name` is not found inside `filename`.
    guard let start = headers.range(of: " \(name)=\"") else { return nil }
    return String(headers[start.upperBound...].prefix { $0 != "\"" })
  }
}
