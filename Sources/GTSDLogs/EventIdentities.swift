import Randomness

/// The ids that a log gives its events, and whether they really identify events. Events that were sent again are
/// recognised by them.
///
/// A column with the name of an id may contain something else: a counter that starts again for each person, the number
/// of a kind of event, or a session. Such a value repeats for other people or other content, and no event may be
/// dropped because of it.
struct EventIdentities: Sendable {
  /// The content of the event with which an id was first seen.
  struct Content: Sendable, Equatable {
    var user: Int32
    /// The event's name; nil for a line that only names the arm of an experiment.
    var name: ObservedEvent.Name?
    /// The time in milliseconds since 1970.
    var time: Int64
  }

  /// The relation of an event to the first event with the same event id.
  enum Sighting: Sendable {
    /// The event is the first with its id.
    case first
    /// The id was used before for the same kind of event of the same person, possibly at another time.
    case again
    /// The id was used before for another person or another kind of event.
    case elsewhere
  }

  /// A content in few bytes, since a log may have many ids: hashes of the person with the name, and of the time.
  private struct Digest: Sendable {
    var what: UInt32
    var when: UInt32

    init(_ content: Content) {
      var hash = StableHash(of: [UInt8(content.name?.rawValue ?? 0xFF)])
      hash.combine(UInt64(UInt32(bitPattern: content.user)))
      what = UInt32(truncatingIfNeeded: hash.value ^ hash.value >> 32)
      when = UInt32(truncatingIfNeeded: content.time ^ content.time >> 32)
    }
  }

  private var first: [UInt64: Digest] = [:]
  /// The number of lines with an id.
  private(set) var lines = 0
  /// The numbers of events that repeat an id. `same`: the person, kind and time are equal. `later`: only the time
  /// differs. `elsewhere`: the person or the kind differs.
  private var (same, later, elsewhere) = (0, 0, 0)

  /// The number of different ids.
  var distinct: Int { first.count }

  /// Makes room for a number of different ids.
  mutating func makeRoom(_ count: Int) { first.reserveCapacity(count) }

  /// Adds the next line that has an id.
  mutating func see(_ id: UInt64, _ content: Content) -> Sighting {
    lines += 1
    let digest = Digest(content)
    guard let before = first[id] else {
      first[id] = digest
      return .first
    }
    guard before.what == digest.what else {
      elsewhere += 1
      return .elsewhere
    }
    if before.when == digest.when { same += 1 } else { later += 1 }
    return .again
  }

  /// The largest accepted share of ids that are repeated with different content. A log of a million lines has some
  /// errors of its own.
  private static let maxConflicts = 0.05

  /// Whether the values identify events.
  ///
  /// They do if few ids are repeated with different content. An event that is sent again may have another time, so a
  /// different time alone is not different content. It is if there are fewer than half as many ids as lines.
  var areIDs: Bool {
    let repeats = same + later + elsewhere
    let conflicts = elsewhere + (2 * distinct < lines ? later : 0)
    return Double(conflicts) <= Self.maxConflicts * Double(repeats)
  }
}
