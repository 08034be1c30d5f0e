package import GTSDModel
import GTSDWorld

/// The result of one round over all endpoints of the contract: which endpoints a server has, and the problems of the
/// others.
package struct ContractCheck: Sendable {
  /// The result for one endpoint.
  package enum Finding: Sendable, Equatable {
    /// The endpoint replied with a success that can be read.
    case works(status: Int)
    /// A readable successful reply that breaks the contract. The texts describe how.
    case unsound(status: Int, [String])
    /// A success that cannot be read.
    case unreadable(status: Int, [ReplyProblem])
    /// The server has nothing at this path, or does not allow the method.
    case missing(status: Int)
    /// A status other than a success, with the server's message.
    case refused(status: Int, said: String)
    /// The server sent no reply, for this reason.
    case silent(String)
    /// No request was sent, for the given reason.
    case notAsked(because: String)
    /// An endpoint that must not be requested, with the reason.
    case leftOut(because: String)

    /// Whether the endpoint works or was left out on purpose.
    package var isFine: Bool {
      switch self {
      case .works, .leftOut: true
      case .unsound, .unreadable, .missing, .refused, .silent, .notAsked: false
      }
    }
  }

  /// The result for one endpoint.
  package struct Row: Sendable {
    package var endpoint: Endpoint
    /// The method and path as they were sent.
    package var line: String
    package var finding: Finding
    /// The beginning of the reply; empty if there is no reply.
    package var sample: String
  }

  /// The results by endpoint, in the contract's order.
  package var rows: [Row]
  /// Facts that the contract allows and people should know.
  package var remarks: [String] = []
  /// The field names that the check accepted, since they nearly equal those of the contract.
  package var guesses: [NameChange]

  /// Whether every requested endpoint works.
  package var isPassed: Bool { rows.allSatisfy(\.finding.isFine) }

  /// The endpoints that the server lacks.
  package var missing: [Endpoint] {
    rows.compactMap { if case .missing = $0.finding { $0.endpoint } else { nil } }
  }
}
