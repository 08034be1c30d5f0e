import GTSDModel
import GTSDStudies
import Statistics

/// The texts of a roll-out's triggers.
extension ForecastSection.Rollout {
  /// The stages in words: `10% of those who sign up from the start, 25% after 48 h, …`.
  var stagesText: String {
    let parts = stages.filter { $0.count == 2 }.enumerated().map { index, stage in
      let share = "\(Wording.short(stage[1] * 100, 1))%"
      let start = stage[0] == 0 ? "from the start" : "after \(Wording.seconds(stage[0]))"
      return index == 0 ? "\(share) of those who sign up \(start)" : "\(share) \(start)"
    }
    return "`\(arm)` goes to \(parts.joined(separator: ", "))."
  }
}

extension ForecastSection.Rollout {
  /// A sentence or more on each trigger, those with an arm over the limit first.
  var triggerTexts: [String] {
    (triggers.filter(\.isOverLimit) + triggers.filter { !$0.isOverLimit }).map {
      "\($0.title): \($0.finding(of: replications))"
    }
  }
}

extension ForecastSection.Rollout.Trigger {
  var limitText: String { unit == "share" ? "\(Wording.short(limit * 100, 2))%" : Wording.grouped(limit, 1) }

  /// The value in the long run; empty if nothing was counted.
  var longRunText: String {
    longRunValue.map { unit == "share" ? Wording.percent($0) : Wording.whole(Int($0.rounded())) } ?? ""
  }

  /// A share with its interval: `6 of 200 (3.0%, 1.1–6.4%)`; a dash if it is impossible.
  func share(_ count: Int, _ interval: Interval?, of replications: Int) -> String {
    guard isWatched else { return "not watched" }
    guard let interval, replications > 0 else { return "–" }
    let share = Wording.percent(Double(count) / Double(replications))
    return "\(Wording.whole(count)) of \(Wording.whole(replications)) "
      + "(\(share), \(Wording.interval(interval, unit: "share")))"
  }

  /// The median time at which the trigger fires, and the range of the middle 90 % of its firings; empty if it never
  /// fires.
  var timeText: String {
    func quantile(_ share: Double) -> Double? { firesAt.first { $0.count == 2 && abs($0[0] - share) < 1e-9 }?[1] }
    guard let median = quantile(0.5), let low = quantile(0.05), let high = quantile(0.95) else { return "" }
    if low == high { return Wording.seconds(median) }
    return "\(Wording.seconds(median)) (\(Wording.seconds(low)) to \(Wording.seconds(high)))"
  }

  /// Sentences that say how often the stop trigger fires in time, late and wrongly.
  func finding(of replications: Int) -> String {
    guard longRunValue != nil else { return "Nothing was counted that it looks at." }
    let all = Wording.count(replications, "replication")
    guard isWatched else { return "With so few simulated users it is not watched." }
    let value = unit == "share" ? longRunText : "\(longRunText) in the worst stage"
    var sentences: [String] = []
    if let dueStage {
      let from = dueStage > 1 ? " from stage \(dueStage) on" : ""
      sentences.append("The arm is over the limit of \(limitText) in the long run\(from): \(value).")
      let inTime = fires - firesWrongly - (firesLate - neverFires)
      sentences.append("It fires in time in \(Wording.whole(inTime)) of \(all).")
      sentences.append("Too late, or never: \(share(firesLate, firesLateInterval, of: replications)).")
      if firesWrongly > 0 {
        sentences.append("Before that: \(share(firesWrongly, firesWronglyInterval, of: replications)).")
      }
    } else {
      sentences.append("The arm is within the limit of \(limitText) in the long run: \(value).")
      sentences.append("It fires wrongly in \(share(firesWrongly, firesWronglyInterval, of: replications)).")
    }
    if !timeText.isEmpty { sentences.append("Time of firing: \(timeText).") }
    let control = Wording.whole(controlFires)
    sentences.append("The control arm would fire in \(controlFires == 0 ? "none" : control).")
    return sentences.joined(separator: " ")
  }
}
