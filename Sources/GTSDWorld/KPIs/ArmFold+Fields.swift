package import Statistics

extension ArmFold {
  /// The way a stored property is added up and written.
  package enum Field: Sendable {
    case count(any WritableKeyPath<ArmFold, Int> & Sendable)
    case rate(any WritableKeyPath<ArmFold, RateFold> & Sendable)
    case histogram(any WritableKeyPath<ArmFold, LogHistogram> & Sendable)
    case survival(any WritableKeyPath<ArmFold, SurvivalFold> & Sendable)
    case clusters(any WritableKeyPath<ArmFold, ClusterFold> & Sendable)
    case quantiles(any WritableKeyPath<ArmFold, QuantileFold> & Sendable)
  }

  /// The stored properties by name. Adding up, writing and reading all use this list.
  package static let fields: [(name: String, field: Field)] = [
    ("users", .count(\.users)),
    ("sessions", .count(\.sessions)),
    ("acknowledgedWithin24h", .rate(\.acknowledgedWithin24h)),
    ("timeToAcknowledge", .survival(\.timeToAcknowledge)),
    ("cardViewToAcknowledge", .histogram(\.cardViewToAcknowledge)),
    ("metricsLoadErrors", .rate(\.metricsLoadErrors)),
    ("apiErrors", .rate(\.apiErrors)),
    ("apiResponseTime", .histogram(\.apiResponseTime)),
    ("dismissals", .rate(\.dismissals)),
    ("cardRoute", .rate(\.cardRoute)),
    ("acknowledgmentErrors", .rate(\.acknowledgmentErrors)),
    ("bannerVisible", .histogram(\.bannerVisible)),
    ("profileCompletedWithin7d", .rate(\.profileCompletedWithin7d)),
    ("timeToProfileCompletion", .survival(\.timeToProfileCompletion)),
    ("zeroStateTapThrough", .rate(\.zeroStateTapThrough)),
    ("zeroStateViews", .rate(\.zeroStateViews)),
    ("profileDiscovery24h", .rate(\.profileDiscovery24h)),
    ("onboardingAbandoned", .rate(\.onboardingAbandoned)),
    ("summaryReadToEnd", .rate(\.summaryReadToEnd)),
    ("summaryTimeOnScreen", .histogram(\.summaryTimeOnScreen)),
    ("onboardingToFirstAction", .histogram(\.onboardingToFirstAction)),
    ("summaryExpanded", .rate(\.summaryExpanded)),
    ("summaryButtonExit", .rate(\.summaryButtonExit)),
    ("retained7d", .rate(\.retained7d)),
    ("crashedSessions", .rate(\.crashedSessions)),
    ("complaints24h", .count(\.complaints24h)),
    ("tickets", .count(\.tickets)),
    ("preferencesSaved", .rate(\.preferencesSaved)),
    ("photosUploaded", .rate(\.photosUploaded)),
    ("photoUploadTime", .histogram(\.photoUploadTime)),
    ("photosRetried", .rate(\.photosRetried)),
    ("metricsLoadErrorsByPerson", .clusters(\.metricsLoadErrorsByPerson)),
    ("apiErrorsByPerson", .clusters(\.apiErrorsByPerson)),
    ("cardRouteByPerson", .clusters(\.cardRouteByPerson)),
    ("acknowledgmentErrorsByPerson", .clusters(\.acknowledgmentErrorsByPerson)),
    ("crashedSessionsByPerson", .clusters(\.crashedSessionsByPerson)),
    ("preferencesSavedByPerson", .clusters(\.preferencesSavedByPerson)),
    ("photosUploadedByPerson", .clusters(\.photosUploadedByPerson)),
    ("photosRetriedByPerson", .clusters(\.photosRetriedByPerson)),
    ("photoUploadTimeByPerson", .clusters(\.photoUploadTimeByPerson)),
    ("bannerVisibleByPerson", .clusters(\.bannerVisibleByPerson)),
    ("apiResponseTimeByPerson", .quantiles(\.apiResponseTimeByPerson)),
    ("renewals", .count(\.renewals)),
    ("violations", .count(\.violations)),
    ("violationsByPerson", .clusters(\.violationsByPerson)),
    ("sessionLength", .histogram(\.sessionLength)),
    ("requestsPerUser", .histogram(\.requestsPerUser)),
    ("sessionsPerUser", .histogram(\.sessionsPerUser)),
    ("stateChangesPerUser", .histogram(\.stateChangesPerUser)),
    ("editsPerUser", .histogram(\.editsPerUser)),
    ("preferencesPerUser", .histogram(\.preferencesPerUser)),
    ("uiLags", .rate(\.uiLags)),
    ("uiLagsByPerson", .clusters(\.uiLagsByPerson)),
    ("photosNotAllowed", .count(\.photosNotAllowed)),
    ("photosUnreached", .count(\.photosUnreached)),
    ("photosTimedOut", .count(\.photosTimedOut)),
    ("photosRefused", .count(\.photosRefused)),
    ("photosFailedByServer", .count(\.photosFailedByServer)),
    ("photosUnreadable", .count(\.photosUnreadable)),
  ]

  /// Adds the sums of later users.
  package mutating func merge(_ other: ArmFold) {
    for (_, field) in Self.fields {
      switch field {
      case .count(let path): self[keyPath: path] += other[keyPath: path]
      case .rate(let path): self[keyPath: path].merge(other[keyPath: path])
      case .histogram(let path): self[keyPath: path].merge(other[keyPath: path])
      case .survival(let path): self[keyPath: path].merge(other[keyPath: path])
      case .clusters(let path): self[keyPath: path].merge(other[keyPath: path])
      case .quantiles(let path): self[keyPath: path].merge(other[keyPath: path])
      }
    }
  }
}

extension ArmFold {
  /// Ends the present world.
  mutating func endWorld() {
    for (_, field) in Self.fields {
      switch field {
      case .clusters(let path): self[keyPath: path].endWorld()
      case .quantiles(let path): self[keyPath: path].endWorld()
      case .count, .rate, .histogram, .survival: break
      }
    }
  }
}

extension ArmFold {
  /// The content of one property, as integers.
  package enum FieldState: Equatable, Sendable {
    case count(Int)
    case rate(RateFold)
    case histogram(LogHistogram.State)
    case survival(events: LogHistogram.State, censored: LogHistogram.State)
    case clusters(ClusterFold)
    case quantiles(QuantileFold)
  }

  /// The fold as integers, in the order of ``fields``.
  var state: [FieldState] {
    Self.fields.map { _, field in
      switch field {
      case .count(let path): .count(self[keyPath: path])
      case .rate(let path): .rate(self[keyPath: path])
      case .histogram(let path): .histogram(self[keyPath: path].state)
      case .survival(let path):
        .survival(events: self[keyPath: path].events.state, censored: self[keyPath: path].censored.state)
      case .clusters(let path): .clusters(self[keyPath: path])
      case .quantiles(let path): .quantiles(self[keyPath: path])
      }
    }
  }

  /// Creates the sums from a state.
  ///
  /// - Throws: an error for integers that no fold has.
  init(_ state: [FieldState]) throws(FoldStateError) {
    guard state.count == Self.fields.count else { throw FoldStateError(place: "arms") }
    for ((name, field), value) in zip(Self.fields, state) {
      switch (field, value) {
      case (.count(let path), .count(let count)):
        self[keyPath: path] = try FoldStateError.checked(count, name)
      case (.rate(let path), .rate(let rate)):
        for part in [rate.successes, rate.trials, rate.censored] { _ = try FoldStateError.checked(part, name) }
        guard rate.successes <= rate.trials else { throw FoldStateError(place: name) }
        self[keyPath: path] = rate
      case (.histogram(let path), .histogram(let state)):
        self[keyPath: path] = try FoldStateError.checked(state, name)
      case (.survival(let path), .survival(let events, let censored)):
        self[keyPath: path].events = try FoldStateError.checked(events, name)
        self[keyPath: path].censored = try FoldStateError.checked(censored, name)
      case (.clusters(let path), .clusters(let clusters)):
        self[keyPath: path] = clusters
      case (.quantiles(let path), .quantiles(let quantiles)):
        self[keyPath: path] = quantiles
      case (.count, _), (.rate, _), (.histogram, _), (.survival, _), (.clusters, _), (.quantiles, _):
        throw FoldStateError(place: name)
      }
    }
  }
}
