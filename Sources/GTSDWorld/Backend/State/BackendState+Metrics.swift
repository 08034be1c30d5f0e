import GTSDModel

extension BackendState {
  // MARK: Rows

  /// The newest row; with daily rows, the newest row of today.
  func currentRow(slot: Int, at now: Timestamp) -> MetricsRow? {
    guard let row = accounts[slot].rows.last else { return nil }
    guard rules.hasDailyRows else { return row }
    return day(of: row.metrics.computedAt) == day(of: now) ? row : nil
  }

  /// The day by which daily rows are distinguished.
  private func day(of instant: Timestamp) -> Int64 {
    Timestamp(milliseconds: instant.milliseconds + rules.dayOffset).daysSinceEpoch
  }

  /// Appends a row computed from the stored profile. Returns false if the profile has no measures or unsupported ones.
  private mutating func insertRow(_ slot: Int, at now: Timestamp) -> Bool {
    guard let profile = accounts[slot].profile, !profile.isPlaceholder else { return false }
    guard let metrics = profile.metrics(at: now, unsupportedGender: rules.unknownGender) else {
      note(.metricsRefused, slot: slot)
      return false
    }
    accounts[slot].rows.append(MetricsRow(metrics: metrics, source: profile))
    commit(.metrics(row: metrics.computedAt.wholeSecond), slot: slot)
    return true
  }

  /// Whether the stored profile would now give another row than the newest one.
  private func isOutdated(_ slot: Int) -> Bool {
    guard let row = accounts[slot].rows.last, let profile = accounts[slot].profile else { return false }
    return !row.source.hasSameMetricsInputs(as: profile)
  }

  // MARK: Computing

  mutating func metricsAfterOnboarding(_ slot: Int, at now: Timestamp) {
    guard let profile = accounts[slot].profile, !profile.isPlaceholder else { return }
    switch rules.generation.metrics.compute {
    case .async: effects.append(.computeMetrics(slot: slot, onboarding: accounts[slot].onboardings))
    case .inline: computeMetrics(slot, at: now)
    case .lazy: break
    }
  }

  /// Computes the metrics for an onboarding. In a generation with unique rows, repeating an onboarding with the same
  /// data adds no second row.
  mutating func computeMetrics(_ slot: Int, at now: Timestamp) {
    let isCurrent = currentRow(slot: slot, at: now) != nil && !isOutdated(slot)
    if isCurrent, rules.generation.metrics.uniqueness == .unique { return }
    _ = insertRow(slot, at: now)
  }

  /// Adds a row for a changed profile at once. The new row must be acknowledged, since an acknowledgment applies only
  /// to its own row. An account without a row receives its first one as after onboarding.
  mutating func metricsAfterEdit(_ slot: Int, at now: Timestamp) {
    guard rules.generation.metrics.recomputeOnEdit == .on, rules.generation.metrics.compute != .lazy else { return }
    if accounts[slot].rows.isEmpty {
      accounts[slot].onboardings += 1
      metricsAfterOnboarding(slot, at: now)
    } else if isOutdated(slot) {
      _ = insertRow(slot, at: now)
    }
  }

  // MARK: Reading

  mutating func todayMetrics(_ slot: Int, _ read: EarlyRead, at now: Timestamp) -> APIReply {
    var mustInsert = currentRow(slot: slot, at: now) == nil
    if case .metrics(isMissing: true) = read { mustInsert = true }
    if rules.generation.metrics.recomputeOnEdit == .on, rules.generation.metrics.compute == .lazy, isOutdated(slot) {
      mustInsert = true
    }
    // A read computes lazy rows, and today's row for an account that had a row before.
    let mayInsert =
      rules.generation.metrics.compute == .lazy || (rules.hasDailyRows && !accounts[slot].rows.isEmpty)
    if mustInsert, mayInsert { _ = insertRow(slot, at: now) }
    // All causes give the same 404, as on the public server.
    guard let row = currentRow(slot: slot, at: now) else {
      return failure(slot, 404, .notReady, "Health metrics are not available yet")
    }
    let first = firstAcknowledgment(slot: slot, second: row.metrics.computedAt.wholeSecond)
    let payload = MetricsPayload(
      metrics: row.metrics, acknowledged: first != nil,
      acknowledgement: first.map { Acknowledgement(acknowledgedAt: $0.at, version: $0.version) })
    return success(slot, .metrics(payload))
  }

  // MARK: Acknowledging

  func firstAcknowledgment(slot: Int, second: Int64) -> AcknowledgmentRow? {
    accounts[slot].acknowledgments.first { $0.second == second }
  }

  /// Whether the account has a row with this version and whole second that may be acknowledged.
  private func canAcknowledge(_ slot: Int, version: Int, second: Int64) -> Bool {
    func matches(_ row: MetricsRow) -> Bool {
      row.metrics.version == version && row.metrics.computedAt.wholeSecond == second
    }
    return switch rules.generation.acknowledge.matching {
    case .anyRow: accounts[slot].rows.contains(where: matches)
    case .newestOnly: accounts[slot].rows.last.map(matches) ?? false
    }
  }

  func readAcknowledgment(slot: Int, version: Int, second: Int64) -> EarlyRead {
    .acknowledgment(
      rowExists: canAcknowledge(slot, version: version, second: second),
      acknowledgedAt: firstAcknowledgment(slot: slot, second: second)?.at)
  }

  /// Stores an acknowledgment of one of the caller's rows; a second one returns the first one's time.
  mutating func acknowledge(
    _ slot: Int, version: Int, second: Int64, _ early: EarlyRead, at now: Timestamp
  ) -> APIReply {
    guard version > 0 else { return failure(slot, 400, .validation, "Validation failed") }
    let read =
      early == .nothing ? readAcknowledgment(slot: slot, version: version, second: second) : early
    guard case .acknowledgment(rowExists: true, let earlier) = read else {
      return failure(slot, 404, .notFound, "Health metrics not found")
    }
    if let earlier {
      return success(slot, .acknowledged(Acknowledgement(acknowledgedAt: earlier, version: version)))
    }
    let isFirst = firstAcknowledgment(slot: slot, second: second) == nil
    let isNewest = accounts[slot].rows.last?.metrics.computedAt.wholeSecond == second
    accounts[slot].acknowledgments.append(AcknowledgmentRow(second: second, version: version, at: now))
    commit(.acknowledgment(row: second, newest: isNewest, first: isFirst), slot: slot)
    return success(slot, .acknowledged(Acknowledgement(acknowledgedAt: now, version: version)))
  }

  // MARK: Early reads

  /// Reads whether the current row is missing, when service starts. Only with `metrics.uniqueness: checkThenInsert`,
  /// under which two concurrent calls therefore both add a row.
  func readTodayMetrics(_ call: APICall, at now: Timestamp) -> EarlyRead {
    guard rules.generation.metrics.uniqueness == .checkThenInsert, let slot = authorized(call, at: now) else {
      return .nothing
    }
    return .metrics(isMissing: currentRow(slot: slot, at: now) == nil)
  }
}

extension HealthProfile {
  /// Whether metrics of both profiles, computed at one instant, are equal, and the goal too.
  func hasSameMetricsInputs(as other: HealthProfile) -> Bool {
    height == other.height && currentWeight == other.currentWeight && activityLevel == other.activityLevel
      && primaryGoal == other.primaryGoal && gender == other.gender && dateOfBirth == other.dateOfBirth
  }
}

extension BackendRules {
  /// The offset from UTC, in milliseconds, of the clock that decides the day of a daily row. Users are in UTC. The
  /// database's session is in the zone of its job scheduler, on the American west coast.
  var dayOffset: Int64 { generation.metrics.zone == .user ? 0 : -8 * Milliseconds.hour }
}
