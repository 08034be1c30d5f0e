import GTSDModel
import Statistics

/// The measurements of a load run so far as OpenMetrics text (version 1.0.0), for dashboards.
package enum OpenMetrics {
  /// The content type of the response.
  package static let contentType = "application/openmetrics-text; version=1.0.0; charset=utf-8"

  /// The text of a fold. `inFlight` is the number of starts in progress, if the run knows it more exactly than the
  /// fold.
  package static func text(_ fold: LoadFold, inFlight: Int? = nil) -> String {
    var page = Page()
    page.counter(
      "gtsd_load_starts", "Starts by outcome; those of the warm-up, which no other figure counts, are separate.",
      [
        ([("state", "started")], fold.started), ([("state", "dropped")], fold.dropped),
        ([("state", "completed")], fold.completed), ([("state", "warm-up")], fold.warmUpStarts),
      ])
    page.gauge("gtsd_load_in_flight", "Starts under way.", Int64(inFlight ?? Int(fold.series.inFlight.last ?? 0)))
    let used = zip(Endpoint.allCases, fold.endpoints).filter { $0.1.count > 0 }
    page.counter(
      "gtsd_load_requests", "Requests by endpoint and outcome.",
      used.flatMap { endpoint, load in
        RequestEnd.allCases.filter { load.count($0) > 0 }.map { end in
          ([("endpoint", endpoint.name), ("end", end.name)], load.count(end))
        }
      })
    page.counter(
      "gtsd_load_reused_connections", "Requests over a connection that had served another.",
      used.map { ([("endpoint", $0.name)], $1.reused) })
    page.counter(
      "gtsd_load_sent_bytes", "Bytes of requests.", unit: "bytes", used.map { ([("endpoint", $0.name)], $1.bytesSent) })
    page.counter(
      "gtsd_load_received_bytes", "Bytes of responses.", unit: "bytes",
      used.map { ([("endpoint", $0.name)], $1.bytesReceived) })
    page.histogram(
      "gtsd_load_response_seconds", "From scheduled start until the answer or the time-out.",
      used.map { ([("endpoint", $0.name)], $1.responseTime) })
    page.histogram(
      "gtsd_load_service_seconds", "From the actual send until the answer or the time-out.",
      used.map { ([("endpoint", $0.name)], $1.serviceTime) })
    page.histogram(
      "gtsd_load_first_byte_seconds", "From the actual send until the first byte of the response.",
      used.map { ([("endpoint", $0.name)], $1.timeToFirstByte) })
    page.histogram(
      "gtsd_load_start_lateness_seconds", "From when a start was due until it happened.", [([], fold.lateness)])
    return page.text + "# EOF\n"
  }

  /// The bounds of buckets in nanoseconds: 1, 2.5 and 5 of each power of ten, as is usual for dashboards.
  static let bounds: [Int64] = {
    var bounds: [Int64] = []
    var decade: Int64 = 100_000
    while decade <= 10_000_000_000 {
      bounds += [decade, decade / 2 * 5, decade * 5]
      decade *= 10
    }
    return bounds
  }()

  private typealias Labels = [(name: String, value: String)]

  private struct Page {
    var text = ""

    private mutating func family(_ name: String, _ type: String, _ unit: String, _ help: String) {
      text += "# TYPE \(name) \(type)\n"
      if !unit.isEmpty { text += "# UNIT \(name) \(unit)\n" }
      text += "# HELP \(name) \(help)\n"
    }

    private mutating func sample(_ name: String, _ labels: Labels, _ value: String) {
      // Names of endpoints and outcomes contain no characters that need escaping.
      let list = labels.map { "\($0.name)=\"\($0.value)\"" }.joined(separator: ",")
      text += list.isEmpty ? "\(name) \(value)\n" : "\(name){\(list)} \(value)\n"
    }

    mutating func counter(_ name: String, _ help: String, unit: String = "", _ samples: [(Labels, Int64)]) {
      family(name, "counter", unit, help)
      for (labels, value) in samples { sample("\(name)_total", labels, "\(value)") }
    }

    mutating func gauge(_ name: String, _ help: String, _ value: Int64) {
      family(name, "gauge", "", help)
      sample(name, [], "\(value)")
    }

    /// Appends a histogram. A value is counted below the first bound that is at or above the end of the value's own
    /// bucket, which is accurate to 0.8 %.
    mutating func histogram(_ name: String, _ help: String, _ samples: [(Labels, LogHistogram)]) {
      family(name, "histogram", "seconds", help)
      for (labels, histogram) in samples {
        let buckets = histogram.buckets
        var next = 0
        var below: Int64 = 0
        for bound in OpenMetrics.bounds {
          while next < buckets.count, buckets[next].high <= bound {
            below += buckets[next].count
            next += 1
          }
          sample("\(name)_bucket", labels + [("le", "\(Nanoseconds.seconds(bound))")], "\(below)")
        }
        sample("\(name)_bucket", labels + [("le", "+Inf")], "\(histogram.count)")
        sample("\(name)_count", labels, "\(histogram.count)")
        sample("\(name)_sum", labels, "\(Nanoseconds.seconds(Double(histogram.sum)))")
      }
    }
  }
}
