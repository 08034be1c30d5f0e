import Documents
import GTSDLoad
import GTSDModel
import GTSDWorld
import Statistics

/// The sentences about single endpoints and connections.
extension LoadSection {
  /// The endpoint at which most errors happened, if it has more than its share of them; empty if there is none.
  var failingText: String {
    guard total.errors >= 3, let worst = endpoints.max(by: { $0.errors < $1.errors }), endpoints.count > 1 else {
      return ""
    }
    let share = Double(worst.errors) / Double(total.errors)
    guard share > 0.5, share > 1.5 * Double(worst.answered) / Double(max(1, total.answered)) else { return "" }
    return worst.errors == total.errors
      ? "; all of them at \(worst.endpoint)" : "; \(Wording.whole(worst.errors)) of them at \(worst.endpoint)"
  }

  /// The short time in which nearly all errors happened; empty if they are spread over the run.
  var stormText: String {
    let slices = series.slices.filter { $0.atSeconds >= plan.warmUpSeconds }
    let errors = slices.map(\.errors)
    let all = errors.reduce(0, +)
    guard all >= Self.minErrors, errors.count >= Self.minSeconds else { return "" }
    // The shortest stretch of slices with nine errors in ten.
    var best = errors.indices
    var (first, sum) = (0, 0)
    for last in errors.indices {
      sum += errors[last]
      while (sum - errors[first]) * 10 >= all * 9 {
        sum -= errors[first]
        first += 1
      }
      if sum * 10 >= all * 9, last + 1 - first < best.count { best = first..<last + 1 }
    }
    guard best.count * 4 <= errors.count else { return "" }
    let stretch = slices[best]
    let (failed, ended) = (errors[best].reduce(0, +), stretch.reduce(0) { $0 + $1.ended.reduce(0, +) })
    return
      "; \(failed == all ? "all" : Wording.whole(failed)) of them within "
      + "\(Wording.seconds(Double(best.count) * series.widthSeconds)), from "
      + "\(Wording.seconds(stretch.first?.atSeconds ?? 0)) on, when "
      + "\(Wording.percent(Double(failed) / Double(max(1, ended)))) failed"
  }

  /// The example of the most frequent failure, with the request that had it first; empty if there is none.
  var failureExample: String {
    let failures = (badReplies ?? []).filter(\.isFailure)
    let sorted = failures.ordered { ($1.count, $0.endpoint) < ($0.count, $1.endpoint) }
    guard let first = sorted.first else { return "" }
    return "; for example \(first.endpoint) \(first.request): \(first.problem)"
  }

  /// The smallest number of errors, and of seconds of the run, for a statement about the time of errors.
  private static let (minErrors, minSeconds) = (10, 8)

  /// An endpoint that is much slower than the others. An endpoint that had a few of many slow requests is not named,
  /// since they may have happened anywhere.
  var slowestSentence: Statement? {
    let timed = endpoints.filter { $0.answered >= Self.minRequests }.compactMap { requests in
      requests.responseTime.p95.map { (name: requests.endpoint, p95: $0, times: requests.responseTime) }
    }.sorted { $0.p95 < $1.p95 }
    guard timed.count >= 3, let slowest = timed.last else { return nil }
    let usual = timed[(timed.count - 1) / 2].p95
    let limit = max(Self.noticeable, Self.muchSlower * usual)
    guard slowest.p95 > limit, isSlow(slowest.times, beyond: limit, among: timed.count) else { return nil }
    return Statement(
      finding:
        "The slowest endpoint is \(slowest.name): 95% of its requests took at most \(Wording.seconds(slowest.p95)), those of "
        + "half of the others at most \(Wording.seconds(usual)).")
  }

  /// Whether an endpoint is slow as a rule, or has nearly all of the run's slow requests, and too many for chance.
  private func isSlow(_ times: DistributionSummary, beyond limit: Double, among endpoints: Int) -> Bool {
    if let median = times.p50, median > limit { return true }
    let (own, all) = (times.number(above: limit), total.responseTime.number(above: limit))
    guard own > 0, Double(own) >= Self.nearlyAll * Double(all) else { return false }
    let others = Double(max(0, all - own) + 1) / Double(max(0, total.responseTime.count - times.count) + 1)
    let chance = 1 - BinomialDistribution.cumulative(own - 1, trials: times.count, probability: min(1, others))
    return chance * Double(endpoints) < Self.mayErr
  }

  /// The share of the slow requests from which they belong to one endpoint, and the probability of naming one by
  /// chance.
  private static let (nearlyAll, mayErr) = (0.8, 0.01)

  /// The smallest number of requests for an endpoint's percentile, the smallest noticeable time in seconds, and a
  /// factor.
  private static let minRequests = 10
  private static let (noticeable, muchSlower) = (0.1, 5.0)

  /// The finding that the server closes connections after few requests, which causes most of the time spent on
  /// connecting.
  var closingSentence: Statement? {
    guard let generator, let made = generator.connections, plan.connectionsOf == nil, made >= Self.manyConnections
    else {
      return nil
    }
    let atOnce = series.slices.map(\.requestsInFlight).max() ?? 0
    guard made > 2 * atOnce + Self.manyConnections else { return nil }
    let requests = Double(total.count) / Double(made)
    guard requests < Self.fewRequests else { return nil }
    return Statement(
      finding:
        "The server closes connections after about \(Wording.short(requests, 1)) requests: "
        + "\(Wording.whole(made)) connections were made for \(Wording.count(total.count, "request")).")
  }

  private static let (manyConnections, fewRequests) = (20, 20.0)

  /// Whether an address has more than its share of the failed requests, and most of them.
  private func isFailing(_ address: Address, among addresses: [Address]) -> Bool {
    let (all, own) = (addresses.reduce(0) { $0 + ($1.failures ?? 0) }, address.failures ?? 0)
    guard own >= Self.minFailures, own * 2 > all else { return false }
    func requests(_ address: Address) -> Double { Double(max(address.replies, address.failures ?? 0)) }
    let share = requests(address) / addresses.reduce(0) { $0 + requests($1) }
    return Double(own) > 1.5 * share * Double(all)
  }

  private static let minFailures = 3

  /// The use of the addresses of the server's name. Those that refused or failed, or that are much slower than another,
  /// are marked.
  var addressSentence: Statement? {
    guard let addresses, addresses.count > 1 else { return nil }
    let fastest = addresses.compactMap(\.meanSeconds).min() ?? 0
    func isSlow(_ address: Address) -> Bool {
      guard let mean = address.meanSeconds, address.replies >= Self.minRequests else { return false }
      return mean > Self.noticeable && mean > Self.muchSlower * fastest
    }
    let list = addresses.map { address in
      let refused =
        address.refused == 0
        ? "" : address.connections == 0 ? ", refused all \(address.refused)" : ", refused \(address.refused)"
      let noun = address.replies == 1 ? "reply" : "replies"
      let replies = address.replies > 0 ? ", \(Wording.whole(address.replies)) \(noun)" : ""
      let mean = address.meanSeconds.map { ", \(Wording.seconds($0)) a reply on average" } ?? ""
      let failures = address.failures ?? 0
      let failed = failures > 0 ? ", \(Wording.whole(failures)) failed" : ""
      return
        "\(address.address) (\(Wording.count(address.connections, "connection"))\(refused)\(replies)\(mean)\(failed))"
    }.joined(separator: ", ")
    let (dead, slow) = (addresses.filter { $0.refused > 0 }, addresses.filter(isSlow))
    let failing = addresses.filter { isFailing($0, among: addresses) }
    let faults = [
      failing.isEmpty
        ? nil : "most failures happened at \(failing.map(\.address).joined(separator: ", "))",
      dead.isEmpty ? nil : "\(dead.map(\.address).joined(separator: ", ")) refused connections",
      slow.isEmpty ? nil : "\(slow.map(\.address).joined(separator: ", ")) is much slower than another",
    ].compactMap(\.self)
    let head =
      faults.isEmpty
      ? "\(plan.connectionsOf == nil && plan.http == nil ? "Requests" : "New connections") took the addresses of the server's name in turn"
      : "Of the server's addresses, \(faults.joined(separator: ", and "))"
    return Statement(finding: "\(head): \(list).", verdict: faults.isEmpty ? .none : .undecided)
  }
}

extension DistributionSummary {
  /// The number of values in the ranges that begin above a limit.
  fileprivate func number(above limit: Double) -> Int {
    Int(buckets.reduce(0) { $0 + ($1[0] >= limit ? $1[2] : 0) })
  }
}
