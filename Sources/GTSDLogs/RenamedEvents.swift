import Foundation
import GTSDFields
import GTSDModel

/// Unknown events that people send in place of known ones, because another version of the app has other names for them.
///
/// Such people seem to leave on the day of their update. Other unknown events are between the known ones, or are few.
struct RenamedEvents: Codable {
  /// A change of the names of events in the middle of the log, with the people whose events it affects.
  struct Change: Codable, Sendable, Equatable {
    /// The number of these people, and of all people with unknown events who were examined.
    var people: Int
    var examined: Int
    /// Whether the other names come after the known ones; nil if these people send no known ones.
    var isLater: Bool?
    /// Names that they send instead, the most frequent first.
    var names: [String]
  }

  /// The unknown events of one name and one person.
  private struct Span: Codable {
    var first: Int64
    var last: Int64
    var count: Int
  }

  private var names: [String: Int] = [:]
  /// The time span of each pair of a name and an id. The key has the number of the name in its upper half and the
  /// number of the id in its lower half.
  private var spans: [UInt64: Span] = [:]

  /// Limits of memory: the numbers of names and of ids that are examined, in order of appearance.
  private static let (mostNames, mostIDs) = (100, Int32(4_096))
  /// The smallest share of a name's people who send the name only before or only after known events.
  private static let mostly = 0.8
  /// The smallest numbers of names and of events of a person whose names changed, and the shortest time between the
  /// first and the last of these events. A person who has left may still get a message or two.
  private static let (minNames, minEvents, minTime) = (3, 10, Milliseconds.day)
  /// The smallest number and share of people that is reported.
  private static let (fewest, least) = (10, 0.02)

  mutating func note(_ name: String, user: Int32, at time: Int64) {
    guard user < Self.mostIDs else { return }
    let number: Int
    if let known = names[name] {
      number = known
    } else {
      guard names.count < Self.mostNames else { return }
      number = names.count
      names[name] = number
    }
    add(Span(first: time, last: time, count: 1), to: UInt64(number) << 32 | UInt64(user), in: &spans)
  }

  private func add(_ span: Span, to key: UInt64, in spans: inout [UInt64: Span]) {
    guard var own = spans[key] else {
      spans[key] = span
      return
    }
    (own.first, own.last) = (min(own.first, span.first), max(own.last, span.last))
    own.count += span.count
    spans[key] = own
  }

  /// The change of names that most people of the log show; nil if there is none.
  ///
  /// - Parameter people: the person of each id, -1 for an id without events.
  func change(in log: EventLog, people: [Int32]) -> Change? {
    var merged: [UInt64: Span] = [:]
    for (key, span) in spans {
      let person = people[Int(key & 0xFFFF_FFFF)]
      guard person >= 0, Int(person) < log.users else { continue }
      add(span, to: (key >> 32) << 32 | UInt64(person), in: &merged)
    }
    return [true, false].compactMap { change(in: log, merged, isLater: $0) }.max { $0.people < $1.people }
  }

  /// The people who send only names that have a name of the definitions as a part, such as `app_launched_v2`; nil if
  /// they are few.
  ///
  /// - Parameter people: the person of each id, -1 for an id without events.
  func others(people: [Int32]) -> Change? {
    let isVariant = Dictionary(uniqueKeysWithValues: names.map { ($1, Self.isVariant($0)) })
    var (ids, counts): (Set<Int>, [Int: Int]) = ([], [:])
    for (key, span) in spans where isVariant[Int(key >> 32)] == true {
      let id = Int(key & 0xFFFF_FFFF)
      guard people[id] < 0 else { continue }
      ids.insert(id)
      counts[Int(key >> 32), default: 0] += span.count
    }
    let known = Set(people.prefix(Int(Self.mostIDs)).filter { $0 >= 0 }).count
    guard ids.count >= Self.fewest, Double(ids.count) >= Self.least * Double(ids.count + known) else { return nil }
    let texts = Dictionary(uniqueKeysWithValues: names.map { ($1, $0) })
    let frequent = counts.ordered { ($1.value, $0.key) < ($0.value, $1.key) }.compactMap { texts[$0.key] }
    return Change(people: ids.count, examined: ids.count + known, isLater: nil, names: Array(frequent.prefix(3)))
  }

  /// Whether a name consists of one of the definitions and more words before or after it.
  private static func isVariant(_ name: String) -> Bool {
    ObservedEvent.Name.allCases.contains { known in
      guard let place = name.range(of: known.text), place != name.startIndex..<name.endIndex else { return false }
      return (place.lowerBound == name.startIndex || !name[name.index(before: place.lowerBound)].isLetter)
        && (place.upperBound == name.endIndex || !name[place.upperBound].isLetter)
    }
  }

  private func change(in log: EventLog, _ spans: [UInt64: Span], isLater: Bool) -> Change? {
    var (apart, all) = ([Int](repeating: 0, count: names.count), [Int](repeating: 0, count: names.count))
    var isApart: Set<UInt64> = []
    var people: [UInt64: (first: Int64, last: Int64)] = [:]
    for (key, span) in spans {
      all[Int(key >> 32)] += 1
      let person = key & 0xFFFF_FFFF
      let own = people[person] == nil ? log.events(of: Int(person)) : []
      if let first = own.first, let last = own.last { people[person] = (first.time, last.time) }
      guard let (first, last) = people[person] else { continue }
      guard isLater ? span.first > last : span.last < first else { continue }
      apart[Int(key >> 32)] += 1
      isApart.insert(key)
    }
    let instead = all.indices.filter { all[$0] > 0 && Double(apart[$0]) >= Self.mostly * Double(all[$0]) }
    let isInstead = Set(instead)
    var (kinds, changes): ([UInt64: Int], [UInt64: Span]) = ([:], [:])
    for key in isApart where isInstead.contains(Int(key >> 32)) {
      guard let span = spans[key] else { continue }
      kinds[key & 0xFFFF_FFFF, default: 0] += 1
      add(span, to: key & 0xFFFF_FFFF, in: &changes)
    }
    let changed = changes.count { person, span in
      kinds[person, default: 0] >= Self.minNames && span.count >= Self.minEvents
        && span.last - span.first >= Self.minTime
    }
    let examined = Set(spans.keys.map { $0 & 0xFFFF_FFFF }).count
    guard changed >= Self.fewest, Double(changed) >= Self.least * Double(examined) else { return nil }
    let texts = Dictionary(uniqueKeysWithValues: names.map { ($1, $0) })
    let frequent = instead.sorted { (all[$1], $0) < (all[$0], $1) }.compactMap { texts[$0] }
    return Change(people: changed, examined: examined, isLater: isLater, names: Array(frequent.prefix(3)))
  }
}

extension RenamedEvents.Change {
  /// The finding that these people seem to be away while they use another version.
  var finding: LogFinding {
    let list = names.map { "`\($0.onOneLine)`" }.joined(separator: ", ")
    guard let isLater else {
      return LogFinding(
        .stopped,
        "\(people) of \(examined) ids send only events with other names than the definitions', such as \(list): another "
          + "version or platform of the app adds to the names, and these people are missing.",
        isFault: true, paths: Self.paths, remedy: remedy)
    }
    return LogFinding(
      .stopped,
      "\(people) of \(examined) people with unknown events send nothing else \(isLater ? "after their last" : "before their first") "
        + "known event, and do so for days, such as \(list): another version of the app has other names, and these people "
        + "seem to be away.", isFault: true, paths: Self.paths, remedy: remedy)
  }

  private static let paths = Array(Set(ObservedEvent.Name.launched.paths + ObservedEvent.Name.signedUp.paths)).sorted()

  private var remedy: LogRemedy {
    LogRemedy(
      map: "`{\"events\": {\"\(names.first?.onOneLine ?? "")\": \"…\"}}`", effect: "names the definitions' events")
  }
}
