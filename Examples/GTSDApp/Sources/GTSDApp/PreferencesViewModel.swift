import Observation

/// The form of dietary preferences.
@MainActor @Observable package final class PreferencesViewModel {
  package private(set) var preferences = Preferences()
  package private(set) var isLoaded = false
  package private(set) var isSaving = false
  package private(set) var errorMessage: String?

  private let client: APIClient
  private let repairs: Repairs

  package init(client: APIClient, repairs: Repairs = .all) { (self.client, self.repairs) = (client, repairs) }

  package func load() async {
    do {
      preferences = try await client.get("/auth/profile/preferences")
      isLoaded = true
    } catch {
      errorMessage = "Your preferences could not be loaded."
    }
  }

  package func add(_ preference: String) {
    if repairs.contains(.loadsBeforeSaving), !isLoaded { return }
    preferences.dietaryPreferences.append(preference)
  }

  package func save() async {
    if repairs.contains(.loadsBeforeSaving), !isLoaded { return }
    guard !isSaving else { return }
    isSaving = true
    defer { isSaving = false }
    let sent = preferences
    do {
      try await client.put("/auth/profile/preferences", sent)
      // The server may have changed the stored values, for example their order.
      let told: Preferences = try await client.get("/auth/profile/preferences")
      if repairs.contains(.keepsTyping), preferences != sent { return }
      preferences = told
    } catch {
      errorMessage = "Your preferences could not be saved."
    }
  }
}
