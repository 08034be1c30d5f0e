/// Names that are used in place of an account but are not accounts, such as `guest`.
struct Placeholders: Codable, Sendable, Equatable {
  /// The names, in the order in which they were seen.
  private(set) var names: [String] = []
  /// The number of events under these names.
  private(set) var events = 0
  /// The number of these events that name no phone either, so that their person is unknown.
  private(set) var lost = 0

  private static let maxNames = 5

  /// Counts an event whose account is a placeholder.
  mutating func note(_ name: String, isLost: Bool) {
    if names.count < Self.maxNames, !names.contains(name) { names.append(name) }
    events += 1
    if isLost { lost += 1 }
  }
}
