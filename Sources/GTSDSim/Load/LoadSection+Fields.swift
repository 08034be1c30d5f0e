import Documents
import GTSDFields
import GTSDLoad
import GTSDModel
import GTSDWorld
import Statistics

/// The keys of a load run.
extension LoadSection: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.text("target", &target, "The server's address.")
    json.record("plan", &plan)
    json.number("measuredSeconds", &measuredSeconds)
    json.number("elapsedSeconds", &elapsedSeconds)
    json.record("starts", &starts)
    json.record("generator", &generator, omitted: true)
    json.records("parts", &parts, omitted: true)
    json.record("total", &total)
    json.records("endpoints", &endpoints)
    json.records("thresholds", &thresholds)
    json.record("silence", &silence, omitted: true)
    json.records("badReplies", &badReplies, omitted: true)
    json.records("addresses", &addresses, omitted: true)
    json.record("leftOut", &leftOut, omitted: true)
    json.wholes("missingGenerators", &missingGenerators, "The missing parts of a merged run, from 1.")
    json.record("breakpoint", &breakpoint)
    json.record("series", &series)
  }
}

extension LoadSection.Silence: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.number("atSeconds", &atSeconds, "The time at which the silence began.")
    json.number("seconds", &seconds, "The time without any reply while requests were in progress.")
  }
}

extension LoadSection.BadReplyKind: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.text("endpoint", &endpoint)
    json.text("problem", &problem, "The field and its expected path.")
    json.count("count", &count)
    json.text("sample", &sample, "The beginning of the first such reply.")
    json.text("request", &request, "The X-Request-ID of its request, without the run's ID.")
    json.choice(
      "grade", &grade,
      "`breach` for a readable reply that breaks the contract, `remark` for one that it allows, `failure` for a failed "
        + "request.")
  }
}

extension LoadSection.Address: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.text("address", &address, "The numeric address.")
    json.count("connections", &connections)
    json.count("refused", &refused, "The number of connections that were refused or timed out.")
    json.count("replies", &replies)
    json.count("failures", &failures, "The number of requests answered with 5xx, or without a whole answer.")
    json.number("meanSeconds", &meanSeconds, "The mean time from sending a request to the end of its reply.")
  }
}

extension LoadSection.LeftOut: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.texts("endpoints", &endpoints, "The endpoints of load.without, which were never requested.")
    json.texts("decisions", &decisions, "The decisions that nobody made because they need one of these endpoints.")
  }
}

extension LoadSection.Plan: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.choice("model", &model, ["open", "closed"])
    json.choice("unit", &unit, ["session", "request"])
    json.text("request", &request)
    json.choice("arrivals", &arrivals, ["poisson", "constant", "recorded"])
    json.rows("levels", &levels, columns: 2, "[seconds, level]; a level is starts per second or simultaneous users.")
    json.number("warmUpSeconds", &warmUpSeconds)
    json.number("thinkTimeScale", &thinkTimeScale)
    json.count("maxInFlight", &maxInFlight)
    json.count("connections", &connections)
    json.text("http", &http, omitted: true, "The version of HTTP, unless it is 1.1.")
    json.text(
      "connectionsOf", &connectionsOf, omitted: true, "`perUser` or `perSession`, unless connections are shared.")
    json.count("loops", &loops)
    json.text(
      "run", &run, omitted: true,
      "The run's ID, in account addresses, X-Request-ID (after the period) and traceparent.")
  }
}

extension LoadSection.Starts: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.count("offered", &offered, "The number of starts that were due after the warm-up.")
    json.count("started", &started)
    json.count("dropped", &dropped)
    json.count(
      "missed", &missed, omitted: true,
      "The number of dropped starts that the generator had not reached at the plan's end.")
    json.count("completed", &completed)
    json.count(
      "completions", &completions, omitted: true,
      "The number of completed starts within the measured window, on which rates are based.")
    json.record("droppedInterval", &droppedInterval)
    json.number("maxDropped", &maxDropped)
    json.choice("verdict", &verdict)
    json.count("mostInFlight", &mostInFlight)
    json.record("lateness", &lateness)
    json.expect(dropped, outOf: offered, "dropped")
  }
}

extension LoadSection.Generator: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.count(
      "unsent", &unsent, "The number of requests that were not sent because the generator lacked descriptors or ports.")
    json.text("unsentCause", &unsentCause, omitted: true)
    json.number("processorShare", &processorShare, "The share of time in which the busiest loop was working.")
    json.count("connections", &connections, omitted: true, "The number of connections to the server.")
    json.count("handshakes", &handshakes, omitted: true, "The number of TLS handshakes.")
  }
}

extension LoadSection.Parts: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.number("share", &share, "The percentile of response time, such as 0.95.")
    json.number("responseTime", &responseTime, "The response time in seconds, the sum of the parts below.")
    json.number("lateness", &lateness, "The time until the generator submitted the request.")
    json.number("unread", &unread, "The longest time until the generator read the response.")
    json.number("wait", &wait, "The time until a connection was free.")
    json.number("connect", &connect)
    json.number("service", &service, "The time in the network and the server.")
  }
}

extension LoadSection.Requests: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.text("endpoint", &endpoint, "The endpoint; `all` for all together.")
    json.count("count", &count)
    json.counts("ends", &ends, "The number of requests by their result.")
    json.counts("outcomes", &outcomes, "The number of requests by status or kind of failure.")
    json.count("bytesSent", &bytesSent)
    json.count("bytesReceived", &bytesReceived)
    json.count("reused", &reused, "The number of requests on a reused connection.")
    json.count(
      "replies", &replies, omitted: true, "The number of replies within the measured window, on which rates are based.")
    json.record("responseTime", &responseTime)
    json.record("serviceTime", &serviceTime)
    json.record("timeToFirstByte", &timeToFirstByte)
    json.expect(
      ends.values.reduce(0, +) == count, "ends",
      "expected counts that add up to \(count); found a sum of \(ends.values.reduce(0, +))")
  }
}

extension LoadSection.Threshold: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.text("text", &text, "The threshold, such as p95(api-response-time)<2s.")
    json.choice("unit", &unit, ["s", "share", "per s", "count"])
    json.number("value", &value)
    json.record("interval", &interval)
    json.choice("verdict", &verdict)
  }
}

extension LoadSection.Breakpoint: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.record("breach", &breach)
    json.record("knee", &knee)
  }
}

extension LoadSection.Breakpoint.Breach: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.text("threshold", &threshold)
    json.number("atSeconds", &atSeconds)
    json.number("offered", &offered, "The due starts per second.")
  }
}

extension LoadSection.Breakpoint.Knee: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.number("atSeconds", &atSeconds)
    json.number("offered", &offered, "The due starts per second.")
    json.number("started", &started)
    json.number("requests", &requests, "The requests per second.")
    json.number("inFlight", &inFlight)
  }
}

extension LoadSection.Series: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.number("widthSeconds", &widthSeconds)
    json.numbers("bounds", &bounds)
    json.records("slices", &slices, isCompact: true)
    json.expect(widthSeconds > 0, "widthSeconds", "expected a length of time above 0")
    let bounds = bounds.count
    json.each("slices", slices) { json, slice in
      json.expect(count: RequestEnd.allCases.count, of: slice.ended.count, "ended")
      json.expect(count: bounds, of: slice.latency.count, "latency")
    }
  }
}

extension LoadSection.Series.Slice: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.number("atSeconds", &atSeconds)
    json.count("offered", &offered)
    json.count("started", &started)
    json.count("dropped", &dropped)
    json.count("completed", &completed)
    json.count("sent", &sent)
    // Older reports lack kinds that were not yet distinguished.
    defer { if ended.count == RequestEnd.allCases.count - 1 { ended.append(0) } }
    json.wholes("ended", &ended, "requests by \(RequestEnd.allCases.map(\.name).joined(separator: ", "))")
    json.whole("inFlight", &inFlight)
    json.whole("requestsInFlight", &requestsInFlight)
    json.number("p50", &p50)
    json.number("p95", &p95)
    json.number("p99", &p99)
    json.wholes("latency", &latency, "The number of requests between neighbouring bounds.")
    json.wholes("fine", &fine, "The latencies in ranges of 1/16: alternating numbers of ranges and of requests.")
    let numbers = CoarseHistogram.size
    let isFine = fine.map { fine in
      fine.count.isMultiple(of: 2) && stride(from: 0, to: fine.count, by: 2).allSatisfy { fine[$0] < numbers }
    }
    json.expect(isFine ?? true, "fine", "expected pairs of a number below \(numbers) and a count")
  }
}

extension RecordCoder {
  /// Encodes a whole number.
  fileprivate mutating func whole(_ name: String, _ value: inout Int) {
    self.value(
      name, &value, check: { Self.problem($0) }, json: { .int($0) }, schema: JSONSchema.type("integer"))
  }
}
