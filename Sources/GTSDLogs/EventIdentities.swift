import Randomness

/// The ids that a log gives its events, and whether they really identify events. Events that were sent again are
/// recognised by them.
///
/// A column with the name of an id may contain something else: a counter that starts again for each person, the number
/// of a kind of event, or a session. Such a value repeats for other people or other content, and no event may be
/// dropped because of it.
struct EventIdentities: Sendable {
  /// The content of the event with which an id was seen.
  struct Content: Sendable, Equatable {
    var user: Int32
    /// The event's name; nil for a line that only names the arm of an experiment.
    var name: ObservedEvent.Name?
    /// The time in milliseconds since 1970.
    var time: Int64
  }

  /// A line with an id, in few bytes, since a log may have many: hashes of the person with the name, and of the time.
  private struct Sighting: BitwiseCopyable, Sendable {
    var id: UInt64
    var what: UInt32
    var when: UInt32
    /// The number of lines with an id before this one.
    var order: UInt32
    /// The number of events before this one; the greatest number for a line that is no event.
    var event: UInt32

    init(_ id: UInt64, _ content: Content, order: Int, event: Int?) {
      var hash = StableHash(of: [UInt8(content.name?.rawValue ?? 0xFF)])
      hash.combine(UInt64(UInt32(bitPattern: content.user)))
      self.id = id
      what = UInt32(truncatingIfNeeded: hash.value ^ hash.value >> 32)
      when = UInt32(truncatingIfNeeded: content.time ^ content.time >> 32)
      self.order = UInt32(clamping: order)
      self.event = event.map { UInt32(clamping: $0) } ?? .max
    }
  }

  /// The number of bytes of a line.
  static let bytes = MemoryLayout<Sighting>.stride

  private var sightings: SpilledArray<Sighting>
  private let memory: LogMemory

  /// Creates an empty collection.
  ///
  /// - Parameters:
  ///   - file: the file of the lines; nil for one without a name.
  ///   - count: the number of lines in it.
  init(_ memory: LogMemory, in file: SpillFile? = nil, count: Int = 0) {
    self.memory = memory
    sightings = SpilledArray(memory, in: file, count: count)
  }

  /// The number of lines with an id.
  var lines: Int { sightings.count }

  /// Writes all lines to their file.
  mutating func flush() { sightings.flush() }

  /// Adds the next line that has an id.
  ///
  /// - Parameter event: the number of events before it; nil if the line is no event.
  mutating func see(_ id: UInt64, _ content: Content, event: Int?) {
    sightings.append(Sighting(id, content, order: sightings.count, event: event))
  }

  /// The counts of a whole log's ids.
  struct Findings {
    /// The numbers of lines with an id, and of different ids.
    var lines = 0
    var distinct = 0
    /// The numbers of lines that repeat an id. `same`: the person, kind and time are equal. `later`: only the time
    /// differs. `elsewhere`: the person or the kind differs.
    fileprivate var (same, later, elsewhere) = (0, 0, 0)
    /// The numbers of the events that repeat an id of the same person and kind, in order.
    var repeats: SpilledArray<UInt32>

    fileprivate init(_ repeats: SpilledArray<UInt32>) { self.repeats = repeats }

    /// The largest accepted share of ids that are repeated with different content. A log of a million lines has some
    /// errors of its own.
    private static let maxConflicts = 0.05

    /// Whether the values identify events.
    ///
    /// An event that is sent again with its id may have another time. If most lines share their id with others, such a
    /// difference counts as other content, too.
    var areIDs: Bool {
      let repeats = same + later + elsewhere
      let conflicts = elsewhere + (2 * distinct < lines ? later : 0)
      return Double(conflicts) <= Self.maxConflicts * Double(repeats)
    }
  }

  /// Compares each line with the first one of the same id.
  mutating func findings() -> Findings {
    var found = Findings(SpilledArray(memory, share: 4))
    found.lines = sightings.count
    sightings.sort { ($0.id, $0.order) < ($1.id, $1.order) }
    var first: Sighting?
    sightings.forEach { sighting in
      guard let before = first, before.id == sighting.id else {
        found.distinct += 1
        first = sighting
        return
      }
      guard before.what == sighting.what else {
        found.elsewhere += 1
        return
      }
      if before.when == sighting.when { found.same += 1 } else { found.later += 1 }
      if sighting.event != .max { found.repeats.append(sighting.event) }
    }
    found.repeats.sort(by: <)
    return found
  }
}
