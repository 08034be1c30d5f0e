import Foundation

/// A response as a client reads it.
package struct SeenReply: Hashable {
  package var status: Int
  /// The fields by name in lower case.
  package var fields: [String: String]
  package var body: [UInt8]

  package var text: String { String(decoding: body, as: UTF8.self) }

  /// Parses the bytes of a connection strictly: an incomplete response ends the list with nil.
  package static func all(in bytes: [UInt8], ofHead isHead: Bool = false) -> [SeenReply?] {
    var replies: [SeenReply?] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      guard let end = rest.indices.dropLast(3).first(where: { rest[$0..<$0 + 4].elementsEqual("\r\n\r\n".utf8) }) else {
        return replies + [nil]
      }
      let lines = String(decoding: rest[..<end], as: UTF8.self).components(separatedBy: "\r\n")
      let words = lines[0].split(separator: " ", maxSplits: 2)
      guard words.count == 3, words[0] == "HTTP/1.1", let status = Int(words[1]) else { return replies + [nil] }
      var fields: [String: String] = [:]
      for line in lines.dropFirst() {
        let parts = line.components(separatedBy: ": ")
        let name = parts[0].lowercased()
        guard parts.count >= 2, fields[name] == nil else { return replies + [nil] }
        fields[name] = parts.dropFirst().joined(separator: ": ")
      }
      rest = rest[(end + 4)...]
      let length = isHead || status < 200 ? 0 : Int(fields["content-length"] ?? "0") ?? 0
      guard rest.count >= length else { return replies + [nil] }
      replies.append(SeenReply(status: status, fields: fields, body: Array(rest.prefix(length))))
      rest = rest.dropFirst(length)
    }
    return replies
  }
}

extension LoopClient {
  /// The bytes received so far.
  package var replies: [SeenReply?] { SeenReply.all(in: received) }
  package var statuses: [Int?] { replies.map { $0?.status } }
}
