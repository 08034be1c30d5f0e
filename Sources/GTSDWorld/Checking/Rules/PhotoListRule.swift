import GTSDModel

/// I-ROUND for photos: the list of a task shows the photos stored for it, as far as this device has read.
///
/// Evaluated at the end of each quiet instant with the photos of a task on screen, if this process has received a list
/// of them for the signed-in account since the task's last change of photos. Deletions whose reply this process has
/// received need no later list. The number shown is then the number stored for the task. Left out are tasks with more
/// photos than one page holds, or with photos picked on another device, and lists that were received but not applied
/// while the section says that the list could not be read.
struct PhotoListRule: DeviceRule {
  static let follows: EventKinds = .published | .began | .applied | .received

  /// The revisions at which the newest lists of a task were read, -1 for none.
  private struct Read {
    var task: Int64
    var received: Int32 = -1
    var applied: Int32 = -1
  }

  private var shown: Int64 = 0
  /// The task of the read in progress.
  private var reading: Int64 = 0
  private var lastRead: Int64 = 0
  private var reads: [Read] = []
  /// Whether the section says that its list could not be read.
  private var hasFailed = false
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
    case .published(.photosListError, let value, _): hasFailed = value > 0
    case .began(.photosLoad): reading = facts.openTask
    case .received(.photos, _, .status(200), let revision, _):
      update { $0.received = max($0.received, revision) }
    case .received(.deletePhoto, _, .status(200), let revision, _): deletions.append(revision)
    case .applied(.photos, _, let revision, _):
      if reading > 0 { lastRead = reading }
      update { $0.applied = revision }
    default: break
    }
  }

  /// Updates what is known of the read in progress.
  private mutating func update(_ body: (inout Read) -> Void) {
    guard reading > 0 else { return }
    let index = reads.firstIndex { $0.task == reading } ?? reads.endIndex
    if index == reads.endIndex { reads.append(Read(task: reading)) }
    body(&reads[index])
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
    let revision = hasFailed ? read.applied : read.received
    // A list that was full may have left out photos, also if some of it were deleted since.
    let deleted = deletions.count { $0 > read.applied }
    guard revision >= stored.revision, stored.count + deleted <= Self.page else { return log.vacuous(.round) }
    log.check(
      .round, shown == Int64(stored.count), episode: &isMissing, Site(.photosNotShown),
      hazard: lastRead != task ? .photoCacheClobber : shown < Int64(stored.count) ? .cacheEviction : nil)
  }
}
