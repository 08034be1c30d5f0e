import Foundation
import GTSDModel
import GTSDWorld

extension ExplorationFold {
  /// The results of a chunk of schedules, in the format of checkpoints.
  private struct Kept: Codable {
    struct Entry: Codable {
      var oracle: String
      var hazard: String?
      var site: String
      var summary: String
      var time: Int64
      var user: UInt32
      var device: UInt8
      var view: UInt8?
      var schedules: Int
      var examples: [UInt32]
      var classes: [UInt64]
    }

    var schedules: Int
    var violating: Int
    var jobs: Int
    var arrivals: Int
    var digest: UInt64
    var classes: [UInt64]
    var counts: [UInt32]
    var entries: [Entry]
  }

  /// The results of one chunk as bytes. Only for searches in which a schedule's number determines its order, so not
  /// for depth-first ones.
  var keptBytes: [UInt8] {
    let ordered = classes.ordered { $0.key < $1.key }
    let kept = Kept(
      schedules: schedules, violating: violating, jobs: jobs, arrivals: arrivals, digest: digest,
      classes: ordered.map(\.key), counts: ordered.map(\.value),
      entries: sortedEntries.map { _, entry in
        let finding = entry.finding
        return .init(
          oracle: finding.oracle.id, hazard: finding.hazard?.rawValue, site: finding.site, summary: finding.summary,
          time: finding.time, user: finding.user, device: finding.device, view: finding.view?.rawValue,
          schedules: entry.schedules, examples: entry.examples.map(\.number), classes: entry.classes)
      })
    do {
      return Array(try JSONEncoder().encode(kept))
    } catch {
      preconditionFailure("integers and texts could not be written: \(error)")
    }
  }

  /// Reads the results of one chunk from bytes of ``keptBytes``; nil for other bytes.
  init?(kept bytes: [UInt8]) {
    guard let kept = try? JSONDecoder().decode(Kept.self, from: Data(bytes)), kept.classes.count == kept.counts.count
    else { return nil }
    self.init()
    for entry in kept.entries {
      guard let oracle = Oracle(id: entry.oracle), entry.examples.count == entry.classes.count else { return nil }
      let hazard = entry.hazard.map { HazardID(rawValue: $0) }
      if case .some(nil) = hazard { return nil }
      var finding = Finding(
        oracle, hazard: hazard ?? nil, site: entry.site, summary: entry.summary, time: entry.time, user: entry.user,
        device: entry.device)
      finding.view = entry.view.flatMap { View(rawValue: $0) }
      entries[finding.key] = Entry(
        finding: finding, schedules: entry.schedules, examples: entry.examples.map { Example(number: $0) },
        classes: entry.classes)
    }
    schedules = kept.schedules
    violating = kept.violating
    jobs = kept.jobs
    arrivals = kept.arrivals
    for (order, count) in zip(kept.classes, kept.counts) { setMet(order, count) }
    seal(as: kept.digest)
  }
}
