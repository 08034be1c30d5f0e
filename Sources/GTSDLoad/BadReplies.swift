package import GTSDModel
package import GTSDWorld

/// The replies that break the contract, by problem: their number, and the first of each kind.
package struct BadReplies: Sendable, Equatable, Codable {
  /// The replies with one kind of problem.
  package struct Kind: Sendable, Equatable, Codable {
    /// The number of the kind, by its raw value.
    fileprivate var number: UInt8
    package var first: BadReply
    package var count: Int64

    package var endpoint: Endpoint { Endpoint(rawValue: number) ?? .health }
  }

  package private(set) var kinds: [Kind] = []

  /// The largest number of kinds kept of each grade, so that a server with ever new faults does not fill a report.
  static let limit = 40

  package init() {}

  mutating func add(_ reply: BadReply, at endpoint: Endpoint, count: Int64 = 1) {
    if let index = kinds.firstIndex(where: { $0.number == endpoint.rawValue && $0.first.problem == reply.problem }) {
      kinds[index].count += count
    } else if kinds.count(where: { $0.first.grade == reply.grade }) < Self.limit {
      kinds.append(Kind(number: endpoint.rawValue, first: reply, count: count))
    }
  }

  mutating func merge(_ other: BadReplies) {
    for kind in other.kinds { add(kind.first, at: kind.endpoint, count: kind.count) }
  }

  /// Whether a real run could have these counts.
  var isSound: Bool {
    kinds.count <= BadReply.Grade.allCases.count * Self.limit
      && kinds.allSatisfy { $0.count > 0 && Endpoint(rawValue: $0.number) != nil }
  }
}
