import GTSDModel
import Testing

@testable import GTSDWorld

/// The rules for requests that nothing requires.
struct ReferenceReadsTests {
  private static let streak = APIResponse.streak(StreakPayload(current: 0, longest: 0))

  @Test("Data are read again only if something newer is known", arguments: [1, 2] as [Int32])
  func readsHaveReasons(known: Int32) throws {
    var tale = try PhoneTale()
    tale.tap(.openTab(.streaks))
    tale.render(.tab, Tab.streaks.published, .person)
    tale.read(.streak, for: .streaksLoad, Self.streak, asOf: 1)
    tale.phone.notes.replied(.todayMetrics, 200, revision: known, at: tale.now)
    tale.read(.streak, for: .streaksLoad, Self.streak, asOf: 2)
    #expect(tale.found.contains(.readAgain(.streak)) == (known == 1))
  }

  @Test("A tap, a failure and a stored write are reasons to read again")
  func reasonsAllowReads() throws {
    let reasons: [(inout PhoneTale) -> Void] = [
      { $0.tap(.pullToRefresh) },
      { tale in
        let call = tale.send(.todayMetrics, for: .homeMetrics)
        tale.receive(call, status: 500, nil)
      },
      { tale in
        let call = tale.send(.submitEvidence(taskID: 1), for: .evidence)
        tale.receive(call, status: 201)
      },
      { $0.render(.tab, Tab.streaks.published, .person) },
    ]
    for reason in reasons {
      var tale = try PhoneTale()
      tale.tap(.openTab(.streaks))
      tale.read(.streak, for: .streaksLoad, Self.streak, asOf: 1)
      reason(&tale)
      tale.read(.streak, for: .streaksLoad, Self.streak, asOf: 1)
      #expect(!tale.found.contains(.readAgain(.streak)))
    }
  }

  @Test("Home reads its data again once, and not twice", arguments: 1...3)
  func homeReadsTwice(count: Int) throws {
    var tale = try PhoneTale()
    tale.tap(.openTab(.home))
    for _ in 0..<count { tale.read(.streak, for: .homeStreak, Self.streak, asOf: 1) }
    #expect(tale.found.contains(.readAgain(.streak)) == (count == 3))
  }

  @Test("An idle phone sends nothing without a tap, another screen or its return", arguments: [true, false])
  func idlePhonesAreSilent(isTapped: Bool) throws {
    var tale = try PhoneTale()
    tale.settle()
    if isTapped { tale.tap(.pullToRefresh) }
    tale.read(.streak, for: .homeStreak, Self.streak, asOf: 1)
    #expect(tale.found.contains(.sentUnasked(.streak)) == !isTapped)
  }
}
