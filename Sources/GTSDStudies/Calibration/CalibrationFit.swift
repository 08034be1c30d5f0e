import Foundation
package import GTSDLogs
package import GTSDModel
import GTSDWorld
import Statistics

/// The estimates of a scenario's values from the events of a log, pooled over all people.
///
/// Events and decisions are related as in the model of a person: a decision is made when its occasion arises, at most
/// once in a session, and an event shows the occasion, the decision, or both.
package struct CalibrationFit: Sendable {
  /// The estimates, in the order of the scenario's tables.
  package internal(set) var parameters: [CalibratedParameter] = []
  /// The fit of sign-up times.
  package private(set) var arrivals: ArrivalFit
  /// The persona from which the fit starts: all personas of the scenario combined.
  package let base: Persona
  /// The time that a request takes, in seconds; nil if the log does not show it.
  package let requestSeconds: Double?
  package let sessions: Int

  /// The correlations between the errors of estimates.
  package internal(set) var correlations: [EstimateCorrelation] = []

  /// The kind of saves after which the app sends `preferences_saved`.
  let saves: LoggedSaves

  let tally: CalibrationTally
  /// The way in which the scenario's app saves preferences.
  private let app: Generation.Preferences
  /// Whether people read as much of the summary as their time allows.
  private let readsByLength: Bool
  /// The names of events that occur in the log, or that may be missing from it by chance.
  let names: Set<ObservedEvent.Name>

  /// Fits a log.
  ///
  /// - Parameters:
  ///   - scenario: supplies the values that the events do not identify.
  ///   - whole: the fit of all people, if the log contains only one kind of people, in which some events may never
  ///     occur.
  package init(_ log: EventLog, scenario: Scenario, partOf whole: CalibrationFit? = nil) {
    base = Persona.pooled(scenario.population.personas)
    names = Set(ObservedEvent.Name.allCases.filter { whole != nil || log.has($0) })
    tally = CalibrationTally(log, tabDwell: base.timings.tabDwell.value(at: 0.5))
    app = scenario.generation.prefs
    readsByLength = scenario.population.summaryLength != nil
    saves = whole?.saves ?? LoggedSaves(tally, app: app)
    arrivals = ArrivalFit(tally.arrivals, end: log.end - log.firstMidnight)
    requestSeconds = tally.requestSeconds
    sessions = tally.sessions
    fitOnboarding()
    fitSummary()
    fitCards()
    fitErrands()
    fitReturns()
    markRemainingUnidentified()
    let order = Self.order
    parameters = parameters.ordered {
      (order.firstIndex(of: $0.path) ?? .max) < (order.firstIndex(of: $1.path) ?? .max)
    }
  }

  /// The counts by person that distinguish kinds of people.
  var units: PersonCounts { tally.units }

  package subscript(_ path: String) -> CalibratedParameter? { parameters.first { $0.path == path } }

  private static let order: [String] =
    Decisions.probabilityNames.map { "decisions.\($0)" }
    + PersonPause.allCases.flatMap { ["timings.\($0).median", "timings.\($0).sigma"] }
    + ["habit.returnNextDay", "habit.returnSameDay", "habit.dailyDecay"]

  // MARK: Kinds of estimates

  /// The scenario's value at a path.
  private func before(_ path: String) -> Double? {
    let name = String(path.split(separator: ".")[1])
    if path.hasPrefix("decisions.") {
      return Decisions.probabilities.first { $0.name == name }.map { base.decisions[keyPath: $0.keyPath].value }
    }
    switch path {
    case "habit.returnNextDay": return base.habit.returnNextDay.value
    case "habit.returnSameDay": return base.habit.returnSameDay.value
    case "habit.dailyDecay": return base.habit.dailyDecay
    default:
      guard let pause = PersonPause.allCases.first(where: { "\($0)" == name }),
        case .lognormal(let median, let sigma) = pause.distribution(in: base.timings)
      else { return nil }
      return path.hasSuffix(".median") ? median : sigma
    }
  }

  mutating func add(_ parameter: CalibratedParameter) {
    var parameter = parameter
    if parameter.estimate != nil, let reason = reasonNeverShown(parameter.path) {
      parameter = CalibratedParameter(
        path: parameter.path, status: .notIdentified, unit: parameter.unit, note: reason)
    }
    parameter.before = before(parameter.path)
    parameters.append(parameter)
  }

  private mutating func add(
    _ path: String, _ rate: CalibrationTally.Rate, _ note: String, without reason: String? = nil
  ) {
    let rate = tally[rate]
    if let reason { return skip(path, reason) }
    guard rate.trials >= 10 else { return skip(path, tooFew(rate.trials)) }
    add(
      CalibratedParameter(
        path: path, estimate: rate.share, standardError: rate.standardError, interval: rate.interval(),
        events: rate.successes, occasions: rate.trials, note: note))
  }

  /// Adds a share with its interval from a time-to-event fit. Widens its error where people differ.
  private mutating func add(
    _ path: String, _ time: CalibrationTally.Time, _ rate: CalibrationTally.Rate, _ note: String,
    without reason: String? = nil
  ) {
    let sample = tally[time]
    if let reason { return skip(path, reason) }
    guard sample.count >= 10 else { return skip(path, tooFew(sample.count)) }
    guard let fit = DefectiveLogNormal(sample), fit.shareError > 0 else {
      // Everybody or almost nobody decided so: the times say no more than the count does.
      let share = tally[rate]
      guard share.trials >= 10 else { return skip(path, tooFew(share.trials)) }
      return add(
        CalibratedParameter(
          path: path, estimate: share.share, standardError: share.standardError, interval: share.interval(),
          events: share.successes, occasions: share.trials, censored: sample.censored, note: note))
    }
    let inflation = tally[rate].designEffect.squareRoot()
    add(
      CalibratedParameter(
        path: path, estimate: fit.share, standardError: fit.shareError * inflation,
        interval: fit.shareInterval(inflation: inflation), events: sample.happened, occasions: sample.count,
        censored: sample.censored, note: note))
  }

  /// Adds median and deviation of a log-normal time.
  private mutating func add(
    timing: String, _ time: CalibrationTally.Time, share: Double? = nil, _ note: String, without reason: String? = nil
  ) {
    let path = "timings.\(timing)"
    let sample = tally[time]
    let reason = reason ?? clocks(sample)
    guard reason == nil, let fit = DefectiveLogNormal(sample, share: share) else {
      let reason = reason ?? (sample.events == 0 ? "It was never seen." : "Only \(sample.events) times were seen.")
      skip("\(path).median", reason, unit: "s")
      return skip("\(path).sigma", reason, unit: "number")
    }
    addTiming(
      path, (fit.median, fit.logMedianError), (fit.sigma, fit.logSigmaError), sample.events, sample.censored, note)
    correlations.append(.init("\(path).median", "\(path).sigma", fit.medianSigma))
    if let (share, sign) = Self.sharesOfTimes[timing] {
      correlations.append(.init(share, "\(path).median", sign * fit.medianShare))
    }
  }

  /// The reason why the times of a sample cannot be used; nil if they can.
  private func clocks(_ sample: DefectiveLogNormal.Sample) -> String? {
    guard sample.untimed >= 5, sample.untimed * 50 > sample.happened else { return nil }
    return "\(sample.untimed) of \(sample.happened) came before the events that they answer: the clocks of this "
      + "file are off by more than such a time."
  }

  /// The share that is fitted together with each time, and the sign of their correlation.
  private static let sharesOfTimes: [String: (path: String, sign: Double)] = [
    "readMetrics": ("decisions.acknowledge", 1), "sessionGap": ("habit.returnSameDay", 1),
    "fillOnboarding": ("decisions.abandonOnboarding", -1),
  ]

  private mutating func addTiming(
    _ path: String, _ median: (value: Double, error: Double), _ sigma: (value: Double, error: Double), _ events: Int,
    _ censored: Int, _ note: String, status: CalibratedParameter.Status = .fitted
  ) {
    for (name, unit, estimate) in [("median", "s", median), ("sigma", "number", sigma)] {
      add(
        CalibratedParameter(
          path: "\(path).\(name)", status: status, unit: unit, estimate: estimate.value,
          standardError: estimate.value * estimate.error, interval: Self.logInterval(estimate), events: events,
          occasions: events + censored, censored: censored, note: note))
    }
  }

  private static func logInterval(_ estimate: (value: Double, error: Double)) -> Interval {
    let factor = exp(NormalDistribution.critical(level: 0.95) * estimate.error)
    return Interval(
      level: 0.95, low: estimate.value / factor, high: estimate.value * factor, method: "wald-log")
  }

  /// Adds a share that follows from others, with its interval on the logit scale.
  mutating func add(
    _ path: String, share: Double, error: Double, events: Int, occasions: Int, censored: Int? = nil, _ note: String,
    status: CalibratedParameter.Status = .fitted
  ) {
    let share = min(1, max(0, share))
    var interval = Interval(
      level: 0.95, low: max(0, share - 1.96 * error), high: min(1, share + 1.96 * error), method: "wald-delta")
    if share > 0, share < 1 {
      let odds = share / (1 - share)
      let factor = exp(NormalDistribution.critical(level: 0.95) * error / (share * (1 - share)))
      // Close to a bound, the ends on the log-odds scale would be the bounds themselves or not a number.
      if factor < 1e4 {
        interval = Interval(
          level: 0.95, low: odds / factor / (1 + odds / factor), high: odds * factor / (1 + odds * factor),
          method: "wald-logit-delta")
      }
    }
    add(
      CalibratedParameter(
        path: path, status: status, estimate: share, standardError: error, interval: interval, events: events,
        occasions: occasions, censored: censored, note: note))
  }
}

// MARK: - Estimates by part of the app

extension CalibrationFit {
  private mutating func fitOnboarding() {
    let skipped = tally[.skip]
    let answers = tally[.answer]
    let paths = ["decisions.skipOnboarding", "decisions.abandonOnboarding"]
    if !tally.hasSignUps {
      for path in paths { skip(path, Self.noSignUps) }
    } else if skipped.trials < 10 {
      for path in paths { skip(path, tooFew(skipped.trials)) }
    } else {
      // A share q skips at once; of the others, a share p completes onboarding in that session. The rest have left.
      let q = skipped.share
      let completed = DefectiveLogNormal(answers)
      let p = completed.map(\.share) ?? tally[.answered].share
      let pError = completed.map(\.shareError).flatMap { $0 > 0 ? $0 : nil } ?? tally[.answered].standardError
      let qError = skipped.standardError
      let stayed = q + (1 - q) * p
      let abandonError = hypot((1 - p) * qError, (1 - q) * pError)
      add(
        paths[1], share: 1 - stayed, error: abandonError,
        // A person who skipped and completed in one session is counted in both.
        events: max(0, skipped.trials - skipped.successes - answers.events),
        occasions: skipped.trials, censored: answers.censored,
        "Sign-ups with neither `onboarding_completed` nor `onboarding_skipped` in the session of sign-up; those still "
          + "filling the form at the end of the data are weighed by the fitted time that it takes.")
      if stayed > 0 {
        let error = hypot(p * qError, q * (1 - q) * pError) / (stayed * stayed)
        add(
          paths[0], share: q / stayed, error: error, events: skipped.successes,
          occasions: skipped.successes + answers.events, censored: answers.censored,
          "`onboarding_skipped` in the session of sign-up, of those who do not leave.")
      }
    }
    add(
      "decisions.completeAfterAbandon", .completeAfterAbandon,
      "`onboarding_completed` in later sessions of those who left, each session being an occasion.",
      without: tally.hasSignUps ? tally.hasLaunches ? nil : Self.noLaunches : Self.noSignUps)
    let request =
      requestSeconds.map { "; less \(Int($0 * 1_000)) ms for the request, as skips show" } ?? ", the request included"
    add(
      timing: "fillOnboarding", .answer, "From `signup_completed` to `onboarding_completed` in one session\(request).",
      without: tally.hasSignUps ? nil : Self.noSignUps)
  }

  private mutating func fitSummary() {
    add(
      "decisions.readSummaryToEnd", .readSummary, "`metrics_summary_scrolled` with `scroll_depth` 1.",
      without: readsByLength ? "In the scenario, the length of the summary decides who reads to the end." : nil)
    add(
      "decisions.expandSummary", .expandSummary,
      "`metrics_summary_learn_more_tapped` (expand) of `metrics_summary_viewed`.")
    add("decisions.exitSummaryByButton", .exitByButton, "`exit_method` of `metrics_summary_completed`.")
    add("decisions.exitSummaryBySwipe", .exitBySwipe, "`exit_method`, of those who do not use the button.")
    add(
      timing: "summaryDwell", .dwell, share: 1,
      "`time_on_screen_seconds` of `metrics_summary_completed`; summaries on screen at the end of the data censored.")
  }

  private mutating func fitCards() {
    add(
      "decisions.followCard", .follow, .followed,
      "`metrics_acknowledgment_card_tapped` (review) of sessions with `…_card_viewed`, without bursts; those going on at "
        + "the end of the data are weighed by the fitted time to the tap.")
    add(
      "decisions.dismissCard", .dismiss,
      "`metrics_acknowledgment_card_dismissed` of sessions with the card viewed and not followed.")
    add(
      "decisions.acknowledge", .acknowledge, .acknowledged,
      "`metrics_acknowledged` or `acknowledge_failed` after Plans was opened in a session that had shown the card.")
    let waiting = requestSeconds.map { "; less \(Int($0 * 2_000)) ms for its requests" } ?? ", requests included"
    add(
      timing: "readMetrics", .acknowledge, "From the opening of Plans to `metrics_acknowledged`\(waiting).")
    add(
      "decisions.completeProfile", .completeProfile, .completedProfile,
      "`zero_state_cta_tapped` (complete_profile) of sessions with `zero_state_viewed`.")
    add("decisions.maybeLater", .maybeLater, "`zero_state_cta_tapped` (maybe_later), of those who do not follow it.")
    add(
      "decisions.finishProfile", .finishProfile, "`onboarding_completed` in the session after `complete_profile`.",
      without: nil)
    fitFirstTap()
  }

  private mutating func fitFirstTap() {
    let path = "timings.considerCard"
    let reason: String
    if let off = clocks(tally[.follow]) {
      reason = off
    } else if case .lognormal(let median, let sigma) = base.timings.firstLookAtHome {
      if let fit = SummandFit(tally.firstTaps, knownMedian: median, knownSigma: sigma) {
        correlations.append(.init("\(path).median", "\(path).sigma", fit.correlation))
        return addTiming(
          path, (fit.median, fit.logMedianError), (fit.sigma, fit.logSigmaError), tally.firstTaps.count, 0,
          "Events show only its sum with the time before the first tap on Home, from Home coming up to the first tap on "
            + "a card; this is what is left given the scenario's value of the other.", status: .conditional)
      }
      reason =
        "Events show only its sum with the time before the first tap on Home, and that in \(tally.firstTaps.count) "
        + "sessions; 50 are needed."
    } else {
      reason =
        "Events show only its sum with the time before the first tap on Home, which is not log-normal in the scenario."
    }
    skip("\(path).median", reason, unit: "s")
    skip("\(path).sigma", reason, unit: "number")
  }

  private mutating func fitErrands() {
    let launches = tally.hasLaunches ? nil : Self.noLaunches
    let tabs = launches ?? (tally.hasTabs ? nil : Self.noTabs)
    let sessions = "of sessions after onboarding was answered"
    add("decisions.visitStreaks", .streaks, "`tab_changed` (streaks) \(sessions), without bursts.", without: tabs)
    add(
      "decisions.visitTasks", .tasks,
      "`tab_changed` (tasks) \(sessions), without bursts; sessions with photos left out, which open Tasks anyway.",
      without: tabs)
    add(
      "decisions.goToPlansDirectly", .plans,
      "`tab_changed` (plans) \(sessions), without bursts, in which the card was not followed.", without: tabs)
    add(
      "decisions.tabBurst", .burst,
      "Three `tab_changed` within \(ObservedSession.burstGap) ms of each other, \(sessions).", without: tabs)
    fitEdits(app, without: launches)
    add(
      "decisions.clearPreferences", .clear,
      "`preferences_saved` with empty lists, of those that change lists with something in them.")
    add(
      "decisions.useSecondDevice", .secondDevice,
      "A launch whose session id does not count up, within another session: the other phone's own count.",
      without: launches)
    add(
      "decisions.switchAccount", .visitor,
      "A further `signup_completed` of the same user; sessions up to the first, since later visits only log in.",
      without: launches ?? (tally.hasSignUps ? nil : Self.noSignUps))
    fitMixtures(tabs: tabs, launches: launches)
  }

  /// Fits actions that share an event, so that the event alone does not show which of them happened.
  private mutating func fitMixtures(tabs: String?, launches: String?) {
    let decisions = base.decisions
    let photos = tally[.photos]
    if let launches {
      skip("decisions.uploadPhotos", launches)
    } else if photos.trials < 10 {
      skip("decisions.uploadPhotos", tooFew(photos.trials))
    } else {
      let weights = decisions.photoCountWeights
      let total = weights.reduce(0, +)
      let unseen = weights.enumerated().reduce(0.0) {
        $0 + $1.element / total * pow(decisions.invalidPhoto.value, Double($1.offset + 1))
      }
      add(
        "decisions.uploadPhotos", share: photos.share / (1 - unseen), error: photos.standardError / (1 - unseen),
        events: photos.successes, occasions: photos.trials,
        "Sessions with `photo_uploaded` or `photo_upload_failed`. Picks of invalid files alone send neither; the estimate "
          + "allows for them by the scenario's shares of invalid photos and of photos a pick.", status: .conditional)
    }
    let profile = tally[.profile]
    if let tabs {
      skip("decisions.visitProfile", tabs)
    } else if profile.trials < 10 {
      skip("decisions.visitProfile", tooFew(profile.trials))
    } else {
      // If a save of the body sends an event, its sessions are left out together with those of preferences.
      let body = saves == .every || saves == .ofFullLists ? 0 : decisions.editProfile.value
      let others = (1 - body) * (1 - decisions.deleteHealthData.value) * (1 - decisions.switchAccount.value)
      add(
        "decisions.visitProfile", share: 1 - (1 - profile.share) / others, error: profile.standardError / others,
        events: profile.successes, occasions: profile.trials,
        "`tab_changed` (profile) in sessions without a save. Deleting health data, switching accounts, and edits of the "
          + "body that send no event open Profile, too; the estimate allows for them by the scenario's values.",
        status: .conditional)
    }
  }

  private mutating func fitReturns() {
    let reason = tally.hasLaunches ? tally.hasSignUps ? nil : Self.noSignUps : Self.noLaunches
    add(
      "habit.returnSameDay", .gap, .sameDay,
      "Whether another session follows before the person's day ends, 24 hours after the time of sign-up. Gaps that are "
        + "cut off by the end of the day or of the data are weighted by the fitted gaps.", without: reason)
    add(
      timing: "sessionGap", .gap,
      "From the last event of a session, and the median time on a tab where that is the coming up of a tab, to the "
        + "next `app_launched` of the same day; what the day's end or the data's cuts off is censored.", without: reason
    )
    let given = base.habit.dailyDecay
    guard reason == nil, let fit = DayFit(tally.days, givenDecay: given) else {
      let none = reason ?? "No whole later day was observed for anybody, or all were alike."
      skip("habit.returnNextDay", none)
      return skip("habit.dailyDecay", none, unit: "number")
    }
    let interval = Self.logInterval((fit.daily, fit.logDailyError))
    add(
      CalibratedParameter(
        path: "habit.returnNextDay", status: fit.fitsDecay ? .fitted : .conditional, estimate: fit.daily,
        standardError: fit.daily * fit.logDailyError,
        interval: Interval(level: 0.95, low: interval.low, high: min(1, interval.high), method: interval.method),
        events: fit.used, occasions: fit.observed,
        note: "Later days with an `app_launched`, of those observed to their end"
          + (fit.usesParts ? " and of parts of days, by the share of the daily rhythm that had passed" : "")
          + (fit.fitsDecay ? ", before the daily decay." : "; given the scenario's share who remain from day to day.")))
    guard fit.fitsDecay else {
      return skip(
        "habit.dailyDecay",
        "The days observed to their end are too few to tell fewer who remain from fewer who come on any day.",
        unit: "number")
    }
    correlations.append(.init("habit.returnNextDay", "habit.dailyDecay", fit.correlation))
    add(
      CalibratedParameter(
        path: "habit.dailyDecay", unit: "number", estimate: fit.decay, standardError: fit.decay * fit.logDecayError,
        interval: fit.boundInterval ?? Self.decayInterval(fit), events: fit.used, occasions: fit.observed,
        note: fit.boundInterval == nil
          ? "The slope of the logarithm of the share of users per day since sign-up."
          : "At its bound of 1, since the share of users did not fall from day to day: the middle of the plausible range."
      ))
  }

  /// The interval of a factor that is at most 1.
  private static func decayInterval(_ fit: DayFit) -> Interval {
    var interval = logInterval((fit.decay, fit.logDecayError))
    interval.high = min(1, interval.high)
    return interval
  }
}
