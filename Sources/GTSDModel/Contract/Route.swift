/// The HTTP methods that the API uses.
package enum HTTPMethod: String, CaseIterable, Sendable {
  case get = "GET"
  case post = "POST"
  case put = "PUT"
  case patch = "PATCH"
  case delete = "DELETE"
}

/// The method and path of an endpoint.
package struct Route: Sendable, Equatable {
  package var method: HTTPMethod
  /// The path. `:name` stands for one variable part, and `:key` for the whole rest of the path.
  package var path: String
  /// Whether a bearer token is needed.
  package var needsAuthorization: Bool

  package init(_ method: HTTPMethod, _ path: String, needsAuthorization: Bool = true) {
    self.method = method
    self.path = path
    self.needsAuthorization = needsAuthorization
  }
}

extension Endpoint {
  /// The route on a server that follows the contract: the specifications' route if they name one, otherwise the public
  /// server's.
  package var route: Route {
    switch self {
    case .signUp: Route(.post, "/auth/signup", needsAuthorization: false)
    case .logIn: Route(.post, "/auth/login", needsAuthorization: false)
    case .refresh: Route(.post, "/auth/refresh", needsAuthorization: false)
    case .logOut: Route(.post, "/auth/logout", needsAuthorization: false)
    case .me: Route(.get, "/auth/me")
    case .updateBasicProfile: Route(.put, "/auth/profile")
    case .preferences: Route(.get, "/auth/profile/preferences")
    case .updatePreferences: Route(.put, "/auth/profile/preferences")
    case .onboard: Route(.post, "/v1/onboarding")
    case .howItWorks: Route(.get, "/v1/summary/how-it-works")
    case .profile: Route(.get, "/v1/profile")
    case .updateProfile: Route(.put, "/v1/profile")
    case .todayMetrics: Route(.get, "/v1/profile/metrics/today")
    case .acknowledge: Route(.post, "/v1/profile/metrics/acknowledge")
    case .generatePlan: Route(.post, "/v1/plans/generate")
    case .uploadPhoto: Route(.post, "/v1/progress/photos")
    case .presignPhoto: Route(.post, "/v1/progress/photo/presign")
    case .storePhoto: Route(.put, "/storage/:key", needsAuthorization: false)
    case .confirmPhoto: Route(.post, "/v1/progress/photo/confirm")
    case .photos: Route(.get, "/v1/progress/photos")
    case .deletePhoto: Route(.delete, "/v1/progress/photo/:id")
    case .tasksToday: Route(.get, "/v1/tasks/today")
    case .submitEvidence: Route(.post, "/v1/evidence")
    case .streak: Route(.get, "/v1/streaks/me")
    case .health: Route(.get, "/healthz", needsAuthorization: false)
    case .deleteAccount: Route(.delete, "/auth/delete-account")
    // The specifications require this endpoint and name no path.
    case .exportData: Route(.get, "/v1/profile/export")
    }
  }

  /// The route that the public app uses instead of `route`; nil if both agree or the app does not use the
  /// endpoint.
  package var publicAppRoute: Route? {
    switch self {
    case .refresh: Route(.get, "/auth/refresh")
    case .logOut: Route(.delete, "/auth/logout")
    case .profile: Route(.get, "/v1/auth/profile")
    case .deletePhoto: Route(.delete, "/v1/progress/photos/:id")
    default: nil
    }
  }

  /// Whether the public server answers `route`; it answers 404 to the rest.
  package var isServedByPublicServer: Bool {
    switch self {
    case .updateBasicProfile, .preferences, .updatePreferences, .uploadPhoto, .deleteAccount, .exportData: false
    default: true
    }
  }

  /// The endpoint that a request line names, with the part of the path that varies.
  package static func matching(method: HTTPMethod, path: String) -> (endpoint: Endpoint, argument: String)? {
    if let endpoints = RouteTable.fixed[path] {
      for endpoint in endpoints where endpoint.route.method == method { return (endpoint, "") }
      return nil
    }
    for (endpoint, prefix) in RouteTable.prefixes where endpoint.route.method == method && path.hasPrefix(prefix) {
      let argument = path.dropFirst(prefix.count)
      if !argument.isEmpty, endpoint.takesSlashes || !argument.contains("/") { return (endpoint, String(argument)) }
    }
    return nil
  }

  /// The methods that a path supports. A path without any is unknown (404); any other method is not allowed (405).
  package static func methods(at path: String) -> [HTTPMethod] {
    HTTPMethod.allCases.filter { matching(method: $0, path: path) != nil }
  }

  /// Whether the variable part of the path may contain slashes.
  private var takesSlashes: Bool { route.path.hasSuffix(":key") }
}

/// The routes by the keys with which a server looks them up.
private enum RouteTable {
  /// The endpoints whose path has no variable part, by path; each path has at most one per method.
  static let fixed = Dictionary(
    grouping: Endpoint.allCases.filter { !$0.route.path.contains(":") }, by: \.route.path)

  /// The endpoints whose path has a variable part, with the fixed beginning of the path.
  static let prefixes = Endpoint.allCases.compactMap { endpoint in
    endpoint.route.path.firstIndex(of: ":").map { (endpoint, prefix: String(endpoint.route.path[..<$0])) }
  }
}
