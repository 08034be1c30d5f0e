import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// Steps that set the phone's clock, and stories of two people.
struct PhoneClockTests {
  private static let hour = 3_600 * Nanoseconds.second

  private func story(_ when: String, given: String = #""onboard""#, story: String = "", backend: String = "") throws
    -> Scenario
  {
    try Scenario.parse(
      """
      {"name": "story", "generation": "correct", \(backend)
       "story": {\(story)"given": [\(given)], "when": [\(when)]}}
      """)
  }

  @Test(arguments: [
    // Lead, zone, now, time until midnight: all in hours.
    (0, 0, 0, 24), (0, 0, 5, 19), (3, 0, 5, 16), (-3, 0, 5, 22), (0, -8, 0, 8), (0, 14, 0, 10), (0, 0, 24, 24),
    (-48, 0, 5, 19), (-3, -8, 5, 6), (0, -8, 8, 24),
  ])
  func midnightFollowsThePhonesClock(lead: Int64, zone: Int64, now: Int64, wait: Int64) {
    let clock = PhoneClock(lead: lead * Self.hour, zone: zone * Self.hour)
    #expect(clock.untilMidnight(at: now * Self.hour) == wait * Self.hour)
  }

  @Test func storyWaitsForLocalMidnight() throws {
    let played = try Play(
      story(#"{"do": "setTimeZone", "offset": "-8h"}, "midnight", {"do": "setClock", "by": "-2h"}, "midnight", "rest""#)
    ).run()
    let starts = played.steps.filter { $0.id.hasPrefix("step-") }.map(\.seconds)
    try #require(starts.count == 5)
    // Local midnight is at eight o'clock UTC, and two hours later by a clock that is two hours behind. A step is
    // recorded after the pause before it.
    #expect(abs(starts[2] - 28_801.3) < 0.1 && abs(starts[4] - 36_001.3) < 0.1, "\(starts)")
  }

  /// Requests that renew the token, in natural order.
  private func renewals(_ when: String) throws -> Int {
    let backend = #""backend": {"accessTokenLifetime": "1h"}, "#
    let played = try Play(story(when, backend: backend)).run()
    #expect(played.findings.map(\.key) == [])
    return played.steps.filter { $0.id.hasPrefix("step-") }.reduce(0) { sum, step in
      guard case .tookEffect(let effects) = step.outcome else { return sum }
      return sum + effects.count { $0 == "sends POST auth/refresh" }
    }
  }

  @Test func aClockThatIsSetAheadEndsTokensEarlyOnce() throws {
    let pulls = #", {"do": "pullToRefresh"}, {"do": "pullToRefresh", "until": "tabSettled", "after": "1m"}"#
    #expect(try renewals(#"{"do": "setClock", "by": "0s"}"# + pulls) == 0)
    #expect(try renewals(#"{"do": "setClock", "by": "2h"}"# + pulls) == 1)
    // By a clock that is behind, the phone still takes the token for valid; the server refuses it.
    let late = #", {"do": "pullToRefresh", "after": "61m"}"#
    #expect(try renewals(#"{"do": "setClock", "by": "-2h"}"# + late) == 1)
  }

  @Test func pickedDateIsLocalMidnight() throws {
    func stored(_ zone: String) throws -> Timestamp? {
      let given = """
        "onboard", {"do": "setTimeZone", "offset": "\(zone)"}, {"do": "openTab", "tab": "profile"}, "openEdit",
        {"do": "typeEdit", "targetDays": 60, "until": "editReady"}, "saveEdit", {"do": "rest", "until": "saveSettled"}
        """
      return try StoryStage(story("\"rest\"", given: given)).backend.state.accounts[0].profile?.targetDate
    }
    let picked = WorldCalendar.epoch.adding(days: 260)
    #expect(try stored("0h") == picked)
    #expect(try stored("-8h") == picked.adding(.hours(8)))
    #expect(try stored("14h") == picked.adding(.hours(-14)))
  }

  @Test func twoPeopleHaveAnAccountEach() throws {
    let played = try Play(
      story(
        """
        {"expect": {"server": {"account": 2, "exists": true, "complete": true, "metrics": 1}}},
        {"expect": {"server": {"account": 1, "exists": true, "complete": false}}},
        {"expect": {"zeroState": "shown"}}, {"expect": {"zeroState": "hidden", "card": "shown"}, "on": 2}
        """, given: #""skipThrough", {"do": "onboard", "on": 2}"#, story: #""devices": 2, "people": 2, "#)
    ).run()
    #expect(played.findings.map(\.key) == [])
    // One person has the same account on both phones.
    let one = try story(
      #"{"expect": {"server": {"account": 2, "exists": false}}}"#,
      given: #""skipThrough", {"do": "signInHere", "on": 2}"#,
      story: #""devices": 2, "#)
    #expect(try Play(one).run().findings.map(\.key) == [])
  }
}
