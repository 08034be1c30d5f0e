import Interleaving

/// A compact text that repeats a failing schedule: the constraints on the natural order, and the settings that the
/// order depends on.
struct ExplorationToken: Hashable {
  static let prefix = "own1:"

  var seed: UInt64
  var window: Int64
  var constraints: [OrderConstraint]
  /// The places within jobs at which the jobs are interrupted for others.
  var handovers: [Handover] = []
  /// The test in which the failure was found; nil if it was found outside a test.
  var test: String?
  /// The arguments of the test case as text; nil for a test without arguments.
  var arguments: String?

  init(
    seed: UInt64, window: Int64, constraints: [OrderConstraint], handovers: [Handover] = [], test: String? = nil,
    arguments: String? = nil
  ) {
    (self.seed, self.window, self.constraints) = (seed, window, constraints)
    (self.handovers, self.test, self.arguments) = (handovers, test, arguments)
  }

  /// Reads a token from its text.
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
    guard !reader.isAtEnd else { return }
    guard let handovers = reader.number() else { throw .token(text, "a part is missing") }
    for _ in 0..<min(handovers, 1_000_000) {
      guard let job = reader.number(), let edge = reader.number() else { throw .token(text, "a part is missing") }
      self.handovers.append(Handover(job: job, edge: edge))
    }
    guard let test = reader.text() else { throw .token(text, "a part is missing") }
    self.test = test.isEmpty ? nil : test
    guard !reader.isAtEnd else { return }
    guard let arguments = reader.text(), reader.isAtEnd else { throw .token(text, "a part is missing") }
    self.arguments = arguments
  }

  /// The token as text: letters, digits, hyphens, underscores and one colon.
  var text: String {
    var writer = TokenWriter()
    writer.number(seed)
    writer.number(UInt64(bitPattern: window))
    writer.number(UInt64(constraints.count))
    for constraint in constraints {
      writer.number(constraint.before)
      writer.number(constraint.after)
    }
    if test != nil || arguments != nil || !handovers.isEmpty {
      writer.number(UInt64(handovers.count))
      for handover in handovers {
        writer.number(handover.job)
        writer.number(handover.edge)
      }
      writer.text(test ?? "")
      if let arguments { writer.text(arguments) }
    }
    writer.checksum()
    return Self.prefix + Base64URL.encode(writer.bytes)
  }
}

extension ExplorationToken {
  /// The command that runs the test in the order of the token; nil if the token names no test.
  var command: String? {
    test.map { test in
      let filter = test.map { "\\^$.|?*+()[]{}".contains($0) ? "\\\($0)" : String($0) }.joined()
      return "GTSD_REPLAY=\(text) swift test --filter '\(filter.replacing("'", with: "."))'"
    }
  }
}
