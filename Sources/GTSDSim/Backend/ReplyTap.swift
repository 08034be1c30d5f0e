/// Told of every call to a remote backend and of its reply, on the world's thread: what is known of a server that cannot
/// be looked into.
package protocol ReplyTap: AnyObject {
  /// A call begins; ``replied(to:_:sentAt:endedAt:)`` follows exactly once.
  func began(_ call: APICall)

  /// Called before the app gets to know.
  ///
  /// - Parameters:
  ///   - sentAt: when the first byte was written, or the failure if none was; nanoseconds of the loop.
  ///   - endedAt: when the reply was complete, or the request failed.
  func replied(to call: APICall, _ result: Result<APIReply, TransportError>, sentAt: Int64, endedAt: Int64)
}

extension ReplyTap {
  package func began(_ call: APICall) {}
}

/// The header that names a request in both logs.
enum RequestID {
  static func text(_ call: APICall) -> String { text(call.caller, call.id) }

  /// `gtsd-USER-NUMBER`, with the account and device of who has more than one.
  static func text(_ caller: Caller, _ number: Int32) -> String {
    let extra = caller.account == 0 && caller.device == 0 ? "" : ".\(caller.account).\(caller.device)"
    return "gtsd-\(caller.user)\(extra)-\(number)"
  }
}
