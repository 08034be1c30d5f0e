import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

extension BackendConformance {
  // MARK: Photos

  static let photos: [Check] = [
    Check("multipart uploads are stored, listed and deleted") { suite in
      let person = suite.person()
      try await person.signUp()
      let first = try await person.upload(0, task: 1)
      let second = try await person.upload(1, task: 2)
      #expect(first.id != second.id)
      #expect(try await person.photos().map(\.id) == [second.id, first.id])
      #expect(try await person.photos(task: 1).map(\.asUploaded) == [first])
      #expect(try await person.photos(limit: 1, offset: 1).map(\.asUploaded) == [first])
      #expect(try await person.send(.photos(taskID: nil, limit: 0, offset: 0)).status == 400)
      #expect(try await person.send(.deletePhoto(id: first.id)).status == 200)
      #expect(try await person.send(.deletePhoto(id: first.id)).status == 404)
      #expect(try await person.photos().map(\.asUploaded) == [second])
    },
    Check("a photo may have 10,485,760 bytes and no more") { suite in
      let person = suite.person()
      try await person.signUp()
      var statuses: [Int] = []
      for size in [10_485_760, 10_485_761, 0] {
        let upload = PhotoUpload(taskID: 1, item: PhotoItemID(0), contentType: .jpeg, fileSize: size)
        statuses.append(try await person.send(.uploadPhoto(upload)).status)
      }
      #expect(statuses == [201, 413, 400])
      let presign = APIRequest.presignPhoto(fileName: "a.jpg", contentType: .jpeg, fileSize: 10_485_761)
      #expect(try await person.send(presign).status == 400)
    },
    Check("presign, store and confirm make one photo") { suite in
      let person = suite.person()
      try await person.signUp()
      let key = try await person.presign("front.jpg")
      let confirmation = PhotoConfirmation(
        fileKey: key, item: PhotoItemID(0), contentType: .jpeg, fileSize: 200_000, taskID: 1)
      #expect(try await person.send(.confirmPhoto(confirmation)).status == 404)
      #expect(try await person.send(.storePhoto(fileKey: key, contentType: .jpeg, fileSize: 200_000)).status == 200)
      var wrong = confirmation
      wrong.fileSize = 203_000
      #expect(try await person.send(.confirmPhoto(wrong)).status == 400)
      let stored = try await person.send(.confirmPhoto(confirmation))
      let repeated = try await person.send(.confirmPhoto(confirmation))
      #expect(stored.status == 201 && repeated.status == 200 && stored.body == repeated.body)
      let listed = try await person.photos()
      #expect(listed.map(\.fileKey) == [key] && listed.allSatisfy { $0.uploadedAt != nil })
    },
    Check("file names and foreign keys are checked") { suite in
      let (one, two) = (suite.person(0), suite.person(1))
      try await one.signUp()
      try await two.signUp()
      for name in ["front.gif", "front.tar.gz", "../front.jpg", "front", ".jpg", "a\0.jpg", ""] {
        let presign = APIRequest.presignPhoto(fileName: name, contentType: .jpeg, fileSize: 1000)
        #expect(try await one.send(presign).status == 400)
      }
      let key = try await one.presign("FRONT.JPG")
      let foreign = PhotoConfirmation(fileKey: key, item: PhotoItemID(0), contentType: .jpeg, fileSize: 1000)
      #expect(try await two.send(.confirmPhoto(foreign)).status == 403)
      #expect(try await one.send(.storePhoto(fileKey: "P99.1", contentType: .jpeg, fileSize: 1)).status == 403)
    },
    Check("a repeated key stores a photo once where keys are honoured") { suite in
      let person = suite.person()
      try await person.signUp()
      let first = try await person.upload(0, task: 1, key: 7)
      let second = try await person.upload(0, task: 1, key: 7)
      let other = try await person.upload(1, task: 1, key: 8)
      let isHonoured = suite.generation.limits.idempotency == .honoured
      #expect((first.id == second.id) == isHonoured)
      #expect(other.id != second.id)
      #expect(try await person.photos().count == (isHonoured ? 2 : 3))
      guard isHonoured else { return }
      // A photo may be sent again after many others, days later.
      for key: UInt64 in 100..<200 { _ = try await person.upload(Int32(key), task: 2, key: key) }
      #expect(try await person.upload(0, task: 1, key: 7) == first)
    },
  ]

  // MARK: Tasks

  static let tasks: [Check] = [
    Check("evidence completes a task and counts the streak once a day") { suite in
      let person = suite.person()
      try await person.signUp()
      #expect(try await person.streak() == StreakPayload(current: 0, longest: 0))
      #expect(try await person.send(.submitEvidence(taskID: 0)).status == 404)
      #expect(try await person.send(.submitEvidence(taskID: 1)).status == 201)
      #expect(try await person.send(.submitEvidence(taskID: 1)).isSuccess)
      #expect(try await person.send(.submitEvidence(taskID: 2)).status == 201)
      guard case .tasks(let today) = try await person.send(.tasksToday).body else { throw Unexpected() }
      #expect(today == TasksPayload(total: 3, completed: 2, currentStreak: 1))
      await suite.pausing(.days(1))
      try await person.refresh()
      _ = try await person.send(.submitEvidence(taskID: 1))
      #expect(try await person.streak() == StreakPayload(current: 2, longest: 2))
      await suite.pausing(.days(2))
      try await person.refresh()
      #expect(try await person.streak() == StreakPayload(current: 0, longest: 2))
    }
  ]
}

extension CallingPerson {
  func upload(_ item: Int32, task: Int, key: UInt64 = 0) async throws -> PhotoPayload {
    let upload = PhotoUpload(taskID: task, item: PhotoItemID(item), contentType: .jpeg, fileSize: 200_000)
    let reply = try await send(.uploadPhoto(upload), key: key)
    guard case .photo(let photo) = reply.body else { throw UnexpectedReply(reply: reply) }
    return photo
  }

  func photos(task: Int? = nil, limit: Int = 50, offset: Int = 0) async throws -> [PhotoPayload] {
    let reply = try await send(.photos(taskID: task, limit: limit, offset: offset))
    guard case .photos(let photos) = reply.body else { throw UnexpectedReply(reply: reply) }
    return photos
  }

  func presign(_ name: String) async throws -> String {
    let reply = try await send(.presignPhoto(fileName: name, contentType: .jpeg, fileSize: 200_000))
    guard case .presigned(let key) = reply.body else { throw UnexpectedReply(reply: reply) }
    return key
  }

  func streak() async throws -> StreakPayload {
    let reply = try await send(.streak)
    guard case .streak(let streak) = reply.body else { throw UnexpectedReply(reply: reply) }
    return streak
  }
}

extension PhotoPayload {
  /// The photo as the reply to its upload describes it, without place and time.
  fileprivate var asUploaded: PhotoPayload {
    var photo = self
    (photo.fileKey, photo.uploadedAt) = (nil, nil)
    return photo
  }
}
