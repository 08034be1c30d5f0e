import GTSDModel

/// I-PHOTO for the images of a selection: they are the selection's, and what is taken out is what was tapped.
///
/// - Images: evaluated at the end of each quiet instant with a task's photos on screen. The images shown are those of the
///   readable photos selected.
/// - Removal: evaluated at each photo that leaves the selection in the instant in which the person tapped an image away.
struct PhotoImagesRule {
  private var picked: Int64 = 0
  private var images: Int64 = 0
  private var task: Int64 = 0
  private var tapped: Int64 = -1
  private var isOld = false
  private var isWaiting = false

  mutating func published(_ variable: StateVariable, _ value: Int64) {
    switch variable {
    case .photosPicked: picked = value
    case .photosImages: images = value
    case .photosTask: task = value
    case .photosMeant:
      tapped = value
      isWaiting = true
    default: break
    }
  }

  mutating func removed(_ item: PhotoItemID, at time: Int64, _ log: inout CheckLog) {
    guard isWaiting else { return }
    isWaiting = false
    log.check(.photo, Int64(item.rawValue) == tapped, Site(.otherPhotoRemoved), hazard: .photoIndexDesync)
  }

  mutating func settle(_ facts: DeviceFacts, _ log: inout CheckLog) {
    isWaiting = false
    guard task > 0, facts.isQuiet else { return }
    log.check(
      .photo, picked == images, episode: &isOld, Site(.imagesOfOldSelection), hazard: .photoSelectionLoadReorder)
  }

  mutating func reset() { self = PhotoImagesRule() }
}
