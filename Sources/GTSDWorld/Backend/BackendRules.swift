import GTSDModel

/// The parts of a scenario that a backend needs to decide requests: the generation's backend side and the limits.
struct BackendRules: Sendable, Equatable {
  /// The switches. Only those marked "Backend" are read here.
  var generation: Generation
  var accessTokenLifetime: TimeSpan
  var refreshTokenLifetime: TimeSpan
  /// The greatest size of a photo in bytes.
  var photoMaxBytes: Int
  /// The number of tasks that every account has each day, with ids from 1.
  var tasksPerDay = DailyTasks.count

  init(scenario: Scenario) {
    generation = scenario.generation
    accessTokenLifetime = scenario.backend.accessTokenLifetime
    refreshTokenLifetime = scenario.backend.refreshTokenLifetime
    photoMaxBytes = scenario.backend.photoMaxBytes
  }

  var honoursKeys: Bool { generation.limits.idempotency == .honoured }
  var hasDailyRows: Bool { generation.metrics.daily == .on }
  /// The treatment of a gender that the formulas do not define, in metrics, plan and recomputation.
  var unknownGender: UnsupportedGender { generation.metrics.gender == .asOther ? .asOther : .refused }
  /// Whether the limits of the photo endpoints apply.
  var limitsPhotos: Bool { generation.limits.mode != .off }
}
