import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// The rate limits of a served backend, with the contract's numbers.
struct EndpointRateLimitsTests {
  private static func limits(_ mode: String, perMinute: Int = 100) throws -> EndpointRateLimits {
    let scenario = try Scenario.parse(
      #"{"generation": {"limits": {"mode": "\#(mode)"}}, "backend": {"requestsPerMinute": \#(perMinute)}}"#)
    return try #require(EndpointRateLimits(scenario))
  }

  @Test func scenarioCanRemoveAllRateLimits() throws {
    #expect(EndpointRateLimits(try Scenario.parse(#"{"generation": {"limits": {"mode": "off"}}}"#)) == nil)
  }

  @Test func aWindowBeginsWithItsFirstRequest() throws {
    var limits = try Self.limits("perIp", perMinute: 3)
    let start = 17 * Nanoseconds.second
    for left in [2, 1, 0] {
      let verdict = limits.admit(from: "a", user: nil, at: start)
      #expect(verdict.isAdmitted && verdict.remaining == left && verdict.reset == 60)
    }
    let refused = limits.admit(from: "a", user: nil, at: start + 41 * Nanoseconds.second)
    #expect(!refused.isAdmitted)
    #expect(
      refused.headers.map { "\($0.name): \($0.value)" } == [
        "RateLimit-Policy: 3;w=60", "RateLimit-Limit: 3", "RateLimit-Remaining: 0", "RateLimit-Reset: 19",
        "Retry-After: 19",
      ])
    #expect(limits.admit(from: "b", user: nil, at: start).isAdmitted)
    #expect(!limits.admit(from: "a", user: nil, at: start + 60 * Nanoseconds.second - 1).isAdmitted)
    #expect(limits.admit(from: "a", user: nil, at: start + 60 * Nanoseconds.second).isAdmitted)
  }

  /// With limits by address, a token does not make another caller; with limits by user, callers without a token share
  /// their address.
  @Test func limitsCountByAddressOrByUser() throws {
    var byAddress = try Self.limits("perIp", perMinute: 1)
    #expect(byAddress.admit(from: "a", user: 1, at: 0).isAdmitted)
    #expect(!byAddress.admit(from: "a", user: 2, at: 0).isAdmitted)
    #expect(!byAddress.admit(from: "a", user: nil, at: 0).isAdmitted)
    var byUser = try Self.limits("perUser", perMinute: 1)
    #expect(byUser.admit(from: "a", user: 1, at: 0).isAdmitted)
    #expect(byUser.admit(from: "a", user: 2, at: 0).isAdmitted)
    #expect(!byUser.admit(from: "b", user: 1, at: 0).isAdmitted)
    #expect(byUser.admit(from: "a", user: nil, at: 0).isAdmitted)
    #expect(!byUser.admit(from: "a", user: nil, at: 0).isAdmitted)
  }

  @Test func routesHaveLimitsOfTheirOwn() throws {
    var limits = try Self.limits("perIp")
    func admitted(_ request: APIRequest, user: UInt32?, times: Int) -> Int {
      (0..<times).count { _ in limits.admit(request, from: "a", user: user, at: 0)?.isAdmitted ?? true }
    }
    let weight = APIRequest.updateProfile(ProfileUpdate(currentWeight: 80))
    let meals = APIRequest.updateProfile(ProfileUpdate(preferences: PreferencesUpdate(mealsPerDay: 4)))
    #expect(admitted(.generatePlan(forceRecompute: true), user: 1, times: 30) == 20)
    #expect(admitted(.generatePlan(forceRecompute: true), user: 2, times: 30) == 0, "the same address")
    #expect(admitted(weight, user: 1, times: 30) == 10)
    #expect(admitted(meals, user: 1, times: 30) == 20)
    #expect(admitted(weight, user: 2, times: 30) == 10)
    #expect(admitted(weight, user: nil, times: 30) == 30, "refused for want of a token, not counted")
    #expect(limits.admit(.health, from: "a", user: 1, at: 0) == nil)
  }
}
