import GTSDModel

/// I-ROUND for photos: the list of a task shows the photos stored for it, as far as this device has read.
///
/// Evaluated at the end of each quiet instant with the photos of a task on screen, if this process has read them for
/// the signed-in account since the task's last change of photos. The number shown is then the number stored for the
/// task. Tasks with more photos than one page holds, or with photos picked on another device, are left out.
struct PhotoListRule: DeviceRule {
  static let follows: EventKinds = .published | .began | .applied

  private var shown: Int64 = 0
  /// The task of the read in progress.
  private var reading: Int64 = 0
  private var lastRead: Int64 = 0
  private var reads: [(task: Int64, revision: Int32)] = []
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
    case .applied(.photos, _, let revision, _): applied(revision: revision)
    default: break
    }
  }

  /// Records that a list was applied.
  private mutating func applied(revision: Int32) {
    guard reading > 0 else { return }
    lastRead = reading
    if let index = reads.firstIndex(where: { $0.task == reading }) {
      reads[index].revision = revision
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
    let stored = account.photos.stored(for: task)
    guard read.revision >= stored.revision, stored.count <= Self.page else { return log.vacuous(.round) }
    log.check(
      .round, shown == Int64(stored.count), episode: &isMissing, Site(.photosNotShown),
      hazard: lastRead != task ? .photoCacheClobber : shown < Int64(stored.count) ? .cacheEviction : nil)
  }
}
