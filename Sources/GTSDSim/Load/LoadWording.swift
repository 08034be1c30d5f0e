import Documents
import GTSDLoad
import GTSDModel
import GTSDWorld
import Statistics

/// The sentences of a load report.
extension LoadSection {
  /// The server's address without its scheme.
  var server: String {
    guard let range = target.firstRange(of: "://") else { return target }
    return String(target[range.upperBound...]) + (target.hasPrefix("https") ? " over TLS" : "")
  }

  var qualification: String {
    "Measured by the wall clock against \(server): not deterministic, another run gives other numbers."
  }

  /// A summary of the run in one line.
  var subtitle: String {
    let levels = plan.levels.map { $0[1] }
    let most = Wording.short(levels.max() ?? 0, 1)
    let isLevel = Set(levels).count == 1
    let amount =
      plan.arrivals == "recorded"
      ? "recorded starts"
      : plan.model == "open"
        ? "\(isLevel ? "" : "up to ")\(most) \(plan.arrivals == "poisson" ? "Poisson" : plan.arrivals) starts per second"
        : "\(isLevel ? "" : "up to ")\(most) users"
    return [
      "\(plan.model) model", plan.request.map { "requests to \($0)" } ?? "sessions", amount,
      Wording.seconds(elapsedSeconds), connectionText,
      plan.thinkTimeScale == 1 ? "" : "pauses times \(Wording.short(plan.thinkTimeScale, 3))",
    ].filter { !$0.isEmpty }.joined(separator: " · ")
  }

  private var connectionText: String {
    switch plan.connectionsOf {
    case "perUser": "connections of each user"
    case "perSession": "connections of each session"
    default:
      plan.http == nil
        ? Wording.count(plan.connections, "connection") : "HTTP/2 streams of one connection for each loop"
    }
  }

  /// The opening findings: thresholds, then latency, throughput, errors, starts, and the breakpoint.
  var sentences: [Statement] {
    var sentences =
      missingSentences + generatorSentences + neverGoodSentences + badReplySentences
      + thresholds.map { threshold in
        Statement(
          finding: "\(threshold.name): \(threshold.measured).", demand: "threshold \(threshold.demand)",
          verdict: threshold.verdict)
      }
    if thresholds.isEmpty { sentences.append(.init(finding: "No threshold is set.")) }
    sentences += breakpointSentence.map { [$0] } ?? []
    sentences.append(.init(finding: latencySentence))
    if let silence {
      sentences.append(
        .init(
          finding:
            "The longest time without any reply, while requests were in progress: \(Wording.seconds(silence.seconds)), "
            + "from \(Wording.seconds(silence.atSeconds)) on."))
    }
    sentences += [trendSentence, slowestSentence, closingSentence, addressSentence].compactMap(\.self)
    sentences.append(.init(finding: throughputSentence))
    sentences.append(.init(finding: errorSentence))
    sentences.append(droppedSentence)
    return sentences
  }

  /// Sentences on load that is missing, and on endpoints that were not used.
  private var missingSentences: [Statement] {
    var statements: [Statement] = []
    if let missing = missingGenerators, !missing.isEmpty {
      let list = missing.map { "\($0)" }.joined(separator: ", ")
      statements.append(
        Statement(
          finding:
            "\(missing.count == 1 ? "Generator \(list) is" : "Generators \(list) are") missing: "
            + "the figures are those of a part of the planned load, not of the whole.", verdict: .missed))
    }
    if let leftOut {
      let decisions =
        leftOut.decisions.isEmpty
        ? "" : "; no user took the decisions that need them: \(leftOut.decisions.joined(separator: ", "))"
      statements.append(
        Statement(
          finding: "Not exercised, since `load.without` leaves \(leftOut.endpoints.count == 1 ? "it" : "them") out: "
            + "\(leftOut.endpoints.joined(separator: ", "))\(decisions)."))
    }
    return statements
  }

  /// The replies that break the contract, grouped by problem. Unreadable replies come first.
  private var badReplySentences: [Statement] {
    let all = badReplies ?? []
    return badReplySentences(all.filter { !$0.isBreach && !$0.isRemark && !$0.isFailure }, .none)
      + badReplySentences(all.filter(\.isBreach), .missed) + badReplySentences(all.filter(\.isRemark), .none)
  }

  /// The replies with problems of one grade, the most frequent first.
  private func badReplySentences(_ kinds: [BadReplyKind], _ verdict: Verdict) -> [Statement] {
    var problems: [[BadReplyKind]] = []
    for kind in kinds.ordered(by: { ($1.count, $0.endpoint) < ($0.count, $1.endpoint) }) {
      if let index = problems.firstIndex(where: { $0[0].problem == kind.problem }) {
        problems[index].append(kind)
      } else {
        problems.append([kind])
      }
    }
    func count(_ kinds: [BadReplyKind]) -> Int { kinds.reduce(0) { $0 + $1.count } }
    let sorted = problems.ordered { (count($1), $0[0].problem) < (count($0), $1[0].problem) }
    let shown = sorted.prefix(3).map { kinds in
      let (first, all) = (kinds[0], count(kinds))
      let others = kinds.count > 1 ? " and \(Wording.count(kinds.count - 1, "other endpoint"))" : ""
      let head = "\(Wording.whole(all)) \(all == 1 ? "reply" : "replies") of \(first.endpoint)\(others)"
      let fault =
        first.isBreach
        ? "\(head) \(all == 1 ? "breaks" : "break") the contract: \(first.problem)"
        : first.isRemark ? "\(head): \(first.problem)" : "\(head) could not be read: \(first.problem)"
      let sample =
        first.sample.isEmpty ? " (\(first.request))." : ". The first (to \(first.request)) begins with: \(first.sample)"
      return Statement(finding: fault + sample, verdict: verdict)
    }
    let rest = sorted.count - shown.count
    guard rest > 0 else { return shown }
    let end = verdict == .missed ? "break the contract" : "could not be read"
    return shown + [Statement(finding: "\(Wording.count(rest, "more kind")) of replies \(end).", verdict: verdict)]
  }

  /// The limits of the load generator, with which the figures must be read.
  private var generatorSentences: [Statement] {
    guard let generator else { return [] }
    let verdict = isOfGenerator ? Verdict.missed : .none
    let limits = generatorLimits
    let texts = limits.map { limit in
      switch limit {
      case .connections:
        "\(Wording.count(generator.unsent, "request")) \(generator.unsent == 1 ? "was" : "were") never sent, since no "
          + "connection could be made here: \(generator.unsentCause ?? "nothing was left"). Raise `ulimit -n`, or lower "
          + "`load.connections`"
      case .starts:
        "\(Wording.count(starts.missed ?? 0, "start")) of \(Wording.whole(starts.offered)) that \(starts.missed == 1 ? "was" : "were") "
          + "due had not been made when the plan was over. Give it more `--jobs`, or a machine of its own"
      case .lateness:
        "\(latenessText). Give it more `--jobs`, or a machine of its own"
      case .pool where plan.http != nil:
        "It has one connection for each loop, the server allows no more streams on it, and requests waited for one: "
          + "\(ownText(\.wait)). Raise the server's limit or `--jobs`, or set `load.connections` to `perUser`"
      case .pool:
        "All of its \(Wording.count(plan.connections, "connection")) were busy, and requests waited for one: "
          + "\(ownText(\.wait)). Raise `load.connections`"
      case .processor:
        "A loop used a processor \(Wording.percent(generator.processorShare)) of the time. Give it more `--jobs`, or a "
          + "machine of its own"
      }
    }
    var statements = texts.map {
      Statement(finding: "The generator, not the server, was at its limit: \($0).", verdict: verdict)
    }
    // Reported even if it is short, since a generator that is not much faster measures a fast server.
    let lateness = limits.contains(.lateness) ? "" : ownText(\.late, floor: Self.leastShown)
    if !lateness.isEmpty { statements.append(Statement(finding: "The generator's own lateness is up to \(lateness).")) }
    return statements
  }

  /// The shortest time that is not shown as 0 ms, in seconds.
  private static let leastShown = 0.000_05

  private var latenessText: String {
    shownParts.contains { $0.exceeds(\.late) }
      ? "Its own lateness is up to \(ownText(\.late))"
      : "1 start in 100 happened more than \(Wording.seconds(starts.lateness.p99 ?? 0)) late"
  }

  /// The generator's part of each percentile: `108 ms (99%) of 109 ms at p50`.
  private func ownText(_ part: KeyPath<Parts, Double>, floor: Double = Generator.floor) -> String {
    shownParts.filter { $0[keyPath: part] > max(floor, Generator.tolerated * $0.responseTime) }.map { parts in
      let own = parts[keyPath: part]
      return "\(Wording.seconds(own)) (\(Wording.percent(own / parts.responseTime))) of "
        + "\(Wording.seconds(parts.responseTime)) at p\(Wording.short(parts.share * 100, 1))"
    }.joined(separator: ", ")
  }

  /// Sentences on the endpoints without a single success.
  private var neverGoodSentences: [Statement] {
    let never = neverGood
    guard !never.isEmpty else { return [] }
    let list = never.map { requests in
      let outcomes = requests.outcomes.ordered { ($1.value, $0.key) < ($0.value, $1.key) }
      let parts = outcomes.prefix(3).map { "\(Wording.whole($0.value)) \($0.key)" }.joined(separator: ", ")
      return "\(requests.endpoint) (\(parts)\(outcomes.count > 3 ? " and more" : ""))"
    }
    let all =
      hasOnlyFailures ? "No request succeeded, so the latencies do not show how fast the server is. " : ""
    return [
      Statement(
        finding:
          "\(all)\(Wording.count(never.count, "endpoint")) of \(Wording.whole(endpoints.count)) never answered with "
          + "success: \(list.joined(separator: "; ")).", verdict: .missed)
    ]
  }

  private var latencySentence: String {
    guard let p95 = total.responseTime.p95, let p99 = total.responseTime.p99 else { return "No request was answered." }
    var text =
      "95% of requests took at most \(Wording.seconds(p95)) from their \(startName), 99% "
      + "\(Wording.seconds(p99))"
    if let sent95 = total.serviceTime.p95, let sent99 = total.serviceTime.p99 {
      text += "; from the actual send \(Wording.seconds(sent95)) and \(Wording.seconds(sent99))"
    }
    return text + censoredText + "."
  }

  /// The share of the latencies that is estimated, in words.
  private var censoredText: String {
    guard total.cancelled > 0 else { return "" }
    let share = Wording.percent(Double(total.cancelled) / Double(total.count))
    return ", estimated with the \(share) of requests that people cancelled as having taken longer"
  }

  /// A statement on the change of latency from the first third of a run to the last; nil unless the load was even and
  /// the server became much slower.
  private var trendSentence: Statement? {
    guard Set(plan.levels.map { $0[1] }).count == 1, plan.arrivals != "recorded" else { return nil }
    let slices = series.slices.filter { slice in
      slice.atSeconds >= plan.warmUpSeconds
        && slice.atSeconds + series.widthSeconds <= plan.warmUpSeconds + measuredSeconds
    }
    let third = slices.count / 3
    guard third >= Self.minSlices else { return nil }
    // One slow endpoint moves p95 with its share of the requests.
    let (name, percentile) = slowestSentence == nil ? ("p95", \Series.Slice.p95) : ("the median", \Series.Slice.p50)
    func median(_ slices: ArraySlice<Series.Slice>) -> Double? {
      let values = slices.compactMap { $0[keyPath: percentile] }.sorted()
      return values.count >= Self.minSlices ? values[values.count / 2] : nil
    }
    guard let first = median(slices.prefix(third)), let last = median(slices.suffix(third)),
      last > Self.slower * first, last - first > Self.noticed
    else { return nil }
    return Statement(
      finding:
        "The server became slower under an even load: \(name) of a second was \(Wording.seconds(first)) in the first third "
        + "of the run and \(Wording.seconds(last)) in the last.", verdict: .undecided)
  }

  /// The smallest number of slices in a third, and the slowdown, as a factor and in seconds, from which the trend is
  /// reported.
  private static let minSlices = 3
  private static let (slower, noticed) = (2.0, 0.02)

  private var throughputSentence: String {
    let rate = Wording.short(rate(of: total), 1)
    let offered =
      plan.model == "open"
      ? "; \(Wording.short(perSecond(starts.offered), 1)) starts per second were due, "
        + "\(Wording.short(perSecond(starts.started), 1)) happened"
      : "; \(Wording.short(perSecond(starts.started), 1)) starts per second"
    return
      "\(Wording.count(total.answered, "request")) in \(Wording.seconds(measuredSeconds)), \(rate) replies per second"
      + "\(total.cancelled > 0 ? ", and \(Wording.whole(total.cancelled)) cancelled" : "")\(offered)."
  }

  private var errorSentence: String {
    guard let share = total.errorShare else { return "No request ended, so nothing is known about errors." }
    guard total.errors > 0 else {
      return total.notReady > 0
        ? "No request failed. \(Wording.count(total.notReady, "reply", "replies")) with 404 "
          + "\(total.notReady == 1 ? "is" : "are") correct, since the data did not exist yet." : "No request failed."
    }
    let kinds = RequestEnd.allCases.filter(\.isError).compactMap { end in
      total.ends[end.name].map { (end: end, count: $0) }
    }.ordered { $0.count > $1.count }
    let list = kinds.prefix(4).map { kind in
      "\(Wording.whole(kind.count)) \(kind.end.name)\(details(of: kind.end).map { " (\($0))" } ?? "")"
    }.joined(separator: ", ")
    let interval = total.errorInterval.map { " (\(Wording.interval($0, unit: "share")))" } ?? ""
    return
      "\(Wording.percent(share)) of requests failed\(interval): \(list)\(kinds.count > 4 ? " and more" : "")"
      + "\(failingText)\(stormText)\(failureExample)."
  }

  /// The statuses and failures that make up a kind of outcome; nil if its name says everything.
  private func details(of end: RequestEnd) -> String? {
    func count(_ name: String) -> Int { total.outcomes[name] ?? 0 }
    var found: [(name: String, count: Int)] = []
    switch end {
    case .clientError, .serverError:
      let range = end == .clientError ? 400..<500 : 500..<600
      found = total.outcomes.compactMap { name, count in
        guard let status = Int(name), range.contains(status), status != 429 else { return nil }
        // A 404 for something that does not exist yet is not an error.
        return (name, status == 404 ? count - total.notReady : count)
      }
    case .broken:
      found = [
        ("closed without a reply", count("closed-unanswered")), ("closed within a reply", count("closed-early")),
        ("reset", count("broken")), ("ended by the server", count("http2-reset")),
      ]
    case .timedOut:
      found = [
        ("no connection", count("connect-timeout")), ("no first byte", count("first-byte-timeout")),
        ("no end", count("total-timeout")),
      ]
    case .noConnection:
      found = ["refused", "unresolved", "not-secure", "abandoned"].map { ($0, count($0)) }
    case .undecodable:
      found = total.outcomes.compactMap { name, count in
        Int(name).map((300..<400).contains) ?? false ? ("redirects with \(name), which are not followed", count) : nil
      }
    case .ok, .rateLimited, .cancelled, .notYet: return nil
    }
    let parts = found.filter { $0.count > 0 }.ordered { ($1.count, $0.name) < ($0.count, $1.name) }
    guard !parts.isEmpty else { return nil }
    if parts.count == 1, parts[0].count == total.ends[end.name] { return parts[0].name }
    return parts.prefix(4).map { "\(Wording.whole($0.count)) \($0.name)" }.joined(separator: ", ")
  }

  private var droppedSentence: Statement {
    let late = starts.lateness.p99.map { "; 99% of the others began at most \(Wording.seconds($0)) late" } ?? ""
    let finding =
      starts.offered == 0
      ? "No start was due."
      : starts.dropped == 0
        ? "No start was dropped\(late.replacing("of the others ", with: ""))."
        : "\(Wording.whole(starts.dropped)) of \(Wording.count(starts.offered, "start")) were dropped, "
          + "\(Wording.percent(starts.droppedShare ?? 0))\(late)."
    return .init(
      finding: finding, demand: starts.maxDropped.map { "limit of \(Wording.short($0 * 100, 3))% dropped" } ?? "",
      verdict: starts.verdict)
  }

  private var breakpointSentence: Statement? {
    guard let breakpoint else { return nil }
    let knee = breakpoint.knee.map { knee in
      "\(Wording.short(knee.offered, 1)) starts per second, with \(Wording.short(knee.requests, 1)) requests per second answered"
    }
    guard let breach = breakpoint.breach else {
      let most = knee.map { ": the most offered was \($0)" } ?? ""
      return .init(finding: "No threshold was broken for long\(most).")
    }
    let before = knee.map { "the most offered before was \($0)" } ?? "nothing was measured before"
    return .init(
      finding: "\(breach.threshold) was broken from \(Wording.seconds(breach.atSeconds)) on, at "
        + "\(Wording.short(breach.offered, 1)) starts per second; \(before).")
  }

  func perSecond(_ count: Int) -> Double { measuredSeconds > 0 ? Double(count) / measuredSeconds : 0 }

  /// The replies per second within the measured window. Older reports only have the number of ended requests.
  func rate(of requests: Requests) -> Double { perSecond(requests.replies ?? requests.answered) }

  /// The meaning of the exit code, in words.
  func outcome(exitCode: Int32) -> String {
    switch exitCode {
    case 0 where missingGenerators != nil, 1 where missingGenerators != nil: "a generator is missing"
    case 1 where isOfGenerator: "the generator was at its limit, so that this says nothing about the server"
    case 1: "no request succeeded, so the latencies do not show how fast the server is"
    case 11: "an invariant was violated"
    case 10 where !isOverBound: "replies break the contract"
    case 10: "a threshold was missed"
    default: thresholds.isEmpty && starts.maxDropped == nil ? "no threshold was set" : "every threshold met"
    }
  }

  /// The instant at which response time begins, in words. Users of a closed model have no schedule.
  var startName: String { plan.model == "open" ? "scheduled start" : "start" }

  /// A sentence that explains why there are two latencies.
  var omission: String { plan.model == "open" ? Self.openOmission : Self.closedOmission }

  private static let closedOmission =
    "Response times count from the start, when the user was ready to send, and include a wait for a connection. "
    + "Service times count from the actual send. In a closed model, users wait for a server that stalls and send less, "
    + "so few requests show how long it stalled. The longest time without any reply shows it."

  private static let openOmission =
    "Response times count from the scheduled start and include a request's wait for its turn. Service times count from "
    + "the actual send, so a server that stalls looks fast by them: it kept requests from being sent (coordinated "
    + "omission)."
}

extension LoadSection.Threshold {
  /// The judged quantity: the text before the comparison sign.
  var name: String { String(text.prefix { $0 != "<" && $0 != ">" }) }
  /// The comparison and the bound.
  var demand: String { String(text.drop { $0 != "<" && $0 != ">" }) }

  var valueText: String { value.map(figure) ?? "nothing measured" }
  var intervalText: String {
    interval.map { Wording.interval($0, unit: unit == "s" ? "s" : unit == "share" ? "share" : "count", of: value) }
      ?? ""
  }
  var measured: String { intervalText.isEmpty ? valueText : "\(valueText) (\(intervalText))" }

  private func figure(_ value: Double) -> String {
    unit == "per s" ? "\(Wording.short(value, 1)) per second" : Wording.value(value, unit: unit)
  }
}
