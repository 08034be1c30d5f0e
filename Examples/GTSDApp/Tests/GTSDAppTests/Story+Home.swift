import GTSDApp
import GTSDExplore

extension Story {
  /// An app with its Home tab.
  private static func home(
    _ world: ExploredWorld, _ repairs: Repairs
  ) async throws -> (client: APIClient, home: HomeViewModel) {
    let client = try await Person(world.backend(.correct)).client(world, repairs: repairs)
    let metrics = await MetricsModel(client: client, repairs: repairs)
    let home = await HomeViewModel(client: client, metrics: metrics, repairs: repairs)
    world.watch(home, as: "home")
    return (client, home)
  }

  static let home = [
    Story(
      hazard: "concurrent-home-loads-reorder", repair: .latestLoadWins, finding: "Home shows"
    ) { world, repairs in
      let (_, home) = try await home(world, repairs)
      async let first: Void = home.load()
      async let task: Void = home.complete(task: 1)
      _ = await (first, task)
      let done = await home.tasks?.completedTasks
      world.expect(done == 1, "Home shows \(done ?? -1) tasks done, not the one that was completed")
    },
    Story(
      hazard: "shared-loading-flag", repair: .loadsAreCounted, finding: "always: the spinner turns while Home loads"
    ) { world, repairs in
      let (_, home) = try await home(world, repairs)
      world.always("the spinner turns while Home loads") { home.isLoading || home.loadsUnderWay == 0 }
      async let first: Void = home.load()
      async let second: Void = home.load()
      _ = await (first, second)
    },
    Story(
      hazard: "cancelled-reported-as-network-error", repair: .cancellationIsNoError, finding: "Home shows an error"
    ) { world, repairs in
      let (_, home) = try await home(world, repairs)
      let appearance = Task { await home.load() }
      // The person opens another tab.
      try await Task.sleep(for: .milliseconds(50))
      appearance.cancel()
      await appearance.value
      let error = await home.errorMessage
      world.expect(error == nil, "Home shows an error, though the person only went away: \(error ?? "")")
    },
    Story(
      hazard: "response-after-logout", repair: .forgetsAtLogOut, finding: "Home shows tasks of who has logged out"
    ) { world, repairs in
      let (_, home) = try await home(world, repairs)
      async let load: Void = home.load()
      try await Task.sleep(for: .milliseconds(50))
      await home.logOut()
      await load
      let tasks = await home.tasks
      world.expect(tasks == nil, "Home shows tasks of who has logged out")
    },
    // The same on the wire: a request that waits within `URLSession` is sent after the log-out.
    Story(
      hazard: "response-after-logout, on the wire", repair: .logOutComesLast, finding: "I-USER:"
    ) { world, repairs in
      let (_, home) = try await home(world, repairs)
      async let load: Void = home.load()
      try await Task.sleep(for: .milliseconds(50))
      await home.logOut()
      await load
    },
    Story(
      hazard: "token-refresh-stampede", repair: .oneRefresh, finding: "I-TOKEN: refresh of"
    ) { world, repairs in
      let (client, home) = try await home(world, repairs)
      // The access token expires.
      try await Task.sleep(for: .seconds(16 * 60))
      await home.load()
      let session = await client.session
      world.expect(session != nil, "the person was signed out")
    },
  ]
}
