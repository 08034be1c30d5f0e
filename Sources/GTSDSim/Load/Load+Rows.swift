import Documents
import GTSDLoad
import GTSDModel
import GTSDWorld
import Statistics

extension LoadSection {
  /// The columns of load runs as comma-separated values: a row for all, for each endpoint, slice and threshold.
  static let csvHeader =
    ["kind", "name", "from_s", "seconds", "offered", "started", "dropped", "completed", "requests"]
    + RequestEnd.allCases.map { $0.name.replacing("-", with: "_") }
    + [
      "in_flight", "bytes_sent", "bytes_received", "reused", "response_mean", "response_p50", "response_p90",
      "response_p95", "response_p99", "response_p99.9", "response_max", "service_p50", "service_p95", "service_p99",
      "first_byte_p95", "value", "interval_low", "interval_high", "verdict",
    ]

  var csvRows: [[String]] {
    let number = CSV.number
    func row(_ fields: [String: String]) -> [String] { Self.csvHeader.map { fields[$0] ?? "" } }
    func ends(_ count: (RequestEnd) -> Int) -> [String: String] {
      Dictionary(
        RequestEnd.allCases.map { ($0.name.replacing("-", with: "_"), "\(count($0))") }, uniquingKeysWith: { $1 })
    }
    func requests(_ kind: String, _ requests: Requests) -> [String: String] {
      let (response, service) = (requests.responseTime, requests.serviceTime)
      let own = [
        "kind": kind, "name": requests.endpoint, "from_s": number(plan.warmUpSeconds),
        "seconds": number(measuredSeconds), "requests": "\(requests.count)", "bytes_sent": "\(requests.bytesSent)",
        "bytes_received": "\(requests.bytesReceived)", "reused": "\(requests.reused)",
        "response_mean": number(response.mean), "response_p50": number(response.p50),
        "response_p90": number(response.p90), "response_p95": number(response.p95),
        "response_p99": number(response.p99), "response_p99.9": number(response.p999),
        "response_max": number(response.max), "service_p50": number(service.p50), "service_p95": number(service.p95),
        "service_p99": number(service.p99), "first_byte_p95": number(requests.timeToFirstByte.p95),
      ]
      return own.merging(ends { requests.ends[$0.name] ?? 0 }) { $1 }
    }
    let all = requests("total", total).merging([
      "offered": "\(starts.offered)", "started": "\(starts.started)", "dropped": "\(starts.dropped)",
      "completed": "\(starts.completed)", "in_flight": "\(starts.mostInFlight)",
    ]) { $1 }
    let slices = series.slices.map { slice in
      [
        "kind": "slice", "from_s": number(slice.atSeconds), "seconds": number(series.widthSeconds),
        "offered": "\(slice.offered)", "started": "\(slice.started)", "dropped": "\(slice.dropped)",
        "completed": "\(slice.completed)", "requests": "\(slice.ended.reduce(0, +))", "in_flight": "\(slice.inFlight)",
        "response_p50": number(slice.p50), "response_p95": number(slice.p95), "response_p99": number(slice.p99),
      ].merging(ends { slice.ended[Int($0.rawValue)] }) { $1 }
    }
    let judged = thresholds.map { threshold in
      [
        "kind": "threshold", "name": threshold.text, "value": number(threshold.value),
        "interval_low": number(threshold.interval?.low), "interval_high": number(threshold.interval?.high),
        "verdict": threshold.verdict.rawValue,
      ]
    }
    return ([all] + endpoints.map { requests("endpoint", $0) } + slices + judged).map(row)
  }
}
