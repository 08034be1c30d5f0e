import GTSDModel
import Testing

@testable import GTSDLoad
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

struct ObservedCheckerTests {
  private typealias Feed = ObservedFeed

  private func feed() -> ObservedFeed {
    let feed = ObservedFeed()
    feed.signUp()
    return feed
  }

  // MARK: Acknowledgment

  @Test func readWithoutTheAcknowledgmentIsAViolation() throws {
    let feed = feed()
    feed.exchange(.todayMetrics, Feed.metrics(false), from: 10, to: 11)
    feed.exchange(Feed.acknowledge(), Feed.acknowledged, from: 12, to: 13)
    #expect(feed.found == [])
    feed.exchange(.todayMetrics, Feed.metrics(false), from: 14, to: 15)
    #expect(feed.found == ["read-your-writes acknowledgment"])
    let example = try #require(feed.checker.fold.entries.first?.examples.first)
    #expect(example.summary.contains("acknowledge gtsd-7-3") && example.summary.contains("today-metrics gtsd-7-4"))
    #expect(example.user == 7)
    #expect(example.time == 15)
  }

  @Test("An acknowledgment that later reads show was late; one that they do not show for 4 s was lost")
  func lateIsNotLost() throws {
    for (last, kind) in [(18, "-late"), (18, ""), (5 * Nanoseconds.second, "-lost")] as [(Int64, String)] {
      let isLate = kind == "-late"
      let feed = feed()
      feed.exchange(.todayMetrics, Feed.metrics(false), from: 10, to: 11)
      feed.exchange(Feed.acknowledge(), Feed.acknowledged, from: 12, to: 13)
      for instant in [14, 16, last] {
        feed.exchange(.todayMetrics, Feed.metrics(isLate && instant == last), from: instant, to: instant + 1)
      }
      #expect(feed.found == ["read-your-writes acknowledgment\(kind)"])
      feed.exchange(.todayMetrics, Feed.metrics(isLate), from: last + 2, to: last + 3)
      #expect(feed.found.count == 1 && feed.checker.fold.entries.map(\.users) == [1])
    }
  }

  @Test func metricsNeverGoBack() {
    let feed = feed()
    feed.exchange(.todayMetrics, Feed.metrics(second: 200, false), from: 10, to: 11)
    feed.exchange(.todayMetrics, Feed.metrics(second: 100, false), from: 12, to: 13)
    feed.exchange(.todayMetrics, Feed.metrics(second: 300, true), from: 14, to: 15)
    feed.exchange(.todayMetrics, Feed.metrics(second: 300, false), from: 16, to: 17)
    #expect(feed.found == ["monotonic-reads metrics", "monotonic-reads acknowledgment"])
    #expect(feed.checker.fold.entries.map(\.episodes) == [1, 1])
    #expect(feed.checker.fold.entries.map(\.users) == [1, 1])
  }

  @Test func newRowsComeByThemselvesAndUnacknowledged() {
    let feed = feed()
    feed.exchange(.todayMetrics, Feed.metrics(true), from: 10, to: 11)
    feed.exchange(.todayMetrics, Feed.metrics(second: 200, false), from: 12, to: 13)
    // An older row may still be acknowledged; the newest does not change.
    feed.exchange(Feed.acknowledge(), Feed.acknowledged, from: 14, to: 15)
    feed.exchange(.todayMetrics, Feed.metrics(second: 200, false), from: 16, to: 17)
    feed.exchange(Feed.acknowledge(second: 200), Feed.refused, status: 404, from: 18, to: 19)
    feed.exchange(.todayMetrics, Feed.metrics(second: 200, false), from: 20, to: 21)
    #expect(feed.found == [])
    feed.exchange(.todayMetrics, Feed.metrics(second: 300, true), from: 22, to: 23)
    #expect(feed.found == ["monotonic-reads acknowledgment"])
  }

  /// Overlapping requests may take effect in either order.
  @Test func overlappingRequestsMayGoEitherWay() {
    for isSeen in [false, true] {
      for readEndsFirst in [false, true] {
        let feed = feed()
        feed.exchange(.todayMetrics, Feed.metrics(false), from: 10, to: 11)
        let write = feed.begin(Feed.acknowledge())
        let read = feed.begin(.todayMetrics)
        if readEndsFirst { feed.end(read, Feed.metrics(isSeen), from: 12, to: 14) }
        feed.end(write, Feed.acknowledged, from: 12, to: 15)
        if !readEndsFirst { feed.end(read, Feed.metrics(isSeen), from: 13, to: 16) }
        feed.exchange(.todayMetrics, Feed.metrics(true), from: 20, to: 21)
        #expect(feed.found == [], "\(isSeen) \(readEndsFirst)")
      }
    }
    // Two consecutive reads, both overlapping the write: the second is not older.
    let feed = feed()
    let write = feed.begin(Feed.acknowledge())
    feed.exchange(.todayMetrics, Feed.metrics(true), from: 12, to: 13)
    feed.exchange(.todayMetrics, Feed.metrics(false), from: 14, to: 15)
    #expect(feed.found == [])
    feed.end(write, Feed.acknowledged, from: 11, to: 20)
    #expect(feed.found == ["monotonic-reads acknowledgment"])
  }

  @Test func unknownOutcomesMayTakeEffectAtAnyLaterTimeOrNever() {
    for unknown in ["lost", "broken", "undecodable"] {
      let feed = feed()
      feed.exchange(.todayMetrics, Feed.metrics(false), from: 10, to: 11)
      let write = feed.begin(Feed.acknowledge())
      switch unknown {
      case "lost": feed.lose(write, from: 12, to: 13)
      case "broken": feed.end(write, Feed.broken, status: 500, from: 12, to: 13)
      default: feed.end(write, .undecodable, from: 12, to: 13)
      }
      feed.exchange(.todayMetrics, Feed.metrics(false), from: 14, to: 15)
      feed.exchange(.todayMetrics, Feed.metrics(true), from: 16, to: 17)
      // For a server that reported a failure, this shows that it succeeded.
      let contradicted = unknown == "broken" ? ["I-COMMIT acknowledgment"] : []
      #expect(feed.found == contradicted, "\(unknown)")
      feed.exchange(.todayMetrics, Feed.metrics(false), from: 18, to: 19)
      #expect(feed.found == contradicted + ["monotonic-reads acknowledgment"], "\(unknown)")
    }
    // A refused request has no effect.
    let feed = feed()
    feed.exchange(.todayMetrics, Feed.metrics(false), from: 10, to: 11)
    feed.exchange(Feed.acknowledge(), Feed.refused, status: 404, from: 12, to: 13)
    feed.exchange(.todayMetrics, Feed.metrics(true), from: 14, to: 15)
    #expect(feed.found == ["read-your-writes acknowledgment"])
  }

  // MARK: Preferences

  @Test func savedPreferencesMustBeReadWhereverTheyShow() {
    let reads: [(APIRequest, APIResponse)] = [
      (.preferences, Feed.meals(3)),
      (.me, .me(MePayload(id: 7, email: "u7@example.com", name: "Ann", preferences: DietPreferences(mealsPerDay: 3)))),
    ]
    for (request, stale) in reads {
      let feed = feed()
      feed.exchange(.preferences, Feed.meals(3), from: 10, to: 11)
      feed.exchange(Feed.save(5), Feed.meals(5), from: 12, to: 13)
      feed.exchange(request, stale, from: 14, to: 15)
      #expect(feed.found == ["read-your-writes preferences"], "\(request)")
    }
  }

  @Test func updatesLeaveOtherFieldsAloneAndListsHaveNoOrder() {
    let feed = feed()
    feed.exchange(.preferences, Feed.meals(3, ["vegan", "halal"]), from: 10, to: 11)
    feed.exchange(Feed.save(5), Feed.meals(5), from: 12, to: 13)
    feed.exchange(.preferences, Feed.meals(5, ["halal", "vegan"]), from: 14, to: 15)
    feed.exchange(Feed.save(4, []), Feed.meals(4), from: 16, to: 17)
    feed.exchange(.preferences, Feed.meals(4), from: 18, to: 19)
    #expect(feed.found == [])
    feed.exchange(Feed.save(6), Feed.meals(6), from: 20, to: 21)
    feed.exchange(.preferences, Feed.meals(6, ["vegan"]), from: 22, to: 23)
    #expect(feed.found == ["read-your-writes preferences"])
  }

  /// Two simultaneous saves leave the values of one of them, never a third state, and never first one and then the
  /// other.
  @Test func concurrentSavesLeaveOneOrder() {
    for (reads, isSound) in [([4], true), ([5], true), ([4, 4], true), ([3], false), ([4, 5], false)] {
      let feed = feed()
      feed.exchange(.preferences, Feed.meals(3), from: 10, to: 11)
      let (one, two) = (feed.begin(Feed.save(4)), feed.begin(Feed.save(5)))
      feed.end(one, Feed.meals(4), from: 12, to: 16)
      feed.end(two, Feed.meals(5), from: 13, to: 17)
      for (index, meals) in reads.enumerated() {
        feed.exchange(.preferences, Feed.meals(meals), from: 20 + Int64(index) * 2, to: 21 + Int64(index) * 2)
      }
      #expect(feed.found.isEmpty == isSound, "\(reads)")
    }
  }

  @Test func moreUnknownOutcomesThanCanBeKeptEndTheJudging() {
    let feed = feed()
    for index in 0..<9 { feed.lose(feed.begin(Feed.save(index + 1)), from: 10, to: 11) }
    #expect(feed.checker.fold.unjudged == 1)
    feed.exchange(.preferences, Feed.meals(3), from: 20, to: 21)
    feed.exchange(.preferences, Feed.meals(10), from: 22, to: 23)
    #expect(feed.found == [])
    // The other key's history continues.
    feed.exchange(.todayMetrics, Feed.metrics(true), from: 24, to: 25)
    feed.exchange(.todayMetrics, Feed.metrics(false), from: 26, to: 27)
    #expect(feed.found == ["monotonic-reads acknowledgment"])
  }

  // MARK: Photos

  @Test func confirmedPhotosAreListedOnce() {
    for (ids, breaches) in [
      ([11, 12], []), ([12, 11], []), ([11], ["I-PHOTO not-listed"]), ([11, 12, 12], ["I-PHOTO listed-twice"]),
      ([11, 12, 13], ["I-PHOTO stored-twice"]),
    ] as [([Int], [String])] {
      let feed = feed()
      feed.exchange(Feed.upload(0), Feed.photo(11), status: 201, from: 10, to: 11)
      feed.exchange(Feed.upload(1), Feed.photo(12), status: 201, from: 10, to: 12)
      feed.exchange(Feed.list, Feed.photos(ids), from: 13, to: 14)
      #expect(feed.found == breaches, "\(ids)")
    }
  }

  @Test("Another user's photo in a list is that user's, unless the server numbers the photos of each account")
  func othersPhotosAreNamed() {
    for (id, listed, breaches) in [
      (11, 11, ["I-USER photos"]), (11, 12, []), (12, 11, ["I-PHOTO not-listed", "I-PHOTO stored-twice"]),
    ] as [(Int, Int, [String])] {
      let checker = ObservedChecker()
      let (other, feed) = (ObservedFeed(checker, user: 6), ObservedFeed(checker, user: 7))
      other.signUp(id: 60)
      feed.signUp(id: 70)
      other.exchange(Feed.upload(0), Feed.photo(id), status: 201, from: 10, to: 11)
      feed.exchange(Feed.upload(0), Feed.photo(12), status: 201, from: 12, to: 13)
      feed.exchange(Feed.list, Feed.photos([listed]), from: 14, to: 15)
      #expect(Set(feed.found) == Set(breaches), "\(id) \(listed) \(feed.found)")
    }
  }

  @Test func retriesStoreOnePhoto() {
    for (ids, breaches) in [([12], []), ([11, 12], ["I-PHOTO stored-twice"])] as [([Int], [String])] {
      let feed = feed()
      feed.lose(feed.begin(Feed.upload(0)), from: 10, to: 11)
      // One photo of a request without a known outcome may exist.
      feed.exchange(Feed.list, Feed.photos([ids[0]]), from: 12, to: 13)
      feed.exchange(Feed.upload(0), Feed.photo(12), status: 201, from: 14, to: 15)
      feed.exchange(Feed.list, Feed.photos(ids), from: 16, to: 17)
      #expect(feed.found == breaches, "\(ids)")
    }
    let feed = feed()
    feed.exchange(Feed.upload(0), Feed.photo(11), status: 201, from: 10, to: 11)
    feed.exchange(Feed.upload(0), Feed.photo(12), status: 201, from: 12, to: 13)
    #expect(feed.found == ["I-PHOTO stored-twice"])
  }

  @Test func photosMayBeDeletedOrStillBeOnTheirWay() {
    let feed = feed()
    feed.exchange(Feed.upload(0), Feed.photo(11), status: 201, from: 10, to: 11)
    feed.exchange(.deletePhoto(id: 11), .done, from: 12, to: 13)
    feed.exchange(Feed.list, Feed.photos([]), from: 14, to: 15)
    let list = feed.begin(Feed.list)
    feed.exchange(Feed.upload(1), Feed.photo(12), status: 201, from: 17, to: 18)
    feed.end(list, Feed.photos([]), from: 16, to: 19)
    // A full page need not contain all.
    feed.exchange(.photos(taskID: nil, limit: 1, offset: 0), Feed.photos([99]), from: 20, to: 21)
    #expect(feed.found == [])
  }

  // MARK: Accounts

  @Test func repliesNameTheirCaller() {
    let feed = feed()
    feed.exchange(.me, .me(MePayload(id: 7, email: "U7@example.com", name: "Ann")), from: 10, to: 11)
    #expect(feed.found == [])
    feed.exchange(.me, .me(MePayload(id: 8, email: feed.email, name: "Ann")), from: 12, to: 13)
    feed.exchange(.me, .me(MePayload(id: 7, email: "other@example.com", name: "Ann")), from: 14, to: 15)
    #expect(feed.found == ["I-USER identity"])
    #expect(feed.checker.fold.entries.first?.episodes == 2)
  }

  @Test func addressesMayChangeButAccountsMayNotShareAnId() {
    let feed = feed()
    let changed = UserPayload(id: 7, email: "new@example.com", name: "Ann", hasCompletedOnboarding: true)
    feed.exchange(.updateBasicProfile(name: nil, email: "new@example.com"), .user(changed), from: 10, to: 11)
    #expect(feed.found == [])
    ObservedFeed(feed.checker, user: 9).signUp(id: 9)
    #expect(feed.found == [])
    ObservedFeed(feed.checker, user: 10).signUp(id: 9)
    #expect(feed.found == ["I-USER shared-id"])
  }

  /// A value that an account never had and another user has belongs to the other user; a value that it once had is old.
  @Test func othersPreferencesAreNoOldOnes() throws {
    let checker = ObservedChecker()
    let (one, two) = (ObservedFeed(checker, user: 1), ObservedFeed(checker, user: 2))
    one.signUp(id: 1)
    two.signUp(id: 2)
    two.exchange(Feed.save(3, ["kosher"]), Feed.meals(3), from: 10, to: 11)
    one.exchange(Feed.save(3, ["vegan"]), Feed.meals(3), from: 12, to: 13)
    one.exchange(Feed.save(3, ["halal"]), Feed.meals(3), from: 14, to: 15)
    one.exchange(.preferences, Feed.meals(3, ["vegan"]), from: 16, to: 17)
    #expect(one.found == ["read-your-writes preferences"])
    one.exchange(.preferences, Feed.meals(3, ["vegan"]), from: 18, to: 19)
    one.exchange(.preferences, Feed.meals(3, ["kosher"]), from: 20, to: 21)
    #expect(one.found == ["read-your-writes preferences", "I-USER preferences"])
    let example = try #require(checker.fold.entries.last?.examples.first)
    #expect(example.summary.hasSuffix("which user 2 wrote and this user never wrote"))
  }

  @Test("Data of another event loop's user are noticed")
  func loopsShareTheOwnersOfData() {
    let owners = DataOwners()
    let (one, two) = (ObservedChecker(sharing: owners), ObservedChecker(sharing: owners))
    let (ann, bea) = (ObservedFeed(one, user: 1), ObservedFeed(two, user: 2))
    ann.signUp(id: 1)
    bea.signUp(id: 2)
    bea.exchange(Feed.save(3, ["kosher"]), Feed.meals(3), from: 10, to: 11)
    ann.exchange(Feed.save(3, ["vegan"]), Feed.meals(3), from: 12, to: 13)
    ann.exchange(.preferences, Feed.meals(3, ["kosher"]), from: 14, to: 15)
    #expect(ann.found == ["I-USER preferences"] && bea.found == [])
    ObservedFeed(one, user: 3).signUp(id: 2)
    #expect(ann.found == ["I-USER preferences", "I-USER shared-id"])
    #expect(one.names == [1, 2] && two.names == [2])
  }

  /// A server error (500) says that nothing was stored. A gateway's error (502) says nothing about it.
  @Test func failedWriteIsNotTakenAsDone() {
    for (status, isOwn) in [(500, true), (503, false)] {
      let feed = feed()
      feed.exchange(.preferences, Feed.meals(3), from: 10, to: 11)
      feed.exchange(Feed.save(5), Feed.broken, status: status, from: 12, to: 13)
      feed.exchange(.preferences, Feed.meals(3), from: 14, to: 15)
      #expect(feed.found == [])
      feed.exchange(.preferences, Feed.meals(5), from: 16, to: 17)
      #expect(feed.found == (isOwn ? ["I-COMMIT preferences"] : []))
      let photos = self.feed()
      photos.exchange(Feed.upload(0), Feed.broken, status: status, from: 10, to: 11)
      photos.exchange(Feed.list, Feed.photos([11]), from: 12, to: 13)
      #expect(photos.found == (isOwn ? ["I-COMMIT photo"] : []))
    }
    // The second attempt succeeded and stored the data.
    let feed = feed()
    feed.exchange(.preferences, Feed.meals(3), from: 10, to: 11)
    feed.exchange(Feed.save(5), Feed.broken, status: 500, from: 12, to: 13)
    feed.exchange(Feed.save(5), Feed.meals(5), from: 14, to: 15)
    feed.exchange(.preferences, Feed.meals(5), from: 16, to: 17)
    #expect(feed.found == [])
  }

  // MARK: Memory

  @Test func peopleWhoCameFirstAreForgotten() {
    let checker = ObservedChecker(capacity: 3)
    for user in 0..<10 as Range<UInt32> {
      let feed = ObservedFeed(checker, user: user)
      feed.signUp(id: Int(user))
      feed.exchange(.todayMetrics, Feed.metrics(true), from: 10, to: 11)
    }
    // Once forgotten, the first account belongs to nobody, and nothing is known about it.
    let first = ObservedFeed(checker, user: 0)
    first.signUp(id: 0)
    first.exchange(.todayMetrics, Feed.metrics(false), from: 12, to: 13)
    #expect(checker.fold.entries.isEmpty)
    let last = ObservedFeed(checker, user: 9)
    last.exchange(.todayMetrics, Feed.metrics(false), from: 12, to: 13)
    #expect(last.found == ["monotonic-reads acknowledgment"])
  }

  /// If reads always overlap, the history never ends; it is dropped and begun again.
  @Test func endlessOverlapIsNotKept() {
    let feed = feed()
    var open = feed.begin(.todayMetrics)
    for step in 0..<200 as Range<Int64> {
      let next = feed.begin(.todayMetrics)
      feed.end(open, Feed.metrics(false), from: step, to: step + 2)
      open = next
    }
    feed.end(open, Feed.metrics(false), from: 200, to: 202)
    #expect(feed.found == [])
    #expect(feed.checker.fold.unjudged == 1)
  }

  @Test func foldsOfLoopsAdd() {
    let (one, two) = (ObservedFeed(user: 1), ObservedFeed(user: 2))
    for feed in [one, two] {
      feed.signUp()
      feed.exchange(.todayMetrics, Feed.metrics(true), from: 10, to: 11)
      feed.exchange(.todayMetrics, Feed.metrics(false), from: 12, to: 13)
    }
    var fold = one.checker.fold
    fold.merge(two.checker.fold)
    #expect(fold.entries.map(\.users) == [2])
    #expect(fold.entries.first?.examples.map(\.user) == [1, 2])
    #expect(fold.evaluated(.monotonicReads) == 2 * one.checker.fold.evaluated(.monotonicReads))
    let rows = fold.reportRows(since: 3)
    #expect(rows.map(\.key) == ["monotonic-reads/observed/acknowledgment"])
    #expect(rows.first?.examples.first?.atSeconds == 10e-9)
    #expect(fold.reportChecks.count == ObservedFold.oracles.count)
  }

  /// An app's own client need not name its files as the simulated users do.
  @Test func photosThatCannotBeToldApartAreNotJudged() {
    let feed = feed()
    for id in [1, 2] {
      feed.exchange(
        .uploadPhoto(PhotoUpload(taskID: 1, item: .unknown, contentType: .jpeg, fileSize: 9)),
        .photo(PhotoPayload(id: id, taskID: 1, fileSize: 9)), from: Int64(id) * 10, to: Int64(id) * 10 + 1)
    }
    feed.exchange(
      .photos(taskID: 1, limit: 50, offset: 0),
      .photos([2, 1].map { PhotoPayload(id: $0, taskID: 1, fileSize: 9) }), from: 30, to: 31)
    #expect(feed.found == [])
  }
}
