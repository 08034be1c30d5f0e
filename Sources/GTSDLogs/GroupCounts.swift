import GTSDFields
import GTSDModel

/// Counts of events by platform, or by version of the app, as far as lines name one.
struct GroupCounts: Codable, Sendable, Equatable {
  /// The property by which events are grouped.
  enum Group: Codable, Sendable { case platform, version }

  private let group: Group
  private var counts: [String: [Int]] = [:]
  private static let maxGroups = 32

  init(_ group: Group) { self.group = group }

  mutating func note(_ key: String, _ name: ObservedEvent.Name) {
    if counts[key] == nil {
      guard counts.count < Self.maxGroups else { return }
      counts[key] = [Int](repeating: 0, count: ObservedEvent.Name.allCases.count)
    }
    counts[key]?[Int(name.rawValue)] += 1
  }

  /// Two limits for reporting that a group does not send a kind of event: the smallest number of such events expected
  /// by the others' rate, and the largest share of that number that was sent.
  private static let (expected, none) = (20.0, 0.05)

  /// Kinds of events that one group sends and another does not.
  var findings: [LogFinding] {
    guard counts.count > 1 else { return [] }
    return ObservedEvent.Name.allCases.flatMap { name -> [LogFinding] in
      guard let occasion = group == .platform ? name.platformOccasion : name.occasion else { return [] }
      func count(_ key: String, _ name: ObservedEvent.Name) -> Double {
        Double(counts[key]?[Int(name.rawValue)] ?? 0)
      }
      return counts.keys.sorted().compactMap { key in
        let others = counts.keys.filter { $0 != key }
        let (own, all) = others.reduce((0.0, 0.0)) { ($0.0 + count($1, name), $0.1 + count($1, occasion)) }
        guard all > 0 else { return nil }
        let due = own / all * count(key, occasion)
        let sent = count(key, name)
        guard due >= Self.expected, sent < Self.none * due else { return nil }
        let (title, rest) = group == .platform ? ("", "platforms") : ("version ", "versions")
        return LogFinding(
          .stopped,
          "`\(name.text)` events come from \(title)`\(key.onOneLine)` \(sent == 0 ? "never" : "\(Int(sent)) times"), where about "
            + "\(Int(due.rounded())) were due by the rate of other \(rest): its app or export does not send them. Values from "
            + "them are wrong.", isFault: true, paths: name.paths)
      }
    }
  }
}

extension ObservedEvent.Name {
  /// The event with which events of this kind are compared on each platform; nil for errors, whose rates differ between
  /// platforms.
  fileprivate var platformOccasion: ObservedEvent.Name? {
    switch self {
    case .apiError, .acknowledgeFailed, .photoFailed, .preferencesFailed: nil
    case .launched: .tabChanged
    case .acknowledged, .cardTapped, .cardDismissed: .cardViewed
    case .summaryScrolled, .summaryCompleted, .learnMoreTapped: .summaryViewed
    case .cardViewed, .zeroStateViewed, .zeroStateTapped, .profileCompleted, .summaryViewed, .preferencesSaved,
      .photoUploaded, .signedUp, .onboarded, .skipped, .tabChanged:
      .launched
    }
  }
}
