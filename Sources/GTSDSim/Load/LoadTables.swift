import Documents
import GTSDLoad
import GTSDModel
import GTSDWorld
import Statistics

/// The tables of a load run, the same in every form.
extension LoadSection {
  var thresholdTable: TextTable? {
    var rows = thresholds.map { threshold in
      [
        threshold.name, threshold.valueText, threshold.intervalText, threshold.demand,
        "\(threshold.verdict.glyph) \(threshold.verdict.word)",
      ]
    }
    if let limit = starts.maxDropped {
      rows.append([
        "dropped starts", starts.droppedShare.map(Wording.percent) ?? "none due",
        starts.droppedInterval.map { Wording.interval($0, unit: "share") } ?? "",
        "<=\(Wording.short(limit * 100, 3))%", "\(starts.verdict.glyph) \(starts.verdict.word)",
      ])
    }
    guard !rows.isEmpty else { return nil }
    return TextTable(
      title: "Thresholds",
      note: "The measured value decides; the 95% interval takes requests for independent of each other.",
      columns: [
        .init(name: "Threshold"), .init(name: "Measured", isNumber: true),
        .init(name: "95% interval", isNumber: true, leaves: 2), .init(name: "Target", leaves: 1),
        .init(name: "Verdict"),
      ], rows: rows)
  }

  var latencyTable: TextTable {
    let rows = [
      ("From \(startName)", total.responseTime), ("From actual send", total.serviceTime),
      ("To the first byte", total.timeToFirstByte), ("Starts late by", starts.lateness),
    ]
    return TextTable(
      title: "Latency", note: omission,
      columns: [
        .init(name: "Latency"), .init(name: "Count", isNumber: true, leaves: 4),
        .init(name: "Mean", isNumber: true, leaves: 3), .init(name: "p50", isNumber: true, leaves: 1),
        .init(name: "p90", isNumber: true, leaves: 5), .init(name: "p95", isNumber: true),
        .init(name: "p99", isNumber: true), .init(name: "p99.9", isNumber: true, leaves: 2),
        .init(name: "Max", isNumber: true),
      ],
      rows: rows.map { name, times in
        [name, Wording.whole(times.count)]
          + times.figures([\.mean, \.p50, \.p90, \.p95, \.p99, \.p999, \.max])
      })
  }

  /// The table of the parts of response-time percentiles.
  var partTable: TextTable? {
    guard !shownParts.isEmpty else { return nil }
    let rows: [(String, KeyPath<Parts, Double>)] = [
      ("Generator late to send", \.lateness), ("Generator late to read, at most", \.unread),
      ("Wait for a connection", \.wait), ("Connecting", \.connect), ("Network and server", \.service),
      ("Response time", \.responseTime),
    ]
    return TextTable(
      title: "Response time in parts",
      note: "Means of the requests that took about as long as the percentile; the first three are not the server's.",
      columns: [.init(name: "Part")]
        + shownParts.map { .init(name: "p\(Wording.short($0.share * 100, 1))", isNumber: true) },
      rows: rows.map { name, part in [name] + shownParts.map { Wording.seconds($0[keyPath: part]) } })
  }

  var endpointTable: TextTable {
    TextTable(
      title: "Endpoints",
      note:
        "Percentiles from \(startName), and the 95th from the actual send, of requests that were answered or timed "
        + "out; rates are of replies within the measured window; errors are all that did not succeed, except 404 for data "
        + "that did not exist yet."
        + (total.cancelled > 0
          ? " \(Wording.count(total.cancelled, "request")) cancelled count in the percentiles as having taken longer "
            + "(Kaplan-Meier), and Cut off is their share." : ""),
      columns: [
        .init(name: "Endpoint"), .init(name: "Requests", isNumber: true),
        .init(name: "Per s", isNumber: true, leaves: 4),
        .init(name: "Errors", isNumber: true), .init(name: "Cut off", isNumber: true, leaves: 9),
        .init(name: "p50", isNumber: true, leaves: 3),
        .init(name: "p95", isNumber: true), .init(name: "p99", isNumber: true, leaves: 1),
        .init(name: "p95 sent", isNumber: true, leaves: 5), .init(name: "Sent", isNumber: true, leaves: 7),
        .init(name: "Received", isNumber: true, leaves: 8), .init(name: "Reused", isNumber: true, leaves: 6),
      ],
      rows: (endpoints.count == 1 ? endpoints : endpoints + [total]).map { row in
        [row.endpoint, Wording.whole(row.answered), Wording.short(rate(of: row), 1)]
          + [row.errorShare.map(Wording.percent) ?? "–"]
          + [row.count > 0 ? Wording.percent(Double(row.cancelled) / Double(row.count)) : "–"]
          + row.responseTime.figures([\.p50, \.p95, \.p99])
          + row.serviceTime.figures([\.p95])
          + [Self.bytes(row.bytesSent), Self.bytes(row.bytesReceived)]
          + [row.count > 0 ? Wording.percent(Double(row.reused) / Double(row.count)) : "–"]
      })
  }

  /// The table of requests by outcome, the most frequent first.
  var outcomeTable: TextTable {
    let rows = total.outcomes.ordered { ($1.value, $0.key) < ($0.value, $1.key) }
    return TextTable(
      title: "Outcomes",
      note: "Every request is in exactly one row\(total.cancelled > 0 ? ", the cancelled too" : "")."
        + (total.notReady > 0
          ? " \(Wording.whole(total.notReady)) of the replies with 404 \(total.notReady == 1 ? "is" : "are") no "
            + "error, since the data did not exist yet." : ""),
      columns: [
        .init(name: "Outcome"), .init(name: "Requests", isNumber: true), .init(name: "Share", isNumber: true),
      ],
      rows: rows.map { name, count in
        [name, Wording.whole(count), Wording.percent(Double(count) / Double(max(1, total.count)))]
      })
  }

  var startTable: TextTable {
    TextTable(
      title: "Starts",
      note: plan.warmUpSeconds > 0 ? "After a warm-up of \(Wording.seconds(plan.warmUpSeconds))." : "",
      columns: [.init(name: "Starts"), .init(name: "Number", isNumber: true), .init(name: "Per s", isNumber: true)],
      rows: [
        ("due", starts.offered, starts.offered), ("started", starts.started, starts.started),
        ("dropped", starts.dropped, starts.dropped),
        ("completed", starts.completed, starts.completions ?? starts.completed),
      ].map { [$0.0, Wording.whole($0.1), Wording.short(perSecond($0.2), 1)] })
  }

  /// A size as text, such as `12.3 MB`.
  static func bytes(_ count: Int) -> String {
    let value = Double(count)
    switch value {
    case ..<1e3: return "\(count) B"
    case ..<1e6: return "\(Wording.short(value / 1e3, 1)) kB"
    case ..<1e9: return "\(Wording.short(value / 1e6, 1)) MB"
    default: return "\(Wording.short(value / 1e9, 1)) GB"
    }
  }
}
