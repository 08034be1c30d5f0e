import Observation

/// Onboarding, and the summary that follows it.
@MainActor @Observable package final class OnboardingViewModel {
  /// The sheet presented after onboarding.
  package enum Sheet: Sendable, Equatable {
    case none, waiting
    case summary(Summary)
  }

  package private(set) var isSubmitting = false
  package private(set) var isDone = false
  package private(set) var sheet = Sheet.none
  package private(set) var errorMessage: String?

  private let client: APIClient
  private let repairs: Repairs

  package init(client: APIClient, repairs: Repairs = .all) { (self.client, self.repairs) = (client, repairs) }

  /// Handles a tap on the last page's button.
  package func complete(_ profile: Profile) async {
    if repairs.contains(.oneOnboarding), isSubmitting || isDone { return }
    isSubmitting = true
    defer { isSubmitting = false }
    do {
      try await client.post("/v1/onboarding", profile)
      isDone = true
      await summarise()
    } catch {
      errorMessage = "Your answers could not be stored."
    }
  }

  private func summarise() async {
    sheet = .waiting
    guard let summary: Summary = try? await client.get("/v1/summary/how-it-works") else {
      sheet = .none
      return
    }
    if repairs.contains(.abandonedSummaryStaysAway), sheet != .waiting { return }
    sheet = .summary(summary)
  }

  /// Continues without the summary, which is allowed after ten seconds.
  package func continueWithoutSummary() {
    sheet = .none
  }
}
