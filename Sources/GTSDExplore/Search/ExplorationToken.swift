internal import GTSDSim

/// What brings a find back: the constraints on the natural order, and what the order depends on besides.
struct ExplorationToken: Hashable {
  static let prefix = "own1:"

  var seed: UInt64
  var window: Int64
  var constraints: [OrderConstraint]

  init(seed: UInt64, window: Int64, constraints: [OrderConstraint]) {
    self.seed = seed
    self.window = window
    self.constraints = constraints
  }

  /// The token of a text.
  init(_ text: String) throws(ExplorationError) {
    guard text.hasPrefix(Self.prefix) else {
      throw .token(text, "it does not begin with \(Self.prefix)")
    }
    guard let bytes = Base64URL.decode(text.dropFirst(Self.prefix.count)), var reader = TokenReader(checked: bytes)
    else { throw .token(text, "a part is missing, or was changed") }
    guard let seed = reader.number(), let window = reader.number(), let count = reader.number() else {
      throw .token(text, "a part is missing")
    }
    var constraints: [OrderConstraint] = []
    for _ in 0..<min(count, 1_000_000) {
      guard let before = reader.number(), let after = reader.number() else { throw .token(text, "a part is missing") }
      constraints.append(OrderConstraint(before: before, after: after))
    }
    self.init(seed: seed, window: Int64(bitPattern: window), constraints: constraints)
  }

  /// As text, of letters, digits, hyphens, underscores and one colon.
  var text: String {
    var writer = TokenWriter()
    writer.number(seed)
    writer.number(UInt64(bitPattern: window))
    writer.number(UInt64(constraints.count))
    for constraint in constraints {
      writer.number(constraint.before)
      writer.number(constraint.after)
    }
    writer.checksum()
    return Self.prefix + Base64URL.encode(writer.bytes)
  }
}
