import GTSDModel

/// I-PHOTO: of each picked photo at most one copy is stored, and exactly one if the app reports it as uploaded.
///
/// - Stored twice: at each committed photo, no copy of the item is stored already.
/// - Sent again: at each change to `uploading`, the item was neither uploaded nor under way.
/// - Out of turn: at each change to `uploading`, no item of the same pick waits that was picked before.
/// - Dropped: an item leaves the selection only by upload, by an action of the person, or with the screen or process
///   that held it.
/// - Reported but not stored: an item that is reported as uploaded is stored, unless it was deleted. Evaluated when no
///   upload of the item is in flight.
/// - Stored but not reported: an item that is stored is reported as uploaded. Evaluated when no upload of the item is
///   in flight. Three cases are excused:
///   - The client did not learn the outcome of the last upload, and a retry resolves it. The reply was lost or timed
///     out, the request was cancelled, or a gateway refused it, which says nothing about a second delivery.
///   - The photo was stored only after the app had received a failure.
///   - The person removed the item or left.
struct PhotoLedger {
  private struct Item {
    var item: Int32
    var device: UInt8
    var copies: Int8 = 0
    /// The task on screen when the photo was picked, 0 if unknown.
    var task: Int64 = 0
    /// The revision at which the photo was last stored or deleted; -1 for never.
    var revision: Int32 = -1
    var firstID: Int32 = -1
    var state = PhotoItemState.selected
    var isExcused = false
    var wasRetried = false
    var pickedDuringUpload = false
    /// Whether the photo was sent again after its upload, as the only upload in progress, by a retry of the whole
    /// selection.
    var wasSentByRetry = false
    var differs = false
    /// Whether the current or latest attempt stored the photo.
    var isStoredByAttempt = false
    /// The time at which the photo was last picked or retried, and its position among the photos of that time.
    var turn: (time: Int64, place: Int32) = (-1, 0)
  }

  private var items: [Item] = []
  private var isUnsettled = false
  private var lastTurn: Int32 = 0

  mutating func changed(
    _ id: PhotoItemID, _ state: PhotoItemState, device: UInt8, task: Int64, byPerson: Bool, uploads: Int, byRetry: Bool,
    _ log: inout CheckLog
  ) {
    let index = find(id.rawValue, device: device)
    if items[index].task == 0 { items[index].task = task }
    let before = items[index].state
    isUnsettled = true
    switch state {
    case .selected:
      items[index].pickedDuringUpload = uploads > 0
      lastTurn += 1
      items[index].turn = (log.time, lastTurn)
    case .uploading:
      log.check(
        .photo, before != .uploaded && before != .uploading,
        Site(before == .uploading ? .photoSentTwice : .photoSentAgain),
        hazard: HazardClassifier.photoRepeated(byRetry: byRetry && uploads <= 1))
      if isOutOfTurn(items[index]) { log.check(.photo, false, Site(.photoOutOfTurn), hazard: nil) }
      if before == .uploaded, uploads <= 1, byRetry { items[index].wasSentByRetry = true }
      if before == .failed, byRetry { items[index].wasRetried = true }
      items[index].isStoredByAttempt = false
    case .removed:
      log.check(
        .photo, byPerson || before == .uploaded || before == .invalid || before == .removed, Site(.photoDropped),
        hazard: items[index].pickedDuringUpload ? .selectionClearedMidUpload : .photoRetryEmptySelection)
      if byPerson { items[index].isExcused = true }
    case .uploaded, .failed, .invalid: break
    }
    // An item that leaves the selection after its upload stays reported as uploaded.
    if state != .removed || before != .uploaded { items[index].state = state }
  }

  mutating func committed(_ id: PhotoItemID, stored: Int32, at revision: Int32, uploading: Bool, _ log: inout CheckLog)
  {
    let index = find(id.rawValue, device: 0)
    items[index].revision = revision
    items[index].copies += 1
    if items[index].firstID < 0 { items[index].firstID = stored }
    switch items[index].state {
    case .uploading: items[index].isStoredByAttempt = true
    case .failed: items[index].isExcused = true
    case .selected, .uploaded, .invalid, .removed: break
    }
    isUnsettled = true
    log.check(
      .photo, items[index].copies <= 1, Site(.photoStoredTwice),
      hazard: HazardClassifier.photoRepeated(
        byRetry: items[index].wasRetried || items[index].wasSentByRetry || !uploading))
  }

  /// Whether a photo is stored whose task is unknown.
  var hasUnplaced: Bool { items.contains { $0.copies > 0 && $0.task == 0 } }

  /// The number of photos stored for a task, and the revision at which it last changed, apart from these deletions.
  func stored(for task: Int64, knownDeletions: [Int32]) -> (count: Int, revision: Int32) {
    var result: (count: Int, revision: Int32) = (0, -1)
    for item in items where item.task == task {
      result.count += Int(item.copies)
      if !knownDeletions.contains(item.revision) { result.revision = max(result.revision, item.revision) }
    }
    return result
  }

  mutating func deleted(stored: Int32, at revision: Int32) {
    guard let index = items.firstIndex(where: { $0.firstID == stored }) else { return }
    items[index].revision = revision
    items[index].copies = max(0, items[index].copies - 1)
    items[index].isExcused = true
  }

  /// Records the end of the account. None of its photos is stored any more, even if an earlier reply shows some.
  mutating func ended(at revision: Int32) {
    for index in items.indices {
      items[index].copies = 0
      items[index].revision = revision
      items[index].isExcused = true
    }
  }

  /// Records that an upload ended without a reply about its outcome. Only a retry can show the state of these items.
  mutating func outcomeUnknown(device: UInt8) {
    for index in items.indices where items[index].device == device && items[index].state == .uploading {
      items[index].isExcused = true
    }
    isUnsettled = true
  }

  /// Records that the process or screen that had the selection has ended.
  mutating func abandoned(device: UInt8) {
    for index in items.indices where items[index].device == device && items[index].state != .uploaded {
      items[index].isExcused = true
    }
  }

  mutating func settle(_ facts: inout DeviceFacts, device: UInt8, _ log: inout CheckLog) {
    guard isUnsettled, facts.count(.photoUpload) == 0, !facts.isInFlight(.photoUpload) else { return }
    isUnsettled = false
    for index in items.indices where items[index].device == device {
      let item = items[index]
      switch item.state {
      case .uploaded:
        log.check(
          .photo, item.copies > 0 || item.isExcused, episode: &items[index].differs, Site(.photoReportedNotStored),
          hazard: nil)
      case .failed, .removed, .selected, .invalid:
        guard item.copies > 0 else {
          log.holds(.photo)
          continue
        }
        let isExplained = item.isExcused || item.state != .failed || !item.isStoredByAttempt
        if !isExplained, !item.differs {
          log.check(.commit, false, Site(.photoUnreported), hazard: .confirmRace500)
        }
        log.check(
          .photo, item.isExcused, episode: &items[index].differs, Site(.photoStoredNotReported),
          hazard: isExplained ? nil : .confirmRace500)
      case .uploading: log.vacuous(.photo)
      }
    }
  }

  /// Whether an earlier photo of the same pick still waits.
  private func isOutOfTurn(_ item: Item) -> Bool {
    items.contains {
      $0.state == .selected && !$0.isExcused && $0.device == item.device && $0.turn.time == item.turn.time
        && $0.turn.place < item.turn.place
    }
  }

  private mutating func find(_ id: Int32, device: UInt8) -> Int {
    if let index = items.lastIndex(where: { $0.item == id }) { return index }
    items.append(Item(item: id, device: device))
    return items.count - 1
  }
}
