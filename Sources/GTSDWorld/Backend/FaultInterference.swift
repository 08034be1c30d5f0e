extension FaultPlan {
  /// The effect of the faults on one request.
  struct Interference: Sendable, Equatable {
    /// How the request ends.
    enum Ending: Sendable, Equatable {
      /// Served, and the reply goes out.
      case served
      /// Served and committed, but nothing ever comes back.
      case replyLost
      /// This status at once, without service.
      case refused(status: Int)
      /// Nothing is done, and nothing ever comes back.
      case swallowed
      /// Nothing is done, and the client sees a broken connection.
      case unreachable
    }

    var ending = Ending.served
    /// Nanoseconds added to the service.
    var addedService: Int64 = 0
    /// Nanoseconds for which the reply is held back.
    var heldBack: Int64 = 0
    /// Whether the request arrives a second time.
    var isDuplicated = false

    /// The worse of two endings counts: what prevents service before what only hides the reply.
    mutating func end(_ new: Ending) {
      func rank(_ ending: Ending) -> Int {
        switch ending {
        case .served: 0
        case .replyLost: 1
        case .refused: 2
        case .swallowed: 3
        case .unreachable: 4
        }
      }
      if rank(new) > rank(ending) { ending = new }
    }
  }
}
