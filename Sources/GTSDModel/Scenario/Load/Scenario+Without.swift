import GTSDFields

extension LoadSettings {
  /// The names of people's decisions that need an endpoint. Requests that the app sends by itself are not decisions.
  ///
  /// - Parameter generation: the app's strategies. They influence which actions use an endpoint.
  static func decisions(
    needing endpoint: Endpoint, _ generation: Generation
  ) -> [(name: String, decision: FieldPath<Decisions, Probability>)] {
    switch endpoint {
    case .tasksToday: [("visitTasks", \.visitTasks), ("completeTask", \.completeTask), ("filterTasks", \.filterTasks)]
    case .submitEvidence: [("completeTask", \.completeTask)]
    case .streak: [("visitStreaks", \.visitStreaks)]
    case .photos: [("deletePhoto", \.deletePhoto)]
    case .deletePhoto: [("deletePhoto", \.deletePhoto)]
    case .uploadPhoto: generation.photo.flow == .multipart ? [("uploadPhotos", \.uploadPhotos)] : []
    case .presignPhoto, .storePhoto, .confirmPhoto:
      generation.photo.flow == .presign ? [("uploadPhotos", \.uploadPhotos)] : []
    case .acknowledge:
      [("acknowledge", \.acknowledge), ("doubleTapAcknowledge", \.doubleTapAcknowledge)]
    case .generatePlan: [("refreshPlan", \.refreshPlan)]
    case .updatePreferences:
      generation.profile.save == .sequential
        ? [("editPreferences", \.editPreferences), ("clearPreferences", \.clearPreferences)] : []
    case .updateBasicProfile:
      generation.profile.save == .sequential
        ? [("editOtherFields", \.editOtherFields), ("editProfile", \.editProfile)] : []
    case .updateProfile:
      [
        ("editPreferences", \.editPreferences), ("clearPreferences", \.clearPreferences),
        ("editOtherFields", \.editOtherFields), ("editProfile", \.editProfile),
        ("deleteHealthData", \.deleteHealthData), ("completeProfile", \.completeProfile),
      ]
    case .profile:
      [
        ("visitProfile", \.visitProfile), ("editPreferences", \.editPreferences), ("editProfile", \.editProfile),
        ("deleteHealthData", \.deleteHealthData),
      ]
    case .logIn: [("switchAccount", \.switchAccount), ("useSecondDevice", \.useSecondDevice)]
    case .exportData: [("exportData", \.exportData)]
    case .deleteAccount: [("deleteAccount", \.deleteAccount)]
    case .signUp, .refresh, .logOut, .me, .preferences, .onboard, .howItWorks, .todayMetrics, .health: []
    }
  }
}

extension Scenario {
  /// The scenario of a load run without the actions that need an endpoint in `load.without`.
  package var withoutLeftOut: Scenario {
    guard let load, !load.without.isEmpty else { return self }
    var scenario = self
    for endpoint in load.without {
      for (_, decision) in LoadSettings.decisions(needing: endpoint, generation) {
        for index in scenario.population.personas.indices {
          scenario.population.personas[index].decisions[keyPath: decision] = 0
        }
      }
    }
    return scenario
  }

  /// The decisions that are disabled because they need an endpoint of `load.without`, each listed once.
  package var decisionsLeftOut: [String] {
    (load?.without ?? []).flatMap { LoadSettings.decisions(needing: $0, generation) }.map(\.name).reduce(into: []) {
      if !$0.contains($1) { $0.append($1) }
    }
  }
}
