import GTSDModel
import GTSDWorld
import Statistics

/// The parts of response times that the server did not cause: lateness, unread replies, waiting for a connection, and
/// connecting. They are summed by the length of the response time, so that a percentile can be split into its parts.
///
/// Parts of several loops add up to those of all, in any order.
package struct ResponseParts: Equatable, Sendable, Codable {
  /// The requests with about the same response time, within 1/16.
  private struct Band: Equatable, Sendable, Codable {
    var total: Int64 = 0
    var lateness: Int64 = 0
    var unread: Int64 = 0
    var wait: Int64 = 0
    var connect: Int64 = 0

    mutating func merge(_ other: Band) {
      total += other.total
      lateness += other.lateness
      unread += other.unread
      wait += other.wait
      connect += other.connect
    }
  }

  /// The bands, indexed by ``CoarseHistogram/index(of:)``.
  private var bands: [Band] = []

  package init() {}

  mutating func record(_ responseTime: Int64, _ parts: RequestSample.Parts) {
    let index = CoarseHistogram.index(of: responseTime)
    if index >= bands.count { bands.append(contentsOf: repeatElement(Band(), count: index + 1 - bands.count)) }
    bands[index].merge(
      Band(
        total: max(0, responseTime), lateness: parts.lateness, unread: parts.unread, wait: parts.wait,
        connect: parts.connect))
  }

  mutating func merge(_ other: ResponseParts) {
    if other.bands.count > bands.count {
      bands.append(contentsOf: repeatElement(Band(), count: other.bands.count - bands.count))
    }
    for (index, band) in other.bands.enumerated() { bands[index].merge(band) }
  }

  /// Whether a real run could have measured these values.
  var isSound: Bool {
    bands.count <= CoarseHistogram.size
      && bands.allSatisfy { [$0.total, $0.lateness, $0.unread, $0.wait, $0.connect].allSatisfy { $0 >= 0 } }
  }

  /// Shares of a response time.
  package struct Shares: Equatable, Sendable {
    package var lateness: Double
    /// The greatest share for which a received response may have waited to be read.
    package var unread: Double
    package var wait: Double
    package var connect: Double
  }

  /// The mean shares of requests with about this response time in nanoseconds; nil if there are none.
  package func shares(at responseTime: Int64) -> Shares? {
    let place = CoarseHistogram.index(of: responseTime)
    let used = bands.indices.filter { bands[$0].total > 0 }
    guard let nearest = used.min(by: { (abs($0 - place), $0) < (abs($1 - place), $1) }) else { return nil }
    let band = bands[nearest]
    func share(_ part: Int64) -> Double { min(1, Double(part) / Double(band.total)) }
    return Shares(
      lateness: share(band.lateness), unread: share(band.unread), wait: share(band.wait),
      connect: share(band.connect))
  }
}
