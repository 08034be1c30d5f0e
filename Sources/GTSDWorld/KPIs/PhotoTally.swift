import GTSDModel
import Statistics

/// The photos of one person: each one's state in the UI against the number of copies at the server.
struct PhotoTally {
  private struct Entry {
    var item: PhotoItemID
    var state: PhotoItemState = .selected
    var stored: Int32 = 0
    var valid = true
    var attempts: Int32 = 0
    var startedAt: Int64 = -1
    var uploadedAt: Int64 = -1
    /// Whether the app has ever reported the photo as uploaded, even if it shows another state later.
    var reported = false
  }

  private var entries: [Entry] = []

  private mutating func index(of item: PhotoItemID) -> Int {
    if let index = entries.firstIndex(where: { $0.item == item }) { return index }
    entries.append(Entry(item: item))
    return entries.count - 1
  }

  mutating func changed(_ item: PhotoItemID, to state: PhotoItemState, at time: Int64) {
    let index = index(of: item)
    entries[index].state = state
    switch state {
    case .invalid: entries[index].valid = false
    case .uploading:
      entries[index].attempts += 1
      if entries[index].startedAt < 0 { entries[index].startedAt = time }
    case .uploaded:
      entries[index].reported = true
      if entries[index].uploadedAt < 0 { entries[index].uploadedAt = time }
    case .selected, .failed, .removed: break
    }
  }

  mutating func stored(_ item: PhotoItemID) {
    entries[index(of: item)].stored += 1
  }

  func finish(into arm: inout ArmFold) {
    var (uploaded, retried, time) = (TrialTally(), TrialTally(), TrialTally())
    for entry in entries {
      if entry.valid {
        let isUploaded = entry.reported && entry.stored == 1
        arm.photosUploaded.count(isUploaded)
        uploaded.count(isUploaded)
      }
      if entry.attempts > 0 {
        arm.photosRetried.count(entry.attempts > 1)
        retried.count(entry.attempts > 1)
      }
      if entry.uploadedAt >= 0, entry.startedAt >= 0 {
        arm.photoUploadTime.record(entry.uploadedAt - entry.startedAt)
        time.trials += 1
        time.counted += (entry.uploadedAt - entry.startedAt) / Nanoseconds.millisecond
      }
    }
    arm.photosUploadedByPerson.add(uploaded)
    arm.photosRetriedByPerson.add(retried)
    arm.photoUploadTimeByPerson.add(time)
  }
}
