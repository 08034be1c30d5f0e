import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// The day on which tasks and streak were read is part of their version.
struct ReferenceDayTests {
  private static let given = """
    "onboard", {"do": "rest", "after": "23h50m"}, {"do": "openTab", "tab": "tasks"},
    {"do": "completeTask", "task": 1, "after": "1s"}, {"do": "openTab", "tab": "home", "after": "2s"},
    {"do": "rest", "after": "2s"}
    """

  @Test(
    "Home that is looked at after midnight shows the new day's tasks",
    arguments: [
      #"{"do": "midnight"}, {"do": "openTab", "tab": "streaks"}, {"do": "openTab", "tab": "home", "after": "2s"}"#,
      #""background", {"do": "midnight"}, "foreground""#,
    ])
  func homeReadsTheNewDay(when: String) throws {
    let scenario = try Scenario.parse(
      """
      {"name": "midnight", "generation": "correct", "story": {"given": [\(Self.given)],
       "when": [\(when), {"expect": {"tasks": {"completed": 0, "total": 3}}, "within": "1m"}]}}
      """)
    let played = try Play(scenario).run()
    #expect(played.passes, "\(played.findings)")
  }

  @Test("Home is loaded again if a summary covered it from one day to another")
  func homeReadsTheNewDayAfterTheSummary() throws {
    let scenario = try Scenario.parse(
      """
      {"name": "midnight", "generation": "correct", "story": {"given": ["launch", {"do": "signUp", "account": 1}],
       "when": ["completeOnboarding", "background", {"do": "rest", "after": "72h"}, "foreground", "airplaneModeOn",
        {"do": "exitSummary", "until": "sheetSettled"}]}}
      """)
    let played = try Play(scenario).run()
    // The reference model requires the requests.
    #expect(played.passes, "\(played.findings)")
  }

  /// A phone that received tasks and streak on one day and whose Home is opened on a later one.
  ///
  /// - Parameters:
  ///   - readsAgain: whether it receives them again on that day.
  ///   - isPulled: whether Home stays on screen and is pulled down instead.
  private func found(readsAgain: Bool, isClockSet: Bool = false, isPulled: Bool = false) throws -> [Divergence] {
    let options = ReferenceOptions(try Scenario.parse(#"{"generation": "correct"}"#))
    var phone = ReferencePhone()
    var found: [Divergence] = []
    func render(_ variable: StateVariable, _ value: Int64, at time: Int64) {
      phone.rendered(variable, value, .reply, at: time, options, &found)
    }
    func tell(on day: Int32, at time: Int64) {
      let read = ReferenceServer.Read(
        account: 0, version: 1, profileVersion: 0, targetsVersion: 0, tasksVersion: 0, day: day)
      let replies: [(APIRequest, GTSDWorld.Operation, APIResponse)] = [
        (.tasksToday, .homeTasks, .tasks(TasksPayload(total: 3, completed: 1, currentStreak: 1))),
        (.streak, .homeStreak, .streak(StreakPayload(current: 1, longest: 1))),
      ]
      for (request, operation, reply) in replies {
        let call = WireCall(id: 1, body: request, accessToken: nil, key: 0, operation: operation)
        phone.received(call, status: 200, reply, read, isCancelled: false, at: time, options)
      }
    }
    let (evening, morning) = (23 * Nanoseconds.hour, 25 * Nanoseconds.hour)
    phone.account = 0
    if isClockSet { phone.acted(.setClock, at: 0, options) }
    render(.signedIn, 1, at: evening)
    render(.onboarded, 1, at: evening)
    render(.tab, Tab.home.published, at: evening)
    tell(on: ReferencePhone.day(at: evening), at: evening)
    if isPulled {
      phone.tapped(.pullToRefresh, at: morning, options)
    } else {
      render(.tab, Tab.streaks.published, at: morning)
      render(.tab, Tab.home.published, at: morning)
    }
    if readsAgain { tell(on: ReferencePhone.day(at: morning), at: morning) }
    found = []
    phone.settle(isQuiet: true, isInFront: true, options, &found)
    return found.filter { $0 == .staysOld(.tasksToday) || $0 == .staysOld(.streak) }
  }

  @Test("The reference model reports a Home tab that shows yesterday's tasks")
  func yesterdaysTasksAreNoticed() throws {
    #expect(try found(readsAgain: false) == [.staysOld(.tasksToday), .staysOld(.streak)])
    #expect(try found(readsAgain: true) == [])
    #expect(try found(readsAgain: false, isPulled: true) == [.staysOld(.tasksToday), .staysOld(.streak)])
    #expect(try found(readsAgain: true, isPulled: true) == [])
    // If the person has set the clock, the phone cannot know the day.
    #expect(try found(readsAgain: false, isClockSet: true) == [])
  }
}
