/// A response that is being received on a stream.
struct HTTP2Response: Sendable {
  private enum State {
    case head
    case body
    case done
  }

  /// The fields that HTTP/2 forbids, because they describe an HTTP/1.1 connection.
  private static let forbidden = ["connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade"].map {
    Array($0.utf8)
  }
  private static let status = Array(":status".utf8)
  private static let contentLength = Array("content-length".utf8)

  private let isBodiless: Bool
  private let limit: Int
  private var state = State.head
  private var code = 0
  private var head = HTTPHead([], fieldStart: 0)
  private var body: [UInt8] = []
  private var announced: Int?

  /// Creates an empty response.
  ///
  /// - Parameters:
  ///   - isBodiless: whether it answers HEAD, so that its length does not describe its own body.
  ///   - limit: the largest body.
  init(isBodiless: Bool, limit: Int) {
    self.isBodiless = isBodiless
    self.limit = limit
  }

  /// Handles a block of fields: an interim response (1xx), the head, or the trailers.
  mutating func take(_ fields: [HPACKField], isLast: Bool) throws(HTTP2Problem) {
    switch state {
    case .head: try takeHead(fields, isLast: isLast)
    case .body:
      guard isLast else { throw HTTP2Problem(.order, in: .headers) }
      for field in fields { try check(field) }
      try end()
    case .done: throw HTTP2Problem(.closedStream, in: .headers)
    }
  }

  /// Adds a part of the body.
  mutating func take(_ data: [UInt8], isLast: Bool) throws(HTTP2Problem) {
    guard case .body = state else { throw HTTP2Problem(.order, in: .data) }
    guard data.count <= limit - body.count else { throw HTTP2Problem(.bodyTooLarge, in: .data) }
    if body.isEmpty { body = data } else { body.append(contentsOf: data) }
    if isLast { try end() }
  }

  /// The complete response; nil until its end.
  var result: HTTPResponse? {
    guard case .done = state else { return nil }
    return HTTPResponse(status: code, version: .http2, head: head, body: body)
  }

  private mutating func takeHead(_ fields: [HPACKField], isLast: Bool) throws(HTTP2Problem) {
    guard let first = fields.first, first.name == Self.status, let code = Self.code(first.value) else {
      throw HTTP2Problem(.field(":status"), in: .headers)
    }
    var bytes = Array("HTTP/2 ".utf8) + first.value + [HTTPHeadScan.carriageReturn, HTTPHeadScan.lineFeed]
    let fieldStart = bytes.count
    for field in fields.dropFirst() {
      try check(field)
      if field.name == Self.contentLength {
        guard let length = Self.number(field.value), announced == nil || announced == length else {
          throw HTTP2Problem(.field("content-length"), in: .headers)
        }
        announced = length
      }
      bytes.append(contentsOf: field.name)
      bytes.append(contentsOf: [UInt8(ascii: ":"), UInt8(ascii: " ")])
      bytes.append(contentsOf: field.value)
      bytes.append(contentsOf: [HTTPHeadScan.carriageReturn, HTTPHeadScan.lineFeed])
    }
    if code < 200 {
      announced = nil
      guard !isLast, code != 101 else { throw HTTP2Problem(.field(":status"), in: .headers) }
      return
    }
    self.code = code
    bytes.append(contentsOf: [HTTPHeadScan.carriageReturn, HTTPHeadScan.lineFeed])
    head = HTTPHead(bytes, fieldStart: fieldStart)
    state = .body
    if isLast { try end() }
  }

  private mutating func end() throws(HTTP2Problem) {
    let isEmpty = isBodiless || code == 204 || code == 304
    guard announced == nil || announced == body.count || isEmpty && body.isEmpty else {
      throw HTTP2Problem(.bodyLength, in: .data)
    }
    state = .done
  }

  private func check(_ field: HPACKField) throws(HTTP2Problem) {
    let isGood =
      !field.name.isEmpty && field.name.allSatisfy { HTTPCharacter.isToken($0) && !(0x41...0x5a).contains($0) }
      && field.value.allSatisfy { $0 != 0 && $0 != HTTPHeadScan.carriageReturn && $0 != HTTPHeadScan.lineFeed }
      && !Self.forbidden.contains(field.name)
    guard isGood else {
      throw HTTP2Problem(.field(String(decoding: field.name.prefix(64), as: UTF8.self)), in: .headers)
    }
  }

  private static func code(_ value: [UInt8]) -> Int? {
    guard value.count == 3, let code = number(value), (100..<600).contains(code) else { return nil }
    return code
  }

  private static func number(_ digits: [UInt8]) -> Int? {
    guard (1...15).contains(digits.count) else { return nil }
    var value = 0
    for digit in digits {
      guard digit &- UInt8(ascii: "0") < 10 else { return nil }
      value = value * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return value
  }
}
