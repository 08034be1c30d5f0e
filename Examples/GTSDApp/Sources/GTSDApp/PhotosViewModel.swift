import Foundation
import Observation

/// The photos of a task: those picked, and those on the server.
@MainActor @Observable package final class PhotosViewModel {
  /// A photo that was picked and is not uploaded yet.
  package struct Picked: Identifiable, Sendable, Equatable {
    package let id: UUID
    package let data: Data
  }

  package private(set) var picked: [Picked] = []
  package private(set) var stored: [StoredPhoto] = []
  package private(set) var isUploading = false
  package private(set) var errorMessage: String?

  private let client: APIClient
  private let task: Int
  private let repairs: Repairs
  private var deleted: Set<Int> = []

  package init(client: APIClient, task: Int, repairs: Repairs = .all) {
    (self.client, self.task, self.repairs) = (client, task, repairs)
  }

  package func pick(_ data: Data) {
    picked.append(Picked(id: UUID(), data: data))
  }

  /// Uploads the picked photos one after another. A failed photo stays picked.
  package func upload() async {
    guard !isUploading else { return }
    isUploading = true
    errorMessage = nil
    do {
      for photo in picked {
        try await client.upload(
          photo.data, toTask: task, key: repairs.contains(.uploadsHaveKeys) ? photo.id.uuidString : nil)
        if repairs.contains(.keepsPicked) { picked.removeAll { $0.id == photo.id } }
      }
      if !repairs.contains(.keepsPicked) { picked = [] }
    } catch {
      errorMessage = "A photo could not be uploaded."
    }
    isUploading = false
    await load()
  }

  /// Reads the photos on the server.
  package func load() async {
    struct Page: Decodable { var photos: [StoredPhoto] }
    guard let page: Page = try? await client.get("/v1/progress/photos?taskId=\(task)") else { return }
    stored = page.photos
    if repairs.contains(.deletedStaysDeleted) { stored.removeAll { deleted.contains($0.id) } }
  }

  package func delete(_ id: Int) async {
    do {
      try await client.delete("/v1/progress/photo/\(id)")
      deleted.insert(id)
      stored.removeAll { $0.id == id }
    } catch {
      errorMessage = "The photo could not be deleted."
    }
  }
}
