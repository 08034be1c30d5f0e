import GTSDModel

/// The longest stretches in which requests were under way and the server replied to none.
///
/// Instants are nanoseconds since the run began. What several loops saw is one server: a stretch of one loop ends where another
/// loop got a reply, to within ``width``.
package struct ServerSilence: Sendable, Equatable, Codable {
  /// A stretch without a reply.
  package struct Stretch: Sendable, Equatable, Codable {
    package var from: Int64
    package var to: Int64

    package var length: Int64 { to - from }
  }

  /// The longest so far, the longest first.
  private var stretches: [Stretch] = []
  /// A bit for each ``width`` of the run in which a reply came.
  private var replied: [UInt32] = []
  private var lastReply: Int64 = 0

  /// Nanoseconds.
  static let width = 50 * Nanoseconds.millisecond
  private static let kept = 32
  /// A run of a week has fewer bits.
  private static let mostWords = 1 << 19

  package init() {}

  /// A request ended, by a reply or otherwise.
  mutating func note(sentAt: Int64, endedAt: Int64, isReply: Bool) {
    let from = max(lastReply, sentAt)
    if endedAt > from, stretches.count < Self.kept || endedAt - from > stretches[stretches.count - 1].length {
      keep(Stretch(from: from, to: endedAt))
    }
    guard isReply, endedAt >= 0 else { return }
    lastReply = max(lastReply, endedAt)
    let place = Int(endedAt / Self.width)
    let word = place / 32
    guard word < Self.mostWords else { return }
    while replied.count <= word { replied.append(0) }
    replied[word] |= 1 << UInt32(place % 32)
  }

  private mutating func keep(_ stretch: Stretch) {
    // Requests that end together end one silence.
    if let index = stretches.firstIndex(where: { $0.from == stretch.from }) {
      if stretches[index].to >= stretch.to { return }
      stretches.remove(at: index)
    }
    let index = stretches.firstIndex { $0.length < stretch.length } ?? stretches.count
    stretches.insert(stretch, at: index)
    if stretches.count > Self.kept { stretches.removeLast() }
  }

  mutating func merge(_ other: ServerSilence) {
    let own = self
    stretches = []
    for stretch in own.stretches { for part in other.silent(in: stretch) { keep(part) } }
    for stretch in other.stretches { for part in own.silent(in: stretch) { keep(part) } }
    for (index, word) in other.replied.enumerated() {
      if index < replied.count { replied[index] |= word } else { replied.append(word) }
    }
    lastReply = max(lastReply, other.lastReply)
  }

  /// The parts of a stretch in which no reply came here either.
  private func silent(in stretch: Stretch) -> [Stretch] {
    var parts: [Stretch] = []
    var from = stretch.from
    // What came within the width of an end came at that end.
    let first = Int(stretch.from / Self.width) + 1
    for place in first..<max(first, Int(stretch.to / Self.width)) {
      guard place / 32 < replied.count, replied[place / 32] & 1 << UInt32(place % 32) != 0 else { continue }
      let instant = Int64(place) * Self.width
      if instant > from { parts.append(Stretch(from: from, to: instant)) }
      from = instant + Self.width
    }
    if stretch.to > from { parts.append(Stretch(from: from, to: stretch.to)) }
    return parts
  }

  /// The longest; nil where nothing was ever under way.
  package var longest: Stretch? { stretches.first }

  /// Whether a run could have seen it.
  var isSound: Bool {
    stretches.count <= Self.kept && replied.count <= Self.mostWords
      && stretches.allSatisfy { $0.length >= 0 && abs($0.to) < 1 << 56 && abs($0.from) < 1 << 56 }
  }
}
