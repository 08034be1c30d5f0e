import Foundation

extension EventReader {
  /// A folder that keeps what was read of a file, so that an interrupted reading continues where it was.
  ///
  /// It has the compact events and ids that were read, and a state: the point in the file, the graph of ids and all
  /// counts. Whatever was added to the files after the last state is dropped.
  package struct Folder: Sendable {
    fileprivate let path: String
    /// The properties of the file and of the options by which it is read. Another reading cannot continue.
    fileprivate let identity: [String: String]
    /// The number of lines after which the state is written again.
    fileprivate let interval: Int

    package init(_ path: String, identity: [String: String], interval: Int = 1_000_000) {
      (self.path, self.identity, self.interval) = (path, identity, interval)
    }

    fileprivate func file(_ name: String) -> String { "\(path)/reading-\(name)" }
    private static let names = ["state", "state.new", "events", "ids"]

    /// Removes what was kept.
    package func remove() { for name in Self.names { unlink(file(name)) } }
  }

  /// The reason why a reading cannot continue.
  package struct Refusal: Error, Equatable, CustomStringConvertible {
    package let description: String
  }

  /// The content that was read up to a point of the file.
  private struct State: Codable {
    var identity: [String: String]
    var point: EventLines.Point
    var isAtEnd: Bool
    var events: Int
    var ids: Int
    var summary: Summary
    var graph: IdentityGraph
    var exposures: LogExposures
    var renamed: RenamedEvents
  }

  /// Creates a reader that continues from a folder, or begins in one where nothing was kept.
  package init(map: EventMap, memory: LogMemory, in folder: Folder) throws(Refusal) {
    self.init(map: map, memory: memory)
    self.folder = folder
    let known = FileManager.default.contents(atPath: folder.file("state"))
    var state: State?
    if let known {
      state = try? JSONDecoder().decode(State.self, from: known)
      let other = state?.identity ?? [:]
      let differences = folder.identity.filter { other[$0.key] != $0.value }.sorted { $0.key < $1.key }.map {
        "its \($0.key) is \(other[$0.key].map { "`\($0)`" } ?? "not given"), not `\($0.value)`"
      }
      guard differences.isEmpty else {
        throw Refusal(
          description: "\(folder.path): keeps the reading of another file: \(differences.joined(separator: "; ")); "
            + "name another directory")
      }
    }
    // Files that are shorter than the state says were lost with the machine's power.
    if let kept = state, let files = files(events: kept.events, ids: kept.ids) {
      take(files, events: kept.events, ids: kept.ids)
      (summary, graph, exposures, renamed) = (kept.summary, kept.graph, kept.exposures, kept.renamed)
      isAtEnd = kept.isAtEnd
      lines = EventLines(map, from: kept.point)
      stated = summary.lines
      continuesAfter = summary.lines
    } else {
      try begin(folder)
    }
  }

  private mutating func begin(_ folder: Folder) throws(Refusal) {
    guard let files = files(events: 0, ids: 0) else {
      throw Refusal(description: memory.failure ?? "\(folder.path): cannot be written")
    }
    take(files, events: 0, ids: 0)
  }

  private mutating func take(_ files: (events: SpillFile, ids: SpillFile), events: Int, ids: Int) {
    self.events = SpilledArray(memory, in: files.events, count: events)
    identities = EventIdentities(memory, in: files.ids, count: ids)
  }

  private func files(events: Int, ids: Int) -> (events: SpillFile, ids: SpillFile)? {
    guard let folder,
      let events = SpillFile(
        folder.file("events"), in: memory, keeping: events * MemoryLayout<ObservedEvent>.stride),
      let ids = SpillFile(folder.file("ids"), in: memory, keeping: ids * EventIdentities.bytes)
    else { return nil }
    return (events, ids)
  }

  /// Writes the state if the last one is long ago: a million lines, or ten for each id, which takes time to write.
  mutating func keepIfDue() {
    guard let folder, summary.lines - stated >= max(folder.interval, graph.count * folder.interval / 100_000) else {
      return
    }
    keep()
  }

  /// Writes the state after the last record.
  mutating func keep() {
    guard let folder, memory.failure == nil else { return }
    events.flush()
    identities.flush()
    let state = State(
      identity: folder.identity, point: lines.point, isAtEnd: isAtEnd, events: events.count, ids: identities.lines,
      summary: summary, graph: graph, exposures: exposures, renamed: renamed)
    stated = summary.lines
    guard memory.failure == nil, let data = try? JSONEncoder().encode(state) else { return }
    let path = folder.file("state.new")
    do {
      try data.write(to: URL(filePath: path))
      if rename(path, folder.file("state")) != 0 { memory.fail(errno) }
    } catch {
      let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
      memory.fail((cause as? POSIXError)?.code.rawValue ?? EIO)
    }
  }
}
