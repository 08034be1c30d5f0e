import GTSDModel
import GTSDWorld

/// Writes of one value that the server said to have failed with an error of its own (500), until a read shows whether it
/// carried them out all the same: then its word was wrong.
struct FailedWrites<Value: Equatable & Sendable>: Sendable {
  /// What the last read told, before any write that may have changed it.
  private var known: Value?
  private var underWay = 0
  private var failed: [(value: Value, request: ObservedRequest)] = []

  static var limit: Int { 8 }

  init(known: Value? = nil) { self.known = known }

  mutating func began() { underWay += 1 }

  /// A write ended; `value` is what it would leave behind, over what is known.
  mutating func ended(_ request: ObservedRequest, saysFailed: Bool, _ value: (Value?) -> Value) {
    underWay -= 1
    if saysFailed, failed.count < Self.limit {
      failed.append((value(known), request))
    } else {
      (known, failed) = (nil, [])
    }
  }

  /// Takes a read in; the write that it shows to have been carried out.
  mutating func read(_ value: Value) -> ObservedRequest? {
    guard underWay == 0 else {
      known = nil
      return nil
    }
    defer { known = value }
    guard let known, known != value, let write = failed.first(where: { $0.value == value }) else {
      if known != value { failed = [] }
      return nil
    }
    failed = []
    return write.request
  }
}

extension APIReply {
  /// Whether the server says that it failed; what stands before a server (502, 503, 504) speaks for itself.
  var isOwnFailure: Bool { (500...599).contains(status) && !(502...504).contains(status) }
}

extension Result<APIReply, TransportError> {
  /// Whether the server says that it failed.
  var isOwnFailure: Bool {
    if case .success(let reply) = self { reply.isOwnFailure } else { false }
  }
}

extension ObservedBreach {
  /// A write that was carried out although the server said that it had failed.
  init(commit write: ObservedRequest, site: String, seenIn request: ObservedRequest) {
    self.init(
      oracle: .invariant(.commit), site: site, time: request.endedAt,
      summary:
        "\(write.text) was answered with an error of the server, and \(request.text) shows that it was carried out")
  }
}
