import GTSDModel

/// The requests that a person's taps and typing since the process began allow. No request may contain anything else.
///
/// A request that was allowed once may be sent repeatedly and late; other rules judge whether it should be.
struct AskedFor: Sendable {
  private var identities: [AccountIdentity] = []
  private var answers: [OnboardingRequest] = []
  /// The onboarding answers that were sent last; nil if they had no body. Answers that are tapped while others are
  /// being sent are not sent.
  private var sentAnswers: HealthProfile?
  /// The answers that were tapped last, and those of the current or last attempt; nil for a skip.
  private var tappedAnswers: HealthProfile?
  private var begunAnswers: HealthProfile?
  /// Whether answers to onboarding other than a skip were sent.
  private(set) var hasSentAnswers = false
  private var hasSkipped = false
  /// Whether the answers that were sent last skip onboarding.
  private(set) var skipsLast = false
  private var tasks: Set<Int> = []
  private var sections: Set<Int> = []
  private var picks: [(pick: PhotoPick, task: Int)] = []
  /// The ids of photos that the person deleted.
  private var deletions: Set<Int> = []
  /// Whether the person deleted a photo whose id is unknown.
  private var hasDeletedAny = false
  /// The drafts typed into forms up to a tap on save. Closing a form discards the rest.
  private var typed: [EditDraft] = []
  /// The drafts typed into the open form since the last tap on save.
  private var unsaved: [EditDraft] = []
  private var deletesHealth = false
  /// The rows of metrics that this phone has received.
  private var rows: [(version: Int, at: Timestamp)] = []

  mutating func note(_ action: UserAction) {
    switch action {
    case .signUp(let identity), .logIn(let identity): identities.append(identity)
    case .completeOnboarding(let request?):
      answers.append(request)
      tappedAnswers = request.isSkip ? nil : request.profile.stored
    case .skipOnboarding:
      hasSkipped = true
      tappedAnswers = nil
    case .completeTask(let task): tasks.insert(task)
    case .openPhotos(let task): sections.insert(task)
    case .typeEdit(let draft): unsaved.append(draft)
    case .saveEdit:
      typed += unsaved
      unsaved = []
    case .closeEdit: unsaved = []
    case .deleteHealthData: deletesHealth = true
    default: break
    }
  }

  mutating func sent(_ body: OnboardingRequest) {
    if !body.isSkip { hasSentAnswers = true }
    skipsLast = body.isSkip
    sentAnswers = body.isSkip ? nil : body.profile.stored
  }

  mutating func onboardingBegan() { begunAnswers = tappedAnswers }

  /// Whether the flag for completed onboarding implies that these answers are stored. Answers sent earlier may be
  /// others.
  var isFlagOfTheseAnswers: Bool { begunAnswers == nil || sentAnswers == nil || begunAnswers == sentAnswers }

  /// Whether a read contains the onboarding answers that were sent last. After a skip, any stored answers will do.
  func isAnswered(by reply: APIResponse?) -> Bool {
    guard case .profile(let payload) = reply, let last = sentAnswers, begunAnswers != nil else { return true }
    return payload.profile.map { $0.currentWeight == last.currentWeight && $0.height == last.height } ?? false
  }

  mutating func received(_ row: HealthMetrics) {
    guard rows.last.map({ $0.version != row.version || $0.at != row.computedAt }) ?? true else { return }
    rows.append((row.version, row.computedAt))
  }

  /// Whether an acknowledgment names a row that this phone has received.
  func names(_ version: Int, _ computedAt: Timestamp) -> Bool {
    rows.contains { $0.version == version && $0.at == computedAt }
  }

  /// The photo of an item that was picked.
  func pick(of item: PhotoItemID) -> PhotoPick? { picks.last { $0.pick.item == item }?.pick }

  /// Whether a photo that meets a condition was picked for a task.
  func hasPick(for task: Int, where matches: (PhotoPick) -> Bool) -> Bool {
    picks.contains { $0.task == task && matches($0.pick) }
  }

  /// The task for which a photo was picked.
  func task(of item: PhotoItemID) -> Int? { picks.last { $0.pick.item == item }?.task }

  mutating func picked(_ new: [PhotoPick], for task: Int) { picks += new.map { ($0, task) } }

  /// Records the deletion of a photo; nil if its id is unknown.
  mutating func deleted(_ id: Int?) {
    if let id { deletions.insert(id) } else { hasDeletedAny = true }
  }

  /// Whether the person's actions allow the content of this request.
  ///
  /// - Parameters:
  ///   - sendsAsTyped: whether the edit form is judged.
  ///   - largest: the size in bytes of the largest photo that may be sent, if the app checks photos before it sends them;
  ///     too wide ones are then forbidden as well. Nil if it does not.
  func covers(_ request: APIRequest, sendsAsTyped: Bool, largest: Int?) -> Bool {
    switch request {
    case .signUp(let body):
      identities.contains { $0.email == body.email && $0.password == body.password && $0.name == body.name }
    case .logIn(let email, let password): identities.contains { $0.email == email && $0.password == password }
    case .onboard(let body): answers.contains(body) || hasSkipped && Self.isSkip(body)
    case .submitEvidence(let task): tasks.contains(task)
    case .photos(let task, _, _): task.map { sections.contains($0) } ?? false
    case .uploadPhoto(let photo):
      isPicked(photo.contentType, size: photo.fileSize, upTo: largest) {
        photo.caption == nil && $0.task == photo.taskID && $0.pick.item == photo.item
      }
    case .presignPhoto(_, let type, let size), .storePhoto(_, let type, let size):
      isPicked(type, size: size, upTo: largest)
    case .confirmPhoto(let photo):
      isPicked(photo.contentType, size: photo.fileSize, upTo: largest) {
        $0.task == photo.taskID && $0.pick.item == photo.item
      }
    case .deletePhoto(let id): hasDeletedAny || deletions.contains(id)
    case .updateBasicProfile(let name, let email):
      !sendsAsTyped || email == nil && name.map { name in typed.contains { $0.name == name } } ?? true
    case .updateProfile(let update): !sendsAsTyped || covers(update)
    default: true
    }
  }

  /// The longest side of a photo that may be sent, in pixels.
  private static let longestSide = 4096

  /// Whether a photo can be sent, apart from its size in bytes.
  static func isFit(_ pick: PhotoPick) -> Bool { pick.isImage && pick.longerSide <= longestSide }

  /// Whether this photo was picked and may be sent: an image within the limits of bytes and of pixels.
  private func isPicked(
    _ type: PhotoContentType, size: Int, upTo largest: Int?,
    where matches: ((pick: PhotoPick, task: Int)) -> Bool = { _ in true }
  ) -> Bool {
    picks.contains {
      $0.pick.contentType == type && $0.pick.fileSize == size && matches($0)
        && (largest.map { size <= $0 } ?? true) && (largest == nil ? $0.pick.isImage : Self.isFit($0.pick))
    }
  }

  /// Whether answers are those of a skip: no measures, an age of 25 years, no other values, a target three months
  /// ahead.
  private static func isSkip(_ body: OnboardingRequest) -> Bool {
    let profile = body.profile
    let (birth, target) = (profile.dateOfBirth.date, profile.targetDate.date)
    let months = (target.year - birth.year) * 12 + target.month - birth.month
    return profile.currentWeight == 0 && profile.targetWeight == 0 && profile.height == 0 && months == 25 * 12 + 3
      && profile.gender == .preferNotToSay && profile.primaryGoal == .improveHealth
      && profile.activityLevel == .moderatelyActive && body.preferences.dietaryPreferences.isEmpty
      && body.preferences.allergies.isEmpty && body.preferences.mealsPerDay == 3
  }

  private func covers(_ update: ProfileUpdate) -> Bool {
    if deletesHealth, update.height == 0, update.currentWeight == 0 { return update.preferences.isEmpty }
    // The form has no field for these values.
    guard update.targetWeight == nil, update.activityLevel == nil, update.preferences.isWhole else { return false }
    func isTyped<Value: Equatable>(_ sent: Value?, _ field: (EditDraft) -> Value?) -> Bool {
      sent.map { sent in typed.contains { field($0) == sent } } ?? true
    }
    return isTyped(update.currentWeight, \.currentWeight) && isTyped(update.height, \.height)
      && isTyped(update.primaryGoal, \.primaryGoal) && isTyped(update.gender, \.gender)
      && isTyped(update.dateOfBirth, \.dateOfBirth) && isTyped(update.targetDate, \.targetDate)
  }
}
