import GTSDModel
import Randomness

extension PersonModel {
  /// The largest number of photos that the app accepts at once.
  private static let photosTaken: Int = 5

  /// Picks photos for a task, adds some, retries failed ones, deletes one.
  mutating func usePhotos(_ screen: Screen) -> PersonStep? {
    guard screen.tab == .tasks else { return move(to: .choosing) }
    if state == .atTasks {
      let comesBack = notes.errandsAgain.contains(Errands(.photos))
      var other = 1 + index(draws.uniform(.task), of: 3)
      if notes.photosToReturnTo > 0, notes.photosToReturnTo != notes.photosTask {
        other = notes.photosToReturnTo
        notes.photosToReturnTo = 0
      }
      // Of those who come back, two thirds turn to another task, and pick photos for it while the others are sent
      // (assumption, no source).
      let turns = !comesBack || other != notes.photosTask
      notes.photosTask = other
      return tap(
        .openPhotos(taskID: notes.photosTask), rest: awaiting(.tabSettled, then: .pickPhotos),
        then: turns ? .photosChosen : .uploadsJudged)
    }
    guard let photos = screen.photos else { return move(to: .choosing) }
    switch state {
    case .photosReviewed:
      if notes.photosToReturnTo > 0, notes.photosToReturnTo != notes.photosTask {
        notes.errands.insert(Errands(.photos))
      }
      guard photos.shown > 0, decides(.deletePhoto) else { return move(to: .choosing) }
      let photo = index(draws.uniform(.deletedPhoto), of: photos.shown)
      // Some turn to another task's photos at once.
      let turns = !notes.errandsAgain.contains(Errands(.photos)) && decides(.lookAgain)
      if turns {
        notes.errands.insert(Errands(.photos))
        notes.errandsAgain.insert(Errands(.photos))
        notes.photosToReturnTo = notes.photosTask
      }
      (notes.attempts, notes.deletedPhoto) = (0, photo)
      return tap(
        .deletePhoto(index: photo), rest: pausing(turns ? .doubleTapGap : .thinkOnLaunch),
        then: turns ? .choosing : .photoDeleted)
    case .photoDeleted:
      notes.attempts += 1
      // After an error, the photo is still there.
      guard screen.hasError(.photos), screen.errorSlot != .photosListError, notes.deletedPhoto < photos.shown,
        notes.attempts < 4, decides(.retryPhoto)
      else { return move(to: .choosing) }
      return retry(
        .deletePhoto(index: notes.deletedPhoto), rest: pausing(.thinkOnLaunch), then: .photoDeleted, seeing: screen)
    case .photosChosen:
      notes.attempts = 0
      notes.intent = newIntent()
      let adds = decides(.addDuringUpload)
      let count = 1 + choice(draws.uniform(.photoCount), among: temperament.photoCounts)
      notes.hasPickedTooMany = count > PersonModel.photosTaken
      return tap(
        .pickPhotos(picks(count)), intent: notes.intent,
        rest: adds ? pausing(.burstGap) : awaiting(.uploadsSettled), then: adds ? .addingPhotos : .uploadsJudged)
    case .addingPhotos where photos.isSending && notes.hasPickedTooMany && photos.selected > 0:
      // A person who has picked too many photos removes one instead of adding more.
      let photo = index(draws.uniform(.deletedPhoto), of: photos.selected)
      return tap(.removePhoto(index: photo), rest: awaiting(.uploadsSettled), then: .uploadsJudged)
    case .addingPhotos where photos.isSending:
      return tap(.pickPhotos(picks(1)), rest: awaiting(.uploadsSettled), then: .uploadsJudged)
    case .addingPhotos:
      return rest(awaiting(.uploadsSettled), then: .uploadsJudged)
    default:
      return judgeUploads(photos, screen)
    }
  }

  private mutating func judgeUploads(_ photos: Screen.Photos, _ screen: Screen) -> PersonStep? {
    notes.attempts += 1
    if photos.isSending {
      guard notes.attempts < 4 else { return move(to: .choosing) }
      // Who has come back to an upload does not only wait for it.
      let comesBack = notes.attempts == 1 && notes.errandsAgain.contains(Errands(.photos))
      if comesBack, photos.shown > 0, decides(.deletePhoto) {
        let photo = index(draws.uniform(.deletedPhoto), of: photos.shown)
        return tap(.deletePhoto(index: photo), rest: awaiting(.uploadsSettled), then: .uploadsJudged)
      }
      return rest(awaiting(.uploadsSettled), then: .uploadsJudged)
    }
    let failed = photos.failed + photos.invalid
    guard failed > 0 || screen.errorSlot == .photosListError else { return move(to: .photosReviewed) }
    if notes.attempts < 4, photos.offersRetry, decides(.retryPhoto) {
      return retry(
        .retryPhotos, intent: notes.intent, rest: awaiting(.uploadsSettled), then: .uploadsJudged, seeing: screen)
    }
    guard failed > 0, photos.selected > 0 else { return move(to: .choosing) }
    // Some look at what is left and what is stored, others close the section at once.
    let looks = decides(.lookAgain)
    return tap(
      .removePhoto(index: 0), rest: looks ? pausing(.thinkOnLaunch) : .none,
      then: looks ? .photosReviewed : .choosing)
  }

  /// Picks files. One in twenty that are picked beside another is a copy of it, as libraries have them (assumption, no
  /// source).
  private mutating func picks(_ count: Int) -> [PhotoPick] {
    var picks: [PhotoPick] = []
    for _ in 0..<count {
      var next = pick()
      if let last = picks.last, draws.uniform(.photoCopy) < 0.05 {
        next = PhotoPick(
          item: next.item, contentType: last.contentType, fileSize: last.fileSize, longerSide: last.longerSide,
          isImage: last.isImage)
      }
      picks.append(next)
    }
    return picks
  }

  /// Picks a file of 0.3 to 6 MB, or, with the probability of `invalidPhoto`, one that is too large, too wide or no
  /// image, a third each.
  private mutating func pick() -> PhotoPick {
    let u = draws.uniform(.photoSize)
    var pick = PhotoPick(
      item: PhotoItemID(photosPicked), contentType: u < 0.7 ? .heic : u < 0.95 ? .jpeg : .png,
      fileSize: Int(300_000 + 5_700_000 * u), longerSide: 4_032, isImage: true)
    photosPicked += 1
    if decides(.invalidPhoto) {
      switch index(draws.uniform(.photoFlaw), of: 3) {
      case 0: pick.fileSize = 12_000_000
      case 1: pick.longerSide = 8_064
      default: pick.isImage = false
      }
    }
    return pick
  }
}
