import GTSDModel

extension BackendState {
  // MARK: Multipart

  mutating func uploadPhoto(_ slot: Int, _ upload: PhotoUpload, at now: Timestamp) -> APIReply {
    guard upload.fileSize > 0 else { return failure(slot, 400, .validation, "The photo is empty") }
    guard upload.fileSize <= rules.photoMaxBytes else {
      return failure(slot, 413, .tooLarge, "The photo is too large")
    }
    let index = store(
      slot, item: upload.item, taskID: upload.taskID, fileSize: upload.fileSize, upload: 0, type: upload.contentType,
      at: now, caption: upload.caption)
    return success(slot, status: 201, .photo(payload(accounts[slot].photos[index])))
  }

  private mutating func store(
    _ slot: Int, item: PhotoItemID, taskID: Int?, fileSize: Int, upload: Int64, type: PhotoContentType,
    at now: Timestamp, caption: String? = nil
  ) -> Int {
    let photo = PhotoRow(
      id: nextID(), taskID: Int32(taskID ?? -1), fileSize: Int32(fileSize), upload: upload, contentType: type, at: now,
      caption: caption)
    accounts[slot].photos.append(photo)
    commit(.photo(item: item, id: photo.id), slot: slot)
    return accounts[slot].photos.count - 1
  }

  private func payload(_ photo: PhotoRow) -> PhotoPayload {
    PhotoPayload(
      id: Int(photo.id), taskID: photo.taskID < 0 ? nil : Int(photo.taskID), fileSize: Int(photo.fileSize),
      contentType: photo.contentType, caption: photo.caption)
  }

  /// The photo in the form in which lists contain it. A photo that was sent in one piece has no key in the object
  /// store; its id replaces the key.
  private func listed(_ photo: PhotoRow, _ slot: Int) -> PhotoPayload {
    var payload = payload(photo)
    payload.fileKey =
      photo.upload > 0
      ? ServerToken(.file, slot: slot, number: photo.upload).text
      : "progress-photos/\(photo.id).\(photo.contentType.fileExtension)"
    payload.uploadedAt = photo.at
    return payload
  }

  // MARK: Presign, store, confirm

  mutating func presignPhoto(
    _ slot: Int, name: String, type: PhotoContentType, size: Int, at now: Timestamp
  ) -> APIReply {
    let sinceEpoch = WorldCalendar.instant(of: now)
    if rules.limitsPhotos, !accounts[slot].presigns.admit(at: sinceEpoch, limit: RateWindow.presigns) {
      return failure(slot, 429, .rateLimited, "Too many requests")
    }
    guard hasImageName(name), size > 0, size <= rules.photoMaxBytes else {
      return failure(slot, 400, .validation, "Validation failed")
    }
    let number = accounts[slot].nextUpload
    accounts[slot].nextUpload += 1
    if accounts[slot].uploads.count >= 64 { accounts[slot].uploads.removeFirst() }
    accounts[slot].uploads.append(PresignedUpload(number: number, contentType: type, storedSize: -1))
    return success(slot, .presigned(fileKey: ServerToken(.file, slot: slot, number: number).text))
  }

  /// Whether a file name has one dot and one of four extensions, and does not lead out of its directory.
  private func hasImageName(_ name: String) -> Bool {
    guard (1...255).contains(name.utf8.count), !name.utf8.contains(where: { $0 == 0 || $0 == 0x2f || $0 == 0x5c })
    else { return false }
    let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else { return false }
    return ["jpg", "jpeg", "png", "heic"].contains(String(Substring(parts[1])).lowercased())
  }

  /// Stores a file in the object store. Its key is the permission, and no account data changes.
  mutating func storePhoto(_ key: String, _ type: PhotoContentType, _ size: Int) -> APIReply {
    guard let token = ServerToken(key, kind: .file), token.slot < accounts.count,
      let index = accounts[token.slot].uploads.firstIndex(where: { $0.number == token.number })
    else { return failure(403, .forbidden, "Access denied") }
    guard size > 0, accounts[token.slot].uploads[index].contentType == type else {
      return failure(403, .forbidden, "The signature does not match")
    }
    accounts[token.slot].uploads[index].storedSize = size
    return APIReply(status: 200, asOf: -1, body: .done)
  }

  /// The stored photo of a file key.
  func confirmedPhoto(_ slot: Int, _ key: String) -> PhotoRow? {
    guard let token = ServerToken(key, kind: .file), token.slot == slot else { return nil }
    return accounts[slot].photos.first { $0.upload == token.number }
  }

  /// Confirms an upload. With `photo.confirm: checkThenInsert`, the look-up was done when service began, and the index
  /// refuses a second row.
  mutating func confirmPhoto(
    _ slot: Int, _ body: PhotoConfirmation, _ read: EarlyRead, at now: Timestamp
  ) -> APIReply {
    let sinceEpoch = WorldCalendar.instant(of: now)
    if rules.limitsPhotos, !accounts[slot].confirms.admit(at: sinceEpoch, limit: RateWindow.confirmations) {
      return failure(slot, 429, .rateLimited, "Too many requests")
    }
    guard let token = ServerToken(body.fileKey, kind: .file), token.slot == slot else {
      return failure(slot, 403, .forbidden, "The file belongs to somebody else")
    }
    if let photo = confirmedPhoto(slot, body.fileKey) {
      guard read != .confirmation(isStored: false) else {
        decides()
        return failure(slot, 500, .server, "Internal server error")
      }
      return success(slot, .photo(payload(photo)))
    }
    guard let upload = accounts[slot].uploads.first(where: { $0.number == token.number }), upload.storedSize >= 0
    else { return failure(slot, 404, .notFound, "The file was not found") }
    let tolerance = max(upload.storedSize / 100, 1024)
    guard upload.contentType == body.contentType, abs(upload.storedSize - body.fileSize) <= tolerance,
      upload.storedSize <= rules.photoMaxBytes
    else { return failure(slot, 400, .validation, "The file does not match") }
    let index = store(
      slot, item: body.item, taskID: body.taskID, fileSize: upload.storedSize, upload: token.number,
      type: upload.contentType, at: now)
    return success(slot, status: 201, .photo(payload(accounts[slot].photos[index])))
  }

  // MARK: List and delete

  /// Lists photos, newest first.
  mutating func photos(_ slot: Int, taskID: Int?, limit: Int, offset: Int) -> APIReply {
    guard (1...100).contains(limit), offset >= 0 else { return failure(slot, 400, .validation, "Validation failed") }
    var page: [PhotoPayload] = []
    var skipped = 0
    for photo in accounts[slot].photos.reversed() where taskID == nil || Int(photo.taskID) == taskID {
      if skipped < offset {
        skipped += 1
      } else if page.count < limit {
        page.append(listed(photo, slot))
      } else {
        break
      }
    }
    return success(slot, .photos(page))
  }

  mutating func deletePhoto(_ slot: Int, id: Int) -> APIReply {
    guard let index = accounts[slot].photos.firstIndex(where: { Int($0.id) == id }) else {
      return failure(slot, 404, .notFound, "Photo not found")
    }
    accounts[slot].photos.remove(at: index)
    commit(.photoDeleted(id: Int32(id)), slot: slot)
    return success(slot, .done)
  }

  // MARK: Early reads

  /// Reads, with `photo.confirm: checkThenInsert`, whether the photo of the file key is stored already.
  func readConfirmation(_ call: APICall, fileKey: String, at now: Timestamp) -> EarlyRead {
    guard rules.generation.photo.confirm == .checkThenInsert, let slot = authorized(call, at: now) else {
      return .nothing
    }
    return .confirmation(isStored: confirmedPhoto(slot, fileKey) != nil)
  }
}
