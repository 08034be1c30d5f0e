/// A value that affects acknowledgment strongly, with a plain name.
struct StudioDriver: Sendable {
  var path: String
  var name: String

  private static func decision(_ name: String, _ text: String) -> StudioDriver {
    StudioDriver(path: "population.personas.*.decisions.\(name)", name: text)
  }

  /// The drivers in the order of their importance in sensitivity studies of the usual people.
  static let all = [
    StudioDriver(path: "population.personas.*.habit.returnSameDay", name: "come back the same day"),
    decision("goToPlansDirectly", "go to their plans by themselves"),
    StudioDriver(path: "population.personas.*.timings.sessionGap.lognormal.median", name: "time between two visits"),
    decision("followCard", "follow the card"),
    decision("acknowledge", "acknowledge once they see their metrics"),
    decision("dismissCard", "dismiss the card"),
    decision("skipOnboarding", "skip onboarding"),
    decision("abandonOnboarding", "give up during onboarding"),
    decision("retryAfterError", "try again after an error"),
    decision("completeProfile", "complete their profile later"),
    StudioDriver(path: "backend.metricsDelay.lognormal.median", name: "time until metrics are computed"),
    StudioDriver(path: "backend.errorRate", name: "requests that fail"),
  ]

  /// The last name of a path in words: `pullToRefresh` is "pull to refresh".
  static func plainName(of path: String) -> String {
    let general = ["*", "lognormal", "median", "population", "personas", "decisions", "habit", "timings", "backend"]
    let parts = path.split(separator: ".").filter { !general.contains(String($0)) }
    let words = parts.joined(separator: " ").map { $0.isUppercase ? " \($0.lowercased())" : String($0) }.joined()
    return path.contains(".timings.") ? "time: \(words)" : path.hasPrefix("backend.") ? "server: \(words)" : words
  }
}
