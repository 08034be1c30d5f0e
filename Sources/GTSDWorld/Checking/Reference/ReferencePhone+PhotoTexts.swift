import GTSDModel

/// Judges the error about photos: its text, and what ends it.
extension ReferencePhone {
  /// Handles a change of the text. The text of a failure must be the one for its status.
  mutating func turnedPhotoText(
    _ value: Int64, _ cause: Cause, _ options: ReferenceOptions, _ found: inout [Divergence]
  ) {
    isPhotoTextOfFailure = value > 0 && cause == .failure && options.textsByClass
    if isPhotoTextOfFailure, !isTextOfFailure(value) { found.append(.shownOther(.photosErrorText)) }
    judgePhotoText(value, cause, options, &found)
  }

  /// Judges an error, or its text, that a tap has changed.
  mutating func judgePhotoText(
    _ value: Int64, _ cause: Cause, _ options: ReferenceOptions, _ found: inout [Divergence]
  ) {
    guard cause == .person, options.textsByClass, options.checksPhotos, options.waitsForNewest else { return }
    if value > 0 {
      if !isTextOfPick(value, options), !isTextOfFailure(value) { found.append(.shownOther(.photosErrorText)) }
    } else if options.sendsFailedPhotos, !mayPhotoErrorEnd {
      found.append(.disappeared(.photosError))
    }
  }

  /// Whether the text belongs to a photo of the open section that the app refused to send.
  func isTextOfPick(_ value: Int64, _ options: ReferenceOptions) -> Bool {
    guard let text = PhotoErrorText(published: value) else { return false }
    return asked.hasPick(for: Int(photosOf)) { pick in
      switch text {
      case .notAnImage: !pick.isImage
      case .tooLarge: pick.isImage && !(AskedFor.isFit(pick) && pick.fileSize <= options.largestPick)
      default: false
      }
    }
  }

  /// Whether the text belongs to a failure of this process, possibly one that was put aside with its section.
  func isTextOfFailure(_ value: Int64) -> Bool { photoFailures.contains { Self.text(of: $0).published == value } }

  /// Records that a tap may end the error about photos: it removes a photo, or sends failed ones again.
  mutating func tappedPhotos(_ action: UserAction) {
    switch action {
    case .removePhoto: mayPhotoErrorEnd = true
    case .retryPhotos:
      let section = Int(photosOf)
      if notes.hasFailedPhoto(where: { asked.task(of: $0) ?? section == section }) { mayPhotoErrorEnd = true }
    default: break
    }
  }
}
