import GTSDModel
import GTSDWorld

/// The writes of one value that the server reported as failed with an error of its own (500). They are kept until a
/// read shows whether the server carried one out after all; its report was then wrong.
struct FailedWrites<Value: Equatable & Sendable>: Sendable {
  /// The value of the last read, before any write that may have changed it.
  private var known: Value?
  private var underWay = 0
  private var failed: [(value: Value, request: ObservedRequest)] = []

  static var limit: Int { 8 }

  init(known: Value? = nil) { self.known = known }

  mutating func began() { underWay += 1 }

  /// Records the end of a write. `value` computes the resulting value from the known one.
  mutating func ended(_ request: ObservedRequest, isFailure: Bool, _ value: (Value?) -> Value) {
    underWay -= 1
    if isFailure, failed.count < Self.limit {
      failed.append((value(known), request))
    } else {
      (known, failed) = (nil, [])
    }
  }

  /// Records a read; returns the failed write that it shows to have been carried out.
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
  /// Whether the server itself reports a failure; a gateway's errors (502, 503, 504) are not the server's.
  var isOwnFailure: Bool { (500...599).contains(status) && !(502...504).contains(status) }
}

extension Result<APIReply, TransportError> {
  /// Whether the server itself reports a failure.
  var isOwnFailure: Bool {
    if case .success(let reply) = self { reply.isOwnFailure } else { false }
  }
}

extension ObservedBreach {
  /// Creates the breach of a write that was carried out although the server reported a failure.
  init(commit write: ObservedRequest, site: String, seenIn request: ObservedRequest) {
    self.init(
      oracle: .invariant(.commit), site: site, time: request.endedAt,
      summary:
        "\(write.text) was answered with an error of the server, and \(request.text) shows that it was carried out")
  }
}
