import GTSDModel
import Testing

/// The endpoints of contract 1 that clients use, written a second time.
private let contractTable: [(method: HTTPMethod, path: String, needsAuthorization: Bool)] = [
  (.post, "/auth/signup", false), (.post, "/auth/login", false), (.post, "/auth/refresh", false),
  (.post, "/auth/logout", false), (.get, "/auth/me", true), (.put, "/auth/profile", true),
  (.get, "/auth/profile/preferences", true), (.put, "/auth/profile/preferences", true),
  (.post, "/v1/onboarding", true), (.get, "/v1/summary/how-it-works", true), (.get, "/v1/profile", true),
  (.put, "/v1/profile", true), (.get, "/v1/profile/metrics/today", true),
  (.post, "/v1/profile/metrics/acknowledge", true), (.post, "/v1/plans/generate", true),
  (.post, "/v1/progress/photos", true), (.post, "/v1/progress/photo/presign", true),
  (.put, "/storage/progress-photos/7/a.jpg", false), (.post, "/v1/progress/photo/confirm", true),
  (.get, "/v1/progress/photos", true), (.delete, "/v1/progress/photo/12", true), (.get, "/v1/tasks/today", true),
  (.post, "/v1/evidence", true), (.get, "/v1/streaks/me", true), (.get, "/healthz", false),
  (.delete, "/auth/delete-account", true), (.get, "/v1/profile/export", true),
]

struct RouteTests {
  @Test func everyEndpointOfTheContractExistsOnce() throws {
    var found: [Endpoint] = []
    for row in contractTable {
      let match = try #require(Endpoint.matching(method: row.method, path: row.path), "\(row)")
      #expect(match.endpoint.route.needsAuthorization == row.needsAuthorization, "\(row)")
      found.append(match.endpoint)
    }
    #expect(found == Endpoint.allCases)
  }

  @Test func pathsWithArgumentsGiveThem() throws {
    #expect(Endpoint.matching(method: .delete, path: "/v1/progress/photo/12")?.argument == "12")
    #expect(Endpoint.matching(method: .put, path: "/storage/a/b.jpg")?.argument == "a/b.jpg")
    #expect(Endpoint.matching(method: .delete, path: "/v1/progress/photo/") == nil)
    #expect(Endpoint.matching(method: .delete, path: "/v1/progress/photo/1/2") == nil)
  }

  /// The public app's requests that differ reach no endpoint, or another one (contract 1.11).
  @Test func publicAppRoutesAreNotServed() throws {
    for endpoint in Endpoint.allCases {
      guard let route = endpoint.publicAppRoute else { continue }
      #expect(route != endpoint.route)
      #expect(Endpoint.matching(method: route.method, path: route.path) == nil)
    }
    #expect(Endpoint.logOut.publicAppRoute == Route(.delete, "/auth/logout"))
    #expect(Endpoint.allCases.filter { !$0.isServedByPublicServer }.count == 6)
  }

  @Test func namesLeadBackToTheirEndpoint() {
    for endpoint in Endpoint.allCases {
      #expect(Endpoint(name: endpoint.name) == endpoint)
    }
    #expect(Endpoint(name: "nothing") == nil)
  }
}
