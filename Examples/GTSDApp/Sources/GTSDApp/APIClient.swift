import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The reason why a request returned nothing.
package enum APIError: Error, Equatable {
  /// The server refused the request.
  case refused(status: Int)
  /// Nobody is signed in.
  case signedOut
}

/// Sends requests to the server over `URLSession`, and renews the access token when it has expired.
package actor APIClient {
  private struct Envelope<Content: Decodable>: Decodable { var data: Content }
  private struct Nothing: Codable {}

  private let baseURL: URL
  private let urlSession: URLSession
  private let repairs: Repairs
  package private(set) var session: Session?
  /// The running exchange of tokens.
  private var refreshing: Task<Session, any Error>?
  /// The number of requests in progress for the signed-in user, and the tasks that wait for their end.
  private var underWay = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []

  package init(baseURL: URL, urlSession: URLSession, session: Session? = nil, repairs: Repairs = .all) {
    (self.baseURL, self.urlSession, self.session, self.repairs) = (baseURL, urlSession, session, repairs)
  }

  // MARK: Sessions

  package func logIn(email: String, password: String) async throws {
    let data = try await send("POST", "/auth/login", body: encoded(["email": email, "password": password]))
    session = try JSONDecoder().decode(Envelope<Session>.self, from: data).data
  }

  /// Signs out at once. The server is told once no request is in progress.
  package func logOut() async {
    guard let session else { return }
    self.session = nil
    if repairs.contains(.logOutComesLast), underWay > 0 {
      await withCheckedContinuation { waiting.append($0) }
    }
    _ = try? await send("POST", "/auth/logout", body: encoded(["refreshToken": session.refreshToken]))
  }

  // MARK: Requests

  package func get<Content: Decodable & Sendable>(_ path: String) async throws -> Content {
    try JSONDecoder().decode(Envelope<Content>.self, from: await authorized("GET", path)).data
  }

  package func put(_ path: String, _ body: some Encodable & Sendable) async throws {
    _ = try await authorized("PUT", path, body: encoded(body))
  }

  package func post(_ path: String, _ body: some Encodable & Sendable) async throws {
    _ = try await authorized("POST", path, body: encoded(body))
  }

  package func post<Content: Decodable & Sendable>(
    _ path: String, _ body: some Encodable & Sendable
  ) async throws -> Content {
    try JSONDecoder().decode(Envelope<Content>.self, from: await authorized("POST", path, body: encoded(body))).data
  }

  package func delete(_ path: String) async throws {
    _ = try await authorized("DELETE", path)
  }

  /// Uploads a photo as a form. Uploads with the same key store it once.
  package func upload(_ photo: Data, toTask task: Int, key: String?) async throws {
    let boundary = "gtsd-photo"
    let head =
      "--\(boundary)\r\nContent-Disposition: form-data; name=\"taskId\"\r\n\r\n\(task)\r\n--\(boundary)\r\n"
      + "Content-Disposition: form-data; name=\"photo\"; filename=\"photo.jpg\"\r\nContent-Type: image/jpeg\r\n\r\n"
    let body = Data(head.utf8) + photo + Data("\r\n--\(boundary)--\r\n".utf8)
    _ = try await authorized(
      "POST", "/v1/progress/photos", body: body, type: "multipart/form-data; boundary=\(boundary)", key: key)
  }

  private func encoded(_ body: some Encodable) throws -> Data { try JSONEncoder().encode(body) }

  /// Sends a request for the signed-in user, with new tokens if the old ones have expired.
  private func authorized(
    _ method: String, _ path: String, body: Data? = nil, type: String = "application/json", key: String? = nil
  ) async throws -> Data {
    guard let token = session?.accessToken else { throw APIError.signedOut }
    underWay += 1
    defer { ended() }
    do {
      return try await send(method, path, token: token, body: body, type: type, key: key)
    } catch APIError.refused(status: 401) {
      let renewed = try await renewed(insteadOf: token)
      return try await send(method, path, token: renewed.accessToken, body: body, type: type, key: key)
    }
  }

  private func ended() {
    underWay -= 1
    guard underWay == 0 else { return }
    for continuation in waiting { continuation.resume() }
    waiting = []
  }

  private func renewed(insteadOf token: String) async throws -> Session {
    guard let session else { throw APIError.signedOut }
    guard repairs.contains(.oneRefresh) else { return try await refresh(session) }
    if session.accessToken != token { return session }
    if let refreshing { return try await refreshing.value }
    let task = Task { try await refresh(session) }
    refreshing = task
    defer { refreshing = nil }
    return try await task.value
  }

  private func refresh(_ old: Session) async throws -> Session {
    do {
      let data = try await send("POST", "/auth/refresh", body: encoded(["refreshToken": old.refreshToken]))
      let new = try JSONDecoder().decode(Envelope<Session>.self, from: data).data
      // A user who has signed out meanwhile stays signed out.
      guard session != nil else { throw APIError.signedOut }
      session = new
      return new
    } catch APIError.refused(status: 401) {
      session = nil
      throw APIError.signedOut
    }
  }

  private func send(
    _ method: String, _ path: String, token: String? = nil, body: Data? = nil, type: String = "application/json",
    key: String? = nil
  ) async throws -> Data {
    guard let url = URL(string: path, relativeTo: baseURL) else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = method
    request.httpBody = body
    if body != nil { request.setValue(type, forHTTPHeaderField: "Content-Type") }
    if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
    if let key { request.setValue(key, forHTTPHeaderField: "Idempotency-Key") }
    let (data, response) = try await urlSession.data(for: request)
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    guard (200..<300).contains(status) else { throw APIError.refused(status: status) }
    return data
  }
}

/// Whether an error only reports that the task or the request was cancelled.
func isCancellation(_ error: any Error) -> Bool {
  error is CancellationError || (error as? URLError)?.code == .cancelled
}
