package import GTSDModel
import GTSDStudies
import Synchronization

/// The results of a study's finished pieces, in memory: those of one shard or of all.
package final class PieceStore: WorkStore {
  package let part: ShardPosition?
  /// A checkpoint that also stores the pieces, so that a shard can continue after any interruption.
  private let checkpoint: Checkpoint?
  /// The results of other shards.
  private let others: [UInt64: [UInt8]]
  private let kept: Mutex<[UInt64: [UInt8]]>

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - part: the part of the pieces to do here; nil for all.
  ///   - pieces: the finished pieces of this part.
  ///   - others: the pieces that were finished elsewhere.
  package init(
    part: ShardPosition? = nil, pieces: [UInt64: [UInt8]] = [:], others: [UInt64: [UInt8]] = [:],
    checkpoint: Checkpoint? = nil
  ) {
    self.part = part
    self.checkpoint = checkpoint
    self.others = others
    kept = Mutex(pieces)
  }

  /// The results of this shard's pieces.
  package var pieces: [UInt64: [UInt8]] { kept.withLock { $0 } }

  package func bytes(of key: UInt64) -> [UInt8]? {
    if let bytes = kept.withLock({ $0[key] }) { return bytes }
    if let bytes = others[key] { return bytes }
    guard let bytes = checkpoint?.bytes(of: key) else { return nil }
    kept.withLock { $0[key] = bytes }
    return bytes
  }

  package func keep(_ bytes: [UInt8], of key: UInt64) {
    checkpoint?.keep(bytes, of: key)
    kept.withLock { $0[key] = bytes }
  }
}
