import GTSDModel

extension ContractCheck {
  /// Marks refusals that may follow from the fault of an earlier endpoint. Without a profile, for instance, a correct
  /// server has no metrics and replies with 404, as it does where a route is missing.
  mutating func nameConsequences() {
    let found = Dictionary(uniqueKeysWithValues: rows.map { ($0.endpoint, $0) })
    for index in rows.indices {
      let needs = Self.needs(of: rows[index].endpoint)
      guard let cause = needs.lazy.compactMap({ found[$0] }).first(where: { !$0.finding.isFine }) else { continue }
      let words = "this may follow from the fault of \(cause.endpoint.name)"
      switch rows[index].finding {
      case .missing(404) where !rows[index].isOfRoute(besides: cause):
        rows[index].finding = .refused(status: 404, said: words)
      case .refused(let status, let said):
        rows[index].finding = .refused(status: status, said: said.isEmpty ? words : "\(said); \(words)")
      case .works, .unsound, .unreadable, .missing, .silent, .notAsked, .leftOut: break
      }
    }
  }

  /// The endpoints that must have worked before an endpoint can, beginning with the first that is requested.
  private static func needs(of endpoint: Endpoint) -> [Endpoint] {
    switch endpoint {
    case .howItWorks, .profile, .updateProfile, .todayMetrics, .preferences, .updatePreferences: [.onboard]
    case .acknowledge: [.onboard, .todayMetrics]
    case .generatePlan: [.onboard, .todayMetrics, .acknowledge]
    case .submitEvidence, .uploadPhoto: [.tasksToday]
    case .storePhoto: [.presignPhoto]
    case .confirmPhoto: [.tasksToday, .presignPhoto, .storePhoto]
    case .exportData: [.onboard]
    case .signUp, .logIn, .refresh, .logOut, .me, .updateBasicProfile, .onboard, .presignPhoto, .photos, .deletePhoto,
      .tasksToday, .streak, .health, .deleteAccount:
      []
    }
  }
}

extension ContractCheck.Row {
  /// Whether a 404 is about the route, and not about data: it names the path, or is what another missing route gets.
  fileprivate func isOfRoute(besides other: ContractCheck.Row) -> Bool {
    if let path = line.split(separator: " ").last, sample.contains(path) { return true }
    if case .missing = other.finding { return sample == other.sample }
    return false
  }
}
