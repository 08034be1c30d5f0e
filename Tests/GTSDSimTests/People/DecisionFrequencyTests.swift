import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// People decide as often as their persona states, as seen in the taps on a scripted phone.
struct DecisionFrequencyTests {
  /// The result of one decision in a session: taken, not taken, or nil if the occasion did not arise.
  struct Evidence: Sendable, CustomTestStringConvertible {
    var decision: PersonDecision
    var verdict: @Sendable ([Rehearsal.Tap]) -> Bool?

    init(_ decision: PersonDecision, _ verdict: @escaping @Sendable ([Rehearsal.Tap]) -> Bool?) {
      self.decision = decision
      self.verdict = verdict
    }

    var testDescription: String { decision.name }
  }

  /// First sessions of 4,000 people, with likelier errands than by default so that there is enough to count.
  private static let sessions: [[Rehearsal.Tap]] = (0..<4_000 as Range<UInt32>).map { user in
    let person = PersonModel(user: user, seed: 11, horizon: .hours(4)) { persona in
      persona.decisions = DecisionFrequencyTests.decisions
    }
    return Rehearsal(person).taps.filter { $0.session == 1 }
  }

  private static let decisions: Decisions = {
    var decisions = Decisions()
    decisions.tabBurst = 0.2
    decisions.editPreferences = 0.4
    decisions.deleteHealthData = 0
    decisions.editProfile = 0
    decisions.useSecondDevice = 0
    decisions.switchAccount = 0
    decisions.doubleTapComplete = 0.2
    decisions.doubleTapAcknowledge = 0.2
    decisions.addDuringUpload = 0.3
    decisions.uploadPhotos = 0.3
    decisions.typeDuringSave = 0.3
    decisions.completeTask = 0.4
    decisions.filterTasks = 0.3
    decisions.deletePhoto = 0.4
    decisions.exportData = 0.2
    return decisions
  }()

  static let evidence: [Evidence] = [
    Evidence(.abandonOnboarding) { $0.has(.signUp) ? $0.has(.abandonOnboarding) : nil },
    Evidence(.skipOnboarding) { $0.has(.abandonOnboarding) ? nil : $0.has(.skipOnboarding) },
    Evidence(.doubleTapComplete) { taps in
      let answers = taps.prefix { $0.action.kind != .completeProfile }
        .count { [.completeOnboarding, .skipOnboarding].contains($0.action.kind) }
      return answers == 0 ? nil : answers == 2
    },
    Evidence(.expandSummary) { $0.has(.exitSummary) ? $0.has(.expandSummary) : nil },
    Evidence(.readSummaryToEnd) { taps in
      for tap in taps { if case .scrollSummary(let depth) = tap.action { return depth == 100 } }
      return nil
    },
    Evidence(.exitSummaryByButton) { $0.summaryExit.map { $0 == .getStartedButton } },
    Evidence(.exitSummaryBySwipe) { taps in
      guard let exit = taps.summaryExit, exit != .getStartedButton else { return nil }
      return exit == .swipeDismiss
    },
    Evidence(.followCard) { taps in
      taps.contains { $0.before.cardVisible } && !taps.has(.completeProfile) && taps.before(.plans, .reviewCard)
        ? taps.has(.reviewCard) : nil
    },
    Evidence(.completeProfile) { $0.has(.skipOnboarding) ? $0.has(.completeProfile) : nil },
    Evidence(.maybeLater) { $0.has(.skipOnboarding) && !$0.has(.completeProfile) ? $0.has(.maybeLater) : nil },
    Evidence(.finishProfile) { taps in
      taps.has(.completeProfile) ? taps.has(.completeOnboarding) : nil
    },
    Evidence(.acknowledge) { taps in
      // A burst may pass Plans without a look.
      taps.contains { $0.before.plans == .acknowledgment && $0.before.tab == .plans } && !taps.bursts
        ? taps.has(.acknowledge) : nil
    },
    Evidence(.doubleTapAcknowledge) { taps in
      taps.has(.acknowledge) ? taps.count { $0.action.kind == .acknowledge } == 2 : nil
    },
    Evidence(.background) { $0.onTabs ? $0.has(.background) : nil },
    Evidence(.pullToRefresh) { $0.onTabs ? $0.homePulls > 0 : nil },
    Evidence(.pullDuringLoad) { $0.homePulls > 0 ? $0.homePulls == 2 : nil },
    Evidence(.visitStreaks) { taps in
      // A burst may pass Streaks as well.
      taps.onTabs && !taps.bursts ? taps.has(tab: .streaks) : nil
    },
    Evidence(.tabBurst) { $0.onTabs ? $0.bursts : nil },
    Evidence(.editPreferences) { $0.onTabs ? $0.has(.saveEdit) : nil },
    Evidence(.typeDuringSave) { taps in
      taps.has(.saveEdit) ? taps.count { $0.action.kind == .typeEdit } == 2 : nil
    },
    Evidence(.uploadPhotos) { $0.onTabs ? $0.has(.pickPhotos) : nil },
    Evidence(.addDuringUpload) { taps in
      taps.has(.pickPhotos) ? taps.count { $0.action.kind == .pickPhotos } == 2 : nil
    },
    Evidence(.completeTask) { $0.onTabs ? $0.has(.completeTask) : nil },
    Evidence(.filterTasks) { $0.has(.completeTask) ? $0.has(.filterTasks) : nil },
    Evidence(.deletePhoto) { $0.has(.pickPhotos) ? $0.has(.deletePhoto) : nil },
    Evidence(.exportData) { $0.onTabs ? $0.has(.exportData) : nil },
  ]

  @Test(arguments: evidence)
  func frequencyMatchesProbability(_ evidence: Evidence) {
    let verdicts = Self.sessions.compactMap(evidence.verdict)
    var persona = Persona(name: "test")
    persona.decisions = Self.decisions
    let probability = evidence.decision.probability(in: persona)
    let hits = verdicts.count { $0 }
    #expect(verdicts.count > 100)
    #expect(
      isPlausible(hits, of: verdicts.count, probability: probability),
      "\(hits) of \(verdicts.count) against \(probability)")
  }

  @Test func continuesAfterTheWait() {
    var phone = ScriptedPhone()
    phone.slowSummary = true
    var atOnce = 0
    var offered = 0
    for user: UInt32 in 0..<2_000 {
      let person = PersonModel(user: user, horizon: .hours(1)) {
        $0.decisions.skipOnboarding = 0
        $0.decisions.abandonOnboarding = 0
        $0.timings.patience = .constant(100)
      }
      let taps = Rehearsal(person, phone: phone).taps
      guard let answer = taps.last(where: { $0.action.kind == .completeOnboarding }),
        let continued = taps.first(where: { $0.action.kind == .continueSummary })
      else { continue }
      offered += 1
      if continued.time - answer.time < 50_000_000_000 { atOnce += 1 }
    }
    #expect(offered == 2_000)
    #expect(isPlausible(atOnce, of: offered, probability: 0.7))
  }

  @Test func retriesFailuresWithTheSameIntent() {
    var phone = ScriptedPhone()
    phone.fails = true
    var failures = 0
    var retries = 0
    for user: UInt32 in 0..<2_000 {
      let person = PersonModel(user: user, horizon: .minutes(30)) {
        $0.decisions.skipOnboarding = 0
        $0.decisions.abandonOnboarding = 0
        $0.decisions.doubleTapComplete = 0
      }
      let answers = Rehearsal(person, phone: phone).taps.filter { $0.action.kind == .completeOnboarding }
      guard let first = answers.first else { continue }
      failures += 1
      if answers.count > 1, answers[1].session == first.session { retries += 1 }
      #expect(Set(answers.filter { $0.session == first.session }.map(\.intent)).count == 1)
    }
    #expect(isPlausible(retries, of: failures, probability: 0.6))
  }

  @Test("A person who picks too many photos removes one instead of adding more", arguments: [5, 7])
  func tooManyPhotosArePutBack(count: Int) {
    var (added, removed) = (0, 0)
    for user: UInt32 in 0..<200 {
      let person = PersonModel(user: user, horizon: .hours(1)) {
        $0.decisions.uploadPhotos = 1
        $0.decisions.addDuringUpload = 1
        $0.decisions.invalidPhoto = 0
        $0.decisions.photoCountWeights = (1...7).map { $0 == count ? 1 : 0 }
      }
      let taps = Rehearsal(person).taps
      removed += taps.count { $0.action.kind == .removePhoto }
      added += taps.count { if case .pickPhotos(let picks) = $0.action { picks.count == 1 } else { false } }
    }
    #expect(count > 5 ? removed > 50 && added == 0 : removed == 0 && added > 50)
  }

  @Test("A deletion of a photo that failed is tried again at most three times", arguments: [true, false])
  func failedDeletionsAreRetried(fails: Bool) {
    var phone = ScriptedPhone()
    phone.refusesDeletions = fails
    let deleted = Self.deletions(on: phone) { $0.retryPhoto = 1 }.map { $0.filter { $0.session == 1 }.map(\.index) }
    #expect(deleted.allSatisfy { Set($0).count <= 1 })
    #expect(deleted.map(\.count).max() == (fails ? 4 : 1))
  }

  @Test("Some of those who put a failed photo back look at the stored ones", arguments: [0, 1] as [Probability])
  func storedPhotosAreLookedAt(looks: Probability) {
    var phone = ScriptedPhone()
    (phone.answered, phone.complete) = ([true, true], [true, true])
    (phone.fails, phone.storedPhotos) = (true, 3)
    let deleted = Self.deletions(on: phone) { ($0.retryPhoto, $0.lookAgain) = (0, looks) }
    #expect(deleted.contains { !$0.isEmpty } == (looks == 1))
  }

  /// The photos that each of 50 people deletes who upload photos, by session and place in the list.
  private static func deletions(
    on phone: ScriptedPhone, _ adapt: (inout Decisions) -> Void
  ) -> [[(session: Int, index: Int)]] {
    (0..<50 as Range<UInt32>).map { user in
      let person = PersonModel(user: user, horizon: .hours(1)) {
        ($0.decisions.abandonOnboarding, $0.decisions.uploadPhotos, $0.decisions.deletePhoto) = (0, 1, 1)
        adapt(&$0.decisions)
      }
      return Rehearsal(person, phone: phone).taps.compactMap {
        if case .deletePhoto(let index) = $0.action { (Int($0.session), index) } else { nil }
      }
    }
  }

  @Test func photosComeInTheStatedNumbers() {
    let weights = Decisions().photoCountWeights
    var counts = [Int](repeating: 0, count: weights.count)
    for user: UInt32 in 0..<2_000 {
      let person = PersonModel(user: user, horizon: .hours(1)) {
        $0.decisions.uploadPhotos = 1
        $0.decisions.abandonOnboarding = 0
        $0.decisions.skipOnboarding = 0
      }
      for tap in Rehearsal(person).taps {
        if case .pickPhotos(let picks) = tap.action {
          counts[picks.count - 1] += 1
          break
        }
      }
    }
    let trials = counts.reduce(0, +)
    #expect(trials > 1_900)
    for (count, weight) in zip(counts, weights) {
      #expect(isPlausible(count, of: trials, probability: weight / 100))
    }
  }

  @Test func personSignsUpAnewAfterDeletingTheAccount() {
    var deleted = 0
    for user: UInt32 in 0..<200 {
      let person = PersonModel(user: user, horizon: .days(3)) {
        $0.decisions.deleteAccount = 1
        $0.decisions.abandonOnboarding = 0
      }
      let taps = Rehearsal(person).taps
      guard let first = taps.firstIndex(where: { $0.action.kind == .deleteAccount }) else { continue }
      deleted += 1
      let later = taps[(first + 1)...].filter { $0.session > taps[first].session }
      #expect(taps[(first + 1)...].allSatisfy { $0.session > taps[first].session || $0.action.kind == .terminate })
      guard let signIn = later.first(where: { [.signUp, .logIn].contains($0.action.kind) }) else { continue }
      #expect(signIn.action.kind == .signUp)
      #expect(later.contains { [.completeOnboarding, .skipOnboarding].contains($0.action.kind) })
    }
    #expect(deleted == 200)
  }

  @Test func aDeletionThatFailsIsTriedAgain() {
    var person = PersonModel(user: 1) { $0.decisions.retryAfterError = 1 }
    person.draws.beginSession()
    person.state = .deletionJudged
    person.notes.attempts = 1
    var view = PhoneSketch()
    view.place = .tabs
    view.isForeground = true
    view.tab = .profile
    person.registered = 1
    guard case .use(_, let tap?, _) = person.next(view.screen, now: 1) else {
      Issue.record("no tap")
      return
    }
    #expect(tap.action.kind == .deleteAccount)
    #expect(person.registered == 1)
  }

  @Test func visitorsPullTheirTabAsOftenAsStated() {
    var (visits, pulls) = (0, 0)
    for user: UInt32 in 0..<2_000 {
      let person = PersonModel(user: user, horizon: .hours(1)) {
        $0.decisions.abandonOnboarding = 0
        $0.decisions.visitStreaks = 1
        $0.decisions.tabBurst = 0
        $0.decisions.pullElsewhere = 0.3
      }
      let taps = Rehearsal(person).taps.filter { $0.session == 1 }
      guard taps.has(tab: .streaks) else { continue }
      visits += 1
      if taps.contains(where: { $0.action.kind == .pullToRefresh && $0.before.tab == .streaks }) { pulls += 1 }
    }
    #expect(visits > 1_000)
    #expect(isPlausible(pulls, of: visits, probability: 0.3), "\(pulls) of \(visits)")
  }

  @Test("People return once to photos and forms that they left while these were sent, a third of them to the same task")
  func returnsToWhatIsBeingSent() {
    var phone = ScriptedPhone()
    phone.isSlow = true
    var (left, returned, formsLeft, formsReturned, toSame) = (0, 0, 0, 0, 0)
    for user: UInt32 in 0..<1_000 {
      let person = PersonModel(user: user, horizon: .hours(1)) {
        $0.decisions.abandonOnboarding = 0
        $0.decisions.uploadPhotos = 1
        $0.decisions.editPreferences = 1
        $0.decisions.lookAgain = 0.4
      }
      let taps = Rehearsal(person, phone: phone).taps.filter { $0.session == 1 }
      let opened = taps.compactMap { if case .openPhotos(let task) = $0.action { task } else { nil } }
      if taps.contains(where: { $0.action.kind == .closePhotos && $0.before.isUploading }) {
        left += 1
        if opened.count > 1 { returned += 1 }
        if opened.count > 1, Set(opened).count == 1 { toSame += 1 }
      }
      if taps.contains(where: { $0.action.kind == .closeEdit && $0.before.isSaving }) {
        formsLeft += 1
        if taps.count(where: { $0.action.kind == .openEdit }) > 1 { formsReturned += 1 }
      }
      #expect(opened.count <= 2)
    }
    #expect(left > 500 && formsLeft > 500)
    #expect(isPlausible(returned, of: left, probability: 0.4), "\(returned) of \(left)")
    #expect(isPlausible(formsReturned, of: formsLeft, probability: 0.4), "\(formsReturned) of \(formsLeft)")
    #expect(isPlausible(toSame, of: returned, probability: 1.0 / 3), "\(toSame) of \(returned)")
  }

  @Test("People go back from a step of onboarding once, and enter something else there")
  func correctsAnswers() {
    var (corrected, changed) = (0, 0)
    for user: UInt32 in 0..<1_000 {
      let person = PersonModel(user: user, horizon: .hours(1)) {
        $0.decisions.abandonOnboarding = 0
        $0.decisions.skipOnboarding = 0
        $0.decisions.correctAnswers = 0.3
      }
      let taps = Rehearsal(person, phone: ScriptedPhone()).taps.filter { $0.session == 1 }
      let entered = taps.compactMap { if case .nextStep(let answers) = $0.action { answers.request } else { nil } }
      let backs = taps.count { $0.action.kind == .previousStep }
      #expect(backs <= 1 && entered.count == 4 + backs)
      corrected += backs
      if entered.first != entered.last { changed += 1 }
    }
    // At each of three steps.
    #expect(isPlausible(corrected, of: 1_000, probability: 1 - 0.7 * 0.7 * 0.7), "\(corrected)")
    #expect(changed == corrected)
  }

  @Test("People leave the app open between sessions, and for a moment with a filled form")
  func leavesAppOpen() {
    var (left, ended, interrupted, filled) = (0, 0, 0, 0)
    for user: UInt32 in 0..<300 {
      let person = PersonModel(user: user, horizon: .days(4)) {
        $0.decisions.leaveOpen = 0.5
        $0.decisions.editPreferences = 0.5
        $0.decisions.background = 0
      }
      let taps = Rehearsal(person, phone: ScriptedPhone()).taps
      var sessions: Set<UInt32> = []
      for (place, tap) in taps.enumerated().dropLast() {
        let next = taps[place + 1]
        if tap.session != next.session {
          ended += 1
          if tap.action.kind == .background { left += 1 }
          #expect((tap.action.kind == .background) == (next.action.kind == .foreground))
        } else if tap.action.kind == .typeEdit, sessions.insert(tap.session).inserted {
          filled += 1
          if next.action.kind == .background { interrupted += 1 }
        }
      }
    }
    #expect(isPlausible(left, of: ended, probability: 0.5), "\(left) of \(ended)")
    #expect(filled > 100 && isPlausible(interrupted, of: filled, probability: 0.5), "\(interrupted) of \(filled)")
  }

  @Test("One in twenty photos that are picked beside another is a copy of it")
  func photosAreCopies() {
    var (beside, copies) = (0, 0)
    for user: UInt32 in 0..<2_000 {
      let person = PersonModel(user: user, horizon: .hours(1)) {
        $0.decisions.abandonOnboarding = 0
        $0.decisions.uploadPhotos = 1
      }
      for tap in Rehearsal(person, phone: ScriptedPhone()).taps {
        guard case .pickPhotos(let picks) = tap.action else { continue }
        for (last, next) in zip(picks, picks.dropFirst()) {
          beside += 1
          if last.fileSize == next.fileSize, last.contentType == next.contentType { copies += 1 }
        }
      }
    }
    #expect(beside > 500)
    #expect(isPlausible(copies, of: beside, probability: 0.05), "\(copies) of \(beside)")
  }

  @Test func editsOfOtherFieldsChangeEachOfThem() {
    let view = PhoneSketch.form(DietPreferences(dietaryPreferences: [], allergies: ["milk"], mealsPerDay: 3))
    let drafts = (0..<3_000 as Range<UInt32>).map { user in
      var person = PersonModel(user: user) {
        $0.decisions.clearPreferences = 0
        $0.decisions.editOtherFields = 0.5
      }
      person.draws.beginSession()
      return person.preferencesDraft(for: view.screen)
    }
    let plain = drafts.count { $0.allergies == nil && $0.mealsPerDay == nil && $0.name == nil }
    #expect(isPlausible(plain, of: drafts.count, probability: 0.5))
    #expect(drafts.contains { $0.allergies == [] } && drafts.contains { $0.allergies?.count == 2 })
    let meals = drafts.compactMap(\.mealsPerDay)
    #expect(Set(meals.filter { $0 <= 10 }) == Set(1...10).subtracting([3]))
    #expect(isPlausible(meals.count { $0 > 10 }, of: meals.count, probability: 0.1))
    #expect(Set(drafts.compactMap(\.name)).count == Body.names.count)
    #expect(drafts.contains { $0.addDietaryPreference != nil && $0.allergies != nil && $0.mealsPerDay != nil })
    #expect(drafts.allSatisfy { $0 != EditDraft() })
  }

  @Test("One in ten other measures is mistyped so that the server refuses it")
  func measuresAreMistyped() {
    let drafts = (0..<3_000 as Range<UInt32>).map { user in
      var person = PersonModel(user: user) { $0.decisions.editOtherFields = 1 }
      person.draws.beginSession()
      // The first edit fills in what a skipped onboarding has left out.
      _ = person.bodyDraft()
      return person.bodyDraft()
    }
    let refused = drafts.filter { draft in
      let update = ProfileUpdate(
        dateOfBirth: draft.dateOfBirth, height: draft.height, currentWeight: draft.currentWeight,
        targetDate: draft.targetDate)
      return !ProfileValidation.update(update, now: WorldCalendar.epoch).isEmpty
    }
    #expect(isPlausible(refused.count, of: drafts.count, probability: 0.1))
    #expect(refused.contains { $0.currentWeight != nil } && refused.contains { $0.height != nil })
    #expect(refused.contains { $0.dateOfBirth != nil } && refused.contains { $0.targetDate != nil })
  }

  @Test func onlyExistingValuesAreCleared() {
    var cleared = 0
    var edits = 0
    for user: UInt32 in 0..<3_000 {
      let view = PhoneSketch.form(DietPreferences(dietaryPreferences: ["vegan"], allergies: [], mealsPerDay: 3))
      var person = PersonModel(user: user)
      person.draws.beginSession()
      edits += 1
      if person.preferencesDraft(for: view.screen).dietaryPreferences == [] { cleared += 1 }
      #expect(person.preferencesDraft(for: Screen()).dietaryPreferences == nil)
    }
    #expect(isPlausible(cleared, of: edits, probability: 0.15))
  }
}

extension [Rehearsal.Tap] {
  fileprivate func has(_ kind: PersonAction) -> Bool { contains { $0.action.kind == kind } }

  fileprivate func has(tab: Tab) -> Bool {
    contains { if case .openTab(tab) = $0.action { true } else { false } }
  }

  fileprivate var homePulls: Int { count { $0.action.kind == .pullToRefresh && $0.before.tab == .home } }

  fileprivate var onTabs: Bool { contains { $0.before.place == .tabs } && !has(.abandonOnboarding) }

  fileprivate var summaryExit: SummaryExit? {
    for tap in self { if case .exitSummary(let exit) = tap.action { return exit } }
    return nil
  }

  /// Whether three tabs were opened within seconds of each other.
  fileprivate var bursts: Bool {
    let opens = filter { $0.action.kind == .openTab }.map(\.time)
    return zip(opens, opens.dropFirst(2)).contains { $1 - $0 < 2_500_000_000 }
  }

  /// Whether the card was visible before the person opened the tab.
  fileprivate func before(_ tab: Tab, _ kind: PersonAction) -> Bool {
    for tap in self {
      if tap.action.kind == kind { return true }
      if case .openTab(tab) = tap.action { return tap.before.cardVisible || has(kind) }
      if tap.before.cardVisible { return true }
    }
    return false
  }
}
