import GTSDModel

extension Device {
  /// Whether the section has a button to try again, for failed or refused uploads or for the list. The proposed alert
  /// always has the button.
  var offersPhotoRetry: Bool {
    switch generation.photo.retry {
    case .none: false
    case .selection: app.published.isOn(.photosError) || app.published[.photosErrorText] != 0
    case .failedOnly: app.photos.failedCount > 0 || app.published.isOn(.photosListError)
    }
  }

  /// Handles the section's only retry button: sends failed uploads again and reads the list again.
  func retryPhotos(_ intent: Int32) {
    if app.published.isOn(.photosListError) { start { await $0.loadPhotos() } }
    switch generation.photo.retry {
    case .none: return
    case .selection:
      clearError(.photosError, .person)
      startUpload(app.photos.sendable)
    case .failedOnly:
      let items = app.photos.failed
      for item in items { setState(item.pick.item, .selected) }
      repeatInvalidMessages()
      // Earlier messages about these photos are removed, even if the running loop sends the photos again.
      if !items.isEmpty { clearError(.photosError, .person) }
      enqueueUpload(items)
    }
    publishPhotos(.person)
  }

  /// Shows the error of an invalid photo again.
  private func repeatInvalidMessages() {
    guard let item = app.photos.section.last(where: { $0.state == .invalid }) else { return }
    show(item.pick.item, .invalid)
    publish(.photosErrorText, PhotoErrorText(ofInvalid: item.pick, generation.photo.errorTexts).published, .person)
  }
}
