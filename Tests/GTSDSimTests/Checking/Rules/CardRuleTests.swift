import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

struct CardRuleTests {
  private func dismissed() -> Story {
    let story = Story.ready()
    story.readMetrics(.home, need: true)
    story.publish(.homeCard, 1)
    story.wait()
    story.tell(.analytics(.cardDismissed))
    story.wait(milliseconds: 400)
    story.tell(.published(.homeCard, value: 0, cause: .dismissal))
    return story
  }

  @Test func cardThatReturnsInItsSessionBreaksTheDismissal() {
    let story = dismissed()
    story.publish(.homeCard, 1)
    let fold = story.end()
    #expect(fold.episodes(of: .dismiss) == 1)
    #expect(fold.hazards(of: .dismiss) == [.dismissalUndoneByRecheck])
  }

  @Test func cardMayDisappearLater() {
    let story = Story.ready()
    story.readMetrics(.home, need: true)
    story.publish(.homeCard, 1)
    story.wait()
    story.tell(.analytics(.cardDismissed))
    story.wait(milliseconds: 390)
    story.tell(.published(.toast, value: 1, cause: .person))
    story.wait(milliseconds: 10)
    story.tell(.published(.homeCard, value: 0, cause: .dismissal))
    story.publish(.toast, 0, .person)
    let fold = story.end()
    #expect(fold.episodes(of: .dismiss) == 0)
    #expect(fold.evaluated(.dismiss) > 0)
  }

  @Test(arguments: [true, false]) func theCardReturnsInTheNextSession(isShown: Bool) {
    let story = dismissed()
    story.terminate()
    story.launch()
    story.signIn()
    story.readMetrics(.home, need: true)
    if isShown { story.tell(.published(.homeCard, value: 1, cause: .reply)) }
    let fold = story.end()
    #expect(fold.hazards(of: .dismiss) == (isShown ? [] : [.dismissalNotSessionScoped]))
    #expect(fold.evaluated(.dismiss) > 0)
  }

  /// A person who postpones a zero state based on a summary from before the profile was completed still counts as
  /// incomplete on this phone.
  @Test(arguments: [true, false]) func summaryFromBeforeCompletionHidesTheCard(isOlder: Bool) {
    let story = dismissed()
    story.terminate()
    story.launch()
    story.signIn()
    story.commit(.profile(complete: false, changed: [.weight]))
    if isOlder { story.apply(.summary, .home) }
    story.commit(.profile(complete: true, changed: [.weight]))
    if !isOlder { story.apply(.summary, .home) }
    story.commit(.metrics(row: 500))
    story.readMetrics(.home, need: true)
    #expect(story.end().hazards(of: .dismiss) == (isOlder ? [] : [.dismissalNotSessionScoped]))
  }

  @Test func anotherAccountSeesItsCard() {
    let story = dismissed()
    story.signOut()
    story.signIn(1)
    story.commit(.onboarded(complete: true))
    story.commit(.metrics(row: 500))
    story.readMetrics(.home, need: true)
    #expect(story.end().hazards(of: .dismiss) == [.dismissalLeaksAcrossUsers])
  }

  @Test func withoutADismissalTheRuleDoesNotApply() {
    let story = Story.ready()
    story.readMetrics(.home, need: true)
    let fold = story.end()
    #expect(fold.evaluated(.dismiss) == 0)
    #expect(fold.vacuous(.dismiss) > 0)
  }

  @Test func zeroStateAndCardExcludeEachOther() {
    let story = Story.ready()
    story.publish(.homeCard, 1)
    story.publish(.homeZeroState, 1)
    let fold = story.end()
    #expect(fold.episodes(of: .prec) == 1)
    #expect(fold.hazards(of: .prec) == [.zeroStateVsCardRace])
  }

  @Test func aFailedSummaryIsNamedForTheZeroState() {
    let story = Story.ready()
    story.publish(.homeCard, 1)
    let request = story.send(.howItWorks, .homeSummary)
    story.receive(.howItWorks, request, .network)
    story.publish(.homeZeroState, 1)
    #expect(story.end().hazards(of: .prec) == [.zeroStateOnSummaryError])
  }

  @Test func cardThenZeroStateIsAllowed() {
    let story = Story.ready()
    story.publish(.homeCard, 1)
    story.publish(.homeCard, 0)
    story.commit(.profile(complete: false))
    story.publish(.homeZeroState, 1)
    let fold = story.end()
    #expect(fold.episodes(of: .prec) == 0)
    #expect(fold.evaluated(.prec) == 3)
  }

  /// Home reads the summary of a placeholder profile; then another device completes the profile.
  @Test(arguments: [nil, .status(200), .network] as [SimulationEvent.Outcome?], [false, true])
  func zeroStateMustEndOnceHomeKnowsTheProfile(_ again: SimulationEvent.Outcome?, returns: Bool) {
    let story = Story(user: 3)
    story.launch()
    story.signIn()
    story.commit(.onboarded(complete: false))
    story.receive(.howItWorks, story.send(.howItWorks, .homeSummary))
    story.publish(.homeZeroState, 1)
    story.commit(.profile(complete: true))
    if returns {
      story.publish(.tab, Int64(Tab.tasks.rawValue), .person)
      story.receive(.tasksToday, story.send(.tasksToday, .tasksLoad))
      story.publish(.tab, Int64(Tab.home.rawValue), .person)
    }
    if let again { story.receive(.howItWorks, story.send(.howItWorks, .homeSummary), again) }
    // A person who returns and asks at once leaves no quiet second in between, as here.
    let isWrong = again == .status(200) || returns
    #expect(story.end().hazards(of: .prec) == (isWrong ? [nil] : []))
  }

  @Test func zeroStateWithoutAnyReadIsNamed() {
    let story = Story.ready()
    story.receive(.howItWorks, story.send(.howItWorks, .homeSummary), .network)
    story.publish(.homeZeroState, 1)
    let fold = story.end()
    #expect(fold.hazards(of: .prec) == [.zeroStateOnSummaryError])
    #expect(fold.entries.first?.key.site == Site(.zeroStateThoughComplete))
  }

  @Test func withoutCardAndZeroStatePrecedenceDoesNotApply() {
    let fold = Story.ready().end()
    #expect(fold.evaluated(.prec) == 0)
    #expect(fold.vacuous(.prec) > 0)
  }
}
