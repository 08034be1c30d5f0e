import Foundation
import GTSDApp
import GTSDExplore
import GTSDModel

extension Story {
  /// The photos of a task.
  private static func photos(
    _ world: ExploredWorld, _ repairs: Repairs, faults: [Fault] = []
  ) async throws -> PhotosViewModel {
    let person = try await Person(world.backend(.correct, faults: faults), isOnboarded: false)
    let photos = await PhotosViewModel(client: person.client(world, repairs: repairs), task: 1, repairs: repairs)
    world.watch(photos, as: "photos")
    return photos
  }

  static let photos = [
    Story(
      hazard: "photo-retry-duplicates", repair: .uploadsHaveKeys, finding: "I-PHOTO: upload-photo of"
    ) { world, repairs in
      // The server stores the first photo, and its reply is lost.
      let lost = Fault(kind: .replyLost, endpoints: [.uploadPhoto], times: 1)
      let photos = try await photos(world, repairs, faults: [lost])
      await photos.pick(Data("front".utf8))
      await photos.pick(Data("side".utf8))
      await photos.upload()
      await photos.upload()
    },
    Story(
      hazard: "selection-cleared-mid-upload", repair: .keepsPicked, finding: "a photo that was picked is gone"
    ) { world, repairs in
      let photos = try await photos(world, repairs)
      await photos.pick(Data("front".utf8))
      async let upload: Void = photos.upload()
      try await Task.sleep(for: .milliseconds(60))
      await photos.pick(Data("side".utf8))
      await upload
      let isThere = await photos.stored.count + photos.picked.count == 2
      world.expect(isThere, "a photo that was picked is gone")
    },
    Story(
      hazard: "delete-photo-resurrection", repair: .deletedStaysDeleted, finding: "a photo that was deleted is back"
    ) { world, repairs in
      let photos = try await photos(world, repairs)
      await photos.pick(Data("front".utf8))
      await photos.upload()
      guard let photo = await photos.stored.first else { return world.expect(false, "nothing was stored") }
      async let load: Void = photos.load()
      async let delete: Void = photos.delete(photo.id)
      _ = await (load, delete)
      let isGone = await photos.stored.isEmpty
      world.expect(isGone, "a photo that was deleted is back")
    },
  ]
}
