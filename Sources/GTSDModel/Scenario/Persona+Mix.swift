extension Persona {
  /// The default mix of people: four kinds that differ in how they react to the card, to onboarding and to the network.
  ///
  /// The mix is an assumption without a source, like every default. It covers the behaviours that the specifications
  /// mention, and is not tuned to reach a target.
  public static let mix: [Persona] = [committed, casual, skipper, restless]

  /// A person who comes with a goal: completes everything, reads, and comes back often.
  private static let committed: Persona = {
    var persona = Persona(name: "committed", weight: 40)
    persona.decisions.skipOnboarding = 0.03
    persona.decisions.abandonOnboarding = 0.02
    persona.decisions.readSummaryToEnd = 0.85
    persona.decisions.expandSummary = 0.55
    persona.decisions.followCard = 0.6
    persona.decisions.dismissCard = 0.05
    persona.decisions.acknowledge = 0.92
    persona.decisions.editPreferences = 0.18
    persona.decisions.uploadPhotos = 0.15
    persona.habit.returnNextDay = 0.85
    persona.habit.returnSameDay = 0.88
    persona.timings.sessionGap = .lognormal(median: 9_000, sigma: 0.8)
    return persona
  }()

  /// A person who looks in now and then: the defaults, with fewer sessions.
  private static let casual: Persona = {
    var persona = Persona(name: "casual", weight: 35)
    persona.decisions.skipOnboarding = 0.12
    persona.decisions.dismissCard = 0.12
    persona.habit.returnSameDay = 0.8
    persona.timings.sessionGap = .lognormal(median: 14_400, sigma: 0.9)
    return persona
  }()

  /// A person who wants to see the app first: skips onboarding and meets the zero state.
  private static let skipper: Persona = {
    var persona = Persona(name: "skipper", weight: 15)
    persona.decisions.skipOnboarding = 0.8
    persona.decisions.readSummaryToEnd = 0.5
    persona.decisions.followCard = 0.35
    persona.decisions.visitProfile = 0.5
    persona.habit.returnSameDay = 0.78
    persona.timings.sessionGap = .lognormal(median: 12_000, sigma: 0.9)
    return persona
  }()

  /// Taps fast and twice, switches tabs in bursts, does not wait for spinners.
  private static let restless: Persona = {
    var persona = Persona(name: "restless", weight: 10)
    persona.decisions.doubleTapComplete = 0.15
    persona.decisions.doubleTapAcknowledge = 0.2
    persona.decisions.dismissCard = 0.25
    persona.decisions.pullToRefresh = 0.4
    persona.decisions.pullDuringLoad = 0.4
    persona.decisions.tabBurst = 0.4
    persona.decisions.background = 0.3
    persona.timings.thinkOnLaunch = .lognormal(median: 1.2, sigma: 0.5)
    persona.timings.tabDwell = .lognormal(median: 5, sigma: 0.9)
    persona.timings.patience = .lognormal(median: 6, sigma: 0.5)
    persona.timings.sessionGap = .lognormal(median: 7_200, sigma: 1)
    persona.habit.returnSameDay = 0.88
    return persona
  }()
}
