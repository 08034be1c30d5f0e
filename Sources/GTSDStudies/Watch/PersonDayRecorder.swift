import GTSDModel
import GTSDWorld

/// Follows one person of a cell.
final class PersonDayRecorder: WireObserver {
  private let user: UInt32
  private(set) var day: PersonDay
  private var phones = [Phone(), Phone()]

  /// The state of one phone: its screen, and the indices of its open visit and screen.
  private struct Phone {
    var screen = WatchedPhone()
    var visit: Int?
    var shown: Int?
  }

  init(user: UInt32) {
    self.user = user
    day = PersonDay(user: Int(user), persona: "")
  }

  func observe(_ event: SimulationEvent) {
    guard event.user == user else { return }
    switch event.kind {
    case .committed(let commit, _, _):
      note(.server, event, "stores \(StateWords.commit(commit))")
    case .action(let action, _): note(.tap, event, StateWords.words(action.name))
    case .sent(let endpoint, let request, let operation, _):
      day.requests.append(
        PersonDay.Request(
          device: event.device, number: request, from: event.time,
          text: "\(StateWords.endpoint(endpoint)) for \(StateWords.words("\(operation)"))"))
    case .received(_, let request, let outcome, let revision, _): received(request, outcome, revision, event)
    case .sessionStarted, .foreground:
      if event.device < phones.count, phones[Int(event.device)].visit == nil { begin(event) }
      show(event)
    case .sessionEnded, .background:
      show(event)
      if event.device < phones.count { end(event) }
    case .published, .photoItem, .photoProgress: show(event)
    case .authenticated, .began, .ended, .applied, .cleared, .trap, .analytics, .planRequested: break
    }
  }

  func observe(_ event: WireEvent, user: UInt32, device: UInt8, time: Int64) {
    if user == self.user, device < phones.count { phones[Int(device)].screen.observe(event) }
  }

  private func note(_ kind: PersonDay.Moment.Kind, _ event: SimulationEvent, _ text: String) {
    day.moments.append(PersonDay.Moment(kind: kind, device: event.device, time: event.time, text: text))
  }

  private func received(
    _ number: Int32, _ outcome: SimulationEvent.Outcome, _ revision: Int32, _ event: SimulationEvent
  ) {
    guard let index = day.requests.lastIndex(where: { $0.device == event.device && $0.number == number }) else {
      return
    }
    day.requests[index].to = event.time
    day.requests[index].outcome = StateWords.outcome(outcome, revision: revision)
    day.requests[index].isFailure =
      switch outcome {
      case .status(let status): status >= 400
      case .undecodable, .garbled, .network, .timedOut: true
      case .cancelled: false
      }
  }

  private func begin(_ event: SimulationEvent) {
    let isLaunch = if case .sessionStarted = event.kind { true } else { false }
    day.visits.append(PersonDay.Visit(device: event.device, from: event.time, isLaunch: isLaunch))
    phones[Int(event.device)].visit = day.visits.count - 1
  }

  private func end(_ event: SimulationEvent) {
    let device = Int(event.device)
    if let visit = phones[device].visit { day.visits[visit].to = event.time }
    if let shown = phones[device].shown { day.screens[shown].to = event.time }
    (phones[device].visit, phones[device].shown) = (nil, nil)
  }

  /// Records the screen of the app that is in the foreground.
  private func show(_ event: SimulationEvent) {
    guard event.device < phones.count else { return }
    let device = Int(event.device)
    phones[device].screen.observe(event)
    guard phones[device].visit != nil else { return }
    let words = phones[device].screen.words
    if let shown = phones[device].shown {
      guard day.screens[shown].words != words else { return }
      if day.screens[shown].from == event.time {
        day.screens[shown].words = words
        return
      }
      day.screens[shown].to = event.time
    }
    day.screens.append(PersonDay.Screen(device: event.device, from: event.time, words: words))
    phones[device].shown = day.screens.count - 1
  }
}
