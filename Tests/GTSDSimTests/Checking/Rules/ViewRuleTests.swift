import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// Scripted histories, each with the hazard that must be assigned to it.
@Suite struct ViewRuleTests {
  private func hazards(
    _ strategies: [String], _ invariant: Invariant, faults: [Fault] = [],
    _ body: @escaping @Sendable (Person) async -> Void
  ) throws -> [HazardID?] {
    let story = MicroStory("", breaks: invariant, faults: faults, body)
    #expect(try story.check(.correct(but: [])).entries.map(\.key.signature) == [])
    return try story.check(.correct(but: strategies)).hazards(of: invariant)
  }

  @Test func aViewThatDoesNotObserveItsModelIsNotADriftBetweenInstances() throws {
    let hazards = try hazards(["home.observation=computed"], .views) { person in
      await person.onboard()
      await person.acknowledge()
      _ = await person.open(.home)
      await person.rest(5)
    }
    #expect(hazards == [.singletonNotObserved])
  }

  /// A reply clears the need, and a check without a read sets it again.
  @Test(arguments: [Cause.settle, .reply])
  func reviewThatReturnsWithoutNewDataIsAFlip(cause: Cause) {
    let story = Story.ready()
    story.readMetrics(.home, need: true)
    story.publish(.homeNeed, 0, .reply)
    story.publish(.homeNeed, 1, cause)
    let hazards = story.end().hazards(of: .agree)
    #expect(hazards.contains(.errorNeedFlip) == (cause == .settle))
  }

  @Test func failedReadHidesTheCardPermanently() throws {
    let failing = Fault(
      kind: .error(status: 500), endpoints: [.todayMetrics], from: .seconds(40), until: .seconds(60))
    let hazards = try hazards(
      ["metrics.ownership=perView", "home.reloadOnAppear=off", "replies.apply=arrival"], .agree, faults: [failing]
    ) { person in
      await person.onboard()
      await person.tap(.terminate)
      await person.rest(until: 45)
      await person.tap(.launch)
      await person.rest(until: 65)
      _ = await person.open(.plans)
      _ = await person.open(.home)
      await person.rest(3)
    }
    #expect(hazards.contains(.errorHidesCard))
  }

  @Test(arguments: [true, false])
  func planLostAtAcknowledgmentAndPlanLostLaterDiffer(afterAcknowledgment: Bool) throws {
    let from = TimeSpan.seconds(afterAcknowledgment ? 20 : 60)
    let failing = Fault(kind: .error(status: 500), endpoints: [.howItWorks], from: from)
    let hazards = try hazards(["plan.fetch=bothOrNothing", "summary.cache=none"], .commit, faults: [failing]) {
      person in
      await person.onboard()
      await person.rest(until: 30)
      await person.acknowledge()
      guard !afterAcknowledgment else { return }
      await person.tap(.terminate)
      await person.rest(until: 61)
      await person.tap(.launch)
      await person.rest(2)
      _ = await person.open(.plans)
      await person.rest(3)
    }
    #expect(hazards == [afterAcknowledgment ? .ackOkPlanFailed : .planAndSummaryAllOrNothing])
  }

  @Test func photosReplacedByAnotherTasksAreNamed() throws {
    let failing = Fault(kind: .error(status: 503), endpoints: [.photos], from: .seconds(60))
    let hazards = try hazards(["photo.cache=replace"], .round, faults: [failing]) { person in
      await person.onboard()
      await person.upload(1, toTask: 1)
      await person.upload(2, toTask: 2)
      await person.rest(until: 61)
      await person.tap(.openPhotos(taskID: 1))
      await person.rest(3)
    }
    #expect(hazards == [.photoCacheClobber])
  }

  /// The unreadable photo has no image, so the first image is the second photo's.
  @Test func removingAnImageRemovesAnotherPhoto() throws {
    let failing = Fault(kind: .error(status: 503), endpoints: [.uploadPhoto])
    let hazards = try hazards(["photo.images=reloaded"], .photo, faults: [failing]) { person in
      await person.onboard()
      await person.tap(.openPhotos(taskID: 1))
      await person.rest(1)
      let picks = (1...2).map {
        PhotoPick(
          item: PhotoItemID($0), contentType: .jpeg, fileSize: 9_000_000, longerSide: 2000, isImage: $0 == 2)
      }
      await person.tap(.pickPhotos(picks), intent: 5)
      await person.rest(2)
      await person.tap(.removePhoto(index: 0))
      await person.rest(3)
    }
    #expect(hazards == [.photoIndexDesync])
  }

  @Test func quickTabChangesOverlapTheirLoads() throws {
    let hazards = try hazards(
      ["home.loads=overlapping", "home.reloadOnAppear=off", "replies.cancelled=networkError"], .live
    ) { person in
      await person.onboard()
      await person.tap(.openTab(.tasks))
      await person.rest(0.001)
      await person.tap(.pullToRefresh)
      await person.rest(5)
    }
    #expect(hazards.contains(.rapidTabSwitchStorm))
  }
}
