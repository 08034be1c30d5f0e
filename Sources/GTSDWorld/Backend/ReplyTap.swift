package import GTSDModel
import HTTPLoop
import Randomness

/// An observer of every call to a remote backend and of its reply, on the world's thread. It is the only source of
/// information about a server whose state cannot be read.
package protocol ReplyTap: AnyObject {
  /// Records that a call begins; ``replied(to:_:sentAt:endedAt:)`` follows exactly once.
  func began(_ call: APICall)

  /// Records a call's result, before the app receives it.
  ///
  /// - Parameters:
  ///   - sentAt: the time of the first written byte, or of the failure if none was written; nanoseconds of the loop.
  ///   - endedAt: the time at which the reply was complete or the request failed.
  func replied(to call: APICall, _ result: Result<APIReply, TransportError>, sentAt: Int64, endedAt: Int64)
}

extension ReplyTap {
  package func began(_ call: APICall) {}
}

/// The headers that identify a request in both logs: `X-Request-ID: gtsd-USER-NUMBER.RUN`, and a `traceparent`
/// (https://www.w3.org/TR/trace-context/) with a trace for each request.
package struct RequestNaming: Sendable {
  /// The run's id after the point; empty without a run, and then without a point.
  package let run: String
  /// The hash of the span's number, already fed with the run's id.
  private let span: StableHash
  /// The first bytes of every `traceparent` of the run.
  private let version: [UInt8]
  /// The share of requests whose traces the server is asked to keep.
  private let sampled: Double

  package init(run: String = "", sampled: Double = 1) {
    self.run = run
    self.sampled = sampled
    let runHash = StableHash(of: run.utf8).value
    var span = StableHash()
    span.combine(runHash)
    self.span = span
    var version = Array("00-".utf8)
    version.append(hexadecimal: runHash, atLeast: 16)
    self.version = version
  }

  /// Appends the id of a call's request.
  func put(requestIDOf call: APICall, into bytes: inout [UInt8]) {
    RequestID.put(call.caller, call.id, into: &bytes)
    guard !run.isEmpty else { return }
    bytes.append(UInt8(ascii: "."))
    bytes.append(contentsOf: run.utf8)
  }

  /// Appends version, trace, parent and flags of a `traceparent`; neither number is 0.
  func put(traceParentOf call: APICall, into bytes: inout [UInt8]) {
    let caller = call.caller
    let who = UInt64(caller.user) << 24 | UInt64(caller.account) << 16 | UInt64(caller.device) << 8 | 1
    var span = span
    span.combine(who)
    span.combine(UInt64(UInt32(bitPattern: call.id)))
    let low = span.value | 1
    bytes.append(contentsOf: version)
    bytes.append(hexadecimal: low, atLeast: 16)
    bytes.append(UInt8(ascii: "-"))
    bytes.append(hexadecimal: low, atLeast: 16)
    // Its own bits decide, so that all that see the trace agree.
    let isSampled = Double(span.value >> 11) * 0x1p-53 < sampled
    bytes.append(contentsOf: isSampled ? "-01".utf8 : "-00".utf8)
  }
}

/// The id of a request within its run.
package enum RequestID {
  package static func text(_ caller: Caller, _ number: Int32) -> String {
    var bytes: [UInt8] = []
    put(caller, number, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends `gtsd-USER-NUMBER`, with account and device if the user has more than one.
  static func put(_ caller: Caller, _ number: Int32, into bytes: inout [UInt8]) {
    bytes.append(contentsOf: "gtsd-".utf8)
    bytes.append(decimal: Int(caller.user))
    if caller.account != 0 || caller.device != 0 {
      bytes.append(UInt8(ascii: "."))
      bytes.append(decimal: Int(caller.account))
      bytes.append(UInt8(ascii: "."))
      bytes.append(decimal: Int(caller.device))
    }
    bytes.append(UInt8(ascii: "-"))
    bytes.append(decimal: Int(number))
  }
}

/// An observer that is also called when a request is sent.
package protocol ContractTap: ReplyTap {
  /// Records that a request is sent.
  ///
  /// - Parameter key: the idempotency key of the request, 0 for none.
  func asked(_ id: Int32, _ request: APIRequest, token: String?, key: UInt64)
}
