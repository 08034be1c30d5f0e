import GTSDModel
import GTSDWorld

/// Reports a remote server's commits to the KPIs, as far as its replies show them. This replaces the commits that the
/// simulated server reports. A commit without a reply goes unnoticed.
final class ObservedCommits: ReplyTap {
  private let events: EventStream

  init(events: EventStream) {
    self.events = events
  }

  func replied(to call: APICall, _ result: Result<APIReply, TransportError>, sentAt: Int64, endedAt: Int64) {
    guard case .success(let reply) = result, reply.isCarriedOut else { return }
    for commit in Self.commits(call, reply.body) {
      events.emit(
        .committed(commit, revision: reply.asOf, intent: call.intent), user: call.caller.user,
        account: call.caller.account, device: SimulationEvent.server, session: 0)
    }
  }

  static func commits(_ call: APICall, _ body: APIResponse) -> [Commit] {
    switch (call.body, body) {
    case (.signUp, .session):
      [.account, .signedIn]
    case (.logIn, .session):
      [.signedIn]
    case (.onboard(let request), .user):
      [.onboarded(complete: !request.profile.isPlaceholder)]
    case (.updateProfile(let update), .profileUpdated):
      [.profile(complete: (update.height ?? 0) > 0 && (update.currentWeight ?? 0) > 0)]
        + (update.preferences.whole.map { [.preferences(before: 0, after: $0.stableHash, device: call.caller.device)] }
          ?? [])
    case (.acknowledge(_, let computedAt), .acknowledged):
      [.acknowledgment(row: computedAt.wholeSecond, newest: true, first: true)]
    case (.updatePreferences, .preferences(let payload)):
      [.preferences(before: 0, after: payload.preferences.stableHash, device: call.caller.device)]
    case (.uploadPhoto(let upload), .photo(let photo)):
      [.photo(item: upload.item, id: Int32(truncatingIfNeeded: photo.id))]
    case (.confirmPhoto(let confirmation), .photo(let photo)):
      [.photo(item: confirmation.item, id: Int32(truncatingIfNeeded: photo.id))]
    default:
      []
    }
  }
}

extension PreferencesUpdate {
  /// The preferences after this update, if the update contains all of them; otherwise nil.
  fileprivate var whole: DietPreferences? {
    guard let dietaryPreferences, let allergies, let mealsPerDay else { return nil }
    return DietPreferences(
      dietaryPreferences: dietaryPreferences, allergies: allergies, mealsPerDay: mealsPerDay)
  }
}
