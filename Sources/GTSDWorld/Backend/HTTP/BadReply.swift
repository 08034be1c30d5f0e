import GTSDModel
import HTTPLoop

/// A reply that breaks the contract or reports a failure, with the problem and an excerpt.
package struct BadReply: Sendable, Equatable, Codable {
  /// The difference from the contract, in one line.
  package var problem: String
  /// The beginning of the reply.
  package var sample: String
  /// The `X-Request-ID` of its request.
  package var request: String
  package var grade: Grade

  /// The weight of a problem.
  package enum Grade: String, CaseIterable, Codable, Sendable {
    /// The reply could not be read.
    case unreadable
    /// The reply was read, by a reader that tolerates much, and breaks the contract.
    case breach
    /// The contract allows the reply, and people should know of it.
    case remark
    /// The request failed: by its status, or because there was no whole reply.
    case failure
  }

  package init(problem: String, sample: String, request: String, grade: Grade = .unreadable) {
    (self.problem, self.sample, self.request, self.grade) = (problem, sample, request, grade)
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
    grade = .unreadable
  }
}

extension RequestSample.Outcome {
  /// The failure that this end of a request is; nil for a success, or for a reply that cannot be read, which is another
  /// finding.
  ///
  /// - Parameter mayBeMissing: whether a 404 is no error.
  func failure(mayBeMissing: Bool) -> String? {
    switch self {
    case .status(404) where mayBeMissing: nil
    case .status(let status): status < 300 ? nil : "status \(status)"
    case .undecodable: nil
    case .failure(let failure): failure.isOfServer ? "\(failure)" : nil
    }
  }
}

extension HTTPResponse {
  /// The faults of a reply that can be read.
  ///
  /// - Parameter body: the body with the contract's names.
  func toleratedProblems(_ body: [UInt8], for endpoint: Endpoint) -> [ReplyProblem] {
    guard (200..<300).contains(status) else {
      return [ReplyProblem.refusal(status, body, retryAfter: header("Retry-After"), for: endpoint)].compactMap(\.self)
    }
    return [ReplyProblem.contentType(header("Content-Type"), for: endpoint)].compactMap(\.self)
      + ReplyProblem.tolerated(in: body, for: endpoint)
  }
}
