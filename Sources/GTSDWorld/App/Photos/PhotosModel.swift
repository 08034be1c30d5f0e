import GTSDModel

/// The photo sections of tasks: the picked photos, the running uploads, and the stored photos.
///
/// A section shows only its task's photos. Uploads continue while another section, or none, is open.
struct PhotosModel {
  var isOpen = false
  var taskID = 0
  /// Whether the list has changed since the current load began.
  var mustLoadAgain = false
  /// The revision for which an overtaken list was read again.
  var reread = Reread()
  var selection: [Item] = []
  /// The number of selected photos before the latest removal of a selected one, and the number of stored photos before
  /// the latest removal of a stored one.
  var before = (selected: 0, shown: 0)
  /// The photos whose images are on screen, under `photo.images: reloaded`.
  var images: [PhotoItemID] = []
  /// The upload loops in progress.
  var runs: [Run] = []
  var nextRun = 0
  /// Whether the section shows the error of a deletion.
  var hasDeletionFailed = false
  /// The rows of picked photos on screen.
  var rows = PhotoRows()
  /// The photos known to be stored: one list for all tasks, or one for each.
  var lists: [TaskList] = []
  /// The number of lists read.
  private var reads = 0

  /// One picked photo.
  struct Item: Sendable {
    var pick: PhotoPick
    var taskID: Int
    var intent: Int32
    var state: PhotoItemState
  }

  /// An upload loop: its remaining photos, and the number of its workers.
  struct Run {
    var number: Int
    /// The task for which the loop was started.
    var taskID: Int
    var queue: [Item]
    var workers: Int
  }

  struct TaskList {
    /// The id of the task; -1 for the list of all photos.
    var taskID: Int
    var version = VersionStamp()
    /// The time of its last use, counted in reads.
    var touched = 0
    var photos: [PhotoPayload] = []
  }

  init() {}

  /// Creates an empty section; the numbering of loops continues.
  init(after earlier: PhotosModel) { nextRun = earlier.nextRun }

  var running: Int { runs.count }

  // Inlined, since a call would copy the model.
  @inline(__always)
  var failedCount: Int32 {
    var count: Int32 = 0
    for item in selection where item.taskID == taskID && (item.state == .failed || item.state == .invalid) {
      count += 1
    }
    return count
  }

  // MARK: Errors

  /// The error of a section. It is kept while another task's section is open.
  struct Failure: Sendable {
    var taskID: Int
    var isShown: Bool
    var text: Int64
  }

  private var failures: [Failure] = []

  mutating func putAside(_ failure: Failure) {
    failures.removeAll { $0.taskID == failure.taskID }
    if failure.isShown || failure.text != 0 { failures.append(failure) }
  }

  /// Removes and returns the error of the section that was opened last.
  mutating func takeFailure() -> Failure {
    guard let index = failures.firstIndex(where: { $0.taskID == taskID }) else {
      return Failure(taskID: taskID, isShown: false, text: 0)
    }
    return failures.remove(at: index)
  }

  // MARK: The selection

  /// The photos picked in the section that was opened last.
  var section: [Item] { selection.filter { $0.taskID == taskID } }

  /// The number of photos in that section.
  @inline(__always)
  var sectionCount: Int {
    var count = 0
    for item in selection where item.taskID == taskID { count += 1 }
    return count
  }

  /// Removes a photo of that section.
  mutating func remove(ofSection index: Int) -> Item {
    let places = selection.indices.filter { selection[$0].taskID == taskID }
    return selection.remove(at: places[index])
  }

  /// The photos that an upload of the whole section sends.
  var sendable: [Item] { section.filter { $0.state != .invalid } }

  var failed: [Item] { section.filter { $0.state == .failed } }

  func state(of item: PhotoItemID) -> PhotoItemState? {
    selection.first { $0.pick.item == item }?.state
  }

  mutating func setState(_ item: PhotoItemID, _ state: PhotoItemState) {
    guard let index = selection.firstIndex(where: { $0.pick.item == item }) else { return }
    selection[index].state = state
  }

  /// Clears a task's selection at the end of a loop; returns the photos that were removed without having been uploaded.
  mutating func clear(_ strategy: Generation.Photo.Clear, of task: Int) -> [PhotoItemID] {
    switch strategy {
    case .allOnSuccess where selection.contains { $0.taskID == task && $0.state == .failed }: return []
    case .uploadedOnly:
      selection.removeAll { $0.state == .uploaded }
      return []
    case .all, .allOnSuccess:
      let lost = selection.filter { $0.taskID == task && $0.state != .uploaded }.map(\.pick.item)
      selection.removeAll { $0.taskID == task }
      return lost
    }
  }

  /// The photos of the selection that can be read, and the time that reading them takes, in nanoseconds.
  var readable: (items: [PhotoItemID], duration: Int64) {
    let picks = section.map(\.pick).filter(\.isImage)
    // 20 MB a second.
    return (picks.map(\.item), picks.reduce(0) { $0 + Int64($1.fileSize) * 50 })
  }

  /// A hash of a list of photos, which depends on their order.
  static func hash(_ items: [PhotoItemID]) -> Int64 {
    items.reduce(17) { ($0 &* 1_000_003 &+ Int64($1.rawValue)) & 0xffff_ffff_ffff }
  }

  // MARK: Stored photos

  @inline(__always)
  var shownCount: Int { shown.count }

  @inline(__always)
  var shown: [PhotoPayload] {
    (lists.first { $0.taskID == -1 } ?? lists.first { $0.taskID == taskID })?.photos ?? []
  }

  /// Applies a read list of a task's photos; returns false if the app has a newer list.
  mutating func take(
    _ photos: [PhotoPayload], taskID: Int, asOf: Int32, account: UInt8, strategy: Generation.Photo,
    apply: Generation.Replies.Apply
  ) -> Bool {
    let key = strategy.cache == .replace ? -1 : taskID
    let index: Int
    if let found = lists.firstIndex(where: { $0.taskID == key }) {
      index = found
    } else {
      lists.append(TaskList(taskID: key))
      index = lists.count - 1
    }
    guard lists[index].version.take(asOf, account: account, apply: apply) else { return false }
    lists[index].photos = photos
    reads += 1
    lists[index].touched = reads
    evict(beyond: strategy.cacheItems)
    return true
  }

  /// Removes photos until at most `limit` are left. The photos of the list that was read least recently are removed
  /// first, the oldest first.
  private mutating func evict(beyond limit: Int) {
    var surplus = lists.reduce(-limit) { $0 + $1.photos.count }
    while surplus > 0 {
      let held = lists.indices.filter { !lists[$0].photos.isEmpty }
      guard let index = held.min(by: { lists[$0].touched < lists[$1].touched }) else { return }
      let count = min(surplus, lists[index].photos.count)
      lists[index].photos.removeLast(count)
      surplus -= count
    }
  }

  /// Removes a deleted photo from every list; an older reply may not bring it back.
  mutating func deleted(_ id: Int, asOf: Int32) {
    for index in lists.indices {
      lists[index].photos.removeAll { $0.id == id }
      lists[index].version.revision = max(lists[index].version.revision, asOf)
    }
  }
}
