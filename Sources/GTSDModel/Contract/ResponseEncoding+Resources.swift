extension PlanPayload {
  func json(_ context: ResponseContext) -> JSONValue {
    let shownTargets: JSONObject = [
      "bmr": JSONValue(targets.bmr), "tdee": JSONValue(targets.tdee), "calorieTarget": JSONValue(targets.calories),
      "proteinTarget": JSONValue(targets.protein), "waterTarget": JSONValue(targets.water),
      "weeklyRate": JSONValue(weeklyRate), "estimatedWeeks": JSONValue(estimatedWeeks),
      "projectedDate": JSONValue(estimatedWeeks.map { context.now.adding(days: Int64($0) * 7) }),
    ]
    return [
      "plan": [
        "id": JSONValue(id), "userId": JSONValue(context.user?.id),
        "name": .string("Weekly plan \(startDate.iso8601.prefix(10))"), "description": "Your targets for the week.",
        "startDate": JSONValue(startDate), "endDate": JSONValue(endDate), "status": "active",
      ],
      "targets": JSONValue.object(shownTargets).withoutNulls,
      "whyItWorks": ResponseTexts.plan(self, profile: context.profile),
      "recomputed": .bool(recomputed),
    ]
  }
}

extension PhotoPayload {
  /// The download address of the image.
  private func address(_ context: ResponseContext) -> JSONValue { .string("\(context.baseURL)/storage/photos/\(id)") }

  /// The reply to an upload has ids as text under its own key. The reply to a confirmation has the id in the envelope.
  func json(for request: APIRequest, context: ResponseContext) -> JSONValue {
    guard request.endpoint == .uploadPhoto else {
      let confirmed: JSONValue = [
        "photoId": JSONValue(id), "downloadUrl": address(context), "fileSize": JSONValue(fileSize),
        "taskId": JSONValue(taskID),
      ]
      return success(confirmed.withoutNulls)
    }
    var photo: [JSONObject.Member] = [
      ("id", .string(String(id))), ("userId", JSONValue(context.user.map { String($0.id) })),
      ("taskId", JSONValue(taskID.map { String($0) })), ("url", address(context)), ("fileSize", JSONValue(fileSize)),
      ("createdAt", JSONValue(context.now)), ("updatedAt", JSONValue(context.now)),
    ]
    if let caption { photo.append(("caption", .string(caption))) }
    return ["photo": .object(JSONObject(photo))]
  }

  fileprivate func listed(_ context: ResponseContext) -> JSONValue {
    let photo: JSONObject = [
      "id": JSONValue(id), "taskId": JSONValue(taskID), "fileSize": JSONValue(fileSize),
      "mimeType": .string(contentType.rawValue),
      "fileKey": JSONValue(fileKey), "width": nil, "height": nil, "takenAt": nil, "uploadedAt": JSONValue(uploadedAt),
      "createdAt": JSONValue(uploadedAt), "downloadUrl": address(context),
    ]
    return .object(caption.map { photo.merging(JSONObject([("caption", .string($0))])) } ?? photo)
  }
}

extension [PhotoPayload] {
  /// `total` is the size of the page, as on the public server.
  func json(for request: APIRequest, context: ResponseContext) -> JSONValue {
    var page: JSONValue = ["total": JSONValue(count)]
    if case .photos(_, let limit, let offset) = request {
      page = ["limit": JSONValue(limit), "offset": JSONValue(offset), "total": JSONValue(count)]
    }
    return success(["photos": .array(map { $0.listed(context) }), "pagination": page])
  }
}

extension TasksPayload {
  func json(_ now: Timestamp) -> JSONValue {
    [
      "date": .string(String(now.iso8601.prefix(10))), "totalTasks": JSONValue(total),
      "completedTasks": JSONValue(completed),
      "completionPercentage": JSONValue(total > 0 ? roundHalfUp(Double(completed) / Double(total) * 100) : 0),
      "tasksByType": [:],
      "streak": [
        "current": JSONValue(currentStreak), "longest": JSONValue(currentStreak),
        "totalDays": JSONValue(currentStreak),
      ],
      "pagination": ["limit": 50, "offset": 0, "total": JSONValue(total), "hasMore": false],
    ]
  }
}

extension StreakPayload {
  func json(user: UserPayload?) -> JSONValue {
    [
      "streak": [
        "userId": JSONValue(user?.id), "currentStreak": JSONValue(current), "longestStreak": JSONValue(longest),
        "totalCompliantDays": JSONValue(longest), "lastComplianceDate": nil, "streakStartDate": nil,
      ],
      "todayCompliance": nil, "canIncrementToday": true,
    ]
  }
}
