import GTSDModel

/// I-MONO: the revisions of the replies that a device applies never decrease, for each resource.
///
/// A resource that several views copy is checked for each view. The metrics are checked for all views together, since
/// all must share their need. The photos of each task are a list of their own.
///
/// Evaluated at each applied reply that carries a revision and is not the first of its resource since the process began
/// or the account changed. An episode lasts until a reply at or above the highest revision is applied.
struct OrderRule: DeviceRule {
  static let follows: EventKinds = .applied | .received | .began

  private var highest = SIMD16<Int32>(repeating: -1)
  private var isBehind: UInt16 = 0
  /// The tasks whose photos are being read, and whose photos were applied last.
  private var readTask: Int64 = 0
  private var photosTask: Int64 = 0

  @inline(__always)
  mutating func observe(
    _ event: SimulationEvent, _ facts: inout DeviceFacts, _ accounts: inout AccountPair, _ log: inout CheckLog
  ) {
    switch event.kind {
    case .began(.photosLoad): readTask = facts.openTask
    case .applied(let resource, let view, let revision, let origin):
      if resource == .photos, photosTask != readTask {
        photosTask = readTask
        highest[Self.slot(resource, view)] = -1
      }
      accounts.with(origin) { applied(resource, view: view, revision: revision, &facts, &$0, &log) }
    case .received(.deletePhoto, _, let outcome, let revision, _):
      if DeviceFacts.Ending(outcome) == .success { deletedPhoto(at: revision) }
    default: break
    }
  }

  private mutating func applied(
    _ resource: Resource, view: View, revision: Int32, _ facts: inout DeviceFacts, _ account: inout AccountHistory,
    _ log: inout CheckLog
  ) {
    let slot = Self.slot(resource, view)
    let before = highest[slot]
    guard revision >= 0, before >= 0 else {
      log.vacuous(.mono)
      highest[slot] = max(before, revision)
      return
    }
    var episode = isBehind & (1 << UInt16(slot)) != 0
    log.check(
      .mono, revision >= before, episode: &episode, Site(.repliesWentBack, resource, view),
      hazard: HazardClassifier.reorder(resource, view, from: before, to: revision, facts, account))
    isBehind = episode ? isBehind | 1 << UInt16(slot) : isBehind & ~(1 << UInt16(slot))
    highest[slot] = max(before, revision)
  }

  /// Handles a successful deletion, after which a list that was read before it is outdated.
  private mutating func deletedPhoto(at revision: Int32) {
    let slot = Int(Resource.photos.rawValue)
    if highest[slot] >= 0 { highest[slot] = max(highest[slot], revision) }
  }

  private static func slot(_ resource: Resource, _ view: View) -> Int {
    switch (resource, view) {
    case (.tasks, .tasks): 9
    case (.streak, .streaks): 10
    case (.streak, .profile): 11
    case (.summary, .plans): 12
    case (.summary, .summary): 13
    default: Int(resource.rawValue)
    }
  }
}
