import GTSDModel
import GTSDWorld

/// Collects the faults that a check finds in addition to statuses and unreadable replies.
final class ContractFaults {
  private(set) var breaches: [Endpoint: [String]] = [:]
  private(set) var remarks: [String] = []

  /// The number of faults kept for an endpoint.
  private static let limit = 4

  /// Records a wrong answer to a question of a probe.
  func note(_ wrong: String?, at endpoint: Endpoint) {
    guard let wrong else { return }
    add(wrong, at: endpoint)
  }

  /// Records a reply that breaks the contract. Unreadable replies and failures are recorded by the round itself.
  func note(_ reply: BadReply, at endpoint: Endpoint) {
    switch reply.grade {
    case .unreadable, .failure: break
    case .breach: add(reply.problem, at: endpoint)
    case .remark: if !remarks.contains(reply.problem) { remarks.append(reply.problem) }
    }
  }

  private func add(_ text: String, at endpoint: Endpoint) {
    let known = breaches[endpoint] ?? []
    if known.count < Self.limit, !known.contains(text) { breaches[endpoint] = known + [text] }
  }
}
