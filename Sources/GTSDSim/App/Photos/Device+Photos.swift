import GTSDModel

extension Device {
  func openPhotos(_ taskID: Int) {
    guard areTabsInFront else { return }
    app.photos.isOpen = true
    app.photos.taskID = taskID
    publish(.photosTask, Int64(taskID), .person)
    publishPhotos(.person)
    start { await $0.loadPhotos() }
  }

  /// Closing the section lets uploads go on.
  func closePhotos() {
    guard app.photos.isOpen else { return }
    app.photos.isOpen = false
    if isPlanted(.dropsQueueAtClosing) { for run in app.photos.runs.indices { app.photos.runs[run].queue = [] } }
    publish(.photosTask, 0, .person)
    settle(.person)
  }

  private func loadPhotos() async {
    guard let owner = beginLoad(.photosLoad, error: listError) else {
      app.photos.mustLoadAgain = true
      return
    }
    let taskID = app.photos.taskID
    app.photos.mustLoadAgain = false
    let result = await call(.photos(taskID: taskID, limit: 50, offset: 0), for: .photosLoad)
    endLoad(.photosLoad, owner)
    guard isCurrent(owner) else { return }
    if app.photos.mustLoadAgain { start { await $0.loadPhotos() } }
    switch result {
    case .success(let answer):
      guard case .photos(let photos) = answer.body,
        app.photos.take(
          photos, taskID: taskID, asOf: answer.asOf, account: answer.account, strategy: generation.photo,
          apply: isPlanted(.takesOlder(.photos)) ? .arrival : generation.replies.apply)
      else { return }
      emit(.applied(.photos, view: .photos, revision: answer.asOf, origin: answer.account))
      publishPhotos(.reply)
    case .failure(let failure):
      // Of a section that is closed nobody sees anything, and opening it reads again.
      if app.photos.isOpen, !app.photos.mustLoadAgain, let listError { show(failure, in: listError) }
      settle(failure.cause)
    }
  }

  /// Where it shows that the list could not be read: beside what befell uploads, or nowhere where one slot serves all.
  private var listError: StateVariable? { generation.loading.errors == .perOperation ? .photosListError : nil }

  /// Shows the images of the selection as it is, or begins to read them.
  private func publishImages(_ cause: Cause) {
    let readable = app.photos.readable
    let picked = PhotosModel.hash(readable.items)
    guard app.published[.photosPicked] != picked else { return }
    publish(.photosPicked, picked, cause)
    switch generation.photo.images {
    case .derived: publish(.photosImages, picked, cause)
    case .reloaded: start { await $0.readImages(readable.items, readable.duration) }
    }
  }

  private func readImages(_ items: [PhotoItemID], _ duration: Int64) async {
    let owner = begin(.photoImages)
    let isRead = await pause(duration)
    end(.photoImages, owner)
    guard isRead, isCurrent(owner) else { return }
    app.photos.images = items
    publish(.photosImages, PhotosModel.hash(items), .reply)
    settle(.reply)
  }

  private func publishPhotos(_ cause: Cause) {
    publishImages(cause)
    publish(.photosSelected, Int64(app.photos.selection.count), cause)
    publish(.photosShown, Int64(app.photos.shownCount), cause)
    settle(cause)
  }

  private func setState(_ item: PhotoItemID, _ state: PhotoItemState) {
    app.photos.setState(item, state)
    emit(.photoItem(item, state))
  }

  // MARK: The selection

  /// A change of the selection starts the upload of what it adds.
  func pickPhotos(_ picks: [PhotoPick], _ intent: Int32) {
    guard app.photos.isOpen else { return }
    let items = app.photos.pick(
      picks, intent: intent, maxBytes: generation.photo.maxBytes - (isPlanted(.refusesLargest) ? 1 : 0),
      longestSide: isPlanted(.sendsTooManyPixels) ? .max : PhotosModel.longestSide)
    for item in items {
      emit(.photoItem(item.pick.item, item.state))
      if item.state == .invalid { visibleErrors &+= 1 }
    }
    switch generation.photo.onChange {
    case .restart: startUpload(app.photos.sendable)
    case .waits: if app.photos.running == 0 { startUpload(items.filter { $0.state == .selected }) }
    case .enqueueNew: enqueueUpload(items.filter { $0.state == .selected })
    }
    if let item = items.last(where: { $0.state == .invalid }) {
      publish(
        .photosErrorText, PhotoErrorText(ofInvalid: item.pick, generation.photo.errorTexts).published, .person)
    }
    publishPhotos(.person)
  }

  /// Takes one picked photo out of the selection. Where the selection is addressed by index alone, an index that a
  /// finished loop has emptied is one the app would crash on.
  func removePhoto(_ index: Int) {
    guard app.photos.isOpen else { return }
    guard app.photos.selection.indices.contains(index) else {
      if generation.photo.clear == .all { emit(.trap(.photoUpload)) }
      return
    }
    let index = isPlanted(.removesLast) ? app.photos.selection.count - 1 : index
    let item = app.photos.selection[index]
    let images = app.photos.images
    if generation.photo.images == .reloaded, images.indices.contains(index) { noteRemovalTap(images[index]) }
    guard item.state != .uploading || generation.photo.clear == .all else { return }
    app.photos.selection.remove(at: index)
    emit(.photoItem(item.pick.item, .removed))
    if generation.photo.onChange == .restart { startUpload(app.photos.sendable) }
    publishPhotos(.person)
  }

  /// The image that the person taps away; each tap is news.
  private func noteRemovalTap(_ item: PhotoItemID) {
    _ = app.published.set(.photosTapped, to: Int64(item.rawValue), at: now)
    emit(.published(.photosTapped, value: Int64(item.rawValue), cause: .person))
  }

  /// The section's one button to try again: the uploads that failed, and the list.
  func retryPhotos(_ intent: Int32) {
    guard app.photos.isOpen else { return }
    if app.published.isOn(.photosListError) { start { await $0.loadPhotos() } }
    switch generation.photo.retry {
    case .selection: startUpload(app.photos.sendable)
    case .failedOnly:
      let items = isPlanted(.retriesOne) ? Array(app.photos.failed.prefix(1)) : app.photos.failed
      for item in items { setState(item.pick.item, .selected) }
      // What was said of them is over, also where the loop under way takes them up.
      if !items.isEmpty, !isPlanted(.keepsErrorOfRetried) { clearError(.photosError, .person) }
      enqueueUpload(items)
    }
    publishPhotos(.person)
  }

  // MARK: Uploading

  private func startUpload(_ items: [PhotosModel.Item]) {
    guard !items.isEmpty else { return }
    let run = app.photos.startRun(items, limit: PhotosModel.limit(generation.photo.upload))
    let owner = begin(.photoUpload, loading: .photosUploading, error: .photosError)
    startWorkers(run.workers, run.number, owner)
  }

  private func enqueueUpload(_ items: [PhotosModel.Item]) {
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
      // Items are found again by identity where only new ones are queued; a loop over a copy sends what it copied.
      if generation.photo.onChange != .restart, app.photos.state(of: item.pick.item) == nil { continue }
      await upload(item, owner)
    }
    if isCurrent(owner), app.photos.workerEnded(run) { endUpload(owner) }
  }

  private func endUpload(_ owner: Owner) {
    for item in app.photos.clear(generation.photo.clear) { emit(.photoItem(item, .removed)) }
    end(.photoUpload, owner, loading: .photosUploading)
    publishPhotos(.reply)
    if isPlanted(.closesByItself) { return closePhotos() }
    if app.photos.isOpen, !isPlanted(.skipsReload(.photos)) { start { await $0.loadPhotos() } }
  }

  private func upload(_ item: PhotosModel.Item, _ owner: Owner) async {
    let startedAt = isPlanted(.timesUploadByClock) ? clockTime : now
    setState(item.pick.item, .uploading)
    beginProgress(item.pick.item)
    settle(.start)
    let sendsKey = generation.photo.retry == .failedOnly
    let key = key(sendsKey, .photoUpload, Int64(item.pick.item.rawValue))
    var result = await send(item, key: key)
    var attempt: Int64 = 0
    let most: Int64 = isPlanted(.retriesForEver) ? .max : isPlanted(.retriesOften) ? 20 : 3
    while sendsKey, attempt < most, case .failure(let failure) = result, failure.isUnknown {
      attempt += 1
      guard await pause(attempt * 2 * Nanoseconds.second), isCurrent(owner) else { return }
      result = await send(item, key: key)
    }
    guard isCurrent(owner) else { return }
    if isPlanted(.takesRefusalForSuccess(.photoUpload)), case .failure(.refused) = result {
      result = .success(Answer(body: .done, asOf: -1, account: owner.account))
    }
    switch result {
    case .success:
      setState(item.pick.item, .uploaded)
      if isPlanted(.clearsOthersError) { clearError(.photosError, .reply) }
      showProgress(item.pick.item, 100)
      let span = (isPlanted(.timesUploadByClock) ? clockTime : now) - startedAt
      track(
        .photoUploaded(
          taskID: Int32(item.taskID), fileSize: Int32(clamping: item.pick.fileSize),
          duration: isPlanted(.reportsMilliseconds) ? span / Nanoseconds.millisecond : span))
      settle(.reply)
      await endProgress(item.pick.item)
    case .failure(let failure):
      setState(item.pick.item, .failed)
      showProgress(item.pick.item, nil)
      track(.photoUploadFailed(status: failure.status))
      show(failure, in: .photosError)
      settle(failure.cause)
    }
  }

  // MARK: Progress

  /// How long the row of a photo that is stored stays, nanoseconds.
  private static let progressLingers = Nanoseconds.second / 2

  private func beginProgress(_ item: PhotoItemID) {
    showProgress(item, 0)
    // The photo is read and checked, which takes no time here, and the request leaves.
    if generation.photo.progress == .stages { showProgress(item, 30) }
    if isPlanted(.reportsBefore(.photoUpload)) { showProgress(item, 100) }
  }

  private func endProgress(_ item: PhotoItemID) async {
    if isPlanted(.leavesProgress) { return }
    switch generation.photo.progress {
    case .none: break
    case .stages:
      // The proposed loop itself waits before it takes up the next photo.
      if await pause(Self.progressLingers) { showProgress(item, nil) }
    case .sent:
      start { device in
        if await device.pause(Self.progressLingers) { device.showProgress(item, nil) }
      }
    }
  }

  private func showProgress(_ item: PhotoItemID, _ percent: UInt8?) {
    guard generation.photo.progress != .none, app.photos.advance(item, to: percent) else { return }
    emit(.photoProgress(item, percent: percent))
  }

  /// Shows how much of a photo has left the phone, as long as some of it has not.
  func followBody(of item: PhotoItemID, over uplink: PhoneUplink) async {
    while let percent = uplink.percent(of: item) {
      showProgress(item, min(percent, 99))
      guard await pause(Nanoseconds.second) else { return }
    }
  }

  private func send(_ item: PhotosModel.Item, key: UInt64) async -> CallResult {
    let pick = item.pick
    switch generation.photo.flow {
    case .multipart:
      let task = isPlanted(.sendsToOpenTask) ? app.photos.taskID : item.taskID
      return await call(
        .uploadPhoto(
          PhotoUpload(
            taskID: task, item: pick.item, contentType: pick.contentType, fileSize: pick.fileSize)),
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

  // MARK: Deleting

  func deletePhoto(_ index: Int, _ intent: Int32) {
    guard app.photos.isOpen else { return }
    let shown = app.photos.shown
    guard shown.indices.contains(index) else {
      if generation.photo.cache == .replace { emit(.trap(.photoDelete)) }
      return
    }
    let id = shown[index].id
    if isPlanted(.keepsOptimism(.photoDelete)) {
      app.photos.deleted(id, asOf: -1)
      publishPhotos(.person)
    }
    start { await $0.runDelete(photo: id, intent) }
  }

  private func runDelete(photo id: Int, _ intent: Int32) async {
    let owner = begin(.photoDelete, error: .photosError)
    let result = await call(.deletePhoto(id: id), for: .photoDelete, intent: intent)
    end(.photoDelete, owner)
    guard isCurrent(owner) else { return }
    switch result {
    case .success(let answer): app.photos.deleted(id, asOf: answer.asOf)
    case .failure(.refused(status: 404, _, let asOf)) where tellsOfServer(asOf): app.photos.deleted(id, asOf: asOf)
    case .failure where isPlanted(.takesRefusalForSuccess(.photoDelete)): app.photos.deleted(id, asOf: -1)
    case .failure(let failure): show(failure, in: .photosError)
    }
    publishPhotos(.reply)
  }

  /// Whether a refusal is the server's own: one that names no revision, where others do, is a gateway's, which knows of no
  /// photo.
  private func tellsOfServer(_ asOf: Int32) -> Bool {
    generation.replies.apply == .arrival || asOf >= 0 || app.known < 0
  }

  /// Signing out: a list shared by all tasks lives as long as the process, as its service does.
  func forgetPhotos() {
    let lists = app.photos.lists
    // Workers that come back find their loop gone, whatever the next account uploads.
    for _ in app.photos.runs { end(.photoUpload, owner) }
    for item in app.photos.inProgress { showProgress(item, nil) }
    let failed = app.photos.failed
    app.photos = PhotosModel(after: app.photos)
    if isPlanted(.keepsFailedPhotos) { app.photos.selection = failed }
    if isPlanted(.keepsAtSignOut(.photos)) {
      app.photos.lists = lists
      return
    }
    switch generation.photo.cache {
    case .replace: app.photos.lists = lists
    case .perTask:
      if !lists.isEmpty { emit(.cleared(.photos, view: .photos)) }
      publish(.photosShown, 0, .signOut)
    }
    publish(.photosSelected, 0, .signOut)
    publish(.photosPicked, 0, .signOut)
    publish(.photosImages, 0, .signOut)
    publish(.photosTask, 0, .signOut)
  }
}

extension PhotoContentType {
  /// The name under which the app sends a photo of this type.
  fileprivate var fileName: String {
    switch self {
    case .jpeg: "photo.jpg"
    case .png: "photo.png"
    case .heic: "photo.heic"
    }
  }
}
