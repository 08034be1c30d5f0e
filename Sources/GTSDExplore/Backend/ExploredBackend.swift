public import Foundation
public import GTSDModel
import InterleavingTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The simulated backend of a world, for code that calls it without `URLSession`: a fake of an app's own protocol, or a
/// test that prepares an account.
///
/// It answers in virtual time. Replies can arrive in any order. Paths, bodies and replies are those of the API
/// contract.
public final class ExploredBackend: Sendable {
  private let guest: ContractGuest

  init(_ guest: ContractGuest) {
    self.guest = guest
  }

  /// Sends a request and waits for its reply.
  ///
  /// - Parameters:
  ///   - method: as in HTTP, such as `POST`.
  ///   - path: with the query, such as `/v1/profile/metrics/today`.
  ///   - token: the access token, nil for none.
  ///   - body: JSON, unless `headers` name another type.
  ///   - headers: additional header fields.
  /// - Throws: `URLError` if the simulated network loses the request or its reply; ``ExplorationError/parameter(_:)``
  ///   if the world of this backend is not running.
  public func send(
    _ method: String, _ path: String, token: String? = nil, body: Data? = nil, headers: [String: String] = [:]
  ) async throws -> ExploredResponse {
    guard guest.isHome else {
      throw ExplorationError.parameter(
        "A backend answers only in the schedule that made it: make it in the body of the test.")
    }
    guard path.hasPrefix("/"), let url = URL(string: "https://backend.test\(path)") else {
      throw ExplorationError.parameter("\"\(path)\" is not the path of a request, which begins with a slash.")
    }
    var request = URLRequest(url: url)
    request.httpMethod = method
    request.httpBody = body
    if body != nil { request.setValue("application/json", forHTTPHeaderField: "Content-Type") }
    if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    return try await guest.answer(request)
  }

  /// Sends a request of the contract and waits for the reply, as values instead of bytes.
  ///
  /// It uses the contract's routes and codecs, like ``send(_:_:token:body:headers:)``.
  ///
  /// - Parameters:
  ///   - token: the access token, nil for none.
  ///   - idempotencyKey: requests with the same key have one effect; nil for none.
  /// - Returns: the reply; a refusal is ``GTSDModel/APIResponse/failure(_:)``.
  /// - Throws: the same errors as ``send(_:_:token:body:headers:)``.
  public func respond(
    to request: APIRequest, token: String? = nil, idempotencyKey: String? = nil
  ) async throws -> APIResponse {
    let wire = request.wire
    var headers: [String: String] = [:]
    if let type = wire.contentType { headers["Content-Type"] = type }
    if let idempotencyKey { headers["Idempotency-Key"] = idempotencyKey }
    let bytes = wire.body.bytes
    let reply = try await send(
      wire.method.rawValue, wire.target, token: token, body: bytes.isEmpty ? nil : Data(bytes), headers: headers)
    return APIResponse(status: reply.status, body: Array(reply.body), for: request)
  }
}
