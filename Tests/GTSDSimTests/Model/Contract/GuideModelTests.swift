import Foundation
import GTSDModel
import Testing

@testable import GTSDWorld

/// The specifications' own types, decoded by Foundation from the server's replies.
struct GuideModelTests {
  /// Issue 2, step 1, except that the contract has a number as id.
  private struct User: Codable {
    let id: Int
    let email: String
    let name: String
    let hasCompletedOnboarding: Bool
    let createdAt: Date
    let updatedAt: Date
    let dietaryPreferences: [String]?
    let allergies: [String]?
    let mealsPerDay: Int?
  }

  private struct Envelope<Content: Codable>: Codable { let data: Content }
  private struct Session: Codable { let user: User }
  private struct PreferencesReply: Codable {
    let success: Bool
    let user: User
  }

  /// Issue 3: the reply to an upload.
  private struct PhotoReply: Codable {
    struct Photo: Codable {
      let id: String
      let taskId: String
      let url: String
      let caption: String?
      let createdAt: Date
    }
    let photo: Photo
  }

  /// The response of the quick reference, with the names that the fix guide gives its type.
  private struct MetricsSummaryResponse: Codable {
    struct HealthMetrics: Codable {
      let bmi: Double
      let bmr: Int
      let tdee: Int
      let computedAt: Date
      let version: Int
    }
    struct Explanations: Codable {
      let bmi: String
      let bmr: String
      let tdee: String
    }
    struct Acknowledgement: Codable {
      let acknowledgedAt: Date
      let version: Int
    }
    struct MetricsSummaryData: Codable {
      let metrics: HealthMetrics
      let explanations: Explanations
      let acknowledged: Bool
      let acknowledgement: Acknowledgement?
    }
    let success: Bool
    let data: MetricsSummaryData
  }

  private struct Acknowledged: Codable {
    let acknowledged: Bool
    let acknowledgement: MetricsSummaryResponse.Acknowledgement?
  }

  /// The product specification, 2.5.
  private struct HowItWorksSummary: Codable {
    struct SummaryUser: Codable {
      let name: String
      let email: String
    }
    struct CurrentMetrics: Codable {
      let age: Int?
      let gender: String?
      let weight: Double
      let height: Double
      let activityLevel: String?
    }
    struct Goals: Codable {
      let primaryGoal: String
      let targetWeight: Double
      let targetDate: Date?
    }
    struct BMRCalculation: Codable {
      let value: Int
      let explanation: String
      let formula: String
    }
    struct TDEECalculation: Codable {
      let value: Int
      let explanation: String
      let activityMultiplier: Double
    }
    struct Target: Codable {
      let value: Int
      let unit: String?
      let explanation: String
    }
    struct Targets: Codable {
      let calories: Target
      let protein: Target
      let water: Target
    }
    struct Calculations: Codable {
      let bmr: BMRCalculation
      let tdee: TDEECalculation
      let targets: Targets
    }
    struct Projection: Codable {
      let startWeight: Double
      let targetWeight: Double
      let weeklyRate: Double
      let estimatedWeeks: Int
      let projectedDate: Date?
      let explanation: String
    }
    struct HowItWorksStep: Codable {
      let title: String
      let description: String
    }
    struct HowItWorks: Codable {
      let step1: HowItWorksStep
      let step2: HowItWorksStep
      let step3: HowItWorksStep
      let step4: HowItWorksStep
    }
    let user: SummaryUser
    let currentMetrics: CurrentMetrics
    let goals: Goals
    let calculations: Calculations
    let projection: Projection
    let howItWorks: HowItWorks
  }

  private static let ann = UserPayload(
    id: 1, email: "ann@example.com", name: "Ann", hasCompletedOnboarding: true,
    createdAt: Timestamp(milliseconds: 1_700_000_000_000), updatedAt: Timestamp(milliseconds: 1_700_000_060_000))

  private func decode<Content: Decodable>(
    _ type: Content.Type, _ response: APIResponse, for request: APIRequest
  ) throws -> Content {
    let context = ResponseContext(
      wire: Generation.preset(.correct).wire, now: Timestamp(milliseconds: 1_700_000_100_000), user: Self.ann)
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let text = try decoder.singleValueContainer().decode(String.self)
      return try Date(text, strategy: .iso8601.year().month().day().time(includingFractionalSeconds: true))
    }
    let wire = response.encoded(for: request, context: context)
    return try decoder.decode(type, from: Data(wire.body))
  }

  @Test("The `User` type of the guide decodes every reply that contains a user")
  func users() throws {
    let session = SessionPayload(user: Self.ann, accessToken: "a", refreshToken: "r")
    let signedUp = try decode(
      Envelope<Session>.self, .session(session), for: .logIn(email: Self.ann.email, password: "x"))
    #expect(signedUp.data.user.updatedAt.timeIntervalSince(signedUp.data.user.createdAt) == 60)
    let preferences = DietPreferences(dietaryPreferences: ["Vegan"], allergies: ["Nuts"], mealsPerDay: 4)
    let me = try decode(
      Envelope<User>.self,
      .me(
        MePayload(id: 1, email: Self.ann.email, name: "Ann", hasCompletedOnboarding: true, preferences: preferences)),
      for: .me)
    #expect(me.data.dietaryPreferences == ["Vegan"] && me.data.mealsPerDay == 4)
    let saved = try decode(
      PreferencesReply.self, .preferences(PreferencesPayload(preferences: preferences, revision: 2)),
      for: .updatePreferences(PreferencesUpdate(dietaryPreferences: ["Vegan"])))
    #expect(saved.user.allergies == ["Nuts"])
  }

  @Test("The types of the metrics decode the replies to a read and to an acknowledgment")
  func metrics() throws {
    let row = HealthMetrics(
      bmi: 24.69, bmr: 1760, tdee: 2728, computedAt: Timestamp(milliseconds: 1_700_000_060_250), version: 1)
    let acknowledgement = Acknowledgement(acknowledgedAt: Timestamp(milliseconds: 1_700_000_090_000), version: 1)
    for known in [nil, acknowledgement] {
      let payload = MetricsPayload(metrics: row, acknowledged: known != nil, acknowledgement: known)
      let reply = try decode(MetricsSummaryResponse.self, .metrics(payload), for: .todayMetrics)
      #expect(reply.success && reply.data.acknowledged == (known != nil))
      #expect(reply.data.metrics.bmi == 24.69 && reply.data.metrics.bmr == 1760 && reply.data.metrics.tdee == 2728)
      #expect(reply.data.metrics.computedAt.timeIntervalSince1970 == 1_700_000_060.25)
      #expect(reply.data.acknowledgement?.version == known?.version)
    }
    let request = APIRequest.acknowledge(version: 1, metricsComputedAt: row.computedAt)
    let stored = try decode(Envelope<Acknowledged>.self, .acknowledged(acknowledgement), for: request)
    #expect(stored.data.acknowledged && stored.data.acknowledgement?.version == 1)
  }

  @Test("The types of the summary decode its reply")
  func summary() throws {
    let profile = HealthProfile(
      dateOfBirth: Timestamp(milliseconds: 631_152_000_000), gender: .male, currentWeight: 80, targetWeight: 75,
      height: 180, primaryGoal: .loseWeight, targetDate: Timestamp(milliseconds: 1_710_000_000_000),
      activityLevel: .moderatelyActive)
    let payload = SummaryPayload(
      profile: profile, age: 33,
      targets: NutritionTargets(bmr: 1760, tdee: 2728, calories: 2228, protein: 176, water: 2800), estimatedWeeks: 10)
    let reply = try decode(Envelope<HowItWorksSummary>.self, .summary(payload), for: .howItWorks).data
    #expect(reply.user.name == "Ann" && reply.currentMetrics.height == 180 && reply.goals.primaryGoal == "lose_weight")
    #expect(reply.calculations.bmr.value == 1760 && reply.calculations.tdee.activityMultiplier == 1.55)
    #expect(reply.calculations.targets.water.value == 2800 && reply.projection.estimatedWeeks == 10)
  }

  @Test("The reply with a photo contains its caption")
  func captions() throws {
    let upload = PhotoUpload(
      taskID: 3, item: PhotoItemID(0), contentType: .jpeg, fileSize: 400, caption: "after a week")
    let wire = APIRequest.uploadPhoto(upload).wire
    #expect(try APIRequest(wire) == .uploadPhoto(upload))
    let reply = try decode(
      PhotoReply.self, .photo(PhotoPayload(id: 7, taskID: 3, fileSize: 400, caption: "after a week")),
      for: .uploadPhoto(upload))
    #expect(reply.photo.caption == "after a week")
  }
}
