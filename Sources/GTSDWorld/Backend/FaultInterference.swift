extension FaultPlan {
  /// The effect of the faults on one request.
  struct Interference: Sendable, Equatable {
    /// The result of the request.
    enum Ending: Sendable, Equatable {
      /// The request is served, and the reply is sent.
      case served
      /// The request is served and committed, and the reply arrives with a body that cannot be read.
      case garbled
      /// The request is served and committed, but no reply arrives.
      case replyLost
      /// The request is refused with this status at once, without service.
      case refused(status: Int)
      /// The request is dropped, and no reply arrives.
      case swallowed
      /// The request is dropped, and the client sees a broken connection.
      case unreachable
    }

    var ending = Ending.served
    /// The time added to the service, in nanoseconds.
    var addedService: Int64 = 0
    /// The time by which the reply is delayed, in nanoseconds.
    var heldBack: Int64 = 0
    /// Whether the request arrives a second time.
    var isDuplicated = false

    /// Combines two faults' results. A failure that prevents service takes precedence over one that only loses the
    /// reply.
    mutating func end(_ new: Ending) {
      func rank(_ ending: Ending) -> Int {
        switch ending {
        case .served: 0
        case .garbled: 1
        case .replyLost: 2
        case .refused: 3
        case .swallowed: 4
        case .unreachable: 5
        }
      }
      if rank(new) > rank(ending) { ending = new }
    }
  }
}
