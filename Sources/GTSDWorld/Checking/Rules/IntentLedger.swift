import GTSDModel

/// I-ONCE and I-TARGET: the outcomes of a person's intents.
///
/// - I-ONCE, at each commit that carries an intent: no earlier commit of the same kind carries it. Photos are left to
///   I-PHOTO, since one pick of several photos is one intent. Also at each `metrics_acknowledged`,
///   `onboarding_completed` and `onboarding_skipped`: the intent whose reply caused it has not been reported before.
/// - I-ONCE, for any sender: the first acknowledgment committed for an intent is the only one of its row. A metrics row
///   is committed only after the profile was stored again, or on a new UTC day.
/// - I-TARGET, at each committed acknowledgment: it is for the newest row. If its intent was tapped while a row was on
///   screen, it is also for that row; of several taps the first and the last count.
///
/// The last 24 intents of an account are remembered.
struct IntentLedger {
  struct Entry {
    var intent: Int32
    var committed: UInt16 = 0
    var taps: UInt8 = 0
    var reported: UInt16 = 0
    /// The rows on screen at the intent's first and last tap, -1 for none.
    var firstRow: Int64 = -1
    var lastRow: Int64 = -1
  }

  private var entries: [Entry] = []
  private var oldest = 0

  // Reuses memory for callers that restart from a checkpoint.
  mutating func takeBuffers() -> [Entry] { entries.takeBuffers() }
  mutating func move(into buffers: inout [Entry]) { entries.move(into: &buffers) }

  mutating func tapped(_ action: PersonAction, intent: Int32, shownRow: Int64) {
    guard intent > 0 else { return }
    let index = find(intent)
    if action == .acknowledge || action == .retryAcknowledge {
      if entries[index].taps == 0 { entries[index].firstRow = shownRow }
      if shownRow >= 0 { entries[index].lastRow = shownRow }
    }
    entries[index].taps &+= 1
  }

  /// Checks a commit.
  ///
  /// - Parameter olderRow: the hazard to name if the acknowledgment is for another row than the newest.
  mutating func committed(
    _ commit: Commit, intent: Int32, _ log: inout CheckLog, olderRow: HazardID?, hazard: (_ taps: Int) -> HazardID?
  ) {
    guard let kind = CommitKind(commit) else { return }
    guard intent > 0 else {
      log.vacuous(.once)
      return
    }
    let index = find(intent)
    let bit: UInt16 = 1 << UInt16(kind.rawValue)
    let taps = Int(entries[index].taps)
    let isFirst = entries[index].committed & bit == 0
    log.check(.once, isFirst, Site(.committedTwice, kind), hazard: hazard(taps))
    entries[index].committed |= bit
    if case .acknowledgment(let row, let isNewest, let isOnly) = commit {
      if !isNewest { log.check(.target, false, Site(.olderRowAcknowledged), hazard: olderRow) }
      if isFirst { log.check(.once, isOnly, Site(.rowAcknowledgedTwice), hazard: .doubleTapAcknowledge) }
      if entries[index].lastRow >= 0 {
        log.check(
          .target, entries[index].firstRow == row || entries[index].lastRow == row, Site(.otherRowAcknowledged),
          hazard: .ackStaleVersion)
      } else if isNewest {
        log.vacuous(.target)
      }
    }
  }

  /// Records that the app reported a success of this kind.
  mutating func reported(_ kind: CommitKind, intent: Int32, _ log: inout CheckLog) {
    guard intent > 0 else {
      log.vacuous(.once)
      return
    }
    let index = find(intent)
    let bit: UInt16 = 1 << UInt16(kind.rawValue)
    log.check(
      .once, entries[index].reported & bit == 0, Site(.reportedTwice, kind),
      hazard: kind == .acknowledgment ? .doubleTapAcknowledge : .doubleCompleteOnboarding)
    entries[index].reported |= bit
  }

  private mutating func find(_ intent: Int32) -> Int {
    if let index = entries.lastIndex(where: { $0.intent == intent }) { return index }
    guard entries.count >= 24 else {
      entries.append(Entry(intent: intent))
      return entries.count - 1
    }
    let index = oldest
    entries[index] = Entry(intent: intent)
    oldest = (oldest + 1) % entries.count
    return index
  }
}
