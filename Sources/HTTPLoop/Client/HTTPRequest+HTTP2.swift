extension HTTPRequest {
  /// The request's head as fields of HTTP/2.
  func fields(to origin: HTTPOrigin) -> [(field: HPACKField, form: HPACKEncoder.Form)] {
    var path: [UInt8] = []
    encodeTarget(into: &path)
    var result: [(field: HPACKField, form: HPACKEncoder.Form)] = [
      (HPACKField(":method", method.rawValue), .indexed),
      (HPACKField(":scheme", origin.scheme.rawValue), .indexed),
      (HPACKField(Array(":path".utf8), path), .plain),
      (HPACKField(":authority", origin.authority), .indexed),
    ]
    for line in fields.bytes.split(separator: HTTPHeadScan.lineFeed) {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let name = line[..<colon].map(HTTPCharacter.lowered)
      var value = line[(colon + 1)...].drop(while: HTTPCharacter.isSpace)
      while let last = value.last, last == HTTPHeadScan.carriageReturn || HTTPCharacter.isSpace(last) {
        value.removeLast()
      }
      result.append((HPACKField(name, Array(value)), Self.form(of: name)))
    }
    if !body.segments.isEmpty || method.carriesBody {
      result.append((HPACKField("content-length", String(body.count)), .plain))
    }
    return result
  }

  /// The form in which a field is sent. Fields whose value differs in every request are not added to the table, where
  /// they would displace others.
  private static func form(of name: [UInt8]) -> HPACKEncoder.Form {
    if name == secret { return .secret }
    return changing.contains(name) ? .plain : .indexed
  }

  private static let secret = Array("authorization".utf8)
  private static let changing = ["x-request-id", "traceparent", "idempotency-key"].map { Array($0.utf8) }
}
