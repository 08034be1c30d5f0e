package import Foundation
package import GTSDModel
import GTSDStudies
import Randomness

/// A file with the results of one shard of a study. Its first line is JSON that identifies the study and the shard. The
/// finished pieces follow, each as a line with its key, length and hash, and then its bytes.
///
/// The bytes of a piece are text, so that the whole file is text.
package struct ShardFile: Sendable {
  /// The part of the study.
  package var position: ShardPosition
  /// The words of the command line that makes the whole study, without its output options.
  package var command: [String]
  /// The study's identity, as in a checkpoint.
  package var identity: Checkpoint.Identity
  package var pieces: [UInt64: [UInt8]]

  package init(
    position: ShardPosition, command: [String], identity: Checkpoint.Identity, pieces: [UInt64: [UInt8]]
  ) {
    self.position = position
    self.command = command
    self.identity = identity
    self.pieces = pieces
  }

  /// The name of the file in the directory of a shard.
  package static let name = ShardPosition.fileName
  private static let kind = "pieces"

  private struct Header: Codable {
    var formatVersion: Int
    var kind: String
    var index: Int
    var of: Int
    var command: [String]
    var identity: [[String]]
    var pieces: Int
    var checksum: String
  }

  /// The file's text.
  package var text: String {
    var body = ""
    for (key, bytes) in pieces.ordered(by: { $0.key < $1.key }) {
      body += "\(String(key, radix: 16)) \(bytes.count) \(Checkpoint.seal(bytes[...], of: key))\n"
      body += String(decoding: bytes, as: UTF8.self)
      body += "\n"
    }
    let header = Header(
      formatVersion: 1, kind: Self.kind, index: position.index, of: position.of, command: command,
      identity: identity.map { [$0.name, $0.value] }, pieces: pieces.count,
      checksum: Self.checksum(body.utf8))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let line = try? encoder.encode(header) else { preconditionFailure("a header could not be written") }
    return String(decoding: line, as: UTF8.self) + "\n" + body
  }

  /// Whether data begin like the file of a shard.
  package static func isOne(_ data: Data) -> Bool { header(of: data) != nil }

  private static func header(of data: Data) -> (header: Header, end: Data.Index)? {
    // Not a report: its first line ends before the keys of a report, or is not JSON.
    guard let end = data.prefix(1 << 20).firstIndex(of: UInt8(ascii: "\n")),
      let header = try? JSONDecoder().decode(Header.self, from: data[..<end]), header.kind == kind
    else { return nil }
    return (header, end)
  }

  private static func checksum(_ body: some Sequence<UInt8>) -> String {
    var hash = XXH64()
    hash.combine(bytes: body)
    return DigestText.make(hash.digest)
  }

  /// The reason why a file is not a shard; follows the file's name in messages.
  package struct Problem: Error, Equatable, Sendable, CustomStringConvertible {
    package var description: String
  }

  /// Reads a file.
  package init(_ data: Data) throws(Problem) {
    guard let (header, end) = Self.header(of: data) else { throw Problem(description: "is no shard of a study") }
    guard header.formatVersion == 1 else {
      throw Problem(description: "is of format version \(header.formatVersion), this program reads 1")
    }
    guard let position = ShardPosition(index: header.index, of: header.of) else {
      throw Problem(description: "claims to be shard \(header.index) of \(header.of)")
    }
    let damaged = Problem(description: "is damaged: shard \(header.index) of \(header.of); run it again")
    let body = [UInt8](data[data.index(after: end)...])
    guard Self.checksum(body) == header.checksum, header.identity.allSatisfy({ $0.count == 2 }) else {
      throw damaged
    }
    var pieces: [UInt64: [UInt8]] = [:]
    var start = 0
    while start < body.count {
      guard let line = body[start...].firstIndex(of: UInt8(ascii: "\n")) else { throw damaged }
      let words = String(decoding: body[start..<line], as: UTF8.self).split(separator: " ")
      guard words.count == 3, let key = UInt64(words[0], radix: 16), let count = Int(words[1]), count >= 0,
        count < body.count - line
      else { throw damaged }
      let bytes = body[(line + 1)..<(line + 1 + count)]
      guard Checkpoint.seal(bytes, of: key) == words[2] else { throw damaged }
      pieces[key] = Array(bytes)
      start = line + count + 2
    }
    guard pieces.count == header.pieces else { throw damaged }
    self.init(
      position: position, command: header.command, identity: header.identity.map { ($0[0], $0[1]) }, pieces: pieces)
  }
}
