import Foundation
import GTSDApp
import GTSDExplore

/// A person with an account, prepared directly at the backend, since preparations need not pass through the app.
struct Person {
  private struct SignedUp: Decodable { var data: Session }

  static let (email, password) = ("ada@example.com", "Secret-123")

  let backend: ExploredBackend
  let session: Session

  /// Signs up, and answers onboarding if requested. An hour later the metrics exist.
  init(_ backend: ExploredBackend, preferences: [String] = [], isOnboarded: Bool = true) async throws {
    self.backend = backend
    let account = ["email": Self.email, "password": Self.password, "name": "Ada"]
    let reply = try await backend.send("POST", "/auth/signup", body: JSONEncoder().encode(account))
    session = try JSONDecoder().decode(SignedUp.self, from: reply.body).data
    guard isOnboarded else { return }
    var profile = Profile()
    profile.dietaryPreferences = preferences
    _ = try await backend.send(
      "POST", "/v1/onboarding", token: session.accessToken, body: JSONEncoder().encode(profile))
    try await Task.sleep(for: .seconds(120))
  }

  /// The app's client with this person signed in.
  func client(_ world: ExploredWorld, repairs: Repairs = .all) -> APIClient {
    APIClient(baseURL: Self.server, urlSession: world.urlSession(), session: session, repairs: repairs)
  }

  /// The app's client with nobody signed in.
  static func stranger(_ world: ExploredWorld, repairs: Repairs) -> APIClient {
    APIClient(baseURL: server, urlSession: world.urlSession(), repairs: repairs)
  }

  private static let server = URL(string: "https://api.gtsd.test")!
}
