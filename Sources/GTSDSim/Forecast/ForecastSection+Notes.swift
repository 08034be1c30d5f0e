import GTSDModel
import GTSDStudies
import Statistics

extension ForecastSection {
  /// Notes on the uncertain values: which ones, their effect on the answer, and which to measure first.
  var uncertaintyNotes: [String] {
    guard let parameters else { return ["Only chance was simulated: every assumption counts as certain."] }
    let assumed = parameters.values.count { $0.uncertainty.hasPrefix("within") }
    var notes = [
      """
      \(Wording.count(parameters.values.count, "value")) of the scenario are not known for certain: \
      \(parameters.values.count - assumed) are stated as distributions, \(assumed) are assumptions without a source, of \
      which nine draws in ten lie within a factor. Each pair of replications draws them anew; intervals are over \
      independent draws. --uncertainty 1 leaves only chance.
      """
    ]
    guard let information else { return notes }
    let ends = information.probabilityInterval.map { " (\(Wording.interval(ofProbability: $0)))" } ?? ""
    let probability = Wording.probability(information.probability) + ends
    let ignorance =
      information.ignorance.map { "ignorance is \(Wording.percent($0)) of the variance" }
      ?? "the share of ignorance in the variance cannot be estimated"
    notes.append(
      """
      The target of “\(KPI(rawValue: information.kpi)?.definition.title ?? information.kpi)” is met with a probability of \(probability) for the \
      \(Wording.whole(information.users)) people that the scenario describes, over chance and ignorance; \(ignorance).
      """)
    notes.append(measuring(information))
    return notes
  }

  /// A text that names the assumption to measure first, says that none is worth it, or how to find it.
  private func measuring(_ information: Information) -> String {
    func cases(_ worth: Double?, _ interval: Interval?) -> String? {
      func cases(_ share: Double) -> String { Wording.short(100 * share, 1) }
      // If both ends of an interval would be printed alike, only a bound is printed.
      if let interval, 100 * interval.high < 0.05 { return "at most 0.1" }
      // Answers are wrong in at most 50 cases of 100, so that a bound near it says nothing.
      guard let worth else { return interval.flatMap { $0.high < 0.4 ? "at most \(cases($0.high))" : nil } }
      return cases(worth) + (interval.map { " (\(cases($0.low))–\(cases($0.high)))" } ?? "")
    }
    let total = cases(information.worth, information.worthInterval)
    if let total, let high = information.worthInterval?.high, high < 0.005 {
      return """
        Measuring would hardly change this answer: with all \(Wording.whole(information.examined)) assumptions known, it \
        would be right in \(total) more cases of 100.
        """
    }
    if let first = information.values.first, let own = cases(first.worth, first.interval) {
      let people = first.people.map { ", which takes about \(Wording.whole($0)) people who meet the occasion" } ?? ""
      return """
        Measure first: \(first.name)\(people). Knowing it would make the answer right in \(own) more cases of \
        100\(total.map { ", knowing everything in \($0)" } ?? "").
        """
    }
    let seeing = information.seeing.map {
      $0 > replications
        ? " About \(Wording.count($0, "replication")) would show one that causes about a quarter of the variance."
        : ""
    }
    return """
      \(Wording.count(information.sets, "draw")) of all assumptions together cannot show which of \
      \(Wording.whole(information.examined)) to measure first.\(seeing ?? "")\
      \(total.map { " Knowing all of them would make the answer right in \($0) more cases of 100." } ?? "")
      """
  }
}

extension ForecastSection.NeededReplications {
  /// A sentence with the number of replications that would be enough to estimate how much of the spread is due to
  /// uncertain values, preceded by a space. Empty if no reasonable number is enough.
  ///
  /// - Parameters:
  ///   - users: the number of people that the scenario describes.
  ///   - ran: the number of replications that were not enough.
  func text(users: Int?, ran: Int) -> String {
    // A larger number says no more than that these replications are too few.
    let most = 10_000
    let own = replications.flatMap { $0 > ran && $0 <= most ? $0 : nil }
      .map { "about \(Wording.count($0, "replication")) would" }
    let described = ofDescribed.flatMap { $0 <= most ? $0 : nil }.flatMap { count in
      users.map { "about \(Wording.whole(count)) of \(Wording.count($0, "user")) each would" }
    }
    let all = [own, replications ?? .max > ofDescribed ?? .max ? described : nil].compactMap(\.self)
    guard !all.isEmpty else { return "" }
    let text = all.joined(separator: ", or ").replacing(" would, or", with: ", or")
    return " These replications suggest that \(text) be enough."
  }
}
