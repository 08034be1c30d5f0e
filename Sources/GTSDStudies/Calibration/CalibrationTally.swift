import GTSDLogs
import GTSDModel
import GTSDWorld
import Statistics

/// The data that the fit needs from an event log: counts, moments and censoring times, added up person by person.
struct CalibrationTally: Sendable {
  /// A decision whose share is estimated: of the occasions, how many ended with the decision. An occasion counts when
  /// the decision's event occurs, or after an hour without it.
  enum Rate: Int, CaseIterable {
    case skip, completeAfterAbandon, expandSummary, readSummary, exitByButton, exitBySwipe, dismiss, maybeLater
    case finishProfile, streaks, tasks, profile, plans, burst, secondDevice, preferences, bodies, clear, photos, visitor
    /// The trials of `bodies` while the lists are empty.
    case bareBodies
    /// A save of preferences or of the body while the previous lists are unknown.
    case firstSave
    // Counts per person, in addition to the times of the same occasions. They show the spread between people.
    case answered, followed, acknowledged, completedProfile, sameDay
  }

  /// A time until an event that some people never have.
  enum Time: Int, CaseIterable {
    case answer, follow, acknowledge, completeProfile, gap, dwell
  }

  /// The days after sign-up that a person used, and those that were observed completely. Bit n is day n, up to 63.
  struct Days: Sendable {
    var used: UInt64 = 0
    var observed: UInt64 = 0
    /// The last day, which was observed only in part.
    var part: Part?

    /// A day that was observed only in part.
    struct Part: Sendable {
      var day: Int
      /// The share of the day's usual activity that had passed. It is the probability that a person who uses the app on
      /// this day has already come.
      var share: Double
      var isUsed: Bool
    }
  }

  private(set) var rates = [ClusteredRate](repeating: ClusteredRate(), count: Rate.allCases.count)
  private(set) var times = [DefectiveLogNormal.Sample](
    repeating: DefectiveLogNormal.Sample(), count: Time.allCases.count)
  /// The seconds from the appearance of Home to the first tap on a card, in sessions of sign-up.
  private(set) var firstTaps: [Double] = []
  private(set) var days: [Days] = []
  /// The first events of people who signed up within the log, in milliseconds after its first midnight.
  private(set) var arrivals: [Int64] = []
  /// The outcomes of first occasions by the day of sign-up.
  private(set) var firsts = FirstOccasions()
  private(set) var sessions = 0
  private(set) var peopleWithoutSignUp = 0
  /// The time that a request takes, in seconds, measured at people who skip onboarding; nil for too few of them.
  let requestSeconds: Double?
  let hasLaunches: Bool
  /// The evidence by which phones are distinguished.
  private let phones: PhoneEvidence
  let hasSignUps: Bool
  let hasTabs: Bool

  /// The counts by person that distinguish kinds of people.
  private(set) var units: PersonCounts
  /// The number of features of a unit: every rate, and the days on which a person came.
  static let features = Rate.allCases.count + 1

  /// The log. It is held only while it is being counted, since it may have a million events.
  private var log: EventLog
  /// The time that a session continues after its last event, in milliseconds, if that event is the appearance of a tab.
  private let tail: Int64
  /// The occasions of the present person.
  private var own = [(successes: Int, trials: Int)](repeating: (0, 0), count: Rate.allCases.count)
  /// The outcomes of the present person's first occasions within 24 hours of sign-up.
  private var ownFirsts = [Bool?](repeating: nil, count: Rate.allCases.count)
  private var isFirstDay = false

  /// The time after which every action of a session is decided, one hour. Occasions that began less than an hour before
  /// the end are left out.
  static let window = Milliseconds.hour

  subscript(_ rate: Rate) -> ClusteredRate { rates[rate.rawValue] }
  subscript(_ time: Time) -> DefectiveLogNormal.Sample { times[time.rawValue] }

  /// Adds up a log.
  ///
  /// - Parameter tabDwell: the median time on a tab in seconds, which the end of a session does not show.
  init(_ log: EventLog, tabDwell: Double) {
    self.log = log
    units = PersonCounts(log)
    tail = Int64(tabDwell * 1_000)
    hasLaunches = log.has(.launched)
    hasSignUps = log.has(.signedUp)
    hasTabs = log.has(.tabChanged)
    phones = PhoneEvidence((0..<log.users).lazy.map { log.events(of: $0) })
    requestSeconds = Self.requestSeconds(log)
    for user in 0..<log.users { fold(user) }
    self.log = EventLog([], users: 0)
  }

  /// The median time from sign-up to the success of a skip. People skip at once, so all of it is the request.
  private static func requestSeconds(_ log: EventLog) -> Double? {
    var delays: [Int64] = []
    for user in 0..<log.users {
      var signedUp: Int64?
      for event in log.events(of: user) {
        if event.name == .signedUp { signedUp = event.time }
        if event.name == .skipped, let begin = signedUp ?? signUp(log.events(of: user)) {
          if abs(event.time - begin) < 10_000 { delays.append(event.time - begin) }
          break
        }
        if event.name == .onboarded || event.name == .launched, signedUp != nil { break }
      }
    }
    // If some people skip before they have signed up, the difference shows only the errors of the clocks.
    guard delays.count >= 20, delays.count(where: { $0 < 0 }) * 50 <= delays.count else { return nil }
    delays.sort()
    return Double(delays[delays.count / 2]) / 1_000
  }

  /// The first sign-up of a person, even if a wrong clock puts it after other events.
  private static func signUp(_ events: ArraySlice<ObservedEvent>) -> Int64? {
    events.first { $0.name == .signedUp }?.time
  }

  private mutating func fold(_ user: Int) {
    let sessions = ObservedSession.sessions(of: log.events(of: user), hasLaunches: hasLaunches, evidence: phones)
    self.sessions += sessions.count
    var state = PersonState()
    let begin = hasSignUps ? Self.signUp(log.events(of: user)) : nil
    for session in sessions {
      isFirstDay = begin.map { (0..<Milliseconds.day).contains(session.start - $0 + Milliseconds.minute) } ?? false
      foldOnboarding(session, &state)
      foldSummaries(session)
      foldCards(session)
      foldAcknowledgment(session)
      foldErrands(session, state)
      foldSaves(session, &state)
      if session.onboarded != nil || session.hasVisitor || session.usesSecondDevice { state.listed = nil }
      if session.hasVisitor { state.hadVisitor = true }
    }
    isFirstDay = false
    if let begin, begin + Milliseconds.day + Self.window <= log.end {
      firsts.add(day: Int((begin - log.firstMidnight) / Milliseconds.day), ownFirsts)
    }
    for index in ownFirsts.indices { ownFirsts[index] = nil }
    let before = days.count
    foldReturns(sessions)
    var unit = BinomialMixture.Unit()
    for index in own.indices where own[index].trials > 0 {
      let (successes, trials) = own[index]
      rates[index].add(successes: successes, of: trials)
      unit.counts.append(.init(feature: index, successes: Double(successes), failures: Double(trials - successes)))
      own[index] = (0, 0)
    }
    if days.count > before, let last = days.last {
      let used = Double(last.used.nonzeroBitCount)
      var (returned, stayed) = (used, Double(last.observed.nonzeroBitCount) - used)
      if let part = last.part, part.isUsed { returned += 1 } else { stayed += last.part?.share ?? 0 }
      unit.counts.append(.init(feature: own.count, successes: returned, failures: stayed))
    }
    units.append(unit)
  }

  /// The facts from a person's earlier sessions that decide how later ones are counted.
  private struct PersonState {
    var hasSignedUp = false
    var isAnswered = false
    /// Whether the person left onboarding in the session of sign-up without an error.
    var hasAbandoned = false
    /// The number of entries in the preference lists at the last save; nil before the first.
    var listed: Int32?
    var hadVisitor = false
  }

  private mutating func count(_ rate: Rate, _ success: Bool) {
    if isFirstDay, own[rate.rawValue].trials == 0 { ownFirsts[rate.rawValue] = success }
    own[rate.rawValue].trials += 1
    if success { own[rate.rawValue].successes += 1 }
  }

  private mutating func note(_ time: Time, _ rate: Rate?, event seconds: Double) {
    times[time.rawValue].add(event: seconds)
    if let rate { count(rate, true) }
  }

  /// Records an event and the time since its cause. If clocks put the event before its cause, which is impossible, only
  /// the event is counted.
  private mutating func note(_ time: Time, _ rate: Rate, at instant: Int64, since begin: Int64) {
    if instant > begin { return note(time, rate, event: Double(instant - begin) / 1_000) }
    times[time.rawValue].addUntimed()
    count(rate, true)
  }

  private mutating func note(_ time: Time, _ rate: Rate?, censored milliseconds: Double) {
    times[time.rawValue].add(censored: milliseconds / 1_000)
    if let rate, milliseconds.isInfinite || milliseconds >= Double(Self.window) { count(rate, false) }
  }

  private func isSettled(_ instant: Int64) -> Bool { instant <= log.end - Self.window }

  // MARK: One session

  private mutating func foldOnboarding(_ session: ObservedSession, _ state: inout PersonState) {
    defer {
      if session.signedUp != nil { state.hasSignedUp = true }
      if session.onboarded != nil || session.skipped != nil { state.isAnswered = true }
      if !hasSignUps { state.isAnswered = true }
    }
    // A person whose sign-up is not in the log answered long ago, or never. Without evidence of the latter, the former
    // is assumed.
    guard hasSignUps else { return }
    guard let begin = session.signedUp, !state.hasSignedUp else {
      if !state.hasSignedUp { state.isAnswered = true }
      if state.hasAbandoned, !state.isAnswered, hasLaunches, isSettled(session.start) {
        count(.completeAfterAbandon, session.onboarded != nil)
      }
      return
    }
    guard !session.onboardingFailed else { return }
    let exposure = session.exposure(since: begin, end: log.end)
    // A person who skips may complete the profile later in the session.
    let skips = session.skipped.map { $0 < session.onboarded ?? .max } ?? false
    if exposure >= 60_000 { count(.skip, skips) }
    if skips { return }
    if let end = session.onboarded {
      note(.answer, .answered, event: max(0.001, Double(end - begin) / 1_000 - (requestSeconds ?? 0)))
    } else {
      note(.answer, .answered, censored: exposure)
      state.hasAbandoned = session.next != nil
    }
  }

  private mutating func foldSummaries(_ session: ObservedSession) {
    for summary in session.summaries {
      // A section can be expanded as soon as the summary is shown.
      if summary.viewed <= log.end - 10_000 { count(.expandSummary, summary.expanded) }
      if let read = summary.read { count(.readSummary, read) }
      guard let exit = summary.exit else {
        if session.next == nil { note(.dwell, nil, censored: Double(log.end - summary.viewed)) }
        continue
      }
      note(.dwell, nil, event: Double(max(1, summary.shown)) / 1_000)
      count(.exitByButton, exit == .getStartedButton)
      if exit != .getStartedButton { count(.exitBySwipe, exit == .swipeDismiss) }
    }
  }

  private mutating func foldCards(_ session: ObservedSession) {
    // Nobody has time to decide about cards that are shown during a burst of tab switches.
    guard !session.hasVisitor, !session.hasBurst else { return }
    let home = session.skipped ?? session.onboarded
    if let viewed = session.cardViewed, !session.usesSecondDevice {
      if let tap = session.cardReviewed {
        note(.follow, .followed, at: tap, since: viewed)
      } else {
        note(.follow, .followed, censored: session.exposure(since: viewed, end: log.end))
        if isSettled(viewed) { count(.dismiss, session.cardDismissed != nil) }
      }
      if let left = session.summaries.last, left.exit != nil, session.signedUp != nil, session.skipped == nil,
        let tap = [session.cardReviewed, session.cardDismissed].compactMap(\.self).min()
      {
        addFirstTap(tap, after: left.viewed + Int64(left.shown), session)
      }
    }
    guard let viewed = session.zeroStateViewed else { return }
    if let tap = session.zeroStateFollowed {
      note(.completeProfile, .completedProfile, at: tap, since: viewed)
      if isSettled(tap) { count(.finishProfile, session.onboarded.map { $0 > tap } ?? false) }
    } else {
      note(.completeProfile, .completedProfile, censored: session.exposure(since: viewed, end: log.end))
      if isSettled(viewed) { count(.maybeLater, session.zeroStateDeclined != nil) }
    }
    if let home, home == session.skipped, session.signedUp != nil,
      let tap = [session.zeroStateFollowed, session.zeroStateDeclined].compactMap(\.self).min()
    {
      addFirstTap(tap, after: home, session)
    }
  }

  /// Adds a first tap, if Home was on screen all the time and the tapped card was visible before the person can have
  /// looked.
  private mutating func addFirstTap(_ tap: Int64, after home: Int64, _ session: ObservedSession) {
    let viewed = session.zeroStateViewed ?? session.cardViewed ?? tap
    guard tap > home, viewed <= home + 500, session.firstTab.map({ $0 >= tap }) ?? true, isSettled(home) else { return }
    firstTaps.append(Double(tap - home) / 1_000)
  }

  private mutating func foldAcknowledgment(_ session: ObservedSession) {
    guard let viewed = session.cardViewed, !session.usesSecondDevice, !session.hasVisitor, !session.hasBurst else {
      return
    }
    let entries = [session.cardReviewed, session.plansOpened].compactMap(\.self)
    guard let entry = entries.min() else { return }
    if let done = [session.acknowledged, session.acknowledgeFailed].compactMap(\.self).min() {
      // Plans reads the metrics when it is opened, and the tap sends a request.
      let waiting = 2 * (requestSeconds ?? 0)
      if done > entry {
        note(.acknowledge, .acknowledged, event: max(0.1, Double(done - entry) / 1_000 - waiting))
      } else {
        note(.acknowledge, .acknowledged, at: done, since: entry)
      }
    } else if entry >= viewed {
      note(.acknowledge, .acknowledged, censored: session.exposure(since: entry, end: log.end))
    }
  }

  private mutating func foldErrands(_ session: ObservedSession, _ state: PersonState) {
    guard session.isWhole, hasLaunches, state.isAnswered, isSettled(session.start) else { return }
    // Only the first visit contains the sign-up; later visits contain none.
    if hasSignUps, !state.hadVisitor { count(.visitor, session.hasVisitor) }
    guard !session.hasVisitor else { return }
    count(.secondDevice, session.usesSecondDevice)
    guard !session.usesSecondDevice else { return }
    count(.photos, session.photos > 0)
    guard hasTabs else { return }
    count(.burst, session.hasBurst)
    guard !session.hasBurst else { return }
    count(.streaks, session.showed(.streaks))
    if session.photos == 0 { count(.tasks, session.showed(.tasks)) }
    if session.saves.isEmpty, !session.savingFailed { count(.profile, session.showed(.profile)) }
    if session.cardReviewed == nil { count(.plans, session.showed(.plans)) }
  }

  private mutating func foldSaves(_ session: ObservedSession, _ state: inout PersonState) {
    guard session.isWhole, !session.hasVisitor, !session.usesSecondDevice else { return }
    let isCounted = hasLaunches && isSettled(session.start)
    // Completing the profile may also set the lists, so it is unknown what a save in that session changed.
    guard session.onboarded == nil, state.listed != nil else {
      let isSaved = !session.saves.isEmpty
      if isCounted, state.isAnswered, isSaved || !session.savingFailed { count(.firstSave, isSaved) }
      if session.onboarded == nil { foldLists(session, &state) }
      return
    }
    // Some apps report a save of weight or goal as one of preferences, with the lists of the previous save.
    let body = state.listed == 0 ? Rate.bareBodies : .bodies
    let (edits, others) = foldLists(session, &state)
    guard isCounted else { return }
    // A failed save does not say which form it belongs to.
    if !session.savingFailed || edits > 0 { count(.preferences, edits > 0) }
    if !session.savingFailed || others > 0 { count(body, others > 0) }
  }

  /// Counts saves whose lists differ from the previous ones, and saves whose lists are equal.
  @discardableResult
  private mutating func foldLists(_ session: ObservedSession, _ state: inout PersonState) -> (edits: Int, others: Int) {
    var (edits, others) = (0, 0)
    for listed in session.saves {
      if let before = state.listed {
        if listed == before { others += 1 } else { edits += 1 }
        if listed != before, before > 0 { count(.clear, listed == 0) }
      }
      state.listed = listed
    }
    return (edits, others)
  }

  // MARK: Coming back

  private mutating func foldReturns(_ sessions: [ObservedSession]) {
    guard let first = sessions.first else { return }
    guard hasLaunches, first.isWhole, first.signedUp != nil else {
      peopleWithoutSignUp += 1
      return
    }
    let day = Milliseconds.day
    let arrival = first.start
    arrivals.append(arrival - log.firstMidnight)
    var days = Days()
    for number in 1..<64 where arrival + Int64(number + 1) * day <= log.end { days.observed |= 1 << UInt64(number) }
    for session in sessions {
      let end = session.tabs == 0 ? session.last : session.last + tail
      let today = (end - arrival) / day
      let dayEnd = arrival + (today + 1) * day
      if let next = session.next, next < dayEnd {
        note(.gap, .sameDay, event: Double(max(1, next - end)) / 1_000)
      } else {
        let limit = min(dayEnd, log.end) - end
        if limit > 0 {
          times[Time.gap.rawValue].add(censored: Double(limit) / 1_000)
          if dayEnd <= log.end { count(.sameDay, false) }
        }
      }
      let began = (session.start - arrival) / day
      if began < 64 { days.used |= 1 << UInt64(began) }
      // If a session continues into a day, the person has no decision to use the app on that day.
      if today != began, today < 64 { days.observed &= ~(1 << UInt64(today)) }
    }
    days.used &= days.observed
    days.part = part(sessions, arrival)
    if days.observed != 0 || days.part != nil { self.days.append(days) }
  }

  /// The last day, which was observed only in part. Nil if hardly any of it had passed, or if a session lasted into it.
  private func part(_ sessions: [ObservedSession], _ arrival: Int64) -> Days.Part? {
    let day = Milliseconds.day
    let number = (log.end - arrival) / day
    guard (1..<64).contains(number) else { return nil }
    let begin = arrival + number * day
    let isTaken = sessions.contains { session in
      session.start < begin && (session.tabs == 0 ? session.last : session.last + tail) >= begin
    }
    let share = DailyRhythm.share(
      from: (begin % day + day) % day * Nanoseconds.millisecond,
      lasting: (log.end - begin) * Nanoseconds.millisecond)
    guard !isTaken, share > 0.05 else { return nil }
    return Days.Part(day: Int(number), share: share, isUsed: sessions.contains { $0.start >= begin })
  }
}
