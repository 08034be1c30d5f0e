import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// The transitions of the view models as pure values, without tasks, time or a backend.
@Suite struct ClientModelTests {
  private static func row(_ second: Int64, acknowledged: Bool = false) -> MetricsPayload {
    MetricsPayload(
      metrics: HealthMetrics(
        bmi: 24.69, bmr: 1760, tdee: 2728, computedAt: Timestamp(milliseconds: second * 1000), version: 1),
      acknowledged: acknowledged)
  }

  /// Compares the result of a transition, since `#expect` accepts no mutating call.
  private func expect<Value: Equatable>(
    _ value: Value, _ expected: Value, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(value == expected, sourceLocation: sourceLocation)
  }

  // MARK: Metrics

  @Test(arguments: zip(Generation.Replies.Apply.allCases, [true, false]))
  func lateReadAfterAnAcknowledgment(_ apply: Generation.Replies.Apply, need: Bool) {
    var model = MetricsModel()
    expect(model.take(Self.row(1), asOf: 5, account: 0, apply: apply), true)
    #expect(model.need)
    let standsAt = model.acknowledged(SentAcknowledgment(payload: Self.row(1), account: 0), asOf: 6, marks: .sent)
    #expect(standsAt == 6)
    #expect(!model.need)
    expect(model.take(Self.row(1), asOf: 5, account: 0, apply: apply), apply == .arrival)
    #expect(model.need == need)
  }

  @Test(arguments: zip(Generation.Acknowledge.Marks.allCases, [false, true]))
  func successForARowThatIsNoLongerHeld(_ marks: Generation.Acknowledge.Marks, need: Bool) {
    var model = MetricsModel()
    _ = model.take(Self.row(2), asOf: 8, account: 0, apply: .revision)
    let standsAt = model.acknowledged(SentAcknowledgment(payload: Self.row(1), account: 0), asOf: 6, marks: marks)
    #expect(standsAt == (marks == .held ? 6 : nil))
    #expect(model.need == need)
    #expect(model.revision == 8)
  }

  /// A gateway's 404 without a revision has dropped the row that is just being acknowledged.
  @Test func anAcknowledgmentOverrulesThatThereIsNoRow() {
    var model = MetricsModel()
    _ = model.take(Self.row(1), asOf: 5, account: 0, apply: .revision)
    _ = model.take(nil, asOf: -1, account: 0, apply: .revision)
    let sent = SentAcknowledgment(payload: Self.row(1), account: 0)
    #expect(model.acknowledged(sent, asOf: 6, marks: .sent) == 6)
    #expect(!model.isAbsent && !model.need)
    expect(model.take(Self.row(1), asOf: 5, account: 0, apply: .revision), false)
    #expect(!model.need, "the row was read before it was acknowledged")
    // A later read that finds no row is applied.
    _ = model.take(nil, asOf: 8, account: 0, apply: .revision)
    #expect(model.acknowledged(sent, asOf: 7, marks: .sent) == nil)
    #expect(model.isAbsent)
  }

  @Test func anotherAccountsRevisionsDoNotCount() {
    var model = MetricsModel()
    _ = model.take(Self.row(1), asOf: 50, account: 0, apply: .revision)
    expect(model.take(nil, asOf: 2, account: 1, apply: .revision), true)
    #expect(model.isAbsent && model.row == nil && !model.need)
  }

  @Test func calculatingKeepsAHeldRowWhereTheLastReplyWins() {
    var model = MetricsModel()
    _ = model.take(Self.row(1), asOf: 5, account: 0, apply: .arrival)
    _ = model.take(nil, asOf: 6, account: 0, apply: .arrival)
    #expect(!model.need)
    #expect(model.needOfRow, "the need flips back at the next check of the held row")
  }

  @Test(arguments: [4, 9] as [Int32])
  func failedReadDropsOnlyWhatIsDoubtful(_ known: Int32) {
    var model = MetricsModel()
    _ = model.take(Self.row(1), asOf: 5, account: 0, apply: .revision)
    expect(model.fail(dropsNeed: false, known: known, apply: .revision), (known > 5))
    #expect(model.need == (known <= 5))
    #expect(model.hasFailed)
  }

  // MARK: Home and Plans

  @Test func homeStartsItsLoadsOnAppearing() {
    var model = HomeModel()
    #expect(model.appearance(.off, apply: .arrival, known: 1, today: 0) == .detachedLoad)
    #expect(model.appearance(.check, apply: .arrival, known: 1, today: 0) == .load)
    model.hasStarted = true
    #expect(model.appearance(.off, apply: .arrival, known: 1, today: 0) == .nothing)
    model.hasLoaded = true
    model.summary.revision = 3
    #expect(model.appearance(.check, apply: .revision, known: 3, today: 0) == .check)
    #expect(model.appearance(.check, apply: .revision, known: 4, today: 0) == .load)
    #expect(model.appearance(.check, apply: .arrival, known: 4, today: 0) == .check)
    #expect(model.appearance(.full, apply: .revision, known: 3, today: 0) == .load)
  }

  @Test func plansGoesOnOnlyWithAnAcknowledgedRow() {
    let plans = PlansModel()
    var metrics = MetricsModel()
    #expect(plans.next(metrics, .block) == .wait)
    #expect(plans.next(metrics, .proceed) == .loadPlan)
    metrics.hasFailed = true
    #expect(plans.next(metrics, .block) == .showError)
    #expect(PlansModel.screen(hasPlan: false, metrics, isLoading: false, hasError: false, strategy: .block) == .error)
    _ = metrics.take(Self.row(1), asOf: 1, account: 0, apply: .revision)
    #expect(plans.next(metrics, .block) == .showAcknowledgment)
    #expect(
      PlansModel.screen(hasPlan: false, metrics, isLoading: true, hasError: true, strategy: .block) == .acknowledgment)
    _ = metrics.take(Self.row(1, acknowledged: true), asOf: 2, account: 0, apply: .revision)
    #expect(plans.next(metrics, .block) == .loadPlan)
    #expect(PlansModel.screen(hasPlan: false, metrics, isLoading: true, hasError: true, strategy: .block) == .spinner)
  }

  @Test func heldTakesByArrivalOrByRevision() {
    var version = VersionStamp()
    expect(version.take(5, account: 0, apply: .revision), true)
    expect(version.take(4, account: 0, apply: .revision), false)
    expect(version.take(5, account: 0, apply: .revision), true)
    expect(version.take(4, account: 0, apply: .arrival), true)
    expect(version.take(-1, account: 0, apply: .revision), true)
  }

  // MARK: Summary

  private static let summary = SummaryPayload(
    profile: Person.answers().profile, age: 34,
    targets: NutritionTargets(bmr: 1760, tdee: 2728, calories: 2228, protein: 176, water: 2800), estimatedWeeks: 10)

  @Test(arguments: zip(Generation.Summary.LateReply.allCases, [SummarySheet.shown, .hidden]))
  func summaryAfterContinue(_ lateReply: Generation.Summary.LateReply, sheet: SummarySheet) {
    var model = SummaryModel()
    let attempt = model.load()
    expect(model.leave(), false)
    expect(model.patienceEnded(attempt), true)
    expect(model.leave(), true)
    _ = model.receive(Self.summary, attempt: attempt, at: 5, lateReply: lateReply)
    #expect(model.sheet == sheet)
  }

  @Test func sectionsOpenAndClose() {
    var model = SummaryModel()
    expect(model.toggle(.bmr), nil)
    let attempt = model.load()
    _ = model.receive(Self.summary, attempt: attempt, at: 5, lateReply: .ignored)
    expect(model.toggle(.tdee), true)
    expect(model.toggle(.tdee), false)
    expect(model.toggle(.bmr), true)
    #expect(model.expanded.rawValue == 0b11)
  }

  // MARK: Edit

  @Test func rebaseKeepsWhatWasTyped() {
    var model = EditModel()
    model.open()
    model.fill(DietPreferences(dietaryPreferences: ["vegan", "halal"], allergies: ["nuts"]), revision: 3)
    var draft = EditDraft()
    draft.addDietaryPreference = "fish"
    draft.allergies = []
    model.type(draft)
    model.rebase(
      DietPreferences(dietaryPreferences: ["halal", "low salt"], allergies: ["nuts", "soy"], mealsPerDay: 5),
      revision: 9)
    let expected = DietPreferences(
      dietaryPreferences: ["halal", "low salt", "fish"], allergies: ["soy"], mealsPerDay: 5)
    #expect(model.form == expected)
    #expect(model.submission.revision == 9)
  }

  private static func generation(
    _ save: Generation.Profile.Save, _ preferences: Generation.Preferences.Save
  ) -> Generation {
    var generation = Generation.preset(.correct)
    generation.profile.save = save
    generation.prefs.save = preferences
    return generation
  }

  @Test func saveSendsTheFieldsOfTheForm() {
    var model = EditModel()
    model.open()
    model.fill(DietPreferences(dietaryPreferences: ["vegan"]), revision: 3)
    var draft = EditDraft()
    draft.dietaryPreferences = []
    model.type(draft)
    let cleared = model.submission
    #expect(cleared.preferences(.nonEmpty) == nil)
    #expect(
      cleared.requests(name: "Ann", Self.generation(.single, .full)) == [
        .updateProfile(
          ProfileUpdate(
            preferences: PreferencesUpdate(dietaryPreferences: [], allergies: [], mealsPerDay: 3, ifRevision: 3)))
      ])
    #expect(
      cleared.requests(name: "Ann", Self.generation(.sequential, .nonEmpty)) == [
        .updateBasicProfile(name: "Ann", email: nil)
      ])
    draft.currentWeight = 81
    model.type(draft)
    #expect(
      model.submission.requests(name: "Ann", Self.generation(.sequential, .full)).map(\.endpoint) == [
        .updateBasicProfile, .updateProfile, .updatePreferences,
      ])
  }

  // MARK: Photos

  private static func pick(_ number: Int32) -> PhotoPick {
    PhotoPick(item: PhotoItemID(number), contentType: .png, fileSize: 100, longerSide: 4096, isImage: true)
  }

  @Test func pickHasAtMostFivePhotosAndRefusesLargeOnes() {
    var model = PhotosModel()
    var picks = (0..<7).map { Self.pick($0) }
    picks[1].fileSize = 10_000_000
    picks[2].fileSize = 10_000_001
    picks[3].longerSide = 4097
    let items = model.pick(picks, intent: 1, maxBytes: 10_000_000)
    #expect(items.map(\.state) == [.selected, .selected, .invalid, .invalid, .selected])
    #expect(model.sendable.map(\.pick.item.rawValue) == [0, 1, 4])
  }

  @Test(arguments: zip(Generation.Photo.Clear.allCases, [[], [0, 1, 2], [1, 2]] as [[Int32]]))
  func clearingLeavesPhotosByStrategy(_ clear: Generation.Photo.Clear, left: [Int32]) {
    var model = PhotosModel()
    _ = model.pick((0..<3).map { Self.pick($0) }, intent: 1, maxBytes: 1000)
    model.setState(PhotoItemID(0), .uploaded)
    model.setState(PhotoItemID(1), .failed)
    let lost = model.clear(clear, of: 0)
    #expect(model.selection.map(\.pick.item.rawValue) == left)
    #expect(lost.map(\.rawValue) == (clear == .all ? [1, 2] : []))
  }

  @Test(arguments: [(Generation.Photo.Upload.sequential, 1), (.bounded(3), 3), (.unboundedParallel, 5)])
  func uploadStrategyDecidesTheNumberOfWorkers(_ upload: Generation.Photo.Upload, workers: Int) {
    var model = PhotosModel()
    let limit = PhotosModel.limit(upload)
    let items = model.pick((0..<5).map { Self.pick($0) }, intent: 1, maxBytes: 1000)
    let run = model.startRun(items, limit: limit)
    #expect(run.workers == workers)
    let more = model.enqueue(model.pick([Self.pick(9)], intent: 2, maxBytes: 1000), limit: limit)
    #expect(more?.workers == (upload == .unboundedParallel ? 1 : 0))
    var sent: [Int32] = []
    while let item = model.nextItem(of: run.number) { sent.append(item.pick.item.rawValue) }
    #expect(sent == [0, 1, 2, 3, 4, 9])
    for _ in 1..<(workers + (more?.workers ?? 0)) { expect(model.workerEnded(run.number), nil) }
    expect(model.workerEnded(run.number), 0)
    #expect(model.running == 0)
  }
}
