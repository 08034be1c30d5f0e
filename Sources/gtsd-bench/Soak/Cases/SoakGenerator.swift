import GTSDModel
import Interleaving
import Randomness

/// Draws random cases: extreme times, latencies, faults, phones, clocks and horizons, people with a memory in any time
/// zone, and stories of any actions in any order. Switches of the generation are drawn if all of their choices are
/// sound.
package struct SoakGenerator {
  private var random: SplitMix64
  let seed: UInt64

  package init(seed: UInt64) {
    self.seed = seed
    // Hashed, since neighbouring seeds of the generator itself would give the same draws, shifted by one.
    random = SplitMix64(seed: Mix64.finish(seed &+ 0x5EED_0F_50AC))
  }

  /// The case of this seed.
  package static func make(_ kind: SoakCase.Kind, seed: UInt64) -> SoakCase {
    var generator = SoakGenerator(seed: seed)
    var result =
      switch kind {
      case .population: generator.population()
      case .story: generator.story()
      }
    // An app without a retry sends no key with an upload, so a server stores a repeated upload twice.
    if result.faults.contains(where: repeatsUploads) {
      result.settings.removeAll { $0 == "generation.photo.retry=none" }
    }
    return result
  }

  private static func repeatsUploads(_ fault: String) -> Bool {
    fault.contains(#""duplicate""#) && (!fault.contains(#""endpoints""#) || fault.contains("photo"))
  }

  // MARK: Draws

  mutating func happens(_ probability: Double) -> Bool { random.uniform() < probability }
  mutating func number(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(random.uniform() * Double(range.count))
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[number(0...elements.count - 1)]
  }

  /// Draws a number of milliseconds between two bounds. Each order of magnitude is equally likely.
  mutating func span(_ low: Double, _ high: Double) -> Int {
    Int(PortableMath.exp(PortableMath.log(low) + random.uniform() * (PortableMath.log(high) - PortableMath.log(low))))
  }

  private mutating func distribution(_ low: Double, _ high: Double) -> String {
    let median = span(low, high)
    switch number(0...3) {
    case 0: return #"{"constant": {"value": "\#(median)ms"}}"#
    case 1: return #"{"exponential": {"mean": "\#(median)ms"}}"#
    default: return #"{"lognormal": {"median": "\#(median)ms", "sigma": \#(Double(number(0...16)) / 10)}}"#
    }
  }

  private mutating func probability() -> String {
    switch number(0...3) {
    case 0: "0"
    case 1: "1"
    default: "0.\(number(1...9))"
    }
  }

  // MARK: Populations

  static let second = 1e3
  static let hour = 3.6e6

  private mutating func population() -> SoakCase {
    var result = SoakCase(kind: .population, seed: seed)
    let hours = pick([2, 6, 24, 48, 72, 240])
    result.settings.append("horizon=\(hours)h")
    let over = max(1, span(60, Double(hours) * 1800))
    result.settings.append(#"population.arrival={"\#(pick(["uniform", "uniform", "daily"]))": {"over": "\#(over)s"}}"#)
    for field in Decisions.names where happens(0.35) {
      result.settings.append("population.personas[0].decisions.\(field)=\(probability())")
    }
    if happens(0.3) {
      result.settings.append("population.personas[0].decisions.burstSwitches=\(number(3...60))")
    }
    for field in Timings.names where happens(0.35) {
      result.settings.append("population.personas[0].timings.\(field)=\(distribution(20, 2 * Self.hour))")
    }
    if happens(0.4) {
      result.settings.append("population.personas[0].timings.sessionGap=\(distribution(Self.second, 4 * Self.hour))")
    }
    if happens(0.3) { result.settings.append("population.personas[0].body.genderWeights=[1, 1, 8]") }
    if happens(0.3) { result.settings.append("population.personas[0].body.goalWeights=[1, 1, 4, 4]") }
    for field in ["returnNextDay", "returnSameDay"] where happens(0.2) {
      result.settings.append("population.personas[0].habit.\(field)=\(probability())")
    }
    result.settings += people(horizon: Double(hours) * Self.hour) + strategies(Self.choices)
    result.settings += backend(tokens: 0.4, longest: 24 * Self.hour)
    if happens(0.5) { result.settings.append("backend.errorRate=0.\(pick(["01", "05", "2", "4"]))") }
    if happens(0.5) { result.settings.append("backend.lossRate=0.\(pick(["01", "05", "2", "4"]))") }
    if happens(0.2) { result.settings.append("backend.servers=\(number(1...20))") }
    if happens(0.1) { result.settings.append("backend.queueLimit=\(number(0...50))") }
    let windows = number(0...5)
    for _ in 0..<windows { result.faults.append(fault(horizon: Double(hours) * Self.hour, times: false)) }
    return result
  }

  /// Settings of people's memory, reminders and time zones.
  private mutating func people(horizon: Double) -> [String] {
    var settings: [String] = []
    if happens(0.3) {
      var members: [String] = []
      for field in ["refusal", "habit", "fading"] where happens(0.3) {
        members.append(#""\#(field)": \#(number(0...3))"#)
      }
      for field in ["laterDays", "weekend"] where happens(0.3) { members.append(#""\#(field)": \#(number(-3...3))"#) }
      if happens(0.6) { members.append(#""oneVisit": \#(probability())"#) }
      if happens(0.5) { members.append(#""sleep": "\#(number(0...12))h""#) }
      if happens(0.5) { members.append(#""reaction": \#(distribution(20, 600 * Self.second))"#) }
      settings.append("population.memory={\(members.joined(separator: ", "))}")
    } else {
      // People without a memory return more often, so more happens to them.
      settings.append("population.memory=null")
    }
    if happens(0.3) {
      let (after, every) = (span(Self.second, horizon), span(60 * Self.second, horizon))
      settings.append(
        #"population.reminders={"after": "\#(after)ms", "every": "\#(every)ms", "most": \#(number(0...20)), "#
          + #""reach": \#(probability()), "response": \#(probability())}"#)
    }
    if happens(0.3) {
      let offsets = Set((0..<number(1...3)).map { _ in number(-24...28) * 30 })
      let zones = offsets.sorted().map { #"{"offset": "\#($0)m", "share": \#(number(1...3))}"# }
      settings.append("population.timeZones=[\(zones.joined(separator: ", "))]")
    }
    return settings
  }

  /// Choices other than those of `correct` under which the app is still correct. A test compares them with the list of
  /// excused choices.
  package static let choices = [
    "metrics.compute=inline", "metrics.compute=lazy", "home.reloadOnAppear=full", "card.mounted=off",
    "card.onError=error", "card.onMissing=calculating", "card.onMissing=default", "card.errorButton=enabled",
    "card.whileLoading=enabled", "dismiss.toast=none", "acknowledge.toast=none", "loading.errors=perViewModel",
    "photo.checks=none", "photo.retry=none", "profile.feedback=none", "profile.onReadError=nothing",
    "zeroState.later=hide", "zeroState.location=home", "zeroState.location=profile", "zeroState.opens=welcome",
    "summary.cache=none", "plan.status=head", "onboarding.skip=reject",
    "photo.upload=sequential", "photo.upload=unboundedParallel", "photo.onChange=waits", "photo.flow=presign",
    "photo.progress=none", "photo.progress=stages", "photo.errorTexts=generic", "photo.errorTexts=ownChecks",
    "wire.metrics=flat", "wire.ack=head", "wire.ack=documented", "wire.me=head", "formula.protein=onboarding",
    "formula.water=exact", "limits.mode=perUser", "limits.mode=perIp",
  ]

  mutating func strategies(_ choices: [String]) -> [String] {
    choices.filter { happens(["card.", "summary."].contains(where: $0.hasPrefix) ? 0.2 : 0.06) }.map {
      "generation.\($0)"
    }
  }

  /// Draws the settings of a backend.
  ///
  /// - Parameters:
  ///   - tokens: the probability that access tokens expire sooner than usual.
  ///   - longest: their longest lifetime in that case, in milliseconds.
  mutating func backend(tokens: Double, longest: Double) -> [String] {
    var settings: [String] = []
    // Tokens that last for a few requests expire between any two of them.
    if happens(0.3 * tokens) {
      let median = span(100, 4 * Self.second)
      settings.append(#"backend.network={"lognormal": {"median": "\#(median)ms", "sigma": 1}}"#)
      settings.append("backend.accessTokenLifetime=\(max(1000, median * number(3...15)))ms")
      return settings
    }
    if happens(0.6) { settings.append("backend.network=\(distribution(1, 8 * Self.second))") }
    if happens(0.5) { settings.append("backend.service=\(distribution(1, 10 * Self.second))") }
    for endpoint in Endpoint.allCases where endpoint != .health && happens(0.1) {
      settings.append("backend.serviceByEndpoint.\(endpoint.name)=\(distribution(1, 10 * Self.second))")
    }
    if happens(0.4) { settings.append("backend.metricsDelay=\(distribution(1, Self.hour))") }
    if happens(tokens) { settings.append("backend.accessTokenLifetime=\(span(Self.second, longest))ms") }
    if happens(0.5 * tokens) {
      settings.append("backend.refreshTokenLifetime=\(span(60 * Self.second, 168 * Self.hour))ms")
    }
    if happens(0.4) { settings.append("backend.requestTimeout=\(span(300, 60 * Self.second))ms") }
    if happens(0.1) { settings.append("backend.photoMaxBytes=\(span(1e5, 2e7))") }
    return settings
  }

  // MARK: Faults

  /// The kinds of faults that affect single requests. A kind that is listed more often is more likely.
  private static let ofRequests = [
    "latency", "error", "error", "error", "timeout", "reply-lost", "reply-lost", "garbled", "duplicate", "duplicate",
    "reorder",
    "outage", "rate-limit-storm",
  ]

  /// The statuses of errors, most of them with a special meaning for the app. A repeated status is more likely.
  private static let statuses = [400, 401, 403, 403, 404, 404, 404, 409, 413, 429, 500, 503]

  /// Draws a fault.
  ///
  /// - Parameter aims: endpoints that are requested; most faults of single endpoints affect these.
  mutating func fault(horizon: Double, times: Bool, aims: [Endpoint] = []) -> String {
    let kind = pick(times ? Self.ofRequests : Self.ofRequests + ["brown-out", "restart", "clock-skew"])
    let touchesRequests = Self.ofRequests.contains(kind)
    var members = [#""kind": "\#(kind)""#]
    switch kind {
    case "latency": members.append(#""added": \#(distribution(10, 30 * Self.second))"#)
    case "error": members.append(#""status": \#(pick(Self.statuses))"#)
    case "reorder": members.append(#""delay": \#(distribution(10, 20 * Self.second))"#)
    case "brown-out": members.append(#""capacity": 0.\#(number(1...9))"#)
    case "clock-skew": members.append(#""by": "\#(span(100, 48 * Self.hour))ms""#)
    default: break
    }
    if touchesRequests, happens(times ? 0.9 : 0.5) {
      let endpoints = (0..<number(1...3)).map { _ in
        pick(!aims.isEmpty && happens(0.75) ? aims : Endpoint.allCases.filter { $0 != .health }).name
      }
      members.append(#""endpoints": [\#(Set(endpoints).sorted().map { "\"\($0)\"" }.joined(separator: ", "))]"#)
    }
    if times {
      members.append(#""times": \#(pick([1, 1, 2, 2, 3, 3, 6]))"#)
    } else {
      if touchesRequests { members.append(#""probability": 0.\#(pick(["02", "1", "3", "6", "95"]))"#) }
      if kind == "restart" || kind == "outage" || happens(0.6) {
        let from = span(Self.second, horizon * 0.8)
        let length = kind == "restart" ? span(Self.second, 600 * Self.second) : span(Self.second, horizon * 0.3)
        members.append(#""from": "\#(from)ms", "until": "\#(from + length)ms""#)
      }
    }
    return "{\(members.joined(separator: ", "))}"
  }
}

extension Decisions {
  /// Names of all probabilities, as in a scenario file.
  fileprivate static var names: [String] {
    Mirror(reflecting: Decisions()).children.filter { $0.value is Probability }.compactMap(\.label)
  }
}

extension Timings {
  fileprivate static var names: [String] { Mirror(reflecting: Timings()).children.compactMap(\.label) }
}
