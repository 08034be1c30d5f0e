import GTSDModel

extension ReferenceAccount {
  /// Judges the revision in a reply: it never falls, and rises with each stored change.
  mutating func judge(
    _ asOf: Int32, _ endpoint: Endpoint, rises: Bool, _ options: ReferenceOptions, _ found: inout [Divergence]
  ) {
    // A cached reply is told with the revision at which it was read.
    let isCached = options.cachesTasks && (endpoint == .tasksToday || endpoint == .streak)
    guard asOf >= 0, !isCached else { return }
    if rises ? asOf <= told : asOf < told { found.append(.revisionMismatch(endpoint)) }
    told = max(told, asOf)
  }

  mutating func stored(
    _ sent: PhotoPayload, _ task: Int?, _ type: PhotoContentType, size: Int, at now: Timestamp, _ endpoint: Endpoint,
    _ found: inout [Divergence]
  ) {
    // A confirmation may be repeated, and its reply then describes the same photo.
    if endpoint == .confirmPhoto, photos.contains(where: { $0.id == sent.id }) { return }
    // The confirmed data may differ slightly from the stored data.
    let slack = endpoint == .confirmPhoto ? max(size / 100, 1024) : 0
    let isNew = !photos.contains { $0.id == sent.id }
    expect(isNew && sent.taskID == task && abs(sent.fileSize - size) <= slack, endpoint, &found)
    photos.append((sent.id, task, sent.fileSize, type, now))
    version += 1
  }
}
