import GTSDModel

/// What the users' accounts are called at a remote server: e-mail addresses of a run of their own, so that two runs
/// against one server do not meet.
package struct AccountNames: Sendable {
  /// Stands between the user's name and the at sign, with a plus sign before it; empty for none.
  private let suffix: String

  /// - Parameter run: letters and digits that no earlier run against the server had; empty to call accounts what the
  ///   simulation calls them.
  package init(run: String = "") {
    suffix = run.isEmpty ? "" : "+\(run)"
  }

  /// A request with the addresses that the server knows.
  func outward(_ request: APIRequest) -> APIRequest {
    guard !suffix.isEmpty else { return request }
    switch request {
    case .signUp(var body):
      body.email = remote(body.email)
      return .signUp(body)
    case .logIn(let email, let password): return .logIn(email: remote(email), password: password)
    case .updateBasicProfile(let name, let email): return .updateBasicProfile(name: name, email: email.map(remote))
    default: return request
    }
  }

  /// A reply with the addresses that the users know.
  func inward(_ response: APIResponse) -> APIResponse {
    guard !suffix.isEmpty else { return response }
    switch response {
    case .session(var payload):
      payload.user.email = local(payload.user.email)
      return .session(payload)
    case .me(var payload):
      payload.email = local(payload.email)
      return .me(payload)
    case .user(var payload):
      payload.email = local(payload.email)
      return .user(payload)
    case .profile(var payload):
      payload.user.email = local(payload.user.email)
      return .profile(payload)
    default: return response
    }
  }

  private func remote(_ email: String) -> String {
    guard let at = email.lastIndex(of: "@") else { return email }
    return String(email[..<at] + suffix + email[at...])
  }

  /// The address without this run's mark; another one stays as it is, so that a foreign account is seen to be one.
  private func local(_ email: String) -> String {
    guard let at = email.lastIndex(of: "@"), email[..<at].hasSuffix(suffix) else { return email }
    return String(email[..<at].dropLast(suffix.count) + email[at...])
  }
}
