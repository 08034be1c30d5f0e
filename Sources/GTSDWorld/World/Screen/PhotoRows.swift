import GTSDModel

/// The rows of picked photos that sections of photos have shown since the app was launched, by task.
struct PhotoRows: Sendable {
  private var photos: [(item: PhotoItemID, state: PhotoItemState, task: Int64)] = []
  /// The progress shown for each current upload, in percent, in the order in which they began.
  private var progress: [(item: PhotoItemID, percent: UInt8)] = []

  /// Shows the state of a photo. A photo without a row gets one in the section of a task.
  mutating func set(_ item: PhotoItemID, _ state: PhotoItemState, task: Int64) {
    if let index = photos.firstIndex(where: { $0.item == item }) {
      photos[index].state = state
    } else {
      photos.append((item, state, task))
    }
  }

  /// Shows the progress of an upload; nil ends it.
  ///
  /// - Returns: whether anything changed.
  @discardableResult
  mutating func set(_ item: PhotoItemID, percent: UInt8?) -> Bool {
    let index = progress.firstIndex { $0.item == item }
    switch (index, percent) {
    case (let index?, let percent?):
      guard progress[index].percent != percent else { return false }
      progress[index].percent = percent
    case (let index?, nil): progress.remove(at: index)
    case (nil, let percent?): progress.append((item, percent))
    case (nil, nil): return false
    }
    return true
  }

  /// Whether an upload's progress is shown.
  func showsProgress(of item: PhotoItemID) -> Bool { progress.contains { $0.item == item } }

  /// The photos whose progress is shown.
  var inProgress: [PhotoItemID] { progress.map(\.item) }

  /// The number of a task's photos that are in a state.
  func count(_ state: PhotoItemState, of task: Int64) -> Int {
    photos.count { $0.state == state && $0.task == task }
  }

  /// The visible progress of a task's photos, in percent.
  func progress(of task: Int64) -> [Int] {
    progress.filter { row in photos.contains { $0.item == row.item && $0.task == task } }.map { Int($0.percent) }
  }
}
