import GTSDModel

extension Device {
  func openPhotos(_ taskID: Int) {
    app.photos.isOpen = true
    let isOther = app.photos.taskID != taskID
    if isOther {
      app.photos.putAside(
        PhotosModel.Failure(
          taskID: app.photos.taskID, isShown: app.published.isOn(.photosError), text: app.published[.photosErrorText]))
      app.photos.taskID = taskID
      app.photos.hasDeletionFailed = false
      app.photos.before = (0, 0)
    }
    publish(.photosTask, Int64(taskID), .person)
    if isOther {
      let failure = app.photos.takeFailure()
      publish(.photosError, failure.isShown, .person)
      publish(.photosErrorText, failure.text, .person)
      publish(.photosSelected, Int64(app.photos.sectionCount), .person)
      publish(.photosShown, Int64(app.photos.shownCount), .person)
    }
    publishPhotos(.person)
    start { await $0.loadPhotos() }
  }

  /// Closes the section; uploads continue.
  func closePhotos() {
    app.photos.isOpen = false
    publish(.photosTask, 0, .person)
    settle(.person)
  }

  func loadPhotos() async {
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
          apply: generation.replies.apply)
      else {
        // A deletion has overtaken this read, which may show photos of other phones that no earlier one shows.
        if app.photos.reread.begins(for: app.known) { start { await $0.loadPhotos() } }
        return
      }
      emit(.applied(.photos, view: .photos, revision: answer.asOf, origin: answer.account))
      publishPhotos(.reply)
    case .failure(let failure):
      // Nobody sees the messages of a closed section, and opening it reads again.
      if app.photos.isOpen, !app.photos.mustLoadAgain, let listError { show(failure, in: listError) }
      settle(failure.cause)
    }
  }

  /// The variable that shows a failed read of the list, apart from the errors of uploads; nil if one slot serves
  /// both.
  private var listError: StateVariable? { generation.loading.errors == .perOperation ? .photosListError : nil }

  /// Shows the images of the present selection, or begins to read them.
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

  func publishPhotos(_ cause: Cause) {
    publishImages(cause)
    publishCount(.photosSelected, app.photos.sectionCount, isByIndex: generation.photo.clear == .all, cause)
    publishCount(.photosShown, app.photos.shownCount, isByIndex: generation.photo.cache == .replace, cause)
    settle(cause)
  }

  /// Publishes a number of photos.
  ///
  /// - Parameter isByIndex: whether the app looks up a tapped photo by its index alone. A tap can then reach a removed
  ///   photo for one more frame.
  private func publishCount(_ variable: StateVariable, _ count: Int, isByIndex: Bool, _ cause: Cause) {
    let before = Int(app.published[variable])
    if isByIndex, count < before {
      if variable == .photosSelected { app.photos.before.selected = before } else { app.photos.before.shown = before }
      renderNext(variable)
    }
    publish(variable, Int64(count), cause)
  }

  func setState(_ item: PhotoItemID, _ state: PhotoItemState) {
    app.photos.setState(item, state)
    show(item, state)
  }

  /// Shows the state of a picked photo in its row.
  func show(_ item: PhotoItemID, _ state: PhotoItemState, file: StaticString = #fileID, line: UInt32 = #line) {
    app.photos.rows.set(item, state, task: app.published[.photosTask])
    emit(.photoItem(item, state), file: file, line: line)
  }

  // MARK: Deleting

  func deletePhoto(_ index: Int, _ intent: Int32) {
    let shown = app.photos.shown
    guard shown.indices.contains(index) else {
      if generation.photo.cache == .replace { emit(.trap(.photoDelete)) }
      return
    }
    let id = shown[index].id
    start { await $0.runDelete(photo: id, intent) }
  }

  private func runDelete(photo id: Int, _ intent: Int32) async {
    let owner = begin(.photoDelete, error: .photosError)
    let result = await call(.deletePhoto(id: id), for: .photoDelete, intent: intent)
    end(.photoDelete, owner)
    guard isCurrent(owner) else { return }
    switch result {
    case .success(let answer): app.photos.deleted(id, asOf: answer.asOf)
    case .failure(.refused(status: 404, _, let asOf)) where isFromServer(asOf): app.photos.deleted(id, asOf: asOf)
    case .failure(let failure):
      app.photos.hasDeletionFailed = failure != .cancelled
      show(failure, in: .photosError)
    }
    publishPhotos(.reply)
  }

  /// Whether the server itself refused a request. A refusal without a revision is a gateway's, which has no data on
  /// photos.
  private func isFromServer(_ asOf: Int32) -> Bool {
    generation.replies.apply == .arrival || asOf >= 0 || app.known < 0
  }

  /// Forgets photos when the user signs out. A list that all tasks share is kept until the process ends, since it
  /// belongs to a service of the process.
  func forgetPhotos() {
    let lists = app.photos.lists
    // Workers that finish later find that their loop has ended, whatever the next account uploads.
    for _ in app.photos.runs { end(.photoUpload, owner) }
    for item in app.photos.rows.inProgress { showProgress(item, nil) }
    app.photos = PhotosModel(after: app.photos)
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
