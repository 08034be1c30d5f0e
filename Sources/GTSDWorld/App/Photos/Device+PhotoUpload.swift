import GTSDModel

extension Device {
  func startUpload(_ items: [PhotosModel.Item]) {
    guard !items.isEmpty else { return }
    let run = app.photos.startRun(items, limit: PhotosModel.limit(generation.photo.upload))
    let owner = begin(.photoUpload, loading: .photosUploading, error: .photosError)
    startWorkers(run.workers, run.number, owner)
  }

  func enqueueUpload(_ items: [PhotosModel.Item]) {
    guard !items.isEmpty else { return }
    guard let run = app.photos.enqueue(items, limit: PhotosModel.limit(generation.photo.upload)) else {
      return startUpload(items)
    }
    startWorkers(run.workers, run.number, owner)
  }

  private func startWorkers(_ count: Int, _ run: Int, _ owner: Owner) {
    for _ in 0..<count { start { await $0.uploadItems(of: run, owner) } }
  }

  private func uploadItems(of run: Int, _ owner: Owner) async {
    while isCurrent(owner), let item = app.photos.nextItem(of: run) {
      // If only new items are queued, they are found again by identity. A loop over a copy sends the copied items.
      if generation.photo.onChange != .restart, app.photos.state(of: item.pick.item) == nil { continue }
      await upload(item, owner)
    }
    if isCurrent(owner), let task = app.photos.workerEnded(run) { endUpload(of: task, owner) }
  }

  private func endUpload(of task: Int, _ owner: Owner) {
    for item in app.photos.clear(generation.photo.clear, of: task) { show(item, .removed) }
    // If each section uploads by itself, another may still do so.
    let goesOn = generation.photo.onChange == .waits && !app.photos.runs.isEmpty
    end(.photoUpload, owner, loading: goesOn ? nil : .photosUploading)
    publishPhotos(.reply)
    if app.photos.isOpen { start { await $0.loadPhotos() } }
  }

  private func upload(_ item: PhotosModel.Item, _ owner: Owner) async {
    let startedAt = now
    setState(item.pick.item, .uploading)
    beginProgress(item.pick.item)
    settle(.start)
    let sendsKey = generation.photo.retry == .failedOnly
    let key = key(sendsKey, .photoUpload, Int64(item.pick.item.rawValue))
    var result = await send(item, key: key)
    var attempt: Int64 = 0
    while sendsKey, attempt < 3, case .failure(let failure) = result, failure.isUnknown {
      attempt += 1
      guard await pause(attempt * 2 * Nanoseconds.second), isCurrent(owner) else { return }
      result = await send(item, key: key)
    }
    guard isCurrent(owner) else { return }
    switch result {
    case .success:
      setState(item.pick.item, .uploaded)
      showProgress(item.pick.item, 100)
      track(
        .photoUploaded(
          taskID: Int32(item.taskID), fileSize: Int32(clamping: item.pick.fileSize),
          duration: now - startedAt))
      settle(.reply)
      await endProgress(item.pick.item)
    case .failure(let failure):
      setState(item.pick.item, .failed)
      showProgress(item.pick.item, nil)
      track(.photoUploadFailed(status: failure.status))
      showUpload(failure, of: item)
      settle(failure.cause)
    }
  }

  /// Shows the failure of an upload in the section of its task. If that section is closed, it shows the failure when it
  /// is opened again.
  private func showUpload(_ failure: CallFailure, of item: PhotosModel.Item) {
    guard item.taskID != app.photos.taskID else {
      app.photos.hasDeletionFailed = false
      return show(failure, in: .photosError)
    }
    guard failure != .cancelled, failure != .discarded else { return }
    let text = PhotoErrorText(of: failure, generation.photo.errorTexts).published
    app.photos.putAside(PhotosModel.Failure(taskID: item.taskID, isShown: true, text: text))
  }

  // MARK: Progress

  /// The time for which the row of a photo stays visible after the photo was stored, in nanoseconds.
  private static let progressLingers = Nanoseconds.second / 2

  private func beginProgress(_ item: PhotoItemID) {
    showProgress(item, 0)
    // Reading and checking the photo takes no time here; the request is sent next.
    if generation.photo.progress == .stages { showProgress(item, 30) }
  }

  private func endProgress(_ item: PhotoItemID) async {
    switch generation.photo.progress {
    case .none: break
    case .stages:
      // The proposed loop waits before it sends the next photo.
      if await pause(Self.progressLingers) { showProgress(item, nil) }
    case .sent:
      start { device in
        if await device.pause(Self.progressLingers) { device.showProgress(item, nil) }
      }
    }
  }

  func showProgress(_ item: PhotoItemID, _ percent: UInt8?) {
    guard generation.photo.progress != .none else { return }
    // Only a beginning adds a row: an upload whose row has gone is no longer shown.
    guard percent == 0 || app.photos.rows.showsProgress(of: item) else { return }
    guard app.photos.rows.set(item, percent: percent) else { return }
    emit(.photoProgress(item, percent: percent))
  }

  /// Updates the shown progress of a photo until all of it was sent.
  func followBody(of item: PhotoItemID) async {
    while let percent = uplink?.percent(of: item) {
      showProgress(item, min(percent, 99))
      guard await pause(Nanoseconds.second) else { return }
    }
  }

  private func send(_ item: PhotosModel.Item, key: UInt64) async -> CallResult {
    let pick = item.pick
    switch generation.photo.flow {
    case .multipart:
      return await call(
        .uploadPhoto(
          PhotoUpload(
            taskID: item.taskID, item: pick.item, contentType: pick.contentType, fileSize: pick.fileSize)),
        for: .photoUpload, intent: item.intent, key: key)
    case .presign:
      let presigned = await call(
        .presignPhoto(fileName: pick.contentType.fileName, contentType: pick.contentType, fileSize: pick.fileSize),
        for: .photoUpload, intent: item.intent, key: key == 0 ? 0 : key &+ 2)
      guard case .success(let answer) = presigned, case .presigned(let fileKey) = answer.body else { return presigned }
      let stored = await call(
        .storePhoto(fileKey: fileKey, contentType: pick.contentType, fileSize: pick.fileSize), for: .photoUpload,
        intent: item.intent)
      guard case .success = stored else { return stored }
      return await call(
        .confirmPhoto(
          PhotoConfirmation(
            fileKey: fileKey, item: pick.item, contentType: pick.contentType, fileSize: pick.fileSize,
            taskID: item.taskID)),
        for: .photoUpload, intent: item.intent, key: key)
    }
  }
}

extension PhotoContentType {
  /// The file name that the app gives a photo of this type.
  fileprivate var fileName: String {
    switch self {
    case .jpeg: "photo.jpg"
    case .png: "photo.png"
    case .heic: "photo.heic"
    }
  }
}

// MARK: Loops

/// The concurrent uploads of a selection: a loop with several workers, each of which sends its photos one after the
/// other.
///
/// `photo.upload` sets the largest number of workers of a loop. Photos that are added during a loop join it, and start
/// as many more workers as are still allowed. A loop ends with its last worker.
extension PhotosModel {
  /// The number of concurrent uploads of one loop.
  static func limit(_ upload: Generation.Photo.Upload) -> Int {
    switch upload {
    case .sequential: 1
    case .unboundedParallel: .max
    case .bounded(let count): max(1, count)
    }
  }

  /// Starts a loop; returns its number and the number of workers it needs.
  mutating func startRun(_ items: [Item], limit: Int) -> (number: Int, workers: Int) {
    nextRun += 1
    let workers = min(limit, items.count)
    runs.append(Run(number: nextRun, taskID: items[0].taskID, queue: items, workers: workers))
    return (nextRun, workers)
  }

  /// Adds items to the running loop. Returns the loop's number and the number of further workers that it needs; nil if
  /// no loop is running.
  mutating func enqueue(_ items: [Item], limit: Int) -> (number: Int, workers: Int)? {
    guard let index = runs.indices.last else { return nil }
    runs[index].queue += items
    let more = max(0, min(limit - runs[index].workers, items.count))
    runs[index].workers += more
    return (runs[index].number, more)
  }

  mutating func nextItem(of run: Int) -> Item? {
    guard let index = runs.firstIndex(where: { $0.number == run }), !runs[index].queue.isEmpty else { return nil }
    return runs[index].queue.removeFirst()
  }

  /// Records that a worker has no photo left to send; returns the loop's task if it was the last worker of its loop.
  mutating func workerEnded(_ run: Int) -> Int? {
    guard let index = runs.firstIndex(where: { $0.number == run }) else { return nil }
    runs[index].workers -= 1
    return runs[index].workers == 0 ? runs.remove(at: index).taskID : nil
  }
}
