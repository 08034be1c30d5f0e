import Foundation
import Testing

@testable import GTSDModel

struct TokenClaimsTests {
  /// The example of RFC 7519, section 3.1.
  @Test func publishedExample() throws {
    let token =
      "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9"
      + ".eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
      + ".dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    let claims = try #require(TokenClaims(token))
    #expect(claims.expiresAt == 1_300_819_380_000 && claims.issuedAt == nil)
  }

  private static func token(_ payload: String) -> String {
    let coded = Data(payload.utf8).base64EncodedString()
      .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    return "e30.\(coded).e30"
  }

  @Test(
    arguments: [
      (#"{"iat":1000,"exp":1900}"#, 1_900_000, 1_000_000), (#"{"exp":1900.5,"sub":"ÿ?>"}"#, 1_900_500, nil),
      (#"{"iat":1900,"exp":1900}"#, 1_900_000, nil),
    ] as [(String, Int64, Int64?)])
  func datesAreRead(payload: String, expiry: Int64, issue: Int64?) throws {
    let claims = try #require(TokenClaims(Self.token(payload)))
    #expect(claims.expiresAt == expiry && claims.issuedAt == issue)
  }

  @Test(arguments: [
    "", "A1.2", "a.b.c", "..", "e30.e30.e30", token(#"{"exp":"1900"}"#), token(#"{"exp":-1}"#),
    token(#"{"exp":1e300}"#), token(#"{"exp":1900"#), token("[1900]"), token(#"{"exp":1900}"#) + ".e30",
  ])
  func textThatIsNoTokenHasNoClaims(text: String) {
    #expect(TokenClaims(text) == nil)
  }
}
