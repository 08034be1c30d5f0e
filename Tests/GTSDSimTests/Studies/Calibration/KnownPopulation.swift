import GTSDModel

@testable import GTSDFields
@testable import GTSDLogs
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// People with known values that differ from the defaults, and a correct app: a fit must find the values.
enum KnownPopulation {
  static let persona: Persona = {
    var persona = Persona(name: "known")
    persona.decisions.skipOnboarding = 0.22
    persona.decisions.abandonOnboarding = 0.1
    persona.decisions.completeAfterAbandon = 0.4
    persona.decisions.readSummaryToEnd = 0.6
    persona.decisions.expandSummary = 0.5
    persona.decisions.exitSummaryByButton = 0.7
    persona.decisions.exitSummaryBySwipe = 0.45
    persona.decisions.followCard = 0.35
    persona.decisions.dismissCard = 0.2
    persona.decisions.goToPlansDirectly = 0.25
    persona.decisions.acknowledge = 0.7
    persona.decisions.completeProfile = 0.3
    persona.decisions.maybeLater = 0.5
    persona.decisions.visitTasks = 0.5
    persona.decisions.visitStreaks = 0.35
    persona.decisions.visitProfile = 0.3
    persona.decisions.tabBurst = 0.12
    persona.decisions.editPreferences = 0.2
    persona.decisions.clearPreferences = 0.25
    persona.decisions.uploadPhotos = 0.15
    persona.timings.fillOnboarding = .lognormal(median: 90, sigma: 0.6)
    persona.timings.summaryDwell = .lognormal(median: 30, sigma: 0.7)
    persona.timings.readMetrics = .lognormal(median: 20, sigma: 0.8)
    persona.timings.considerCard = .lognormal(median: 9, sigma: 0.6)
    persona.timings.sessionGap = .lognormal(median: 10_800, sigma: 0.8)
    persona.habit.returnSameDay = 0.6
    persona.habit.returnNextDay = 0.65
    persona.habit.dailyDecay = 0.93
    return persona
  }()

  static func scenario(users: Int, horizon: TimeSpan, seed: UInt64) -> Scenario {
    var scenario = Scenario(name: "known")
    scenario.seed = seed
    scenario.generation = .preset(.correct)
    scenario.horizon = horizon
    scenario.population.size = users
    scenario.population.arrival = .daily(over: .hours(24))
    scenario.population.personas = [persona]
    scenario.population.memory = nil
    return scenario
  }

  /// The events of a population, as a file would hold them.
  static func log(
    users: Int, horizon: TimeSpan, seed: UInt64, change: (inout Persona) -> Void = { _ in }
  ) -> EventLog {
    var scenario = scenario(users: users, horizon: horizon, seed: seed)
    change(&scenario.population.personas[0])
    return SimulatedEvents.log(
      of: scenario, replication: 0, keeping: ObservedEvent.Name.allCases, until: horizon.nanoseconds / 1_000_000,
      isCancelled: { false })!
  }

  /// The value at a path.
  static func truth(_ path: String) -> Double {
    let name = String(path.split(separator: ".")[1])
    if let decision = PersonDecision.allCases.first(where: { $0.name == name }) {
      return decision.probability(in: persona)
    }
    if name == "dailyDecay" { return persona.habit.dailyDecay }
    let pause = PersonPause.allCases.first { "\($0)" == name }!
    guard case .lognormal(let median, let sigma) = pause.distribution(in: persona.timings) else { return .nan }
    return path.hasSuffix(".median") ? median : sigma
  }
}

extension KnownPopulation {
  /// A log as JSON Lines, with the properties that a fit reads.
  static func lines(_ log: EventLog) -> [String] {
    log.events.map { event in
      var properties: [String] = []
      if event.session >= 0 { properties.append("\"session_id\":\(event.session)") }
      let seconds = "\(Double(event.value) / 1_000)"
      switch event.name {
      case .cardTapped: properties.append("\"action\":\"\(event.detail == 0 ? "review" : "dismiss")\"")
      case .acknowledged:
        properties.append("\"source\":\"\(event.detail == 0 ? "dashboard_card" : "plans_tab")\"")
        // The time is not measured for a person who never completed onboarding.
        if event.value >= 0 { properties.append("\"time_to_acknowledge\":\(seconds)") }
      case .zeroStateTapped:
        properties.append("\"action\":\"\(event.detail == 0 ? "complete_profile" : "maybe_later")\"")
      case .learnMoreTapped: properties.append("\"action\":\"\(event.detail == 1 ? "expand" : "collapse")\"")
      case .summaryScrolled:
        properties.append("\"scroll_depth\":\(event.detail == 1 ? "1" : "0.5")")
        properties.append("\"time_on_screen_seconds\":\(seconds)")
      case .summaryCompleted:
        let end = ObservedEvent.SummaryEnd(code: event.detail)
        properties.append("\"scroll_depth\":\(end.read ? "1" : "0.5")")
        properties.append("\"time_on_screen_seconds\":\(seconds)")
        properties.append(
          "\"exit_method\":\"\(["get_started_button", "swipe_dismiss", "close_button"][Int(end.exit.rawValue)])\"")
        properties.append("\"expanded_sections\":\(end.expanded ? "[\"bmr\"]" : "[]")")
      case .preferencesSaved: properties += ["\"preferences_count\":\(event.value)", "\"allergies_count\":0"]
      case .tabChanged:
        properties.append("\"tab\":\"\(["home", "plans", "tasks", "streaks", "profile"][Int(event.detail)])\"")
      case .apiError: properties.append("\"endpoint\":\"\(event.detail == 1 ? "onboard" : "streak")\"")
      default: break
      }
      let time = Timestamp(milliseconds: event.time).iso8601
      return "{\"event_name\":\"\(event.name.text)\",\"timestamp\":\"\(time)\",\"user_id\":\"u\(event.user)\","
        + "\"properties\":{\(properties.joined(separator: ","))}}"
    }
  }

  /// The events of log lines as a table with a column for each property.
  static func table(_ lines: [String]) -> String {
    let nodes = lines.map { (try? JSONReader.read($0)) ?? .null }
    let keys = [
      "session_id", "action", "source", "time_to_acknowledge", "scroll_depth", "time_on_screen_seconds", "exit_method",
      "expanded_sections", "preferences_count", "allergies_count", "tab", "endpoint",
    ]
    func quoted(_ text: String) -> String { "\"" + text.replacing("\"", with: "\"\"") + "\"" }
    let rows = nodes.map { node in
      let envelope = ["event_name", "timestamp", "user_id"].map { node[$0]?.string ?? "" }
      let values = keys.map { key in node["properties"]?[key].map { $0.string ?? $0.text } ?? "" }
      return (envelope + values).map { $0.isEmpty ? "" : quoted($0) }.joined(separator: ",")
    }
    return ([(["event_name", "timestamp", "user_id"] + keys).joined(separator: ",")] + rows).joined(separator: "\r\n")
  }
}
