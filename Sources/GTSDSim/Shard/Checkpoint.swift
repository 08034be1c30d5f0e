import Documents
import Foundation
import GTSDFields
import GTSDModel
import GTSDStudies
import Randomness
import Synchronization

/// A directory with the results of a study's finished pieces, so that the study can continue after any interruption.
///
/// All results are appended to one file as records. A record is a line with the piece's key and the number of bytes,
/// and then these bytes. A hash detects a record that a kill or a full disk cut short. Such a record is removed and its
/// piece is run again. Only the positions of the records are kept in memory.
package final class Checkpoint: WorkStore {
  /// The properties, by name, of the study that a checkpoint belongs to. No other study can continue from it.
  package typealias Identity = [(name: String, value: String)]

  /// The reason why a directory cannot be continued.
  package enum Refusal: Error, Sendable, Equatable {
    /// The checkpoint belongs to another run; each line names a difference.
    case differs([String])
    /// Another process is writing to the checkpoint; `by` describes it.
    case taken(by: String)
    case failed(FileFailure)
  }

  private struct Log {
    var descriptor: Int32
    /// The offset of the next record.
    var end: Int
    /// The byte range of each key's record.
    var records: [UInt64: Range<Int>] = [:]
    var failure: FileFailure?
  }

  private let directory: String
  private let lock: DirectoryLock
  private let calls: FileCalls
  private let log: Mutex<Log>
  private let failed = Atomic<Bool>(false)

  /// Continues from a directory, or begins in one that does not exist or has no checkpoint.
  ///
  /// - Parameters:
  ///   - identity: the identity of the run, written at the beginning and compared when the run continues.
  ///   - owner: the description of the owner that other commands show.
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
    let path = directory + "/finished"
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .failed(FileFailure(path: path, errno: errno)) }
    var opened = Log(descriptor: descriptor, end: 0)
    Self.scan(&opened)
    ftruncate(descriptor, off_t(opened.end))
    let ready = opened
    log = Mutex(ready)
  }

  deinit { log.withLock { _ = close($0.descriptor) } }

  /// The number of finished pieces.
  package var count: Int { log.withLock { $0.records.count } }

  /// The reason why the last piece could not be stored; nil if all were.
  package var failure: FileFailure? { log.withLock { $0.failure } }

  /// Whether a piece could not be stored.
  package var hasFailed: Bool { failed.load(ordering: .relaxed) }

  // MARK: Pieces

  package func bytes(of key: UInt64) -> [UInt8]? {
    let found = log.withLock { log in log.records[key].map { ($0, log.descriptor) } }
    guard let (place, descriptor) = found else { return nil }
    return Self.read(descriptor, from: place.lowerBound, count: place.count)
  }

  package func keep(_ bytes: [UInt8], of key: UInt64) {
    let head = "\(String(key, radix: 16)) \(bytes.count) \(Self.seal(bytes[...], of: key))\n"
    let record = Array(head.utf8) + bytes + [UInt8(ascii: "\n")]
    log.withLock { log in
      guard log.failure == nil else { return }
      lseek(log.descriptor, off_t(log.end), SEEK_SET)
      let code = record.withUnsafeBytes { calls.writeAll($0, to: log.descriptor) }
      guard code == 0 else {
        log.failure = FileFailure(path: directory + "/finished", errno: code)
        failed.store(true, ordering: .relaxed)
        return
      }
      let start = log.end + head.utf8.count
      log.records[key] = start..<(start + bytes.count)
      log.end += record.count
    }
  }

  /// A hash over a key and its stored bytes.
  static func seal(_ bytes: ArraySlice<UInt8>, of key: UInt64) -> String {
    var hash = XXH64()
    hash.combine(key)
    hash.combine(bytes: bytes)
    return String(hash.digest, radix: 16)
  }

  // MARK: The file

  /// Reads the positions of all complete records, up to the first incomplete one.
  private static func scan(_ log: inout Log) {
    while let head = read(log.descriptor, from: log.end, count: 80, isExact: false) {
      let line = head.prefix { $0 != UInt8(ascii: "\n") }
      let words = String(decoding: line, as: UTF8.self).split(separator: " ")
      guard line.count < head.count, words.count == 3, let key = UInt64(words[0], radix: 16), let count = Int(words[1]),
        (0...(1 << 40)).contains(count)
      else { return }
      let start = log.end + line.count + 1
      guard let bytes = read(log.descriptor, from: start, count: count + 1), bytes.last == UInt8(ascii: "\n"),
        seal(bytes.dropLast(), of: key) == words[2]
      else { return }
      log.records[key] = start..<(start + count)
      log.end = start + bytes.count
    }
  }

  /// Reads bytes of the file; nil if there are none, or fewer than `count` although `isExact`.
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

  /// Writes the run's identity to a new checkpoint, or compares it with the stored one.
  private static func settle(_ identity: Identity, in path: String, _ calls: FileCalls) throws(Refusal) {
    guard let data = FileManager.default.contents(atPath: path) else {
      let text =
        JSONNode.keyed(Dictionary(uniqueKeysWithValues: identity.map { ($0.name, .string($0.value)) })).reportText
        + "\n"
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
      throw .differs(["its checkpoint.json was not written by this program"])
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
  /// The properties that identify a checkpoint of this run.
  package var identity: Checkpoint.Identity {
    [
      ("command", "run"), ("version", version), ("scenario", scenario.name), ("digest", scenario.digest),
      ("seed", "\(scenario.seed)"), ("replications", "\(replications)"),
      ("shard", shard.map { "\($0.index)/\($0.of)" } ?? ""), ("overrides", overrides.joined(separator: " ")),
      ("events", keepsEvents ? "kept" : ""),
    ]
  }
}
