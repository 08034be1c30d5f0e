import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// The requirements on every backend, written against the protocol alone: one suite for in-process and remote backends.
struct BackendConformance: Sendable {
  let backend: any Backend
  /// The switches of the tested backend.
  let generation: Generation
  let accessTokenLifetime: TimeSpan
  /// The time after which asynchronous metrics exist.
  let metricsDelay: TimeSpan
  /// Lets the backend's time pass.
  let pausing: @Sendable (TimeSpan) async -> Void

  /// One named check. Uses accounts of its own, named by `firstUser`.
  struct Check: Sendable, CustomTestStringConvertible {
    let name: String
    let run: @Sendable (BackendConformance) async throws -> Void
    var testDescription: String { name }

    init(_ name: String, _ run: @escaping @Sendable (BackendConformance) async throws -> Void) {
      self.name = name
      self.run = run
    }
  }

  static let checks: [Check] =
    authentication + onboarding + metrics + acknowledging + plans + profiles + photos + tasks

  func person(_ user: UInt32 = 0) -> CallingPerson {
    CallingPerson(backend: backend, user: user, pausing: pausing)
  }

  /// A person who signed up, onboarded and has metrics.
  func settled(_ user: UInt32 = 0) async throws -> (CallingPerson, MetricsPayload) {
    let person = person(user)
    try await person.signUp()
    try await person.onboard()
    await pausing(metricsDelay)
    return (person, try await person.metrics())
  }
}

extension BackendConformance {
  // MARK: Authentication

  static let authentication: [Check] = [
    Check("sign-up opens a session") { suite in
      let person = suite.person()
      try await person.signUp()
      guard case .me(let me) = try await person.send(.me).body else { throw Unexpected() }
      #expect(me.email == person.email)
      #expect(me.hasCompletedOnboarding == (suite.generation.wire.me == .full ? false : nil))
    },
    Check("an e-mail signs up once") { suite in
      let person = suite.person()
      try await person.signUp()
      let again = SignUpRequest(email: person.email, password: "Passw0rd!", name: "Ann")
      #expect(try await person.send(.signUp(again)).status == 409)
    },
    Check("weak passwords and bad addresses are refused") { suite in
      let person = suite.person()
      for (email, password) in [("a@b.c", "password"), ("a@b.c", "Sh0rt!"), ("nobody", "Passw0rd!")] {
        let reply = try await person.send(.signUp(SignUpRequest(email: email, password: password, name: "A")))
        #expect(reply.status == 400 && reply.reason == .validation)
      }
    },
    Check("log-in wants the password") { suite in
      let person = suite.person()
      try await person.signUp()
      #expect(try await person.send(.logIn(email: person.email, password: "wrong")).status == 401)
      #expect(try await person.send(.logIn(email: "no@example.com", password: "Passw0rd!")).status == 401)
      try await person.logIn()
    },
    Check("protected endpoints want a token") { suite in
      let person = suite.person()
      try await person.signUp()
      for token in [nil, "", "A0.", "A0", "Azz.zzzzzzzzzz", person.refreshToken] {
        person.accessToken = token
        #expect(try await person.send(.me).status == 401)
      }
      #expect(try await person.send(.health).status == 200)
    },
    Check("access tokens expire and refresh renews them") { suite in
      let person = suite.person()
      try await person.signUp()
      await suite.pausing(TimeSpan(nanoseconds: suite.accessTokenLifetime.nanoseconds + 1_000_000_000))
      #expect(try await person.send(.me).status == 401)
      try await person.refresh()
      #expect(try await person.send(.me).status == 200)
    },
    Check("a refresh token works once") { suite in
      let person = suite.person()
      try await person.signUp()
      let old = person.refreshToken
      try await person.refresh()
      #expect(try await person.send(.refresh(refreshToken: old)).status == 401)
      try await person.refresh()
    },
    Check("logging out revokes the refresh token only") { suite in
      let person = suite.person()
      try await person.signUp()
      #expect(try await person.send(.logOut(refreshToken: person.refreshToken)).status == 200)
      #expect(try await person.send(.logOut(refreshToken: person.refreshToken)).status == 200)
      #expect(try await person.send(.logOut(refreshToken: "unknown")).status == 404)
      #expect(try await person.send(.refresh(refreshToken: person.refreshToken)).status == 401)
      #expect(try await person.send(.me).status == 200)
    },
    Check("a deleted account is gone, its tokens open nothing and its e-mail is free") { suite in
      let (person, other) = (suite.person(0), suite.person(1))
      try await person.signUp()
      try await other.signUp()
      try await person.onboard()
      await suite.pausing(suite.metricsDelay)
      let (access, refresh) = (person.accessToken, person.refreshToken)
      #expect(try await person.send(.deleteAccount).status == 200)
      for request in [
        APIRequest.me, .profile, .todayMetrics, .exportData, .deleteAccount, .refresh(refreshToken: refresh),
      ] {
        #expect(try await person.send(request).status == 401)
      }
      #expect(try await person.send(.logIn(email: person.email, password: "Passw0rd!")).status == 401)
      #expect(try await other.send(.me).status == 200)
      // A person who signs up again finds none of the earlier data, and the earlier credentials still do not work.
      try await person.signUp()
      #expect(try await person.send(.howItWorks).status == 404)
      #expect(try await person.send(.todayMetrics).status == 404)
      person.accessToken = access
      #expect(try await person.send(.me).status == 401)
    },
    Check("an export tells what the profile does") { suite in
      let person = suite.person()
      try await person.signUp()
      try await person.onboard()
      guard case .profile(let stored) = try await person.send(.profile).body,
        case .profile(let exported) = try await person.send(.exportData).body
      else { throw Unexpected() }
      #expect(stored == exported)
    },
    Check("name and e-mail change") { suite in
      let (one, two) = (suite.person(0), suite.person(1))
      try await one.signUp()
      try await two.signUp()
      #expect(try await one.send(.updateBasicProfile(name: nil, email: nil)).status == 400)
      #expect(try await one.send(.updateBasicProfile(name: nil, email: two.email)).status == 409)
      #expect(try await one.send(.updateBasicProfile(name: "Bea", email: "bea@example.com")).status == 200)
      #expect(try await one.send(.logIn(email: one.email, password: "Passw0rd!")).status == 401)
      #expect(try await one.send(.logIn(email: "bea@example.com", password: "Passw0rd!")).status == 200)
    },
  ]

  // MARK: Onboarding

  static let onboarding: [Check] = [
    Check("onboarding stores the profile") { suite in
      let person = suite.person()
      try await person.signUp()
      #expect(try await person.send(.howItWorks).status == 404)
      try await person.onboard()
      guard case .profile(let profile) = try await person.send(.profile).body,
        case .summary(let summary) = try await person.send(.howItWorks).body
      else { throw Unexpected() }
      #expect(profile.profile == OnboardingRequest.sample().profile)
      #expect(profile.preferences.preferences == OnboardingRequest.sample().preferences)
      #expect(profile.user.hasCompletedOnboarding)
      #expect(summary.targets == profile.targets && summary.targets.bmr == 1760)
      #expect(summary.age == 34 && summary.estimatedWeeks == 10)
    },
    Check("onboarding refuses what is out of range") { suite in
      let person = suite.person()
      try await person.signUp()
      for change: (inout HealthProfile) -> Void in [
        { $0.currentWeight = 501 }, { $0.height = 49 }, { $0.targetDate = Timestamp(milliseconds: 0) },
        { $0.dateOfBirth = Timestamp(iso8601: "2020-01-01")! },
      ] {
        var body = OnboardingRequest.sample()
        change(&body.profile)
        #expect(try await person.send(.onboard(body)).status == 400)
      }
      #expect(try await person.send(.howItWorks).status == 404)
    },
    Check("skipping leaves placeholders or is refused") { suite in
      let person = suite.person()
      try await person.signUp()
      let skip = OnboardingRequest.skip(at: Timestamp(iso8601: "2026-01-01")!)
      let reply = try await person.send(.onboard(skip))
      guard suite.generation.onboarding.skip == .accept else {
        #expect(reply.status == 400)
        return
      }
      #expect(reply.status == 201)
      await suite.pausing(suite.metricsDelay)
      #expect(try await person.send(.todayMetrics).status == 404)
      #expect(try await person.send(.generatePlan(forceRecompute: false)).reason == .onboardingIncomplete)
      guard case .summary(let summary) = try await person.send(.howItWorks).body else { throw Unexpected() }
      #expect(summary.profile.isPlaceholder)
      try await person.onboard()
      await suite.pausing(suite.metricsDelay)
      #expect(try await person.send(.todayMetrics).status == 200)
    },
  ]

  struct Unexpected: Error {}
}

extension CallingPerson {
  /// Exchanges the refresh token.
  func refresh() async throws {
    let reply = try await send(.refresh(refreshToken: refreshToken))
    guard case .tokens(let access, let refresh) = reply.body else { throw UnexpectedReply(reply: reply) }
    accessToken = access
    refreshToken = refresh
  }
}
