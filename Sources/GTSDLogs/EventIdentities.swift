import Randomness

/// The ids that a log gives its events, and whether they really identify events. Events that were sent again are
/// recognised by them.
///
/// A column with the name of an id may hold something else: a counter that starts again for each person, the number of
/// a kind of event, a session. Such a value repeats across people or different content, and no event may be left out
/// because of it.
struct EventIdentities: Sendable {
  /// The event that an id was first seen with.
  struct Content: Sendable, Equatable {
    var user: Int32
    /// The event's name; nil for a line that only names the arm of an experiment.
    var name: ObservedEvent.Name?
    /// Milliseconds since 1970.
    var time: Int64
  }

  /// The relation of an event to the first event with the same id.
  enum Sighting: Sendable {
    /// The id is new.
    case first
    /// The same event of the same person, possibly with another time.
    case again
    /// Another person, or another event.
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
  /// Lines with an id.
  private(set) var lines = 0
  /// Repeats of an id by its own person and event at the same time, at another time, and by others.
  private var (same, later, elsewhere) = (0, 0, 0)

  /// The number of different ids.
  var distinct: Int { first.count }

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

  /// The largest share of repeated ids with different content that is accepted: a log of a million lines has some
  /// errors of its own.
  private static let mostConflicts = 0.05

  /// Whether the values identify events.
  ///
  /// An event that is sent again with its id may have another time. If most lines share their id with others, such a
  /// difference counts as other content, too.
  var areIDs: Bool {
    let repeats = same + later + elsewhere
    let conflicts = elsewhere + (2 * distinct < lines ? later : 0)
    return Double(conflicts) <= Self.mostConflicts * Double(repeats)
  }
}
