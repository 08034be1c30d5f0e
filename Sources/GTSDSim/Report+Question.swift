import GTSDModel
import GTSDStudies
import GTSDWorld
import Statistics

extension Report {
  /// The question that the report answers, in plain words. It is the title of its page.
  var question: String {
    let name = scenario.name
    if let shard { return "What does shard \(shard.index) of \(shard.of) of \(name) contain?" }
    switch content {
    case .exploration: return "Which orders of events break \(name)?"
    case .calibration: return "What does the event log show?"
    case .load: return "How well does the server handle this load?"
    case .comparison(let section):
      if section.isPlanAlone { return "How many people does the experiment of \(name) need?" }
      return section.design == .arms ? "Which arm of \(name) is best?" : "What changes in \(name)?"
    case .forecast(let forecast):
      if forecast.rollout != nil { return "Should the roll-out be stopped, and when?" }
      if forecast.kpi == KPI.acknowledgmentRate24h.id, let share = targetShare(forecast.subject?.decidingTargets) {
        return "How likely is it that \(share) acknowledge within 24 hours?"
      }
      return "What is the forecast for \(forecast.subject?.title ?? forecast.kpi)?"
    case .simulation:
      if arms != nil { return "Which arm of \(name) is best?" }
      if let main = kpi(.acknowledgmentRate24h), main.value != nil, let share = targetShare(main.decidingTargets) {
        return "Do \(share) acknowledge within 24 hours?"
      }
      return "How does the app perform in \(name)?"
    }
  }

  /// The name for a saved file, without its format: `run-of-first-day`.
  package var fileName: String {
    let name = "\(kindOfPage)-of-\(scenario.name)".lowercased()
    let words = name.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    return String(words.joined(separator: "-").prefix(80))
  }

  /// The kind of the report, in words.
  var kindOfPage: String {
    switch kind {
    case .simulation: "run"
    case .exploration: "search"
    case .forecast: "forecast"
    case .comparison: "comparison"
    case .calibration: "calibration"
    case .load: "load"
    }
  }

  /// The share in the first target that sets a lower bound, in words; nil if there is none.
  private func targetShare(_ targets: [KPIResult.Target]?) -> String? { targetShare(targets?.map(\.demand)) }
  private func targetShare(_ targets: [ForecastSection.Target]?) -> String? { targetShare(targets?.map(\.demand)) }
  private func targetShare(_ demands: [KPITarget]?) -> String? {
    demands?.lazy.compactMap { demand -> String? in
      guard demand.versus == .absolute, demand.comparison == .atLeast, case .number(let share) = demand.value else {
        return nil
      }
      return "\(Wording.short(share * 100, 3))%"
    }.first
  }

  /// A summary of the run in a sentence. Uses the scenario's description only if no option of the command line can have
  /// made it wrong.
  var account: String? {
    let people = scenario.users == 1 ? "person" : "people"
    let who = "\(Wording.whole(scenario.users)) \(people) of \(scenario.name)"
    let time = Wording.seconds(scenario.horizonSeconds)
    switch content {
    case .calibration, .comparison: return scenario.description
    case .load(let load):
      return "\(scenario.name), sent to \(load.target) for \(Wording.seconds(load.elapsedSeconds))."
    case .exploration(let section):
      let isOfStory = scenario.resolvedScenario.map { $0.story != nil } ?? true
      return isOfStory ? scenario.description : "\(Wording.count(section.schedules, "schedule")) of \(who)."
    case .forecast(let forecast):
      return "\(Wording.count(forecast.replications, "replication")) of \(who), each over \(time)."
    case .simulation:
      if !complete, let simulated = funnel.first?.users {
        return "The first \(Wording.whole(simulated)) of \(who), over \(time)."
      }
      let times = scenario.replications > 1 ? ", \(Wording.whole(scenario.replications)) times over" : ", over"
      return "\(who)\(times) \(time)."
    }
  }

  /// The sections that are open on a page at first: those that support the answer, and warnings.
  var opened: [String] {
    switch kind {
    case .exploration: ["finds", "search-errors"]
    case .load: load?.latencyChart == nil ? ["latency"] : ["latency-over-time"]
    case .forecast: ["warnings"] + (forecast?.rollout == nil ? ["replications", "fan"] : ["rollout"])
    case .calibration: ["fit"]
    // The curve is of all arms together.
    case .simulation: ["warnings", Headline.effects(self).isEmpty ? "acknowledgment" : "arms"]
    case .comparison: ["warnings", "curves"]
    }
  }
}
