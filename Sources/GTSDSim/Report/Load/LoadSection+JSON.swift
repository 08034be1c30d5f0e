extension LoadSection {
  var json: ReportJSON {
    .object([
      "target": .string(target), "plan": plan.json, "measuredSeconds": .number(measuredSeconds),
      "elapsedSeconds": .number(elapsedSeconds), "starts": starts.json, "total": total.json,
      "endpoints": .array(endpoints.map(\.json)), "thresholds": .array(thresholds.map(\.json)),
      "breakpoint": breakpoint?.json ?? .null, "series": series.json,
    ])
  }
}

extension LoadSection.Plan {
  fileprivate var json: ReportJSON {
    .object([
      "model": .string(model), "unit": .string(unit), "request": request.map(ReportJSON.string) ?? .null,
      "arrivals": .string(arrivals), "levels": .rows(levels), "warmUpSeconds": .number(warmUpSeconds),
      "thinkTimeScale": .number(thinkTimeScale), "maxInFlight": .int(maxInFlight), "connections": .int(connections),
      "loops": .int(loops),
    ])
  }
}

extension LoadSection.Starts {
  fileprivate var json: ReportJSON {
    .object([
      "offered": .int(offered), "started": .int(started), "dropped": .int(dropped), "completed": .int(completed),
      "droppedInterval": .optional(droppedInterval), "maxDropped": .optional(maxDropped),
      "verdict": .string(verdict.rawValue), "mostInFlight": .int(mostInFlight), "lateness": lateness.json,
    ])
  }
}

extension LoadSection.Requests {
  fileprivate var json: ReportJSON {
    .object([
      "endpoint": .string(endpoint), "count": .int(count), "ends": .counts(ends), "outcomes": .counts(outcomes),
      "bytesSent": .int(bytesSent), "bytesReceived": .int(bytesReceived), "reused": .int(reused),
      "responseTime": responseTime.json, "serviceTime": serviceTime.json, "timeToFirstByte": timeToFirstByte.json,
    ])
  }
}

extension LoadSection.Threshold {
  fileprivate var json: ReportJSON {
    .object([
      "text": .string(text), "unit": .string(unit), "value": .optional(value), "interval": .optional(interval),
      "verdict": .string(verdict.rawValue),
    ])
  }
}

extension LoadSection.Breakpoint {
  fileprivate var json: ReportJSON {
    .object([
      "breach": breach.map { breach in
        .object([
          "threshold": .string(breach.threshold), "atSeconds": .number(breach.atSeconds),
          "offered": .number(breach.offered),
        ])
      } ?? .null,
      "knee": knee.map { knee in
        .object([
          "atSeconds": .number(knee.atSeconds), "offered": .number(knee.offered), "started": .number(knee.started),
          "requests": .number(knee.requests), "inFlight": .number(knee.inFlight),
        ])
      } ?? .null,
    ])
  }
}

extension LoadSection.Series {
  fileprivate var json: ReportJSON {
    .object([
      "widthSeconds": .number(widthSeconds), "bounds": .numbers(bounds), "slices": .array(slices.map(\.json)),
    ])
  }
}

extension LoadSection.Series.Slice {
  /// On one line: there may be hundreds.
  fileprivate var json: ReportJSON {
    .compact(
      .object([
        "atSeconds": .number(atSeconds), "offered": .int(offered), "started": .int(started), "dropped": .int(dropped),
        "completed": .int(completed), "sent": .int(sent), "ended": .wholes(ended.map { Int64($0) }),
        "inFlight": .int(inFlight), "requestsInFlight": .int(requestsInFlight), "p50": .optional(p50),
        "p95": .optional(p95), "p99": .optional(p99), "latency": .wholes(latency.map { Int64($0) }),
      ]))
  }
}
