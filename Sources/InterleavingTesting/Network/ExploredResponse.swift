public import Foundation

/// A reply to a request that a world answers.
public struct ExploredResponse: Sendable {
  /// The HTTP status code.
  public var status: Int
  /// The header fields by name.
  public var headers: [String: String]
  /// The body of the reply.
  public var body: Data

  /// Creates a reply.
  public init(status: Int = 200, headers: [String: String] = [:], body: Data = Data()) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }

  /// Creates a reply with a JSON body.
  public static func json(_ text: String, status: Int = 200) -> ExploredResponse {
    ExploredResponse(status: status, headers: ["Content-Type": "application/json"], body: Data(text.utf8))
  }
}
