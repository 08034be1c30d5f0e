import GTSDModel

/// The periods in which requests were in progress and the server sent no reply, in steps of ``width``.
///
/// Instants are nanoseconds since the run began. Several loops observe one server, and their observations add up
/// exactly, in any order.
package struct ServerSilence: Sendable, Equatable, Codable {
  /// A stretch without a reply.
  package struct Stretch: Sendable, Equatable {
    package var from: Int64
    package var to: Int64

    package var length: Int64 { to - from }
  }

  /// A bit for each step in which a reply was received.
  private var replied: [UInt32] = []
  /// A bit for each step during all of which a request waited.
  private var waiting: [UInt32] = []

  /// The length of a step, in nanoseconds.
  static let width = 20 * Nanoseconds.millisecond
  /// A run of a week has fewer steps.
  private static let maxWords = 1 << 20

  package init() {}

  /// Records that a request ended, by a reply or otherwise.
  mutating func note(sentAt: Int64, endedAt: Int64, isReply: Bool) {
    guard endedAt >= 0 else { return }
    let end = Int(endedAt / Self.width)
    let begin = Int((max(0, sentAt) + Self.width - 1) / Self.width)
    if begin < end { Self.set(begin..<end, in: &waiting) }
    if isReply { Self.set(end..<end + 1, in: &replied) }
  }

  private static func set(_ steps: Range<Int>, in words: inout [UInt32]) {
    let last = (steps.upperBound - 1) / 32
    guard last < maxWords else { return }
    if words.count <= last { words.append(contentsOf: repeatElement(0, count: last + 1 - words.count)) }
    var step = steps.lowerBound
    while step < steps.upperBound {
      if step.isMultiple(of: 32), step + 32 <= steps.upperBound {
        words[step / 32] = .max
        step += 32
      } else {
        words[step / 32] |= 1 << UInt32(step % 32)
        step += 1
      }
    }
  }

  mutating func merge(_ other: ServerSilence) {
    Self.add(other.replied, to: &replied)
    Self.add(other.waiting, to: &waiting)
  }

  private static func add(_ other: [UInt32], to words: inout [UInt32]) {
    if words.count < other.count { words.append(contentsOf: repeatElement(0, count: other.count - words.count)) }
    for (index, word) in other.enumerated() { words[index] |= word }
  }

  /// The longest period, and the first of equals; nil if no step passed without a reply while one was awaited.
  package var longest: Stretch? {
    var best = 0..<0
    var begin: Int?
    for word in waiting.indices {
      let silent = waiting[word] & ~(word < replied.count ? replied[word] : 0)
      for bit in 0..<32 {
        let step = word * 32 + bit
        if silent & 1 << UInt32(bit) != 0 {
          let first = begin ?? step
          begin = first
          if step + 1 - first > best.count { best = first..<step + 1 }
        } else {
          begin = nil
        }
      }
    }
    return best.isEmpty
      ? nil : Stretch(from: Int64(best.lowerBound) * Self.width, to: Int64(best.upperBound) * Self.width)
  }

  /// Whether a real run could have these periods.
  var isSound: Bool { replied.count <= Self.maxWords && waiting.count <= Self.maxWords }
}
