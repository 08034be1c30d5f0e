import GTSDModel

/// The state that one account must have, computed from the granted requests in their order.
///
/// It does not depend on how the server stores data: every value comes from a request's body, a reply's id or time, or
/// the domain's formulas.
struct ReferenceAccount: Sendable {
  private(set) var email: String
  private(set) var id: Int?
  private let password: String
  private(set) var name: String
  /// The times of the sign-up, and of the last change of the name, the e-mail address or the answers.
  private let createdAt: Timestamp?
  private var updatedAt: Timestamp?
  private var hasOnboarded = false
  private var profile: HealthProfile?
  /// The earlier profiles. They are kept as long as rows computed from them may still arrive.
  private var earlier: [ReplacedProfile] = []
  private var targets: NutritionTargets?
  private var preferences = DietPreferences()
  private var revision = ReferenceRevision()
  /// The reported rows, oldest first.
  private(set) var rows: [HealthMetrics] = []
  /// Whether the profile was stored since the newest row was reported.
  private var isProfileNewer = false
  /// The time at which a whole profile, from which a row follows, was stored last.
  private var answeredAt: Timestamp?
  /// The number of times that answers, or an edit with a change, stored a profile.
  private var profileWrites = 0
  private var acknowledgments: [(second: Int64, at: Timestamp)] = []
  private(set) var plans: [(id: Int, start: Timestamp)] = []
  var photos: [(id: Int, task: Int?, size: Int, type: PhotoContentType, at: Timestamp)] = []
  private(set) var tasks = ReferenceTasks()
  private var replies: [(key: UInt64, endpoint: Endpoint, reply: APIResponse, version: Int32, asOf: Int32)] = []
  /// The newest revision in any reply. Only the server numbers revisions.
  var told: Int32 = -1
  /// The version, which rises with each granted write.
  var version: Int32 = 0
  /// The version of the latest write to the data that the profile or its form shows.
  private(set) var profileVersion: Int32 = 0
  /// The version of the latest edit that changed the targets.
  private(set) var targetsVersion: Int32 = 0

  init(_ signUp: SignUpRequest, at now: Timestamp? = nil) {
    (createdAt, updatedAt) = (now, now)
    (email, password, name) = (signUp.email, signUp.password, signUp.name)
  }

  // Reuses memory for callers that restart from a checkpoint.
  mutating func takeBuffers() -> ReusedBuffers {
    let rows = acknowledgments.takeBuffers()
    return ReusedBuffers(acknowledgments: rows, plans: plans.takeBuffers(), replies: replies.takeBuffers())
  }

  mutating func move(into buffers: inout ReusedBuffers) {
    acknowledgments.move(into: &buffers.acknowledgments)
    plans.move(into: &buffers.plans)
    replies.move(into: &buffers.replies)
  }

  /// Memory for state that changes in most schedules; see `ReusedBuffers.swift`.
  struct ReusedBuffers {
    fileprivate var acknowledgments: [(second: Int64, at: Timestamp)]
    fileprivate var plans: [(id: Int, start: Timestamp)]
    fileprivate var replies: [(key: UInt64, endpoint: Endpoint, reply: APIResponse, version: Int32, asOf: Int32)]
  }

  /// Whether the account was deleted. A deleted account is not judged any more.
  private(set) var isDeleted = false

  /// Deletes all data of the account. Its e-mail address is free again.
  mutating func delete() {
    let version = version
    self = ReferenceAccount(SignUpRequest(email: "", password: "", name: ""))
    self.version = version
    isDeleted = true
  }

  // MARK: Sessions

  mutating func signedIn(_ user: UserPayload, _ endpoint: Endpoint, _ found: inout [Divergence]) {
    version += 1
    id = id ?? user.id
    expect(isThis(user), endpoint, &found)
  }

  /// Whether a reply names this account's user with all that the server stores of it.
  private func isThis(_ user: UserPayload) -> Bool {
    user.id == id ?? user.id && user.name == name && user.email == email && user.hasCompletedOnboarding == hasOnboarded
      && (user.createdAt ?? createdAt) == (createdAt ?? user.createdAt)
      && (user.updatedAt ?? updatedAt) == (updatedAt ?? user.updatedAt)
  }

  func accepts(password: String) -> Bool { self.password == password }

  mutating func touched() { version += 1 }

  // MARK: Requests

  func expect(_ holds: Bool, _ endpoint: Endpoint, _ found: inout [Divergence]) {
    if !holds { found.append(.replyMismatch(endpoint)) }
  }

  /// Follows a decision of the server.
  ///
  /// - Returns: the version at which the server must have read the data in its reply.
  mutating func served(
    _ request: borrowing WireCall, status: Int, _ reply: APIResponse, asOf: Int32 = -1, at now: Timestamp,
    _ options: ReferenceOptions, _ found: inout [Divergence]
  ) -> Int32 {
    let endpoint = request.body.endpoint
    guard (200..<300).contains(status) else {
      refused(request.body, status: status, reply, at: now, options, &found)
      judge(asOf, endpoint, rises: false, options, &found)
      return version
    }
    if request.key != 0, let earlier = replies.first(where: { $0.key == request.key && $0.endpoint == endpoint }) {
      expect(earlier.reply == reply, endpoint, &found)
      if options.honoursKeys, asOf != earlier.asOf { found.append(.revisionMismatch(endpoint)) }
      return earlier.version
    }
    let before = version
    granted(request.body, status: status, reply, at: now, options, &found)
    // The server computes rows by itself, and a read only shows them.
    judge(asOf, endpoint, rises: version > before && endpoint != .todayMetrics, options, &found)
    if request.key != 0 {
      switch endpoint {
      case .onboard, .uploadPhoto, .confirmPhoto, .acknowledge, .generatePlan:
        if replies.count == 256 { replies.removeFirst() }
        replies.append((request.key, endpoint, reply, version, asOf))
      default: break
      }
    }
    return version
  }

  /// Checks a refused request, which changes nothing. Some refusals are wrong in every state.
  private func refused(
    _ request: APIRequest, status: Int, _ reply: APIResponse, at now: Timestamp, _ options: ReferenceOptions,
    _ found: inout [Divergence]
  ) {
    if case .failure(let sent) = reply, let statuses = sent.reason.contractStatuses,
      !statuses.contains(status)
    {
      return found.append(.refusedOtherwise(request.endpoint))
    }
    let isWrong: Bool
    switch request {
    case .me, .preferences, .profile, .streak, .tasksToday, .photos, .exportData, .deleteAccount: isWrong = true
    case .uploadPhoto(let photo): isWrong = options.storesPhotos(of: photo.fileSize)
    case .howItWorks: isWrong = profile != nil
    case .todayMetrics: isWrong = (!rows.isEmpty || isRowOwed(at: now, options)) && !options.hasDailyRows
    case .deletePhoto(let id): isWrong = photos.contains { $0.id == id }
    case .acknowledge(let version, let computedAt):
      // After another profile, the server may have computed a row that no phone has received.
      isWrong =
        profileWrites <= 1 && !options.hasDailyRows
        && rows.last.map { $0.version == version && $0.computedAt.wholeSecond == computedAt.wholeSecond } ?? false
    case .submitEvidence(let task): isWrong = (1...ReferenceTasks.count).contains(task)
    case .generatePlan:
      guard case .failure(let sent) = reply else { return }
      switch sent.reason {
      case .gated:
        isWrong = rows.last.map { !isProfileNewer && !options.hasDailyRows && isAcknowledged($0) } ?? false
      case .validation:
        let isSound = profile.map { ProfileValidation.science($0, now: now).isEmpty && $0.gender.isSupported }
        isWrong = hasOnboarded && isSound ?? false
      default: isWrong = hasOnboarded && profile.map { !$0.isPlaceholder } ?? false
      }
    case .onboard(let body):
      isWrong = !body.isSkip && ProfileValidation.onboarding(body, now: now, acceptsSkip: false).isEmpty
    case .updateBasicProfile(let name, let email): isWrong = email == nil && name.map { !$0.isEmpty } ?? false
    case .updatePreferences(let update):
      isWrong =
        !update.isEmpty && ProfileValidation.preferences(update).isEmpty
        && !revision.mayBeStale(update.ifRevision, options)
    case .updateProfile(let update):
      isWrong =
        profile != nil && ProfileValidation.update(update, now: now).isEmpty
        && !revision.mayBeStale(update.preferences.ifRevision, options)
    default: isWrong = false
    }
    if isWrong { found.append(.refused(request.endpoint)) }
  }

  private mutating func granted(
    _ request: APIRequest, status: Int, _ reply: APIResponse, at now: Timestamp, _ options: ReferenceOptions,
    _ found: inout [Divergence]
  ) {
    let endpoint = request.endpoint
    switch (request, reply) {
    case (.me, .me(let me)):
      expect(
        isNamed(by: me) && me.hasCompletedOnboarding ?? hasOnboarded == hasOnboarded
          && me.preferences ?? preferences == preferences, endpoint, &found)
      if options.sendsAllOfMe { expect(me.hasCompletedOnboarding != nil && me.preferences != nil, endpoint, &found) }
    case (.updateBasicProfile(let name, _), .user(let user)):
      if let name { self.name = name }
      updatedAt = now
      version += 1
      profileVersion = version
      expect(isThis(user), endpoint, &found)
    case (.preferences, .preferences(let sent)): judge(sent, endpoint, &found)
    case (.updatePreferences(let update), .preferences(let sent)):
      write(update, of: endpoint, options, &found)
      judge(sent, endpoint, &found)
    case (.onboard(let body), .user(let user)):
      let problems = ProfileValidation.onboarding(body, now: now, acceptsSkip: options.acceptsPlaceholders)
      if !problems.isEmpty { found.append(.granted(endpoint)) }
      hasOnboarded = true
      replaceProfile(by: body.profile.stored, at: now, isFollowed: false)
      targets = body.profile.targets(now: now, stage: .onboarding, formula: options.formula)
      if preferences != body.preferences { revision.wrote() }
      preferences = body.preferences
      isProfileNewer = true
      answeredAt = body.profile.isPlaceholder ? nil : now
      profileWrites += 1
      version += 1
      profileVersion = version
      updatedAt = now
      expect(isThis(user), endpoint, &found)
    case (.howItWorks, .summary(let sent)): summary(sent, at: now, &found)
    case (.profile, .profile(let sent)), (.exportData, .profile(let sent)):
      judge(sent.preferences, endpoint, &found)
      expect(
        isThis(sent.user) && sent.profile == profile && sent.targets == targets, endpoint, &found)
    case (.updateProfile(let update), .profileUpdated(let sent)):
      updated(update, sent, at: now, options, &found)
    case (.todayMetrics, .metrics(let sent)): metrics(sent, at: now, options, &found)
    case (.acknowledge(let version, let computedAt), .acknowledged(let sent)):
      expect(sent.version == version, .acknowledge, &found)
      acknowledged(computedAt.wholeSecond, sent.acknowledgedAt, at: now, &found)
    case (.generatePlan(let isForced), .plan(let sent)):
      let latest = plans.last?.id
      plan(sent, isForced, at: now, options, &found)
      let isCreated = plans.last?.id != latest && (isForced || options.createsPlans)
      if status != (isCreated ? 201 : 200) { found.append(.grantedOtherwise(endpoint)) }
    case (.uploadPhoto(let upload), .photo(let sent)):
      stored(sent, upload.taskID, upload.contentType, size: upload.fileSize, at: now, endpoint, &found)
    case (.confirmPhoto(let body), .photo(let sent)):
      stored(sent, body.taskID, body.contentType, size: body.fileSize, at: now, endpoint, &found)
    case (.photos(let task, let limit, let offset), .photos(let sent)):
      let expected = photos.reversed().filter { task == nil || $0.task == task }.dropFirst(offset).prefix(limit)
      let isListed = sent.elementsEqual(expected) {
        ($0.id, $0.taskID, $0.fileSize, $0.contentType) == ($1.id, $1.task, $1.size, $1.type) && $0.uploadedAt == $1.at
      }
      // Each photo has its own key in the store.
      expect(isListed && Set(sent.map(\.fileKey)).count == sent.count, endpoint, &found)
    case (.deletePhoto(let id), _):
      let count = photos.count
      photos.removeAll { $0.id == id }
      version += 1
      if photos.count == count { found.append(.granted(endpoint)) }
    case (.tasksToday, .tasks(let sent)):
      let day = now.daysSinceEpoch
      expect(
        sent.total == ReferenceTasks.count && sent.completed == tasks.completed(on: day)
          && sent.currentStreak == tasks.current(on: day), endpoint, &found)
    case (.submitEvidence(let task), _):
      let isNew = tasks.complete(task, on: now.daysSinceEpoch)
      if isNew { (version, tasks.version) = (version + 1, version + 1) }
      expect(isNew == (status == 201), endpoint, &found)
    case (.streak, .streak(let sent)):
      expect(
        sent.current == tasks.current(on: now.daysSinceEpoch) && sent.longest == tasks.longest, endpoint, &found)
    case (.presignPhoto, .presigned), (.logOut, _), (.storePhoto, _), (.health, _), (.deleteAccount, _): break
    default: found.append(.replyMismatch(endpoint))
    }
  }

  // MARK: Profile and preferences

  private mutating func judge(_ sent: PreferencesPayload, _ endpoint: Endpoint, _ found: inout [Divergence]) {
    expect(sent.preferences == preferences, endpoint, &found)
    if let number = sent.revision { revision.received(number) }
  }

  /// Follows a granted write of preferences. One that names a revision must name the stored one.
  private mutating func write(
    _ update: PreferencesUpdate, of endpoint: Endpoint, _ options: ReferenceOptions, _ found: inout [Divergence]
  ) {
    if revision.isStale(update.ifRevision, options) || !ProfileValidation.preferences(update).isEmpty {
      found.append(.granted(endpoint))
    }
    if let value = update.dietaryPreferences { preferences.dietaryPreferences = value }
    if let value = update.allergies { preferences.allergies = value }
    if let value = update.mealsPerDay { preferences.mealsPerDay = value }
    revision.wrote()
    version += 1
    profileVersion = version
  }

  private mutating func updated(
    _ update: ProfileUpdate, _ sent: ProfileUpdatePayload, at now: Timestamp, _ options: ReferenceOptions,
    _ found: inout [Divergence]
  ) {
    guard let old = profile else { return found.append(.granted(.updateProfile)) }
    let clears = options.acceptsPlaceholders && update.height == 0 && update.currentWeight == 0
    let isValid = clears || ProfileValidation.update(update, now: now).isEmpty
    if !isValid || revision.isStale(update.preferences.ifRevision, options) {
      found.append(.granted(.updateProfile))
    }
    var new = old
    if let value = update.dateOfBirth { new.dateOfBirth = value }
    if let value = update.gender { new.gender = value }
    if let value = update.height { new.height = value }
    if let value = update.currentWeight { new.currentWeight = value }
    if let value = update.targetWeight { new.targetWeight = value }
    if let value = update.primaryGoal { new.primaryGoal = value }
    if let value = update.targetDate { new.targetDate = value }
    if let value = update.activityLevel { new.activityLevel = value }
    new = new.stored
    let before = targets
    if new != old {
      // A profile without a body gives no row. A row of the same instant, and the answers' job, belong to the earlier one.
      answeredAt = new.isPlaceholder ? nil : options.recomputesOnEdit ? now : answeredAt
      replaceProfile(by: new, at: now, isFollowed: options.recomputesOnEdit && !new.isPlaceholder)
      targets = new.targets(now: now, stage: plans.isEmpty ? .onboarding : .plan, formula: options.formula)
      // The changed fields do not influence rows, so no new row follows.
      isProfileNewer = isProfileNewer || !options.recomputesOnEdit || !old.hasSameRow(as: new)
      profileWrites += 1
      version += 1
      profileVersion = version
      if targets != nil, targets != before { targetsVersion = version }
    }
    let isEmpty = update.preferences.isEmpty
    if !isEmpty { write(update.preferences, of: .updateProfile, options, &found) }
    let hasChanged = targets != nil && targets != before
    expect(sent.planUpdated == hasChanged && sent.targets ?? targets == targets, .updateProfile, &found)
    expect(sent.isChanged == (new != old || !isEmpty), .updateProfile, &found)
    if hasChanged, let before, let targets {
      expect(sent.changes == ProfileUpdatePayload.TargetChanges(from: before, to: targets), .updateProfile, &found)
    }
  }

  private mutating func replaceProfile(by new: HealthProfile, at now: Timestamp, isFollowed: Bool) {
    if let profile { earlier.append(ReplacedProfile(profile: profile, until: now, isFollowed: isFollowed)) }
    profile = new
  }

  /// The profiles from which a row computed at an instant may come: those stored at that time. After a clock was set
  /// back, every earlier profile is possible.
  private func sources(at instant: Timestamp, _ options: ReferenceOptions) -> [HealthProfile] {
    guard options.clockOnlyAdvances, let last = earlier.last else {
      return earlier.map(\.profile) + [profile].compactMap { $0 }
    }
    var result: [HealthProfile] = []
    for (place, entry) in earlier.enumerated() {
      let since = place > 0 ? earlier[place - 1].until : instant
      if since <= instant, entry.mayGiveRow(at: instant) { result.append(entry.profile) }
    }
    if let profile, last.until <= instant { result.append(profile) }
    return result
  }

  private func summary(_ sent: SummaryPayload, at now: Timestamp, _ found: inout [Divergence]) {
    guard let profile else { return found.append(.replyMismatch(.howItWorks)) }
    let weeks = profile.isPlaceholder ? nil : profile.estimatedWeeks(stage: plans.isEmpty ? .onboarding : .plan)
    let none = NutritionTargets(bmr: 0, tdee: 0, calories: 0, protein: 0, water: 0)
    expect(
      sent.profile == profile && sent.age == profile.age(at: now) && sent.targets == targets ?? none
        && sent.estimatedWeeks == weeks, .howItWorks, &found)
  }

  // MARK: Metrics and plans

  private func isAcknowledged(_ row: HealthMetrics) -> Bool {
    acknowledgments.contains { $0.second == row.computedAt.wholeSecond }
  }

  private mutating func metrics(
    _ sent: MetricsPayload, at now: Timestamp, _ options: ReferenceOptions, _ found: inout [Divergence]
  ) {
    let row = sent.metrics
    if rows.last != row {
      // A row that was replaced by a newer one never returns.
      let isSound =
        !rows.contains(row)
        && sources(at: row.computedAt, options).contains {
          let computed = $0.metrics(at: row.computedAt, unsupportedGender: .asOther)
          return computed?.bmi == row.bmi && computed?.bmr == row.bmr && computed?.tdee == row.tdee
        }
      expect(isSound, .todayMetrics, &found)
      if rows.count == 8 { rows.removeFirst() }
      rows.append(row)
      // Rows appear in replies in the order in which they were computed.
      if options.clockOnlyAdvances { earlier.removeAll { $0.until < row.computedAt } }
      // A row from before the present profile may be followed by another.
      let mayBeEarlier = earlier.contains { $0.mayGiveRow(at: row.computedAt) }
      isProfileNewer = isProfileNewer && options.clockOnlyAdvances && mayBeEarlier
      version += 1
    } else if isRowOwed(at: now, options) {
      // The row in this reply belongs to an earlier profile than the latest, whose own row had time to be computed.
      let computed = profile?.metrics(at: row.computedAt, unsupportedGender: .asOther)
      expect(
        computed == nil || computed?.bmi == row.bmi && computed?.bmr == row.bmr && computed?.tdee == row.tdee,
        .todayMetrics, &found)
    }
    let first = acknowledgments.first { $0.second == row.computedAt.wholeSecond }
    expect(
      sent.acknowledged == (first != nil) && sent.acknowledgement?.acknowledgedAt == first?.at
        && sent.acknowledgement?.version ?? row.version == row.version, .todayMetrics, &found)
  }

  /// Whether so much time has passed since the latest whole profile that its metrics row must exist.
  private func isRowOwed(at now: Timestamp, _ options: ReferenceOptions) -> Bool {
    guard options.clockOnlyAdvances, let within = options.metricsWithin, let answeredAt, let profile,
      !profile.isPlaceholder
    else { return false }
    return now.milliseconds - answeredAt.milliseconds > within
  }

  private mutating func acknowledged(
    _ second: Int64, _ at: Timestamp, at now: Timestamp, _ found: inout [Divergence]
  ) {
    if let first = acknowledgments.first(where: { $0.second == second }) {
      expect(first.at == at, .acknowledge, &found)
      return
    }
    // A row that no phone has received cannot be acknowledged. The first acknowledgment has the present time, unless it
    // was forgotten here.
    let isKnown = rows.contains { $0.computedAt.wholeSecond == second }
    expect(isKnown && (at == now || acknowledgments.count == 16), .acknowledge, &found)
    if acknowledgments.count == 16 { acknowledgments.removeFirst() }
    acknowledgments.append((second, at))
    version += 1
  }

  private mutating func plan(
    _ sent: PlanPayload, _ isForced: Bool, at now: Timestamp, _ options: ReferenceOptions, _ found: inout [Divergence]
  ) {
    guard let profile, !profile.isPlaceholder else { return found.append(.granted(.generatePlan)) }
    if let row = rows.last, !options.hasDailyRows, !isAcknowledged(row) { found.append(.planBeforeAcknowledgment) }
    let week = now.startOfWeek
    let reusable = plans.last.flatMap { $0.start == week ? $0.id : nil }
    let isNew = !plans.contains { $0.id == sent.id }
    if isNew {
      if !ProfileValidation.science(profile, now: now).isEmpty { found.append(.granted(.generatePlan)) }
      targets = profile.targets(now: now, stage: .plan, formula: options.formula)
      plans.append((sent.id, week))
      if plans.count > 8 { plans.removeFirst() }
      version += 1
    }
    expect(
      isNew == (isForced || reusable == nil) && (isNew || sent.id == reusable) && sent.startDate == week
        && sent.endDate == week.adding(days: 7) && sent.targets == targets && sent.recomputed == (isNew && isForced)
        && sent.weeklyRate == (isNew ? profile.primaryGoal.weeklyRate : nil)
        && sent.estimatedWeeks == (isNew ? profile.estimatedWeeks(stage: .plan) : nil), .generatePlan, &found)
  }
}
