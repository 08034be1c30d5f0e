import GTSDModel

/// I-PHOTO for the images of a selection: they show the selected photos, and tapping one removes that photo.
///
/// - Images: evaluated at the end of each quiet instant with a task's photos on screen. The images shown are those of
///   the readable photos selected.
/// - Removal: evaluated at each photo that leaves the selection in the instant in which the person tapped an image
///   away.
struct PhotoImagesRule: DeviceRule {
  static let follows: EventKinds = .published | .photoItem

  private var picked: Int64 = 0
  private var images: Int64 = 0
  private var tapped: Int64 = -1
  private var isOld = false
  private var isWaiting = false

  @inline(__always)
  mutating func observe(
    _ event: SimulationEvent, _ facts: inout DeviceFacts, _ accounts: inout AccountPair, _ log: inout CheckLog
  ) {
    switch event.kind {
    case .published(.photosPicked, let value, _): picked = value
    case .published(.photosImages, let value, _): images = value
    case .published(.photosTapped, let value, _):
      tapped = value
      isWaiting = true
    case .photoItem(let item, .removed): removed(item, &log)
    default: break
    }
  }

  private mutating func removed(_ item: PhotoItemID, _ log: inout CheckLog) {
    guard isWaiting else { return }
    isWaiting = false
    log.check(.photo, Int64(item.rawValue) == tapped, Site(.otherPhotoRemoved), hazard: .photoIndexDesync)
  }

  mutating func settle(_ facts: inout DeviceFacts, _ account: inout AccountHistory, _ log: inout CheckLog) {
    isWaiting = false
    guard facts.openTask > 0, facts.isQuiet else { return }
    log.check(
      .photo, picked == images, episode: &isOld, Site(.imagesOfOldSelection), hazard: .photoSelectionLoadReorder)
  }
}
