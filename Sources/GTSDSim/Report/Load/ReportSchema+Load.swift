extension ReportSchema {
  /// The section of a load run.
  static let load = object([
    "target": text("where the server is"), "plan": plan, "measuredSeconds": type("number"),
    "elapsedSeconds": type("number"),
    "starts": object([
      "offered": count("starts that were due after the warm-up"), "started": count(), "dropped": count(),
      "completed": count(), "droppedInterval": either(reference("interval")), "maxDropped": nullable("number"),
      "verdict": verdict, "mostInFlight": count(), "lateness": reference("distribution"),
    ]),
    "total": requestsOfLoad, "endpoints": list(requestsOfLoad),
    "thresholds": list(
      object([
        "text": text("such as p95(api-response-time)<2s"), "unit": choice(["s", "share", "per s", "count"]),
        "value": nullable("number"), "interval": either(reference("interval")), "verdict": verdict,
      ])),
    "breakpoint": either(
      object([
        "breach": either(
          object(["threshold": text(), "atSeconds": type("number"), "offered": type("number", "starts a second")])),
        "knee": either(
          object([
            "atSeconds": type("number"), "offered": type("number", "starts a second"), "started": type("number"),
            "requests": type("number", "requests a second"), "inFlight": type("number"),
          ])),
      ])),
    "series": object([
      "widthSeconds": type("number"), "bounds": list(type("number")),
      "slices": list(
        object([
          "atSeconds": type("number"), "offered": count(), "started": count(), "dropped": count(),
          "completed": count(), "sent": count(),
          "ended": described(
            ["type": .string("array"), "items": count()],
            "requests by \(RequestEnd.allCases.map(\.name).joined(separator: ", "))"),
          "inFlight": type("integer"), "requestsInFlight": type("integer"), "p50": nullable("number"),
          "p95": nullable("number"), "p99": nullable("number"),
          "latency": described(
            ["type": .string("array"), "items": count()], "requests from each of the bounds to the next"),
        ])),
    ]),
  ])

  private static let verdict = choice(Verdict.allCases.map(\.rawValue))

  private static let plan = object([
    "model": choice(["open", "closed"]), "unit": choice(["session", "request"]), "request": nullable("string"),
    "arrivals": choice(["poisson", "constant", "recorded"]),
    "levels": tuples("[seconds, level]: starts a second, or users at once", 2), "warmUpSeconds": type("number"),
    "thinkTimeScale": type("number"), "maxInFlight": count(), "connections": count(), "loops": count(),
  ])

  private static let requestsOfLoad = object([
    "endpoint": text("all for all together"), "count": count(), "ends": counts("requests by how they ended"),
    "outcomes": counts("requests by status or kind of failure"), "bytesSent": count(), "bytesReceived": count(),
    "reused": count("over a connection that had served another"), "responseTime": reference("distribution"),
    "serviceTime": reference("distribution"), "timeToFirstByte": reference("distribution"),
  ])
}
