import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// Sign-in, tokens, log-out, and state that survives when another account signs in.
@Suite struct SessionTests {
  /// After 15 minutes, every request of a launch has an expired token. The summary is cached and not requested.
  @Test(arguments: zip(Generation.Auth.Refresh.allCases, [0, 4, 1]))
  func expiredTokenAtLaunch(_ strategy: Generation.Auth.Refresh, refreshes: Int) {
    let harness = DeviceHarness { $0.generation.auth.refresh = strategy }
    let seen = Notebook<Screen?>(nil)
    harness.run { person in
      await person.onboard()
      await person.tap(.terminate)
      await person.rest(3600)
      await person.tap(.launch)
      await person.rest(5)
      seen.value = await person.look()
    }
    #expect(harness.events.sent(.refresh) == refreshes)
    // A token can be exchanged once. A client that uses it again is signed out. A client that never exchanges it stays
    // signed in, with an error on each screen.
    #expect(seen.value?.front == (strategy == .naive ? .signIn : .tab(.home)))
    #expect(seen.value?.errors.isEmpty == (strategy != .none))
  }

  @Test(arguments: zip(Generation.Auth.Restore.allCases, [Front.signIn, .signIn, .tab(.home)]))
  func launchOffline(_ strategy: Generation.Auth.Restore, screen: Front) {
    let harness = DeviceHarness {
      $0.generation.auth.restore = strategy
      $0.faults = [Fault(kind: .outage, from: .seconds(100))]
    }
    let seen = Notebook<Screen?>(nil)
    harness.run { person in
      await person.onboard()
      await person.tap(.terminate)
      await person.rest(200)
      await person.tap(.launch)
      await person.wait(.signInSettled)
      await person.rest(60)
      seen.value = await person.look()
    }
    #expect(seen.value?.front == screen)
  }

  @Test(arguments: zip(Generation.Auth.Logout.allCases, [Front.tab(.profile), .signIn]))
  func loggingOut(_ strategy: Generation.Auth.Logout, screen: Front) {
    let harness = DeviceHarness { $0.generation.auth.logout = strategy }
    let seen = Notebook<[Screen]>([])
    harness.run { person in
      await person.onboard()
      seen.value.append(await person.tap(.logOut))
      seen.value.append(await person.wait(.signedOut))
    }
    #expect(seen.value[0].front == screen)
    #expect(seen.value[1].front == .signIn)
    #expect(harness.events.sent(.logOut) == 1)
    #expect(harness.backend.recorder.commits.contains(.loggedOut))
  }

  /// B signs in on A's phone and opens Home before B's own metrics have arrived.
  @Test(arguments: Generation.Metrics.Ownership.allCases)
  func metricsOfAnotherAccount(_ ownership: Generation.Metrics.Ownership) {
    let harness = DeviceHarness { $0.generation.metrics.ownership = ownership }
    let seen = Notebook<Screen?>(nil)
    harness.run { person in
      await person.onboard()
      await person.tap(.logOut)
      await person.wait(.signedOut)
      await person.tap(.signUp(Person.other))
      await person.wait(.signInSettled)
      await person.tap(.skipOnboarding, intent: 5)
      await person.wait(.onboardingSettled)
      seen.value = await person.look()
    }
    let before = harness.events.prefix { $0.kind != .authenticated(account: 1) }.map(\.self)
    let isCleared = before.contains { $0.kind == .cleared(.metrics, view: .home) }
    #expect(isCleared == (ownership != .process))
    #expect(before.values(of: .homeNeed).last == (ownership == .process ? 1 : 0))
    #expect(harness.events.values(of: .homeNeed).last == 0)
    #expect(seen.value?.showsTabs == true)
  }

  /// Account A's reply arrives after account B has signed in.
  @Test(arguments: Generation.Auth.InFlightAtLogout.allCases)
  func replyAfterLogOut(_ strategy: Generation.Auth.InFlightAtLogout) {
    let harness = DeviceHarness {
      $0.generation.auth.inFlightAtLogout = strategy
      $0.faults = [Fault(kind: .latency(.constant(8)), endpoints: [.todayMetrics], from: .seconds(60))]
    }
    harness.run { person in
      await person.onboard()
      await person.rest(65 - Double(person.scheduler.now) / 1e9)
      await person.tap(.pullToRefresh)
      await person.rest(0.1)
      await person.tap(.logOut)
      await person.tap(.signUp(Person.other))
      await person.wait(.signInSettled)
      await person.rest(30)
    }
    let foreign = harness.events.contains {
      if case .applied(_, _, _, let origin) = $0.kind { $0.account == 1 && origin == 0 } else { false }
    }
    #expect(foreign == (strategy == .applied))
  }

  /// Each account's dismissal applies only to that account, and ends with the session.
  @Test(arguments: Generation.Dismiss.Scope.allCases)
  func dismissalIsPerAccountAndSession(_ scope: Generation.Dismiss.Scope) {
    let harness = DeviceHarness { $0.generation.dismiss.scope = scope }
    let seen = Notebook<[Bool]>([])
    harness.run { person in
      await person.onboard()
      await person.tap(.dismissCard)
      await person.rest(1)
      _ = await person.open(.tasks)
      _ = await person.open(.home)
      await person.rest(1)
      seen.value.append(await person.look().showsCard)
      await person.tap(.logOut)
      await person.wait(.signedOut)
      await person.tap(.signUp(Person.other))
      await person.wait(.signInSettled)
      await person.completeOnboarding()
      await person.rest(10)
      await person.tap(.pullToRefresh)
      await person.rest(2)
      seen.value.append(await person.look().showsCard)
      await person.tap(.terminate)
      await person.tap(.launch)
      await person.rest(2)
      seen.value.append(await person.look().showsCard)
    }
    switch scope {
    case .session: #expect(seen.value == [false, true, true])
    case .memory: #expect(seen.value == [true, true, true])
    case .persistent: #expect(seen.value == [false, false, false])
    }
  }

  @Test func lostSignUpReplyIsResolvedByLoggingIn() {
    let harness = DeviceHarness {
      $0.faults = [Fault(kind: .replyLost, endpoints: [.signUp], until: .seconds(1))]
      $0.backend.requestTimeout = .seconds(5)
    }
    let seen = Notebook<[Screen]>([])
    harness.run { person in
      await person.signUp()
      seen.value.append(await person.look())
      await person.tap(.signUp(Person.own))
      seen.value.append(await person.wait(.signInSettled))
    }
    #expect(seen.value[0].hasError(.signIn))
    #expect(seen.value[1].front == .onboarding)
  }
}
