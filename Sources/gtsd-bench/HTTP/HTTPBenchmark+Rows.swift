import GTSDLoad
import GTSDStudies
import Statistics

extension HTTPBenchmark {
  /// One line of the measurements.
  package struct Row: Equatable, Sendable {
    /// The id of the row in machine-readable output.
    package var id: String
    package var what: String
    /// The result in words; nil if it was not measured.
    package var reached: String?
    /// The target, in words; nil for a row without one.
    package var target: String?
    /// Whether the measurement meets its target; nil without a target or a measurement.
    package var isMet: Bool?
    /// The method of the measurement, or the reason why there is none.
    package var how: String
    /// The figures, by name.
    package var values: [Value] = []

    package struct Value: Equatable, Sendable {
      package var name: String
      package var number: Double

      init(_ name: String, _ number: Double) {
        self.name = name
        self.number = number
      }
    }

    init(
      id: String, what: String, reached: String? = nil, target: String? = nil, isMet: Bool? = nil, how: String,
      values: [Value] = []
    ) {
      self.id = id
      self.what = what
      self.reached = reached
      self.target = target
      self.isMet = isMet
      self.how = how
      self.values = values
    }
  }

  /// Formats measurements as lines of text.
  enum Rows {
    // MARK: Comparison with wrk and nginx

    private static let titles: [(side: Comparisons.Side, id: String, what: String, target: String, least: Double)] = [
      (.callbacks, "client-callbacks", "our client, callbacks, on nginx", "≥ 0.9 of wrk, ≤ 1.15 of its CPU", 0.9),
      (.tasks, "client-tasks", "our client, a task a connection, on nginx", "≥ 0.9 of wrk, ≤ 1.15 of its CPU", 0.9),
      (.requests, "requests", "users of single requests: timings, histograms, replies judged", "≥ 0.5 of wrk", 0.5),
      (.users, "users", "full users: app, events, KPIs, histograms, on nginx", "≥ 0.5 of wrk", 0.5),
      (.serve, "serve", "`serve`, today's metrics of a user, under wrk", "≥ 0.5 of nginx", 0.5),
      (.server, "server", "our HTTP server alone, under wrk", "≥ 0.5 of nginx", 0.5),
    ]

    static func comparisons(_ pairs: Comparisons, rounds: Int, seconds: Int, bytes: Int) -> [Row] {
      let rate = pairs.reference(\.requests)
      let time = pairs.reference(\.time) * 1e6
      var rows = [
        Row(
          id: "wrk", what: "wrk on nginx: the reference",
          reached: "1 (\(whole(rate)) requests/s, \(rounded(time, 1)) µs of client CPU each)",
          how: "one page of \(bytes) bytes from nginx's configuration, 64 connections, \(seconds) s"
            + (Machine.hasTwoCores ? ", server and client on a core each" : ", not bound to cores"),
          values: [.init("requestsPerSecond", rate), .init("microsecondsPerRequest", time)])
      ]
      for (side, id, what, target, least) in titles {
        let ratio = pairs.median(side) { $1.requests / $0.requests }
        let cost = pairs.median(side) { $1.time / $0.time }
        let isClient = side != .serve && side != .server
        let isBare = side == .callbacks || side == .tasks
        rows.append(
          Row(
            id: id, what: what,
            reached: "\(rounded(ratio, 2)) (\(whole(pairs.median(side) { $1.requests })) requests/s)"
              + (isClient ? ", \(rounded(cost, 2)) of wrk's CPU a request" : ""),
            target: target, isMet: ratio >= least && (!isBare || cost <= 1.15),
            how: "median of \(rounds) ratios, each to wrk on nginx right before"
              + (side == .users ? "; \(users) people, pauses a thousandth of a person's" : ""),
            values: [.init("requestRatio", ratio)] + (isClient ? [.init("timeRatio", cost)] : [])))
      }
      return rows + [k6]
    }

    private static let k6 = Row(
      id: "k6", what: "k6 on nginx", target: "full users ≥ 4 times k6",
      how: "not measured: this command does not drive k6; beside wrk on another such machine it reached 0.15 of it "
        + "without checks and 0.10 with them")

    static func unmeasured(nginx: Bool, wrk: Bool) -> [Row] {
      let missing = [nginx ? nil : "nginx", wrk ? nil : "wrk"].compactMap(\.self).joined(separator: " and ")
      return titles.map { title in
        Row(
          id: title.id, what: title.what, target: title.target,
          how: "not measured: \(missing) not found on PATH; install it, as with `apt install \(missing)`")
      } + [k6]
    }

    // MARK: Own measurements

    static func thinking(_ measure: ThinkingUsers.Measure, users: Int, clientBytes: Int) -> [Row] {
      let late = [0.5, 0.99, 0.999].map { Double(measure.lateness.percentile($0) ?? 0) / 1e6 }
      let micro = measure.time * 1e6
      return [
        Row(
          id: "thinking", what: "\(grouped(users)) users thinking",
          reached: "\(measure.bytes) bytes each; woken \(late.map { rounded($0, 2) }.joined(separator: " / ")) ms late "
            + "(p50 / p99 / p99.9), \(rounded(micro, 1)) µs of CPU a wake",
          target: "≤ 4,096 bytes", isMet: measure.bytes <= 4_096,
          how: "a task each, pauses of up to 10 s; growth of the resident memory; \(grouped(Int(measure.wakes))) wakes",
          values: [
            .init("bytes", Double(measure.bytes)), .init("lateP50Milliseconds", late[0]),
            .init("lateP99Milliseconds", late[1]), .init("lateP999Milliseconds", late[2]),
            .init("microsecondsPerWake", micro),
          ]),
        Row(
          id: "thinking-client", what: "\(grouped(users / 5)) full users thinking",
          reached: "\(grouped(clientBytes)) bytes each",
          how: "signed up, with all that the app keeps and all that is observed; growth of the resident memory",
          values: [.init("bytes", Double(clientBytes))]),
      ]
    }

    static func starts(_ fold: LoadFold) -> Row {
      let late = [0.5, 0.99, 0.999].map { Double(fold.lateness.percentile($0) ?? 0) / 1e6 }
      return Row(
        id: "starts", what: "scheduled starts, 2,000 requests/s",
        reached: "\(late.map { rounded($0, 2) }.joined(separator: " / ")) ms late (p50 / p99 / p99.9), "
          + "\(fold.dropped) of \(grouped(Int(fold.offered))) dropped",
        target: "p99 ≤ 5 ms", isMet: late[1] <= 5 && fold.dropped == 0, how: "against `serve` for 5 s, one loop",
        values: [
          .init("lateP50Milliseconds", late[0]), .init("lateP99Milliseconds", late[1]),
          .init("lateP999Milliseconds", late[2]), .init("dropped", Double(fold.dropped)),
        ])
    }

    static func freeze(open: FreezeMeasure, closed: FreezeMeasure) -> [Row] {
      let truth = (p90: open.truth(0.9), p99: open.truth(0.99))
      let isRight = abs(open.p90 / truth.p90 - 1) <= 0.05 && abs(open.p99 / truth.p99 - 1) <= 0.05
      return [
        Row(
          id: "freeze-open", what: "server frozen for 2 s of 10 at 2,000 requests/s",
          reached: "p90 \(rounded(open.p90, 3)) s, p99 \(rounded(open.p99, 3)) s from scheduled start",
          target: "within 5 % of the truth: \(rounded(truth.p90, 3)) s, \(rounded(truth.p99, 3)) s", isMet: isRight,
          how: "`serve` stopped by SIGSTOP, open model, 64 connections",
          values: [
            .init("p90Seconds", open.p90), .init("p99Seconds", open.p99), .init("trueP90Seconds", truth.p90),
            .init("trueP99Seconds", truth.p99),
          ]),
        Row(
          id: "freeze-closed", what: "the same as a closed model sees it",
          reached: "p90 \(rounded(closed.p90 * 1_000, 2)) ms, p99 \(rounded(closed.p99 * 1_000, 2)) ms",
          how: "64 users who send again after a reply: waiting users send nothing, so only 64 requests meet the freeze",
          values: [.init("p90Seconds", closed.p90), .init("p99Seconds", closed.p99)]),
      ]
    }

    // MARK: Numbers

    static func rounded(_ value: Double, _ digits: Int) -> String {
      let scale = [1.0, 10, 100, 1_000][digits]
      let parts = String((value * scale).rounded() / scale).split(separator: ".")
      let fraction = parts.count > 1 ? String(parts[1].prefix(digits)) : ""
      return digits == 0 ? String(parts[0]) : "\(parts[0]).\(fraction.padding(to: digits))"
    }

    static func whole(_ value: Double) -> String { grouped(Int(value.rounded())) }

    static func grouped(_ number: Int) -> String {
      var text = ""
      for (index, digit) in String(number).reversed().enumerated() {
        if index > 0, index % 3 == 0, digit != "-" { text.append(",") }
        text.append(digit)
      }
      return String(text.reversed())
    }
  }
}

extension String {
  fileprivate func padding(to count: Int) -> String { self + String(repeating: "0", count: max(0, count - self.count)) }
}
