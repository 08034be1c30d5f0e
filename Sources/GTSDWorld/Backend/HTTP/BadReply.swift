import GTSDModel

/// A reply that cannot be read, with the problem and an excerpt.
package struct BadReply: Sendable, Equatable, Codable {
  /// The difference from the contract, in one line.
  package var problem: String
  /// The beginning of the reply.
  package var sample: String
  /// The `X-Request-ID` of its request.
  package var request: String

  package init(problem: String, sample: String, request: String) {
    (self.problem, self.sample, self.request) = (problem, sample, request)
  }

  /// Creates the description of a successful reply that breaks the contract.
  ///
  /// - Parameters:
  ///   - body: the body with the contract's names.
  ///   - sent: the body as the server sent it.
  init(_ body: [UInt8], sent: [UInt8], to call: APICall, at endpoint: Endpoint) {
    problem = ReplyProblem.first(in: body, for: endpoint)?.text ?? "a field has a value that the contract does not know"
    sample = ReplyProblem.sample(of: sent)
    request = RequestID.text(call.caller, call.id)
  }
}
