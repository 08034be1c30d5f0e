import GTSDModel
import Randomness
import Statistics

extension PersonModel {
  /// Records the app's errors since the person last looked, and the waits that the person has given up.
  mutating func remember(_ screen: Screen, errors: Int32) {
    if focus == 0, screen.front != .closed { memory?.look(atErrors: errors) }
    if notes.waited, screen.isLoading { memory?.meet(.wait) }
    notes.waited = false
  }

  /// The probability of returning on a day, where the persona's is `probability`.
  func returning(_ probability: Double, on day: Int64, since last: Int64) -> Double {
    guard let memory, let terms = temperament.memory, probability > 0, probability < 1 else { return probability }
    let deviation = terms.traits.engagement
    let middle = LogitNormal.location(ofMean: probability, variance: deviation * deviation)
    return 1 / (1 + PortableMath.exp(-middle - memory.shift(ofReturningOn: day, since: last, arrival: arrival)))
  }
}
