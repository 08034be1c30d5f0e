/// Names that stand in the place of an account and are of none, such as `guest`.
struct Placeholders: Sendable, Equatable {
  /// The names, in the order in which they were seen.
  private(set) var names: [String] = []
  /// The number of events under these names.
  private(set) var events = 0
  /// The number of these events that name no phone either, and so nobody.
  private(set) var lost = 0

  private static let mostNames = 5

  /// Takes in an event under such a name.
  mutating func note(_ name: String, isLost: Bool) {
    if names.count < Self.mostNames, !names.contains(name) { names.append(name) }
    events += 1
    if isLost { lost += 1 }
  }
}
