import GTSDModel

extension Device {
  /// Handles the section's only retry button: for failed uploads and for the list.
  func retryPhotos(_ intent: Int32) {
    guard app.photos.isOpen else { return }
    if app.published.isOn(.photosListError) { start { await $0.loadPhotos() } }
    switch generation.photo.retry {
    case .selection: startUpload(app.photos.sendable)
    case .failedOnly:
      let items = app.photos.failed
      for item in items { setState(item.pick.item, .selected) }
      // What was said of them is over, also where the loop under way takes them up.
      if !items.isEmpty { clearError(.photosError, .person) }
      enqueueUpload(items)
    }
    publishPhotos(.person)
  }
}
