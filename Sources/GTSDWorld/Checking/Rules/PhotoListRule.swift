import GTSDModel

/// I-ROUND for photos: the list of a task shows the photos stored for it, as far as this device has read.
///
/// Evaluated at the end of each quiet instant with the photos of a task on screen, if this process has received a list
/// of them for the signed-in account since the task's last change of photos. Deletions whose reply this process has
/// received need no later list. The number shown is then the number stored for the task. Tasks with more photos than
/// one page holds, or with photos picked on another device, are left out.
struct PhotoListRule: DeviceRule {
  static let follows: EventKinds = .published | .began | .applied | .received

  private var shown: Int64 = 0
  /// The task of the read in progress.
  private var reading: Int64 = 0
  private var lastRead: Int64 = 0
  private var reads: [(task: Int64, revision: Int32)] = []
  /// The revisions of the deletions whose reply this process has received.
  private var deletions: [Int32] = []
  private var isMissing = false

  /// The greatest number of photos in one read.
  static let page = 50

  @inline(__always)
  mutating func observe(
    _ event: SimulationEvent, _ facts: inout DeviceFacts, _ accounts: inout AccountPair, _ log: inout CheckLog
  ) {
    switch event.kind {
    case .published(.photosShown, let value, _): shown = value
    case .began(.photosLoad): reading = facts.openTask
    case .received(.photos, _, .status(200), let revision, _): received(revision: revision)
    case .received(.deletePhoto, _, .status(200), let revision, _): deletions.append(revision)
    case .applied(.photos, _, _, _): if reading > 0 { lastRead = reading }
    default: break
    }
  }

  /// Records that a list was received.
  private mutating func received(revision: Int32) {
    guard reading > 0 else { return }
    if let index = reads.firstIndex(where: { $0.task == reading }) {
      reads[index].revision = max(reads[index].revision, revision)
    } else {
      reads.append((reading, revision))
    }
  }

  mutating func settle(_ facts: inout DeviceFacts, _ account: inout AccountHistory, _ log: inout CheckLog) {
    let task = facts.openTask
    guard task > 0, facts.isQuiet, facts.isForeground, !account.photos.hasUnplaced,
      let read = reads.first(where: { $0.task == task })
    else {
      isMissing = false
      return
    }
    let stored = account.photos.stored(for: task, knownDeletions: deletions)
    guard read.revision >= stored.revision, stored.count <= Self.page else { return log.vacuous(.round) }
    log.check(
      .round, shown == Int64(stored.count), episode: &isMissing, Site(.photosNotShown),
      hazard: lastRead != task ? .photoCacheClobber : shown < Int64(stored.count) ? .cacheEviction : nil)
  }
}
