package import GTSDModel

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
    String(unsafeUninitializedCapacity: 48) { buffer in
      var count = 0
      func put(_ byte: UInt8) {
        buffer[count] = byte
        count += 1
      }
      func put(_ number: Int) {
        if number < 0 { put(UInt8(ascii: "-")) }
        let start = count
        var rest = number.magnitude
        repeat {
          put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
          rest /= 10
        } while rest > 0
        buffer[start..<count].reverse()
      }
      for byte in "gtsd-".utf8 { put(byte) }
      put(Int(caller.user))
      if caller.account != 0 || caller.device != 0 {
        put(UInt8(ascii: "."))
        put(Int(caller.account))
        put(UInt8(ascii: "."))
        put(Int(caller.device))
      }
      put(UInt8(ascii: "-"))
      put(Int(number))
      return count
    }
  }
}

/// Told besides of every request at the moment at which it is sent.
package protocol ContractTap: ReplyTap {
  /// - Parameter key: its idempotency key, 0 for none.
  func asked(_ id: Int32, _ request: APIRequest, token: String?, key: UInt64)
}
