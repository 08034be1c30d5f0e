import Foundation

/// The times in an access token that is a JSON Web Token (RFC 7519). Its signature is not checked: only the server
/// can.
package struct TokenClaims: Equatable, Sendable {
  /// The claim `exp`, in milliseconds since 1970.
  package var expiresAt: Int64
  /// The claim `iat`, in milliseconds since 1970; nil if it is missing or not before `exp`.
  package var issuedAt: Int64?

  /// Reads a token; nil unless it is three parts in base64url with a date of expiry between 1970 and 9999.
  package init?(_ token: String) {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let payload = Self.decoded(parts[1]), let expiry = Self.date(payload["exp"]) else {
      return nil
    }
    expiresAt = expiry
    issuedAt = Self.date(payload["iat"]).flatMap { $0 < expiry ? $0 : nil }
  }

  private static func decoded(_ part: Substring) -> JSONValue? {
    var text = String(part).replacing("-", with: "+").replacing("_", with: "/")
    text += String(repeating: "=", count: (4 - text.count % 4) % 4)
    return Data(base64Encoded: text).flatMap { JSONValue(parsing: [UInt8]($0)) }
  }

  /// Reads a claim in seconds since 1970, with or without a fraction, as milliseconds since 1970. Nil for other values.
  private static func date(_ claim: JSONValue) -> Int64? {
    guard case .number(let seconds) = claim, seconds > 0, seconds < 253_402_300_800 else { return nil }
    return Int64(seconds * 1_000)
  }
}
