import Contention
import InterleavingTesting
import Races
import Testing

/// A kind of mistake: a test that finds it, and the number of schedules within which it is found.
struct Kind: Sendable, CustomTestStringConvertible {
  var testDescription: String
  /// The kinds of findings that it causes.
  var findings: Set<ExplorationFinding.Kind> = [.failure]
  var schedules = 100
  var body: @Sendable (_ world: ExploredWorld, _ isRepaired: Bool) async -> Void

  static let betweenJobs: [Kind] = [
    Kind(testDescription: "A permit is lost when its task is cancelled", findings: [.failure, .stuck]) {
      world, isRepaired in
      let permits = Permits(1, isRepaired: isRepaired)
      let first = Task { try? await permits.withPermit { await Task.yield() } }
      let second = Task { try? await permits.withPermit {} }
      second.cancel()
      _ = await (first.value, second.value)
      let count = await permits.count
      world.expect(count == 1, "\(count) permits are free")
    },
    Kind(testDescription: "A limit is broken by re-entrancy") { world, isRepaired in
      let downloads = Downloads(limit: 1, isRepaired: isRepaired)
      async let first = downloads.start()
      async let second = downloads.start()
      _ = await (first, second)
      let most = await downloads.most
      world.expect(most == 1, "\(most) downloads ran at once")
    },
    Kind(testDescription: "A continuation is resumed twice", findings: [.crash]) { world, isRepaired in
      let request = Request(isRepaired: isRepaired)
      async let answer = request.answer()
      try? await Task.sleep(for: .milliseconds(10))
      request.reply(7)
      _ = await answer
      try? await Task.sleep(for: .milliseconds(100))
    },
    Kind(testDescription: "A waiter that is cancelled early waits for ever", findings: [.stuck]) { world, isRepaired in
      let door = Door(isRepaired: isRepaired)
      let visitor = Task { await door.pass() }
      visitor.cancel()
      _ = await visitor.value
    },
    Kind(testDescription: "A token is refreshed twice at once") { world, isRepaired in
      let tokens = Tokens(server: TokenServer(), isRepaired: isRepaired)
      async let first: Void = tokens.prepareRequest()
      async let second: Void = tokens.prepareRequest()
      _ = await (first, second)
      let isSignedIn = await tokens.isSignedIn
      world.expect(isSignedIn, "signed out by a second refresh")
    },
    Kind(testDescription: "A reply is stored after the sign-out") { world, isRepaired in
      let session = Session(isRepaired: isRepaired)
      async let load: Void = session.loadProfile()
      async let signOut: Void = session.signOut()
      _ = await (load, signOut)
      let profile = await session.profile
      world.expect(profile == nil, "a profile is stored after the sign-out")
    },
    Kind(testDescription: "A late reply arrives in a reused cell") { world, isRepaired in
      let cell = await PictureCell(isRepaired: isRepaired)
      let first = Task { await cell.show("cat") }
      let second = Task { await cell.show("dog") }
      _ = await (first.value, second.value)
      let (shown, wanted) = await (cell.shown, cell.wanted)
      world.expect(shown == wanted, "the cell shows another picture than it wants")
    },
    Kind(testDescription: "One task per event loses the order of events") { world, isRepaired in
      let history = History()
      await Player(history: history, isRepaired: isRepaired).play(3)
      let events = await history.events
      world.expect(events == [0, 1, 2], "the history is \(events)")
    },
    Kind(testDescription: "Two actors wait for each other", findings: [.stuck]) { world, isRepaired in
      let (first, second) = (Account(1), Account(2))
      async let there: Void = transfer(10, from: first, to: second, isRepaired: isRepaired)
      async let back: Void = transfer(20, from: second, to: first, isRepaired: isRepaired)
      _ = await (there, back)
      let sum = await first.sum
      world.expect(sum == 110, "the sum is \(sum)")
    },
    Kind(testDescription: "A stream drops values because its listener is too slow") { world, isRepaired in
      let prices = Prices(isRepaired: isRepaired)
      async let all = prices.all()
      await prices.send([1, 2, 3])
      let received = await all
      world.expect(received == [1, 2, 3], "received \(received)")
    },
    Kind(testDescription: "A debounced search loses an error") { world, isRepaired in
      let field = await SearchField(isRepaired: isRepaired) { text in
        // A reply arrives whether or not anybody still waits for it.
        await Task { try? await Task.sleep(for: .milliseconds(text == "swift" ? 150 : 400)) }.value
        if text == "swift" { throw SearchField.Offline() }
      }
      await field.type("swi")
      try? await Task.sleep(for: .milliseconds(320))
      await field.type("swift")
      try? await Task.sleep(for: .seconds(2))
      let error = await field.error
      world.expect(error != nil, "the error is gone")
    },
    Kind(testDescription: "A screen closes before its timer can be cancelled") { world, isRepaired in
      let timers = await Timers(isRepaired: isRepaired)
      let timer = await timers.start(for: "profile")
      await Task.yield()
      await timers.close("profile")
      await timer.value
      let ticks = await timers.ticks
      world.expect(ticks == 0, "the timer runs without its screen")
    },
    Kind(testDescription: "A listener is registered too late for the first event", findings: [.failure, .stuck]) {
      world, isRepaired in
      let events = Events()
      let stream = isRepaired ? await events.listen() : events.listenLater()
      let first = Task { await stream.first { _ in true } }
      await events.send(1)
      await events.send(2)
      let event = await first.value
      world.expect(event == 1, "the first event is lost")
    },
    Kind(testDescription: "A cancellation interrupts the access of another task") { world, isRepaired in
      let database = Database(isRepaired: isRepaired)
      let first = Task { await database.access(as: 1) }
      let second = Task { await database.access(as: 2) }
      try? await Task.sleep(for: .milliseconds(5))
      first.cancel()
      _ = await first.value
      let isWhole = await second.value
      world.expect(isWhole, "a task was interrupted that nobody has cancelled")
    },
    Kind(testDescription: "Two keep-alives use a connection at once", findings: [.crash]) { world, isRepaired in
      let connection = Connection(isRepaired: isRepaired)
      async let first: Void = connection.keepAlive(after: .milliseconds(10))
      async let second: Void = connection.keepAlive(after: .milliseconds(60))
      _ = await (first, second)
    },
    Kind(testDescription: "A shutdown comes before the start, and nothing is cleaned up") { world, isRepaired in
      let service = Service(isRepaired: isRepaired)
      async let runs: Void = service.run()
      async let ends: Void = service.shutDown()
      _ = await (runs, ends)
      let hasCleanedUp = await service.hasCleanedUp
      world.expect(hasCleanedUp, "nothing was cleaned up")
    },
    Kind(testDescription: "A timer that fires at the shutdown opens a connection") { world, isRepaired in
      let pool = Pool(isRepaired: isRepaired)
      await pool.connectionFailed()
      try? await Task.sleep(for: .milliseconds(120))
      await pool.shutDown()
      try? await Task.sleep(for: .seconds(1))
      let connections = await pool.connections
      world.expect(connections == 0, "\(connections) connections are open")
    },
    Kind(testDescription: "A source that was left hands over one more value") { world, isRepaired in
      let latest = Latest(isRepaired: isRepaired)
      await latest.follow("old")
      try? await Task.sleep(for: .milliseconds(30))
      await latest.follow("new")
      await latest.end()
      let values = await latest.values
      world.expect(values == values.sorted(by: >), "the values are \(values)")
    },
    Kind(testDescription: "A lock is held while the main queue is waited for", findings: [.stuck]) {
      world, isRepaired in
      let settings = Settings(isRepaired: isRepaired)
      let update = Task.detached { settings.update() }
      let read = Task { @MainActor in _ = settings.current }
      _ = await (update.value, read.value)
    },
  ]
  static let withinJobs: [Kind] = [
    Kind(testDescription: "An update is lost between two locks", schedules: 400) { world, isRepaired in
      let likes = Likes(isRepaired: isRepaired)
      async let first: Void = likes.add()
      async let second: Void = likes.add()
      _ = await (first, second)
      world.expect(likes.value == 2, "\(likes.value) likes")
    },
    Kind(testDescription: "Two locks are taken in two orders", findings: [.stuck], schedules: 400) {
      world, isRepaired in
      let lists = Lists(isRepaired: isRepaired)
      async let there: Void = lists.moveRight()
      async let back: Void = lists.moveLeft()
      _ = await (there, back)
      world.expect(lists.rows == 8, "\(lists.rows) rows")
    },
    Kind(
      testDescription: "A task checks a condition and enqueues under two different locks", findings: [.stuck],
      schedules: 400
    ) {
      world, isRepaired in
      let once = Once(isRepaired: isRepaired)
      async let waits: Void = once.wait()
      async let finishes: Void = once.finish()
      _ = await (waits, finishes)
    },
    Kind(testDescription: "A value is made twice between a read lock and a write lock", schedules: 400) {
      world, isRepaired in
      let lazily = Lazily(isRepaired: isRepaired)
      async let first = lazily.get()
      async let second = lazily.get()
      _ = await (first, second)
      world.expect(lazily.made == 1, "made \(lazily.made) times")
    },
    Kind(
      testDescription: "A task is resumed under the lock that its cancellation takes", findings: [.stuck],
      schedules: 400
    ) { world, isRepaired in
      let promise = Promise(isRepaired: isRepaired)
      let waits = Task { await promise.get() }
      await Task.yield()
      let cancels = Task { waits.cancel() }
      let fulfils = Task { promise.fulfil(1) }
      _ = await (cancels.value, fulfils.value, waits.value)
    },
    Kind(testDescription: "A service starts twice between a check and a store of an atomic flag", schedules: 400) {
      world, isRepaired in
      let starter = Starter(isRepaired: isRepaired)
      async let first: Void = starter.start()
      async let second: Void = starter.start()
      _ = await (first, second)
      world.expect(starter.starts == 1, "started \(starter.starts) times")
    },
    Kind(testDescription: "A seat is booked twice between two waits for a semaphore", schedules: 400) {
      world, isRepaired in
      let seats = Seats(1, isRepaired: isRepaired)
      async let first = seats.book()
      async let second = seats.book()
      let booked = await [first, second]
      world.expect(booked.count { $0 } == 1, "booked \(booked)")
    },
    Kind(testDescription: "Two requests get the same number", findings: [.stuck], schedules: 400) { world, isRepaired in
      let requests = Requests(isRepaired: isRepaired)
      let first = Task { await requests.send() }
      let second = Task { await requests.send() }
      try? await Task.sleep(for: .seconds(1))
      requests.answerAll()
      _ = await (first.value, second.value)
    },
  ]
}
