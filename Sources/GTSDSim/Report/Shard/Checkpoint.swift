import Foundation
import GTSDModel
import Synchronization

/// What the finished units of a run left behind, in a directory, so that the same run can go on after any end: each unit's
/// state is added to one file as the unit ends.
///
/// The file is a sequence of records: a line of numbers, and the bytes that it announces. What a kill or a full disk tears
/// off at its end is noticed by a hash, cut off and run again. Of finished units only the places are kept in memory.
package final class Checkpoint: UnitStore {
  /// What a checkpoint belongs to, name by name: it goes on with nothing else.
  package typealias Identity = [(name: String, value: String)]

  /// Why a directory cannot be gone on with.
  package enum Refusal: Error, Sendable, Equatable {
    /// It is of another run; in what, a line each.
    case differs([String])
    /// Another process writes to it; who.
    case taken(by: String)
    case failed(FileFailure)
  }

  private struct Record: Sendable {
    /// Where the unit's state begins, and how long it and the events behind it are.
    var start: Int
    var state: Int
    var lines: Int
    var events: Int
    var jobs: Int
  }

  private struct Log {
    var descriptor: Int32
    /// Where the next record begins.
    var end: Int
    var records: [Int: Record] = [:]
    var failure: FileFailure?
  }

  private let directory: String
  private let lock: DirectoryLock
  private let calls: FileCalls
  private let log: Mutex<Log>
  private let failed = Atomic<Bool>(false)

  /// Goes on with a directory, or begins in one that is not there or holds no checkpoint.
  ///
  /// - Parameters:
  ///   - identity: what the run is; written when it begins, and compared when it goes on.
  ///   - owner: what others are told of who uses the directory.
  package init(
    _ directory: String, identity: Identity, owner: String, calls: FileCalls = .system
  ) throws(Refusal) {
    self.directory = directory
    self.calls = calls
    if mkdir(directory, 0o777) != 0, errno != EEXIST { throw .failed(FileFailure(path: directory, errno: errno)) }
    do throws(DirectoryLock.Refusal) {
      lock = try DirectoryLock(of: directory, owner: owner)
    } catch {
      switch error {
      case .taken(let other): throw .taken(by: other)
      case .failed(let failure): throw .failed(failure)
      }
    }
    AtomicFile.removeLeftovers(in: directory)
    try Self.settle(identity, in: directory + "/checkpoint.json", calls)
    let path = directory + "/units"
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .failed(FileFailure(path: path, errno: errno)) }
    var opened = Log(descriptor: descriptor, end: 0)
    Self.scan(&opened)
    ftruncate(descriptor, off_t(opened.end))
    let ready = opened
    log = Mutex(ready)
  }

  deinit { log.withLock { _ = close($0.descriptor) } }

  /// How many units are finished.
  package var count: Int { log.withLock { $0.records.count } }

  /// Why the last unit could not be kept; nil while all could.
  package var failure: FileFailure? { log.withLock { $0.failure } }

  /// Whether a unit could not be kept.
  package var hasFailed: Bool { failed.load(ordering: .relaxed) }

  // MARK: Units

  /// What a finished unit left behind; nil for one that is to be run.
  package func fold(of unit: RunUnit) -> UnitFold? {
    let found = log.withLock { log in log.records[unit.index].map { ($0, log.descriptor) } }
    guard let (record, descriptor) = found,
      let bytes = Self.read(descriptor, from: record.start, count: record.state + record.lines),
      let kept = try? JSONDecoder().decode(RecordReading<ShardUnit>.self, from: Data(bytes[..<record.state])).value,
      kept.checksum == kept.ownChecksum, kept.replication == unit.replication, kept.cell == unit.cell,
      var fold = try? kept.fold()
    else { return nil }
    fold.events = record.events
    fold.jobs = record.jobs
    fold.lines = Array(bytes[record.state...])
    return fold
  }

  /// Keeps a unit that has ended.
  package func keep(_ fold: UnitFold, of unit: RunUnit) {
    let state = Array(ShardUnit(unit, fold).json.compactText.utf8)
    var hash = XXH64()
    hash.combine(bytes: state)
    hash.combine(bytes: fold.lines)
    let numbers = [unit.index, fold.events, fold.jobs, state.count, fold.lines.count]
    let head = numbers.map(String.init).joined(separator: " ") + " \(String(hash.digest, radix: 16))\n"
    let bytes = Array(head.utf8) + state + fold.lines + [UInt8(ascii: "\n")]
    log.withLock { log in
      guard log.failure == nil else { return }
      lseek(log.descriptor, off_t(log.end), SEEK_SET)
      let code = bytes.withUnsafeBytes { calls.writeAll($0, to: log.descriptor) }
      guard code == 0 else {
        log.failure = FileFailure(path: directory + "/units", errno: code)
        failed.store(true, ordering: .relaxed)
        return
      }
      log.records[unit.index] = Record(
        start: log.end + head.utf8.count, state: state.count, lines: fold.lines.count, events: fold.events,
        jobs: fold.jobs)
      log.end += bytes.count
    }
  }

  // MARK: The file

  /// Reads the places of all whole records, up to the first that is not.
  private static func scan(_ log: inout Log) {
    while let head = read(log.descriptor, from: log.end, count: 160, isExact: false) {
      let line = head.prefix { $0 != UInt8(ascii: "\n") }
      let words = String(decoding: line, as: UTF8.self).split(separator: " ")
      let numbers = words.dropLast().compactMap { Int($0) }
      guard line.count < head.count, numbers.count == 5, words.count == 6, let hash = UInt64(words[5], radix: 16),
        numbers.allSatisfy({ (0...(1 << 40)).contains($0) })
      else { return }
      let start = log.end + line.count + 1
      let record = Record(
        start: start, state: numbers[3], lines: numbers[4], events: numbers[1], jobs: numbers[2])
      guard let bytes = read(log.descriptor, from: start, count: record.state + record.lines + 1) else { return }
      var own = XXH64()
      own.combine(bytes: bytes[..<record.state])
      own.combine(bytes: bytes[record.state..<(bytes.count - 1)])
      guard own.digest == hash, bytes.last == UInt8(ascii: "\n") else { return }
      log.records[numbers[0]] = record
      log.end = start + bytes.count
    }
  }

  /// Bytes of the file; nil where there are not so many, or none.
  private static func read(_ descriptor: Int32, from start: Int, count: Int, isExact: Bool = true) -> [UInt8]? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, start < Int(status.st_size), !isExact || count <= Int(status.st_size) - start
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: min(count, Int(status.st_size) - start))
    var done = 0
    while done < bytes.count {
      let got = bytes[done...].withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress, $0.count, off_t(start + done))
      }
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { return nil }
      done += got
    }
    return bytes
  }

  /// Writes what the run is, or compares it with what was written.
  private static func settle(_ identity: Identity, in path: String, _ calls: FileCalls) throws(Refusal) {
    guard let data = FileManager.default.contents(atPath: path) else {
      let text =
        ReportJSON.object(
          Dictionary(uniqueKeysWithValues: identity.map { ($0.name, ReportJSON.string($0.value)) })
        ).text + "\n"
      do throws(FileFailure) {
        let file = try AtomicFile(path, name: path, calls: calls)
        try file.append(text)
        try file.commit(as: path)
      } catch {
        throw .failed(error)
      }
      return
    }
    guard let known = try? JSONDecoder().decode([String: String].self, from: data) else {
      throw .differs(["it holds a checkpoint.json of something else"])
    }
    let differences = identity.compactMap { entry -> String? in
      let other = known[entry.name] ?? ""
      return other == entry.value ? nil : "its \(entry.name) is \(quoted(other)), not \(quoted(entry.value))"
    }
    if !differences.isEmpty { throw .differs(differences) }
  }

  private static func quoted(_ text: String) -> String { text.isEmpty ? "not given" : "`\(text)`" }
}

extension Simulation {
  /// What a checkpoint of this run is told by.
  package var identity: Checkpoint.Identity {
    [
      ("command", "run"), ("version", version), ("scenario", scenario.name), ("digest", scenario.digest),
      ("seed", "\(scenario.seed)"), ("replications", "\(replications)"),
      ("shard", shard.map { "\($0.index)/\($0.of)" } ?? ""), ("overrides", overrides.joined(separator: " ")),
      ("events", keepsEvents ? "kept" : ""),
    ]
  }
}
