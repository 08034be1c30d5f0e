import Foundation
import TestSupport
@testable import HTTPLoop

/// The server's result for some bytes, as a text that can be compared.
enum RequestOutcome: Hashable, Sendable {
  case request(String, body: [UInt8])
  case refused(HTTPRefusal)

  var status: Int {
    switch self {
    case .request: 200
    case .refused(let refusal): refusal.status
    }
  }

  init(_ incoming: HTTPIncoming) {
    let fields = String(decoding: incoming.head.bytes, as: UTF8.self)
    self = .request(
      "\(incoming.method) \(incoming.target) \(incoming.version) \(incoming.keepsAlive)\n\(fields)", body: incoming.body
    )
  }
}

/// The results of a parser that receives pieces, until a request ends the connection or is refused.
func outcomes(of pieces: some Sequence<ArraySlice<UInt8>>, limits: HTTPRequestLimits) -> [RequestOutcome] {
  var parser = HTTPRequestParser(limits: limits)
  var found: [RequestOutcome] = []
  for piece in pieces {
    let isOver = piece.withUnsafeBytes { bytes in
      var offset = 0
      do throws(HTTPRefusal) {
        while let incoming = try parser.take(bytes, from: &offset) {
          found.append(RequestOutcome(incoming))
          if !incoming.keepsAlive { return true }
        }
        precondition(offset == bytes.count, "bytes are left over, and more are asked for")
      } catch {
        found.append(.refused(error))
        return true
      }
      return false
    }
    if isOver { break }
  }
  return found
}

func outcomes(of bytes: [UInt8], limits: HTTPRequestLimits) -> [RequestOutcome] {
  outcomes(of: CollectionOfOne(bytes[...]), limits: limits)
}

/// Files of bytes that clients might send. The name of each contains the expected answers: `200+400-…` for a served
/// request and a malformed one, `none-…` for bytes without an answer.
struct ReceivedSample: Sendable {
  var name: String
  var statuses: [Int]
  var bytes: [UInt8]

  /// Small limits, so that the samples can be small.
  static let limits: HTTPRequestLimits = {
    var limits = HTTPRequestLimits()
    limits.target = 256
    limits.head = 1_024
    limits.fields = 20
    limits.body = 1_000
    return limits
  }()

  static let all: [ReceivedSample] = {
    let folder = Checkout.fixtures.appending(path: "http/requests")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".http") }.sorted().map { name in
      let statuses = name.prefix { $0 != "-" }.split(separator: "+").compactMap { Int($0) }
      let bytes = (try? Data(contentsOf: folder.appending(path: name))).map { [UInt8]($0) } ?? []
      return ReceivedSample(name: name, statuses: statuses, bytes: bytes)
    }
  }()
}
