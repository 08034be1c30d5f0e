import GTSDModel

/// Draws cases: wild times, latencies, faults, phones, clocks and horizons, and stories of any actions in any order.
package struct SoakGenerator {
  private var random: SplitMix64
  private let seed: UInt64

  package init(seed: UInt64) {
    self.seed = seed
    random = SplitMix64(seed: seed &* 0x9E37_79B9_7F4A_7C15)
    _ = random.next()
  }

  /// The case of this seed.
  package static func make(_ kind: SoakCase.Kind, seed: UInt64) -> SoakCase {
    var generator = SoakGenerator(seed: seed)
    switch kind {
    case .population: return generator.population()
    case .story: return generator.story()
    }
  }

  // MARK: Draws

  private mutating func happens(_ probability: Double) -> Bool { random.uniform() < probability }
  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(random.uniform() * Double(range.count))
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[number(0...elements.count - 1)]
  }

  /// Milliseconds between two bounds, each order of magnitude alike.
  private mutating func span(_ low: Double, _ high: Double) -> Int {
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

  private static let second = 1e3
  private static let hour = 3.6e6

  private mutating func population() -> SoakCase {
    var result = SoakCase(kind: .population, seed: seed)
    let hours = pick([2, 6, 24, 48, 72, 240])
    result.settings.append("horizon=\(hours)h")
    result.settings.append(
      #"population.arrival={"uniform": {"over": "\#(max(1, span(60, Double(hours) * 1800)))s"}}"#)
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
    result.settings += backend(tokens: 0.4)
    if happens(0.5) { result.settings.append("backend.errorRate=0.\(pick(["01", "05", "2", "4"]))") }
    if happens(0.5) { result.settings.append("backend.lossRate=0.\(pick(["01", "05", "2", "4"]))") }
    if happens(0.2) { result.settings.append("backend.servers=\(number(1...20))") }
    if happens(0.1) { result.settings.append("backend.queueLimit=\(number(0...50))") }
    let windows = number(0...5)
    for _ in 0..<windows { result.faults.append(fault(horizon: Double(hours) * Self.hour, times: false)) }
    return result
  }

  private mutating func backend(tokens: Double) -> [String] {
    var settings: [String] = []
    if happens(0.6) { settings.append("backend.network=\(distribution(1, 8 * Self.second))") }
    if happens(0.5) { settings.append("backend.service=\(distribution(1, 10 * Self.second))") }
    for endpoint in Endpoint.allCases where endpoint != .health && happens(0.1) {
      settings.append("backend.serviceByEndpoint.\(endpoint.name)=\(distribution(1, 10 * Self.second))")
    }
    if happens(0.4) { settings.append("backend.metricsDelay=\(distribution(1, Self.hour))") }
    if happens(tokens) { settings.append("backend.accessTokenLifetime=\(span(Self.second, 24 * Self.hour))ms") }
    if happens(0.5 * tokens) {
      settings.append("backend.refreshTokenLifetime=\(span(60 * Self.second, 168 * Self.hour))ms")
    }
    if happens(0.4) { settings.append("backend.requestTimeout=\(span(300, 60 * Self.second))ms") }
    if happens(0.1) { settings.append("backend.photoMaxBytes=\(span(1e5, 2e7))") }
    return settings
  }

  // MARK: Faults

  /// Kinds of faults that befall requests one by one; the first ones are the likelier.
  private static let ofRequests = [
    "latency", "error", "error", "error", "timeout", "reply-lost", "reply-lost", "duplicate", "duplicate", "reorder",
    "outage", "rate-limit-storm",
  ]

  /// - Parameter aims: endpoints that are asked: most faults of single endpoints befall these.
  /// Those that mean something of their own to the app are the likelier.
  private static let statuses = [400, 401, 403, 403, 404, 404, 404, 409, 413, 429, 500, 503]

  private mutating func fault(horizon: Double, times: Bool, aims: [Endpoint] = []) -> String {
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
      members.append(#""times": \#(number(1...3))"#)
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

  // MARK: Stories

  private mutating func story() -> SoakCase {
    var result = SoakCase(kind: .story, seed: seed)
    result.devices = happens(0.4) ? 2 : 1
    result.given = [pick([#""onboard""#, #""onboard""#, #""onboard""#, #""skipThrough""#])]
    if result.devices == 2, happens(0.8) { result.given.append(#"{"do": "signInHere", "on": 2}"#) }
    if happens(0.3) {
      result.given.append(#"{"do": "openTab", "tab": "plans"}"#)
      if happens(0.7) { result.given.append(#""acknowledge""#) }
      if happens(0.5) { result.given.append(#"{"do": "openTab", "tab": "home"}"#) }
    }
    if happens(0.3) { result.given.append(#"{"do": "openTab", "tab": "profile"}"#) }
    if happens(0.3) { result.given.append(#"{"do": "rest", "after": "\#(span(Self.second, 2 * Self.hour))ms"}"#) }
    // Most stories stay, for a while, in one place: much that can go wrong needs several taps there.
    var place = [StoryPlace](repeating: pick([.tabs, .tabs, .form, .photos, .ended, .tasks, .profile]), count: 2)
    switch place[0] {
    case .tabs, .closedForm, .closedPhotos, .signedOut, .background: break
    case .tasks: result.given.append(#"{"do": "openTab", "tab": "tasks"}"#)
    case .profile: result.given.append(#"{"do": "openTab", "tab": "profile"}"#)
    case .ended: result.given.append(#""terminate""#)
    case .form:
      result.given.append(#"{"do": "openTab", "tab": "profile"}"#)
      result.steps.append(#"{"do": "openEdit"}"#)
    case .photos where happens(0.6):
      result.given += [#"{"do": "openPhotos", "task": 1}"#, #"{"do": "pickPhotos", "count": 2}"#]
    case .photos: result.steps.append(#"{"do": "openPhotos", "task": 1}"#)
    }
    var aims: Set<Endpoint> = []
    for _ in result.steps.count..<number(2...10) {
      let device = result.devices == 2 ? number(1...2) : 1
      var members = action(at: &place[device - 1])
      aims.formUnion(Self.endpoints.first { members[0].contains($0.key) }?.value ?? [])
      if device == 2 { members.append(#""on": 2"#) }
      if happens(0.85) { members.append(#""after": "\#(span(1, 6 * Self.second))ms""#) }
      if happens(0.25) {
        members.append(#""until": "\#(pick(StoryCondition.allCases).rawValue)""#)
      }
      result.steps.append("{\(members.joined(separator: ", "))}")
    }
    result.settings = backend(tokens: 0.3)
    for _ in 0..<(happens(0.5) ? number(1...3) : 0) {
      result.faults.append(fault(horizon: Self.hour, times: true, aims: aims.sorted { $0.rawValue < $1.rawValue }))
    }
    return result
  }

  /// Where the person stands with a phone, roughly: what they tap next mostly fits.
  private enum StoryPlace {
    case tabs, tasks, profile, form, closedForm, photos, closedPhotos, ended, signedOut, background
  }

  /// What an action mostly asks the server for.
  private static let endpoints: KeyValuePairs<String, [Endpoint]> = [
    #""launch""#: [.me, .refresh], #""foreground""#: [.me, .todayMetrics], #""logIn""#: [.logIn, .me],
    #""logOut""#: [.logOut],
    #""openTab""#: [.todayMetrics, .generatePlan, .tasksToday, .streak, .profile],
    #""pullToRefresh""#: [.todayMetrics, .tasksToday, .streak, .howItWorks],
    #""acknowledge""#: [.acknowledge, .todayMetrics, .generatePlan],
    #""retryAcknowledge""#: [.acknowledge, .todayMetrics], #""retryPlan""#: [.todayMetrics, .generatePlan],
    #""refreshPlan""#: [.generatePlan, .howItWorks], #""reviewCard""#: [.todayMetrics],
    #""openEdit""#: [.profile], #""deleteHealthData""#: [.updateProfile, .profile],
    #""saveEdit""#: [.updateProfile, .updateBasicProfile, .updatePreferences, .profile],
    #""openPhotos""#: [.photos], #""retryPhotos""#: [.photos, .uploadPhoto], #""pickPhotos""#: [.uploadPhoto, .photos],
    #""deletePhoto""#: [.deletePhoto, .photos], #""completeTask""#: [.submitEvidence, .tasksToday],
    #""filterTasks""#: [.tasksToday],
    #""completeProfile""#: [.onboard], #""completeOnboarding""#: [.onboard, .howItWorks],
    #""exitSummary""#: [.howItWorks],
  ]

  private mutating func action(at place: inout StoryPlace) -> [String] {
    func bare(_ name: String) -> [String] { [#""do": "\#(name)""#] }
    if happens(0.06) {
      let (name, next) = pick([
        ("logOut", StoryPlace.signedOut), ("terminate", .ended), ("launch", .tabs), ("background", .background),
        ("foreground", .tabs),
      ])
      place = next
      return bare(name)
    }
    if happens(0.05) { return bare(pick(["airplaneModeOn", "airplaneModeOff", "restartServer", "midnight"])) }
    if happens(0.03) { return bare("logIn") + [#""account": \#(number(1...2))"#] }
    switch place {
    // Whoever has left mostly comes back: what follows would do nothing.
    case .ended:
      place = .tabs
      return bare("launch")
    case .background:
      place = .tabs
      return bare("foreground")
    case .signedOut:
      place = .tabs
      return bare("logIn") + [#""account": 1"#]
    case .form:
      // Who closes the form, or the photos, mostly opens it again: what is under way then meets what begins.
      switch number(0...8) {
      case 0...2: return bare("typeEdit") + [typing()] + (happens(0.3) ? [#""mealsPerDay": \#(number(1...8))"#] : [])
      case 3, 4: return bare("saveEdit")
      case 5, 6:
        place = pick([.tabs, .profile, .closedForm, .closedForm, .closedForm])
        return bare("closeEdit")
      case 7: return bare("deleteHealthData")
      default: return bare("openEdit")
      }
    case .closedForm:
      place = .form
      return bare("openEdit")
    case .photos:
      switch number(0...6) {
      case 0, 1: return bare("pickPhotos") + [#""count": \#(number(1...5))"#]
      case 2: return bare("retryPhotos")
      case 3: return bare("removePhoto") + [#""index": \#(number(0...2))"#]
      case 4: return bare("deletePhoto") + [#""index": \#(number(0...2))"#]
      case 5: return bare("openPhotos") + [#""task": \#(number(1...3))"#]
      default:
        place = happens(0.3) ? .tabs : .closedPhotos
        return bare("closePhotos")
      }
    case .closedPhotos:
      place = .photos
      return bare("openPhotos") + [#""task": \#(number(1...2))"#]
    case .tasks:
      switch number(0...5) {
      case 0, 1: return bare("completeTask") + [#""task": \#(number(1...3))"#]
      case 2: return bare("filterTasks") + [#""category": \#(number(0...3))"#]
      case 3: return bare("openTab") + [#""tab": "\#(pick(["streaks", "home"]))""#]
      case 4: return bare("openTab") + [#""tab": "tasks""#]
      default: return bare("pullToRefresh")
      }
    case .profile:
      switch number(0...5) {
      case 0, 1: return bare("deleteHealthData")
      case 2: return bare("pullToRefresh")
      case 3: return bare("openTab") + [#""tab": "\#(pick(["plans", "profile"]))""#]
      default:
        place = .form
        return bare("openEdit")
      }
    case .tabs:
      switch number(0...19) {
      case 0...5: return bare("openTab") + [#""tab": "\#(pick(["home", "plans", "tasks", "streaks", "profile"]))""#]
      case 6, 7: return bare("pullToRefresh")
      case 8, 9: return bare("acknowledge")
      case 10: return bare(pick(["reviewCard", "dismissCard"]))
      case 11: return bare(pick(["retryAcknowledge", "retryPlan"]))
      case 12: return bare("refreshPlan")
      case 13: return bare(pick(["exitSummary", "continueSummary", "maybeLater"]))
      case 14: return bare(pick(["completeProfile", "completeOnboarding"]))
      case 15: return happens(0.3) ? bare("deleteHealthData") : bare("completeOnboarding")
      case 16: return bare("completeTask") + [#""task": \#(number(1...3))"#]
      case 17: return bare("filterTasks") + [#""category": \#(number(0...3))"#]
      case 18:
        place = .photos
        return bare("openPhotos") + [#""task": \#(number(1...3))"#]
      default:
        place = .form
        return bare("openEdit")
      }
    }
  }

  private mutating func typing() -> String {
    switch number(0...9) {
    case 0, 7: #""name": "Ann \#(number(1...9))""#
    case 1, 2: #""weight": \#(number(50...120)).\#(number(0...9))"#
    case 3: #""height": \#(number(140...210))"#
    case 4: #""gender": "\#(pick(Gender.allCases).rawValue)""#
    case 5: #""goal": "\#(pick(Goal.allCases).rawValue)""#
    case 6: #""targetDays": \#(number(1...300))"#
    case 8: #""allergies": [\#(pick(["", "\"nuts\"", "\"milk\", \"fish\""]))]"#
    default: #""add": "\#(pick(["vegan", "halal", "spicy"]))""#
    }
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
