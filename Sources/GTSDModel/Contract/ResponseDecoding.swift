extension APIResponse {
  /// Reads a reply in any of the known forms; `undecodable` for a success with none of them.
  ///
  /// The request supplies values that some servers leave out: the acknowledged version, the task and size of a photo.
  package init(status: Int, body: [UInt8], for request: APIRequest) {
    guard (200..<300).contains(status) else {
      self = .failure(APIErrorPayload(status: status, body: body, for: request.endpoint))
      return
    }
    // The body may report a failure although the status reports a success.
    func refusal() -> APIResponse { .failure(APIErrorPayload(status: 400, body: body, for: request.endpoint)) }
    if request.endpoint.answersWithoutPayload {
      let reportsFailure =
        request.endpoint.mayReportFailureInJSON && !body.isEmpty && JSONView.read(body, \.reportsFailure) == true
      self = reportsFailure ? refusal() : .done
      return
    }
    let response = JSONView.read(body) { json -> APIResponse? in
      if json["success"].bool == false { return refusal() }
      return ResponseReader(json: json, request: request).response ?? (json.reportsFailure ? refusal() : nil)
    }
    self = (response ?? nil) ?? .undecodable
  }

  /// The upload address in a presign response; nil if it has none.
  package static func uploadURL(in body: [UInt8]) -> String? {
    JSONView.read(body) { json in json["data"].or(json)["uploadUrl"].string } ?? nil
  }
}

extension Endpoint {
  /// Whether the body of a success is ignored.
  var answersWithoutPayload: Bool {
    switch self {
    case .logOut, .storePhoto, .deletePhoto, .submitEvidence, .health, .deleteAccount: true
    default: false
    }
  }

  /// Whether the body may report a failure although the status reports a success. Health checks have bodies of any
  /// form, and files go to other hosts.
  fileprivate var mayReportFailureInJSON: Bool { self != .health && self != .storePhoto }
}

/// Reads the payload of one success.
private struct ResponseReader {
  var json: JSONView
  var request: APIRequest

  /// The payload inside the envelope, or the body itself if there is no envelope.
  var data: JSONView { json["data"].or(json) }

  var response: APIResponse? {
    switch request {
    case .signUp, .logIn:
      session.map(APIResponse.session)
    case .refresh:
      tokens
    case .me:
      me.map(APIResponse.me)
    case .updateBasicProfile, .onboard:
      UserPayload(data["user"].or(json["user"]).or(data)).map(APIResponse.user)
    case .preferences, .updatePreferences:
      PreferencesPayload(json["data"].or(json["user"]).or(json["preferences"]).or(json)).map(APIResponse.preferences)
    case .howItWorks:
      SummaryPayload(data).map(APIResponse.summary)
    case .profile, .exportData:
      ProfilePayload(json["profile"].or(data["profile"]).or(data)).map(APIResponse.profile)
    case .updateProfile:
      profileUpdate.map(APIResponse.profileUpdated)
    case .todayMetrics:
      MetricsPayload(data).map(APIResponse.metrics)
    case .acknowledge(let version, _):
      Acknowledgement(reply: data, sentVersion: version).map(APIResponse.acknowledged)
    case .generatePlan:
      PlanPayload(data).map(APIResponse.plan)
    case .uploadPhoto(let upload):
      PhotoPayload(
        json["photo"].or(data["photo"]).or(data), taskID: upload.taskID, fileSize: upload.fileSize,
        contentType: upload.contentType
      ).map(APIResponse.photo)
    case .confirmPhoto(let confirmation):
      PhotoPayload(
        data, taskID: confirmation.taskID, fileSize: confirmation.fileSize, contentType: confirmation.contentType
      ).map(APIResponse.photo)
    case .presignPhoto:
      data["fileKey"].string.map { .presigned(fileKey: $0) }
    case .photos(let taskID, _, _):
      photos(taskID: taskID)
    case .tasksToday:
      TasksPayload(data).map(APIResponse.tasks)
    case .streak:
      StreakPayload(data["streak"].or(data)).map(APIResponse.streak)
    case .logOut, .storePhoto, .deletePhoto, .submitEvidence, .health, .deleteAccount:
      .done
    }
  }

  private var session: SessionPayload? {
    guard let user = UserPayload(data["user"]), let access = data["accessToken"].string,
      let refresh = data["refreshToken"].string
    else { return nil }
    return SessionPayload(user: user, accessToken: access, refreshToken: refresh)
  }

  private var tokens: APIResponse? {
    guard let access = data["accessToken"].string, let refresh = data["refreshToken"].string else { return nil }
    return .tokens(accessToken: access, refreshToken: refresh)
  }

  private var me: MePayload? {
    let user = data["user"].or(data)
    guard let base = UserPayload(user) else { return nil }
    let preferences = PreferencesPayload(user["preferences"].or(user))?.preferences
    return MePayload(
      id: base.id, email: base.email, name: base.name, hasCompletedOnboarding: user["hasCompletedOnboarding"].bool,
      preferences: preferences)
  }

  private var profileUpdate: ProfileUpdatePayload? {
    let planUpdated = json["planUpdated"].or(data["planUpdated"]).bool
    // A reply with neither the flag nor a profile does not answer an update.
    guard planUpdated != nil || !json["profile"].or(data["profile"]).isNull else { return nil }
    let targets = NutritionTargets(json["targets"].or(data["targets"]))
    let profile = json["profile"].or(data["profile"])
    return ProfileUpdatePayload(
      planUpdated: planUpdated ?? false, targets: targets, isChanged: profile.hasMembers,
      changes: ProfileUpdatePayload.TargetChanges(json["changes"].or(data["changes"])))
  }

  private func photos(taskID: Int?) -> APIResponse? {
    guard let list = data["photos"].or(data["items"]).or(data).array else { return nil }
    let photos = list.compactMap { PhotoPayload($0, taskID: taskID, fileSize: 0) }
    return photos.count == list.count ? .photos(photos) : nil
  }
}
