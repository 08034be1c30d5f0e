import GTSDModel
import Testing

@testable import GTSDWorld

/// Whether the reference model notices that Home shows data older than those that the phone has received, and tokens
/// that are renewed too often.
struct ReferenceNewestTests {
  private static let profile = HealthProfile(
    dateOfBirth: Timestamp(milliseconds: 0), gender: .male, currentWeight: 80, targetWeight: 75, height: 180,
    primaryGoal: .loseWeight, targetDate: Timestamp(milliseconds: 0), activityLevel: .moderatelyActive)

  /// A phone whose Home has read its summary and its tasks at a version.
  private static func phone(readAt version: Int32) throws -> PhoneTale {
    var tale = try PhoneTale()
    let targets = NutritionTargets(bmr: 1, tdee: 2, calories: 3, protein: 4, water: 5)
    let tasks = TasksPayload(total: 3, completed: 0, currentStreak: 0)
    tale.receive(
      tale.send(.howItWorks, for: .homeSummary), .summary(SummaryPayload(profile: profile, age: 30, targets: targets)),
      version: version)
    tale.receive(tale.send(.tasksToday, for: .homeTasks), .tasks(tasks), version: version)
    tale.receive(tale.send(.streak, for: .homeStreak), .streak(StreakPayload(current: 0, longest: 0)), version: version)
    tale.show(.homeSummary, targets.published)
    tale.show(.homeTasks, 3 << 16)
    tale.show(.homeStreak, 0)
    return tale
  }

  @Test("Home reads again what any phone has changed since", arguments: [Endpoint.tasksToday, .howItWorks], [1, 2])
  func olderData(of endpoint: Endpoint, readAt version: Int32) throws {
    var tale = try Self.phone(readAt: version)
    let isOfTasks = endpoint == .tasksToday
    tale.receive(
      tale.send(.profile, for: .profileLoad), status: 500, nil, version: 2, targets: isOfTasks ? 0 : 2,
      tasks: isOfTasks ? 2 : 0)
    tale.settle()
    #expect(tale.found.contains(.staysOld(endpoint)) == (version < 2))
  }

  @Test("A token is renewed after its own refusal, not after that of an earlier token", arguments: [true, false])
  func refusalOfAnEarlierToken(isOwn: Bool) throws {
    var tale = try PhoneTale()
    tale.phone.token = ReferenceToken(receivedAt: tale.now, access: isOwn ? "access" : "newer", refresh: "refresh")
    tale.receive(tale.send(.streak, for: .homeStreak), status: 401, nil)
    _ = tale.send(.refresh(refreshToken: "refresh"), for: .refreshToken)
    #expect(tale.found.contains(.renewedEarly) == !isOwn)
  }
}
