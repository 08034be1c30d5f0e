extension ForecastSection {
  /// What was taken for uncertain, what that does to the answer, and what to measure first.
  var uncertaintyNotes: [String] {
    guard let parameters else { return ["Nothing was drawn but chance: every assumption is taken for certain."] }
    let assumed = parameters.values.count { $0.uncertainty.hasPrefix("within") }
    var notes = [
      """
      \(Wording.count(parameters.values.count, "value")) of the scenario are not known for certain: \
      \(parameters.values.count - assumed) are stated as distributions, \(assumed) are assumptions without a source, of \
      which nine draws in ten lie within a factor. Each pair of replications draws them anew; intervals are over \
      independent draws. --uncertainty 1 leaves chance alone.
      """
    ]
    guard let information else { return notes }
    notes.append(
      """
      The target of \(information.kpi) is met with a probability of \(Wording.percent(information.probability)) for the \
      \(Wording.whole(information.users)) people that the scenario describes, over chance and ignorance; ignorance is \
      \(Wording.percent(information.ignorance)) of the variance.
      """)
    let total = Wording.short(100 * information.worth, 1)
    if let first = information.values.first, first.worth >= 0.0005 {
      let people = first.people.map { ", which takes about \(Wording.whole($0)) people who meet the occasion" } ?? ""
      notes.append(
        """
        Measure first: \(first.name) (`\(first.path)`)\(people). Knowing it would make the answer right in \
        \(Wording.short(100 * first.worth, 1)) more cases of 100, knowing everything in \(total).
        """)
    } else {
      notes.append(
        """
        None of \(information.examined) assumptions is known to be worth measuring by \(information.sets) draws; knowing \
        all of them would make the answer right in \(total) more cases of 100.
        """)
    }
    return notes
  }
}
