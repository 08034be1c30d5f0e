import GTSDLogs
import Randomness
import Statistics

/// A forecast of the log's later part without a model of people. It extrapolates the product-limit curve of Kaplan and
/// Meier from each person's first event on. If fewer than ten people were observed for long enough, it continues the
/// rate of the last half of that time.
package struct PlainForecast: Equatable, Sendable {
  /// The id of the `EventStatistic`.
  package var id: String
  package var title: String
  package var observed: Double
  /// The mean of the fitted scenario's populations, and their score.
  package var fitted: Double
  package var fittedScore: Double
  /// The mean of the plain extrapolation, and its score.
  package var plain: Double
  package var plainScore: Double
  /// Whether the observed figure lies in the range of 95 % of the plain extrapolations.
  package var isInside: Bool

  package init(
    id: String, title: String, observed: Double, fitted: Double, fittedScore: Double, plain: Double, plainScore: Double,
    isInside: Bool
  ) {
    (self.id, self.title, self.observed) = (id, title, observed)
    (self.fitted, self.fittedScore) = (fitted, fittedScore)
    (self.plain, self.plainScore, self.isInside) = (plain, plainScore, isInside)
  }

  /// The continuous ranked probability score of draws: their mean distance from the outcome minus half of their mean
  /// distance from each other, in the unit of the figure; 0 is best. With the correction for few draws (Ferro,
  /// Quarterly Journal of the Royal Meteorological Society 140 (2014)).
  package static func score(_ draws: [Double], observed: Double) -> Double {
    guard draws.count > 1 else { return abs((draws.first ?? observed) - observed) }
    let n = Double(draws.count)
    let sorted = draws.sorted()
    // The sum of all differences of sorted values, with each pair counted once.
    let apart = sorted.enumerated().reduce(0.0) { $0 + $1.element * (2 * Double($1.offset) - n + 1) }
    return draws.reduce(0) { $0 + abs($1 - observed) } / n - apart / (n * (n - 1))
  }

  /// The number of resampled populations, and of draws of their actions.
  private static let draws = 100
  private static let maxPeople = 2_000

  /// Draws of a figure of the later part.
  ///
  /// - Parameters:
  ///   - early: the log before the cut.
  ///   - end: the end of the later part, milliseconds since 1970.
  static func draws(
    of figure: EventStatistic, _ early: EventLog, until end: Int64, _ random: Draws
  ) -> [Double] {
    guard let name = figure.first, early.users > 0 else { return [] }
    let stride = max(1, early.users / maxPeople)
    let people = (0..<early.users).filter { $0.isMultiple(of: stride) }.compactMap {
      user -> (age: Double, time: Double?)? in
      let events = early.events(of: user)
      guard let begin = events.first?.time else { return nil }
      let time = events.first { $0.name == name }.map { Double($0.time - begin) }
      return (Double(early.end - begin), time)
    }
    guard !people.isEmpty else { return [] }
    let later = Double(end - early.end)
    let order = people.indices.sorted { (people[$0].time ?? people[$0].age) < (people[$1].time ?? people[$1].age) }
    return (0..<UInt32(draws)).map { draw in
      var weights = [Int64](repeating: 0, count: people.count)
      for index in people.indices {
        let place = random.uniform(user: UInt32(index), purpose: 7, step: draw)
        weights[min(people.count - 1, Int(place * Double(people.count)))] += 1
      }
      let curve = KaplanMeier(
        order.filter { weights[$0] > 0 }.map { index in
          let (age, time) = people[index]
          return .init(
            time: time ?? age, events: time == nil ? 0 : weights[index], censored: time == nil ? weights[index] : 0)
        })
      let times = curve.steps.map(\.time)
      func seen(_ time: Double) -> Double {
        let count = times.partitioningIndex { $0 > time }
        return count == 0 ? 1 : curve.steps[count - 1].survival
      }
      let last = curve.steps.last { $0.atRisk >= 10 }?.time ?? curve.end
      let (half, all) = (seen(last / 2), seen(last))
      func left(_ time: Double) -> Double {
        guard time > last, last > 0, half > 0, all > 0 else { return seen(time) }
        return all * PortableMath.exp(PortableMath.log(all / half) * (time - last) / (last / 2))
      }
      let done = people.enumerated().count { index, person in
        guard person.time == nil else { return false }
        let now = left(person.age)
        let chance = now > 0 ? 1 - left(person.age + later) / now : 0
        return random.uniform(user: UInt32(index), purpose: 8, step: draw) < chance
      }
      return Double(done) / Double(people.count)
    }
  }
}

extension [Double] {
  /// The first index from which a condition holds, for a condition that then holds for all later indices (binary
  /// search).
  fileprivate func partitioningIndex(_ holds: (Double) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension PredictiveCheck {
  /// The error of the fit beyond chance, in log-odds for shares and logarithms for other figures; nil for figures too
  /// rare for both scales.
  var error: Double? {
    let mean = mean
    let isShare = unit == "share"
    guard mean > 0, observed > 0, !isShare || mean < 1 && observed < 1 else { return nil }
    func scaled(_ value: Double) -> Double {
      PortableMath.log(isShare ? value / (1 - value) : value)
    }
    let far = scaled(observed) - scaled(mean)
    // The half-width of the prediction interval; 1.96 standard deviations are the half-width of a normal one.
    let half = (interval.high - interval.low) / 2 / 1.96
    let chance = half / (isShare ? mean * (1 - mean) : mean)
    return max(0, far * far - chance * chance).squareRoot()
  }
}

extension CalibrationSection.BackTest {
  /// The bound on the error of a forecast made like the back-test's, with a probability of 95 %: the conformal
  /// quantile of its figures' errors (Vovk, Gammerman and Shafer, Algorithmic Learning in a Random World (2005)).
  var conformalError: Double {
    let errors = checks.compactMap(\.error).sorted()
    guard !errors.isEmpty else { return 0 }
    let rank = Int((Double(errors.count + 1) * 0.95).rounded(.up))
    return errors[min(errors.count, rank) - 1]
  }
}
