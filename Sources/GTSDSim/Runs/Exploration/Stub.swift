enum SearchStrategy: String, CaseIterable, Sendable { case portfolio }
struct OrderConstraint: Hashable, Sendable { var before: UInt64; var after: UInt64 }
