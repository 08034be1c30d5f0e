import GTSDModel

extension ReferenceAccount {
  /// Whether a read of the user is of this account's user.
  func isNamed(by me: MePayload) -> Bool { me.id == id ?? me.id && me.name == name && me.email == email }

  /// Whether a reply contains data of this account: its e-mail address, or ids and rows that its requests created.
  /// False for replies that name no account.
  func owns(_ reply: APIResponse) -> Bool {
    switch reply {
    case .session(let session): session.user.email == email
    case .user(let user): user.email == email
    case .me(let me): me.email == email
    case .profile(let payload): payload.user.email == email
    case .metrics(let payload): rows.contains(payload.metrics)
    case .plan(let payload): plans.contains { $0.id == payload.id }
    case .photo(let payload): photos.contains { $0.id == payload.id }
    case .photos(let payloads): payloads.contains { payload in photos.contains { $0.id == payload.id } }
    case .summary, .tokens, .preferences, .profileUpdated, .acknowledged, .presigned, .tasks, .streak, .done, .failure,
      .undecodable:
      false
    }
  }
}

extension HealthProfile {
  /// Whether a change from one of these profiles to the other requires no new metrics row. A change of the body or of
  /// the goal requires one.
  func hasSameRow(as new: HealthProfile) -> Bool {
    var other = new
    (other.targetWeight, other.targetDate) = (targetWeight, targetDate)
    return other == self
  }
}
