import GTSDModel

/// The requests that the app must not cancel while the user is signed in: those that store data, and those of a pull.
/// Whoever pulls a tab down wants to see its data whenever they come, also on the tab after the next.
struct ReferenceCancellations: Sendable {
  /// Whether the person has pulled a tab down at this instant.
  private var isPulled = false
  /// The requests in flight that pulls have sent, by their numbers.
  private var ofPulls: [Int32] = []
  /// The request that was cancelled at this instant.
  private var cancelled: Endpoint?

  mutating func pulled() { isPulled = true }

  mutating func sent(_ request: borrowing WireCall) {
    if isPulled { ofPulls.append(request.id) }
  }

  /// Handles a reply, or the end of the wait for one.
  mutating func received(_ request: borrowing WireCall, isCancelled: Bool) {
    let (id, endpoint) = (request.id, request.body.endpoint)
    let index = ofPulls.firstIndex(of: id)
    if let index { ofPulls.remove(at: index) }
    if isCancelled, index != nil || Self.stores(endpoint) { cancelled = endpoint }
  }

  /// Ends the instant.
  ///
  /// - Returns: the request that was cancelled in it; nil if there is none.
  mutating func settle() -> Endpoint? {
    isPulled = false
    return cancelled.take()
  }

  /// Whether the request stores data for the person.
  static func stores(_ endpoint: Endpoint) -> Bool {
    switch endpoint {
    case .onboard, .acknowledge, .updateProfile, .updateBasicProfile, .updatePreferences, .submitEvidence, .uploadPhoto,
      .presignPhoto, .storePhoto, .confirmPhoto, .deletePhoto, .deleteAccount:
      true
    case .signUp, .logIn, .refresh, .logOut, .me, .howItWorks, .todayMetrics, .generatePlan, .profile, .preferences,
      .photos, .tasksToday, .streak, .health, .exportData:
      false
    }
  }
}
