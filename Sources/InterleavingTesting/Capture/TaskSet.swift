/// A set of task numbers. The runtime numbers tasks in sequence, so those of one search are mostly consecutive.
struct TaskSet {
  /// The numbers of the tasks as ranges, in order and never adjacent.
  private(set) var ranges: [Range<UInt64>] = []

  func contains(_ task: UInt64) -> Bool {
    let index = firstRange(endingFrom: task)
    return index < ranges.count && ranges[index].contains(task)
  }

  mutating func insert(_ task: UInt64) {
    let index = firstRange(endingFrom: task)
    let joinsLower = index < ranges.count && ranges[index].upperBound == task
    guard joinsLower || index == ranges.count || !ranges[index].contains(task) else { return }
    let next = joinsLower ? index + 1 : index
    let joinsUpper = next < ranges.count && ranges[next].lowerBound == task + 1
    let lower = joinsLower ? ranges[index].lowerBound : task
    let upper = joinsUpper ? ranges[next].upperBound : task + 1
    ranges.replaceSubrange(index..<(joinsUpper ? next + 1 : next), with: [lower..<upper])
  }

  /// The index of the first range that contains the task, ends right before it or begins after it.
  private func firstRange(endingFrom task: UInt64) -> Int {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < task { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
