import GTSDModel
import GTSDStudies
import GTSDWorld
import Interleaving
import Statistics

/// The texts of a search and its finds, the same in every format. No text claims that a scenario is correct, since a
/// search covers only the schedules that it ran.
extension ExplorationSection {
  /// The number of finds, in a sentence.
  var outcome: String {
    let searched = Wording.count(schedules, "schedule")
    switch finds.count {
    case 0: return "Nothing was found in \(searched)."
    case 1: return "1 way to break the app's state was found in \(searched)."
    default: return "\(Wording.whole(finds.count)) ways to break the app's state were found in \(searched)."
    }
  }

  /// A sentence on the share of possible orders that has been seen.
  var saturation: String {
    let classes = classes == 1 ? "1 class" : "\(Wording.whole(classes)) classes"
    let within = windowSeconds > 0 ? " within \(Wording.seconds(windowSeconds)) of natural time" : ""
    if isExhausted {
      return "Exhausted: \(classes) of orders\(within), latencies at their medians, under every choice of faults and "
        + "optional steps, and every one of them ran."
    }
    // An estimate, not a proof: every class was seen more than once.
    if goodTuring.isSaturated {
      return "Saturated: \(classes) of orders met\(within), each of them more than once."
    }
    return "Not saturated: \(classes) of orders met\(within), \(Wording.whole(classesMetOnce)) of them once."
  }

  /// The probability that another schedule shows something new, and the way it is estimated.
  var unseen: String {
    if isExhausted { return "Other latencies or a wider window can still show more." }
    return "The chance that the next schedule is of a new kind is about \(Wording.percent(unseenMass)), and at most "
      + "\(Wording.percent(unseenMassHigh)) at 95% confidence (Good-Turing estimate)."
  }

  /// The errors of the search itself, in a sentence; nil if there are none.
  var trouble: String? {
    guard !errors.isEmpty else { return nil }
    return
      "An error occurred in the search itself \(errors.count == 1 ? "once" : "\(errors.count) times"). It is no find, but "
      + "what it covers is in doubt."
  }

  /// The figures of the search for a table.
  var figures: [(name: String, value: String)] {
    [
      ("Strategy", strategy), ("Seed", "\(seed)"), ("Schedules", Wording.whole(schedules)),
      ("Window", Wording.seconds(windowSeconds)),
      ("Steps of the story", steps > 0 ? Wording.whole(steps) : "none: a population"),
      ("Arrivals a schedule", Wording.short(meanArrivals, 1)), ("Jobs a schedule", Wording.short(meanJobs, 1)),
      ("Classes of orders met", Wording.whole(classes)), ("Of them once", Wording.whole(classesMetOnce)),
      (
        "Unseen",
        isExhausted
          ? "none within the window" : "\(Wording.percent(unseenMass)), at most \(Wording.percent(unseenMassHigh))"
      ),
    ]
  }

  /// The number of finds with the same oracle, hazard and sites as this one. Such finds differ only in their cause,
  /// which is known only after shrinking. Schedules are therefore counted for all of them together.
  private func kin(of find: Find) -> Int { finds.count { $0.signature == find.signature } }

  /// The number of schedules that showed a find, in words.
  func count(of find: Find) -> String {
    if find.order == .given { return "before the search" }
    let kin = kin(of: find)
    return "\(Wording.whole(find.schedules)) of \(Wording.count(schedules, "schedule"))"
      + (kin > 1 ? ", \(kin) finds together" : "")
  }

  /// The number and share of schedules that showed a find.
  func frequency(of find: Find) -> String {
    if find.order == .given { return "the steps before the search, with which every schedule begins" }
    let share = Wording.percent(schedules > 0 ? Double(find.schedules) / Double(schedules) : 0)
    let interval = ProportionInterval.wilson(successes: find.schedules, trials: schedules).map {
      ", \(Wording.interval($0, unit: "share"))"
    }
    let kin = kin(of: find)
    return "\(Wording.whole(find.schedules)) of \(Wording.count(schedules, "schedule")) (\(share)\(interval ?? "")), "
      + "first in number \(Wording.whole(find.first))"
      + (kin > 1 ? "; counted for the \(kin) finds of this oracle, hazard and site together" : "")
  }
}

extension Find {
  /// The find's title in one line.
  var title: String { "\(oracle) · \(hazard ?? "unclassified")" }

  /// The observed failure, as a sentence.
  var observed: String { summary.prefix(1).uppercased() + summary.dropFirst() + (summary.hasSuffix(".") ? "" : ".") }

  /// The heading above an order that is enough to cause the find. Other orders may be enough, too.
  static let orderHeading = "An order that is enough to break it"

  /// The constraints as lines: the conflicts, each with the state that depends on it, and the delays.
  private var orderLines: [String] {
    constraints.map { constraint in
      let order = "\(constraint.before), before \(constraint.after)"
      switch constraint.role {
      case .conflict: return order + (constraint.state.map { ": this order decides \($0)" } ?? "")
      case .delay: return "needed only as a delay: \(order)"
      case nil: return order
      }
    }
  }

  /// The order that is needed besides faults and steps, as a heading and lines.
  var orderFact: (name: String, lines: [String]) {
    let lines = orderLines
    return (lines.isEmpty ? "Order" : Self.orderHeading, (lines.isEmpty ? [whyNoOrder] : lines) + orderRemarks)
  }

  /// The sentence that replaces the list of constraints for a find that needs none.
  private var whyNoOrder: String {
    let rest = faults.isEmpty ? "these steps" : "these steps and faults"
    switch order {
    case .natural: return "No particular order is needed: the natural order fails too."
    case .shrunken:
      return "No particular order is needed: with only \(rest), the natural order fails. (The whole story in natural "
        + "order passes.)"
    case .drawn:
      return "No particular order is needed: with \(rest), the latencies that this schedule draws are enough."
    case .given: return "No particular order is needed: the steps before the search already break it."
    case .whole: return "The order of the whole schedule is needed: no small set of orders was found that fails."
    case .constrained, nil: return "No constraint."
    }
  }

  /// Remarks below the lines of the order: whether it is needed, how it was checked, and whether less may be enough.
  private var orderRemarks: [String] {
    var remarks: [String] = []
    let it = constraints.count == 1 ? "it" : "them"
    if !constraints.isEmpty {
      remarks.append(
        passesWithoutConstraints
          ? "Without \(it) the same story passes." : "Without \(it) the same story can still fail.")
    }
    let conflicts = constraints.count { $0.role == .conflict }
    if conflicts > 0 {
      let which = conflicts == 1 ? "these two events" : "the two events of each of these orders"
      remarks.append("Checked: if \(which) swap places, the story passes.")
    }
    if !isMinimal, order != .given {
      remarks.append("Shrinking stopped after \(Wording.count(shrinkReplays, "replay")): less may be enough.")
    } else if !constraints.isEmpty {
      remarks.append("Found in \(Wording.count(shrinkReplays, "replay")); other orders may be enough as well.")
    }
    return remarks
  }

  /// Lines that say whether a failed expectation also fails in natural order, and in the correct app.
  private var expectationLines: [String] {
    var lines: [String] = []
    if !failsInNaturalOrder.isEmpty {
      let all = Generation.Preset.allCases.count
      lines.append(
        failsInNaturalOrder.count == all
          ? "The expectation also fails in natural order in every generation."
          : "The expectation also fails in natural order under \(failsInNaturalOrder.joined(separator: ", ")).")
    }
    switch soundApp {
    case .passes: lines.append("The correct app (`correct`) passes the same steps.")
    case .passesInNaturalOrder:
      lines.append(
        "The correct app (`correct`) fails the same steps in this order too, and passes them in natural order.")
    case .fails:
      lines.append(
        "The correct app (`correct`) fails the same steps too: the expectation may be wrong, or the steps do not lead "
          + "to it."
      )
    case nil: break
    }
    return lines
  }

  /// The step at which the failure became certain; nil without a curve.
  var likelihoodLine: String? {
    guard let first = likelihood.first, let last = likelihood.last, likelihood.count > 1 else { return nil }
    guard let decisive else {
      return "no single step: the share of random continuations that fail is \(share(first)) before the first arrival "
        + "and \(share(last)) after the last"
    }
    let at = decisive.step < timeline.arrivals.count ? timeline.arrivals[decisive.step].label : "the end"
    return "\(at) (step \(decisive.step + 1)): the share of random continuations that fail goes from "
      + "\(share(decisive.before)) to \(share(decisive.after))"
  }

  /// A share of continuations with its interval.
  func share(_ share: Double) -> String {
    let interval = interval(of: share).map { ", \(Wording.interval($0, unit: "share"))" } ?? ""
    return "\(Wording.percent(share))\(interval.isEmpty ? "" : " (\(interval.dropFirst(2)))")"
  }

  /// A line with the result of the same story under the correct strategy; nil if the story names none.
  var twinLine: String? {
    guard let twin else { return nil }
    let searched = Wording.count(twin.schedules, "schedule")
    if twin.failures == 0 { return "\(twin.strategy): nothing found in \(searched)" }
    return "\(twin.strategy): \(Wording.whole(twin.failures)) of \(searched) break something too"
  }

  /// The facts about a find except its timeline, in order.
  func facts(of section: ExplorationSection) -> [(name: String, lines: [String])] {
    var facts: [(String, [String])] = [
      ("Expected", [statement]), ("Observed", [observed]),
    ]
    if let cause { facts += cause.facts }
    // The chain of causes says the same, except for a race between a reply and a commit.
    if let contradiction, cause == nil || contradiction.hasPrefix("Let R") {
      facts.append(("Contradiction", [contradiction]))
    }
    if cause == nil, !sites.isEmpty {
      facts.append(
        (
          "Sites",
          sites.map { site in
            let place = [site.source, site.task.map { "task \($0)" }].compactMap { $0 }.joined(separator: ", ")
            return site.text + (place.isEmpty ? "" : " (\(place))")
          }
        ))
    }
    facts.append(orderFact)
    if !expectationLines.isEmpty { facts.append(("Expectation", expectationLines)) }
    facts.append(("Faults", faults.isEmpty ? ["None is needed."] : faults))
    if !steps.isEmpty { facts.append(("Steps", steps)) }
    if let likelihoodLine { facts.append(("Decided by", [likelihoodLine])) }
    facts.append(("Met in", [section.frequency(of: self)]))
    if !furtherSignatures.isEmpty { facts.append(("Also breaks", furtherSignatures)) }
    if let twinLine { facts.append(("With the fix", [twinLine])) }
    return facts
  }
}

extension Find.Explanation {
  /// The cause, the consequences and the conditions of the find.
  var facts: [(name: String, lines: [String])] {
    var facts: [(String, [String])] = [("Variable", [variable])]
    facts.append(
      (
        "Cause",
        chain.enumerated().map { index, link in
          "\(index + 1). " + link.text + (link.source.map { " (\($0))" } ?? "")
        }
      ))
    if !strategies.isEmpty {
      let others = alternatives.isEmpty ? "" : "; as well, by itself, with \(alternatives.joined(separator: ", or "))"
      facts.append(("Passes with", [strategies.joined(separator: " and ") + others]))
    }
    if oracles.count > 1 { facts.append(("Noticed by", [oracles.joined(separator: ", ")])) }
    return facts
  }
}
