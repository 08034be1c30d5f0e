import GTSDModel

extension Device {
  /// Adds photos to the selection and starts the upload of the new ones.
  func pickPhotos(_ picks: [PhotoPick], _ intent: Int32) {
    let items = app.photos.pick(
      picks, intent: intent, maxBytes: generation.photo.maxBytes, checksSize: generation.photo.checks == .before)
    for item in items {
      show(item.pick.item, item.state)
      if item.state == .invalid { visibleErrors &+= 1 }
    }
    switch generation.photo.onChange {
    case .restart: startUpload(app.photos.sendable)
    case .waits:
      let task = app.photos.taskID
      if !app.photos.runs.contains(where: { $0.taskID == task }) { startUpload(items.filter { $0.state == .selected }) }
    case .enqueueNew: enqueueUpload(items.filter { $0.state == .selected })
    }
    if let item = items.last(where: { $0.state == .invalid }) {
      publish(
        .photosErrorText, PhotoErrorText(ofInvalid: item.pick, generation.photo.errorTexts).published, .person)
    }
    publishPhotos(.person)
  }

  /// Removes one picked photo from the selection. In a generation that addresses photos by index alone, an index that a
  /// finished loop has removed would crash the app.
  func removePhoto(_ index: Int) {
    guard index < app.photos.sectionCount else {
      if generation.photo.clear == .all { emit(.trap(.photoUpload)) }
      return
    }
    let images = app.photos.images
    if generation.photo.images == .reloaded, images.indices.contains(index) { noteRemovalTap(images[index]) }
    let item = app.photos.remove(ofSection: index)
    if generation.photo.retry == .failedOnly, app.photos.failedCount == 0, !app.photos.hasDeletionFailed {
      clearError(.photosError, .person)
    }
    show(item.pick.item, .removed)
    if generation.photo.onChange == .restart { startUpload(app.photos.sendable) }
    publishPhotos(.person)
  }

  /// Reports the image on which the person taps Remove, at each tap.
  private func noteRemovalTap(_ item: PhotoItemID) {
    _ = app.published.set(.photosTapped, to: Int64(item.rawValue), at: now)
    emit(.published(.photosTapped, value: Int64(item.rawValue), cause: .person))
  }
}

extension PhotosModel {
  /// The greatest number of photos in a pick, and the longest side of a photo in pixels.
  static let perPick = 5
  static let longestSide = 4096

  /// Adds picked photos, at most five, and marks those that cannot be sent. Returns the new items.
  mutating func pick(_ picks: [PhotoPick], intent: Int32, maxBytes: Int, checksSize: Bool = true) -> [Item] {
    let items = picks.prefix(Self.perPick).map { pick in
      let isSmall = pick.fileSize <= maxBytes && pick.longerSide <= Self.longestSide
      // A file that is not an image is never sent.
      let isValid = pick.isImage && (isSmall || !checksSize)
      return Item(pick: pick, taskID: taskID, intent: intent, state: isValid ? .selected : .invalid)
    }
    selection += items
    return items
  }
}
