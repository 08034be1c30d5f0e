import Foundation
import GTSDModel
import Testing

/// Replies written by hand after the contract's examples, in every shape that some server sends.
struct ToleranceTests {
  private let metrics = HealthMetrics(bmi: 24.69, bmr: 1760, tdee: 2728, computedAt: sampleNow, version: 1)
  private let acknowledgedAt = Timestamp(milliseconds: 1_762_071_362_007)

  @Test func metricsNestedAndFlat() {
    let row = #""bmi":24.69,"bmr":1760,"tdee":2728,"computedAt":"2025-11-02T08:15:30.412Z","version":1"#
    let texts = #""explanations":{"bmi":"","bmr":"","tdee":""}"#
    let pending = APIResponse.metrics(MetricsPayload(metrics: metrics, acknowledged: false))
    for body in [
      #"{"success":true,"data":{\#(row),\#(texts),"acknowledged":false,"acknowledgement":null}}"#,
      #"{"success":true,"data":{"metrics":{\#(row)},\#(texts),"acknowledged":false,"acknowledgement":null}}"#,
      #"{"success":true,"data":{"metrics":{\#(row)}}}"#,
      #"{"metrics":{\#(row)},"acknowledged":false}"#,
    ] {
      #expect(read(body, .todayMetrics) == pending)
    }
    let acknowledgement = Acknowledgement(acknowledgedAt: acknowledgedAt, version: 1)
    let done = MetricsPayload(metrics: metrics, acknowledged: true, acknowledgement: acknowledgement)
    let body = #"""
      {"success":true,"data":{\#(row),"acknowledged":true,
      "acknowledgement":{"acknowledgedAt":"2025-11-02T08:16:02.007Z","version":1}}}
      """#
    #expect(read(body, .todayMetrics) == .metrics(done))
  }

  @Test func datesWithAndWithoutFractions() {
    var whole = metrics
    whole.computedAt = Timestamp(milliseconds: 1_762_071_330_000)
    let body = #"{"data":{"bmi":24.69,"bmr":1760,"tdee":2728,"computedAt":"2025-11-02T08:15:30Z","version":1}}"#
    #expect(read(body, .todayMetrics) == .metrics(MetricsPayload(metrics: whole, acknowledged: false)))
  }

  @Test func acknowledgeRepliesOfEveryServer() {
    let request = APIRequest.acknowledge(version: 2, metricsComputedAt: sampleNow)
    let expected = APIResponse.acknowledged(Acknowledgement(acknowledgedAt: acknowledgedAt, version: 2))
    let at = #""acknowledgedAt":"2025-11-02T08:16:02.007Z""#
    for body in [
      #"{"success":true,"data":{"success":true,\#(at)}}"#,
      #"{"success":true,"data":{"acknowledged":true,"acknowledgement":{\#(at),"version":2}}}"#,
      #"{"success":true,"data":{"success":true,\#(at),"acknowledged":true,"acknowledgement":{\#(at),"version":2}}}"#,
      #"{"acknowledged":true,"acknowledgement":{\#(at),"version":2}}"#,
    ] {
      #expect(read(body, request) == expected)
    }
    #expect(read(#"{"success":true,"data":{"acknowledged":false}}"#, request) == .undecodable)
  }

  @Test func onboardingAnswersWithABareUserOrInTheEnvelope() {
    let user = #"{"id":7,"email":"a@b.c","name":"Ada","emailVerified":false,"hasCompletedOnboarding":true}"#
    let expected = UserPayload(id: 7, email: "a@b.c", name: "Ada", hasCompletedOnboarding: true)
    let request = APIRequest.onboard(.skip(at: sampleNow))
    for body in [user, #"{"success":true,"data":\#(user)}"#, #"{"success":true,"data":{"user":\#(user)}}"#] {
      #expect(read(body, request, status: 201) == .user(expected))
    }
  }

  @Test func meWithAndWithoutFlagAndPreferences() {
    let base = #""id":7,"email":"a@b.c","name":"Ada","timezone":"America/Los_Angeles""#
    let diet = #""dietaryPreferences":["vegan"],"allergies":[],"mealsPerDay":4"#
    #expect(
      read(#"{"success":true,"data":{\#(base)}}"#, .me) == .me(MePayload(id: 7, email: "a@b.c", name: "Ada")))
    let full = MePayload(
      id: 7, email: "a@b.c", name: "Ada", hasCompletedOnboarding: true,
      preferences: DietPreferences(dietaryPreferences: ["vegan"], mealsPerDay: 4))
    for body in [
      #"{"success":true,"data":{\#(base),"hasCompletedOnboarding":true,\#(diet)}}"#,
      #"{"success":true,"data":{\#(base),"hasCompletedOnboarding":true,"preferences":{\#(diet)}}}"#,
      #"{\#(base),"hasCompletedOnboarding":true,\#(diet)}"#,
    ] {
      #expect(read(body, .me) == .me(full))
    }
  }

  @Test func preferencesUnderUserOrData() {
    let diet = #""dietaryPreferences":[],"allergies":["nuts"],"mealsPerDay":3"#
    let request = APIRequest.updatePreferences(PreferencesUpdate(allergies: ["nuts"]))
    let expected = PreferencesPayload(preferences: DietPreferences(allergies: ["nuts"]))
    for body in [
      #"{"success":true,"message":"saved","data":{\#(diet)}}"#,
      #"{"success":true,"user":{"id":7,"email":"a@b.c",\#(diet)}}"#, #"{\#(diet)}"#,
    ] {
      #expect(read(body, request) == .preferences(expected))
    }
    #expect(read(#"{"success":true,"data":{\#(diet)}}"#, .preferences) == .preferences(expected))
  }

  @Test func profileHasItsOwnKeyAndNullsBeforeOnboarding() {
    let body = #"""
      {"success":true,"profile":{"user":{"id":7,"email":"a@b.c","name":"Ada"},
      "demographics":{"dateOfBirth":null,"gender":null,"height":null},
      "health":{"currentWeight":null,"targetWeight":null},
      "goals":{"primaryGoal":null,"targetDate":null,"activityLevel":null},
      "preferences":{"dietaryPreferences":[],"allergies":[],"mealsPerDay":3},
      "targets":{"bmr":null,"tdee":null,"calorieTarget":null,"proteinTarget":null,"waterTarget":null}}}
      """#
    let expected = ProfilePayload(
      user: UserPayload(id: 7, email: "a@b.c", name: "Ada", hasCompletedOnboarding: false),
      preferences: PreferencesPayload(preferences: DietPreferences()))
    #expect(read(body, .profile) == .profile(expected))
  }

  @Test func decimalsMayBeText() throws {
    let body = #"""
      {"success":true,"profile":{"user":{"id":7,"email":"a@b.c","name":"Ada"},
      "demographics":{"dateOfBirth":"1991-04-05T00:00:00.000Z","gender":"female","height":"170.50"},
      "health":{"currentWeight":"81.50","targetWeight":"75.00"},
      "goals":{"primaryGoal":"lose_weight","targetDate":"2026-03-01T00:00:00Z","activityLevel":"sedentary"},
      "preferences":{"dietaryPreferences":[],"allergies":[],"mealsPerDay":3}}}
      """#
    guard case .profile(let payload) = read(body, .profile) else {
      Issue.record("not read as a profile")
      return
    }
    let profile = try #require(payload.profile)
    #expect(profile.currentWeight == 81.5)
    #expect(profile.height == 170.5)
    #expect(payload.user.hasCompletedOnboarding)
    #expect(payload.targets == nil)
  }

  @Test(arguments: [200, 201])
  func plansComeWithEitherStatus(status: Int) {
    let body = #"""
      {"success":true,"data":{"plan":{"id":3,"userId":7,"name":"Week","startDate":"2025-10-27T00:00:00.000Z",
      "endDate":"2025-11-03T00:00:00Z","status":"active"},
      "targets":{"bmr":1760,"tdee":2728,"calorieTarget":2228,"proteinTarget":176,"waterTarget":2800},
      "whyItWorks":{},"recomputed":false}}
      """#
    let expected = PlanPayload(
      id: 3, startDate: sampleNow.startOfWeek, endDate: sampleNow.startOfWeek.adding(days: 7),
      targets: NutritionTargets(bmr: 1760, tdee: 2728, calories: 2228, protein: 176, water: 2800), recomputed: false)
    #expect(read(body, .generatePlan(forceRecompute: false), status: status) == .plan(expected))
  }

  @Test func photosOfBothFlows() {
    let upload = PhotoUpload(taskID: 5, item: PhotoItemID(0), contentType: .jpeg, fileSize: 900)
    let stored = APIResponse.photo(PhotoPayload(id: 12, taskID: 5, fileSize: 900))
    let multipart = #"{"photo":{"id":"12","userId":"7","taskId":"5","url":"https://x/12","createdAt":"2025-11-02"}}"#
    #expect(read(multipart, .uploadPhoto(upload), status: 201) == stored)
    let confirmation = PhotoConfirmation(
      fileKey: "k", item: PhotoItemID(0), contentType: .jpeg, fileSize: 900, taskID: 5)
    let confirmed = #"{"success":true,"data":{"photoId":12,"downloadUrl":"https://x/12"}}"#
    #expect(read(confirmed, .confirmPhoto(confirmation), status: 201) == stored)
  }

  @Test func tasksInBothForms() {
    let server = #"""
      {"success":true,"data":{"date":"2025-11-02","totalTasks":4,"completedTasks":1,
      "streak":{"current":2,"longest":5,"totalDays":9}},"cached":true}
      """#
    #expect(read(server, .tasksToday) == .tasks(TasksPayload(total: 4, completed: 1, currentStreak: 2)))
    let app = #"{"items":[{"id":1,"status":"completed"},{"id":2,"status":"pending"}],"meta":{"total":8,"page":1}}"#
    #expect(read(app, .tasksToday) == .tasks(TasksPayload(total: 8, completed: 1, currentStreak: 0, ids: [1, 2])))
  }

  @Test(arguments: ["", "<html>502</html>", "[]", "{}", #"{"success":true}"#, #"{"success":true,"data":null}"#])
  func successesWithoutPayloadAreUndecodable(body: String) {
    for request in [APIRequest.me, .todayMetrics, .generatePlan(forceRecompute: false), .profile, .streak] {
      #expect(read(body, request) == .undecodable)
    }
  }

  @Test func refusalUnderASuccessStatusIsAFailure() {
    let expected = APIErrorPayload(message: "no", reason: .validation)
    #expect(read(#"{"success":false,"error":"no"}"#, .me) == .failure(expected))
  }

  @Test(arguments: [
    (400, #"{"error":{"message":"bad","requestId":"r","stack":"…"}}"#, "bad", APIErrorPayload.Reason.validation),
    (400, #"{"success":false,"error":"bad"}"#, "bad", .validation),
    (400, #"{"success":false,"error":"bad","fieldErrors":{"height":"x"}}"#, "bad", .validation),
    (429, "Too many requests", "Too many requests", .rateLimited),
    (500, "", "Internal server error", .server),
    (502, "<html>", "<html>", .unavailable),
    (503, #"{"error":{"message":"down"}}"#, "down", .unavailable),
    (401, #"{"error":{"message":"who"}}"#, "who", .unauthorized),
    (403, #"{"error":{"message":"off"}}"#, "off", .forbidden),
    (409, #"{"message":"twice"}"#, "twice", .conflict),
    (413, "Payload Too Large", "Payload Too Large", .tooLarge),
    (404, #"{"error":{"message":"Metrics not found"}}"#, "Metrics not found", .notReady),
    (404, #"{"error":{"message":"no route","path":"/x","requestId":"r"}}"#, "no route", .notFound),
    (
      400, #"{"error":{"message":"Please acknowledge your health metrics first"}}"#,
      "Please acknowledge your health metrics first", .gated
    ),
    (400, #"{"error":{"message":"Complete onboarding"}}"#, "Complete onboarding", .onboardingIncomplete),
  ])
  func errorsOfEveryEnvelope(status: Int, body: String, message: String, reason: APIErrorPayload.Reason) {
    let expected = APIErrorPayload(message: message, reason: reason)
    #expect(read(body, .todayMetrics, status: status) == .failure(expected))
  }

  private func read(_ body: String, _ request: APIRequest, status: Int = 200) -> APIResponse {
    APIResponse(status: status, body: Array(body.utf8), for: request)
  }
}
