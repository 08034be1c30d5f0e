import GTSDModel

/// The names of the definitions' events and properties in the spellings of other conventions: `Signup Completed` and
/// `signupCompleted` for `signup_completed`.
enum EventNames {
  private static let events = Set(AnalyticsDefinition.all.map(\.name))

  /// The properties that any fit or definition uses.
  static let properties = Array(Set(AnalyticsDefinition.all.flatMap { $0.properties.map(\.name) })).sorted()

  /// The event's name in the spelling of the definitions; any other name unchanged.
  static func spelled(_ name: String) -> String {
    // Called for every line, and most names have this spelling already.
    guard name.utf8.contains(where: { (0x41...0x5A).contains($0) || $0 == 0x20 || $0 == 0x2D }) else { return name }
    let plain = name.inSnakeCase
    return events.contains(plain) ? plain : name
  }

  /// The other spellings of each property.
  static let spellings: [String: [String]] = Dictionary(
    uniqueKeysWithValues: properties.map { name in
      let words = name.split(separator: "_").map(String.init)
      let titles = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }
      let camel = words[0] + titles.dropFirst().joined()
      return (
        name,
        [camel, titles.joined(separator: " "), titles.joined(), words.joined(separator: " ")].filter { $0 != name }
      )
    })
}
