import Documents
import GTSDFields
import GTSDLoad
import GTSDModel
import GTSDWorld
import Statistics

/// The keys of a load run.
extension LoadSection: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.text("target", &target, "where the server is")
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
    json.wholes("missingGenerators", &missingGenerators, "parts of a merged run that are missing, from 1")
    json.record("breakpoint", &breakpoint)
    json.record("series", &series)
  }
}

extension LoadSection.Silence: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.number("atSeconds", &atSeconds, "when it began")
    json.number("seconds", &seconds, "without any reply, with requests under way")
  }
}

extension LoadSection.BadReplyKind: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.text("endpoint", &endpoint)
    json.text("problem", &problem, "the field and where it should be")
    json.count("count", &count)
    json.text("sample", &sample, "the beginning of the first of them")
    json.text("request", &request, "the X-Request-ID of its request, without the run")
    json.choice("grade", &grade, "breach: read all the same; remark: allowed by the contract")
  }
}

extension LoadSection.Address: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.text("address", &address, "in digits")
    json.count("connections", &connections)
    json.count("refused", &refused, "connections that were refused or timed out")
    json.count("replies", &replies)
    json.number("meanSeconds", &meanSeconds, "from the sending of a request to the end of its reply")
  }
}

extension LoadSection.LeftOut: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.texts("endpoints", &endpoints, "never asked for, since load.without names them")
    json.texts("decisions", &decisions, "of people, which nobody took since they need one of these")
  }
}

extension LoadSection.Plan: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.choice("model", &model, ["open", "closed"])
    json.choice("unit", &unit, ["session", "request"])
    json.text("request", &request)
    json.choice("arrivals", &arrivals, ["poisson", "constant", "recorded"])
    json.rows("levels", &levels, columns: 2, "[seconds, level]: starts per second, or users at once")
    json.number("warmUpSeconds", &warmUpSeconds)
    json.number("thinkTimeScale", &thinkTimeScale)
    json.count("maxInFlight", &maxInFlight)
    json.count("connections", &connections)
    json.text("http", &http, omitted: true, "the version of HTTP where it is not 1.1")
    json.text("connectionsOf", &connectionsOf, omitted: true, "perUser or perSession where they are not shared")
    json.count("loops", &loops)
    json.text(
      "run", &run, omitted: true,
      "the run's ID: in addresses of accounts, X-Request-ID (behind the point) and traceparent")
  }
}

extension LoadSection.Starts: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.count("offered", &offered, "starts that were due after the warm-up")
    json.count("started", &started)
    json.count("dropped", &dropped)
    json.count("missed", &missed, omitted: true, "dropped, since the generator had not come to them at the plan's end")
    json.count("completed", &completed)
    json.count("completions", &completions, omitted: true, "within the measured window, by which rates count")
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
    json.count("unsent", &unsent, "requests never sent, since nothing was left here to make a connection of")
    json.text("unsentCause", &unsentCause, omitted: true)
    json.number("processorShare", &processorShare, "the busiest loop's share of its time")
    json.count("connections", &connections, omitted: true, "made to the server")
    json.count("handshakes", &handshakes, omitted: true, "of TLS")
  }
}

extension LoadSection.Parts: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.number("share", &share, "which percentile of response time, such as 0.95")
    json.number("responseTime", &responseTime, "seconds, of which the rest are parts")
    json.number("lateness", &lateness, "until the generator handed the request over")
    json.number("unread", &unread, "until the generator read the response, at most")
    json.number("wait", &wait, "for a connection")
    json.number("connect", &connect)
    json.number("service", &service, "network and server")
  }
}

extension LoadSection.Requests: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.text("endpoint", &endpoint, "all for all together")
    json.count("count", &count)
    json.counts("ends", &ends, "requests by how they ended")
    json.counts("outcomes", &outcomes, "requests by status or kind of failure")
    json.count("bytesSent", &bytesSent)
    json.count("bytesReceived", &bytesReceived)
    json.count("reused", &reused, "over a connection that had served another")
    json.count("replies", &replies, omitted: true, "within the measured window, by which rates count")
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
    json.text("text", &text, "such as p95(api-response-time)<2s")
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
    json.number("offered", &offered, "starts per second")
  }
}

extension LoadSection.Breakpoint.Knee: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.number("atSeconds", &atSeconds)
    json.number("offered", &offered, "starts per second")
    json.number("started", &started)
    json.number("requests", &requests, "requests per second")
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
    json.wholes("latency", &latency, "requests from each of the bounds to the next")
    json.wholes("fine", &fine, "the same in ranges of 1/16: number of a range, requests, and so on")
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
