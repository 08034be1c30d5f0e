import GTSDModel

/// Looks for people without a sign-up. Simulated people all sign up.
enum LogPeople {
  /// The smallest number of people that is reported, the share of those who use the app that is no problem, and the
  /// share of those who only open it that is.
  private static let fewest = 10
  private static let most = 0.05
  private static let least = 0.01

  /// The finding that many people use the app without a sign-up. If they are few, visitors who open the app and never
  /// sign up are removed from the log.
  static func finding(_ log: inout EventLog) -> LogFinding? {
    guard log.has(.signedUp) else { return nil }
    var (users, visitors) = (0, [Int]())
    for person in 0..<log.users {
      let events = log.events(of: person)
      if events.contains(where: { $0.name == .signedUp }) { continue }
      if events.contains(where: { $0.name != .launched && $0.name != .apiError }) {
        users += 1
      } else if let last = events.last, last.time < log.end - Milliseconds.hour,
        // A person with an error may have tried to sign up.
        events.allSatisfy({ $0.name == .launched })
      {
        visitors.append(person)
      }
    }
    if users >= fewest, Double(users) > most * Double(log.users) { return unsigned(users, of: log.users) }
    guard visitors.count >= fewest, Double(visitors.count) > least * Double(log.users) else { return nil }
    let all = log.users
    log.leaveOut(visitors)
    return LogFinding(
      .people,
      "\(visitors.count) of \(all) people (\(LogQuality.percent(visitors.count, all))) open the app and never sign up. They are "
        + "a group of their own, which is left out: the others are people who signed up.", isFault: false)
  }

  // MARK: Events that can happen once

  /// Limits for reporting that people repeat an event that can happen once: the number of repetitions that sign-ups by
  /// other accounts of the household cannot explain, and the smallest share of such people.
  private static let mostAgain = 3
  private static let leastAgain = 0.02

  /// Kinds of events that happen once for each account and that people send again and again.
  static func repeated(_ log: EventLog) -> [(name: ObservedEvent.Name, finding: LogFinding)] {
    guard log.has(.signedUp) else { return [] }
    let names: [ObservedEvent.Name] = [.signedUp, .onboarded, .skipped]
    var people = [Int](repeating: 0, count: names.count)
    for person in 0..<log.users {
      var counts = [Int](repeating: 0, count: names.count)
      for event in log.events(of: person) {
        if let index = names.firstIndex(of: event.name) { counts[index] += 1 }
      }
      for index in names.indices where counts[index] - (index == 0 ? 1 : counts[0]) >= mostAgain { people[index] += 1 }
    }
    return zip(names, people).compactMap { name, count in
      guard count >= fewest, Double(count) > leastAgain * Double(log.users) else { return nil }
      return (
        name,
        LogFinding(
          .resent,
          "\(count) of \(log.users) people (\(LogQuality.percent(count, log.users))) send `\(name.text)` again and again, which "
            + "happens once for each account: the app sends it at other times, too, such as at each sign-in. Leave out all "
            + "but the first of each account.", isFault: true, paths: name.paths)
      )
    }
  }

  private static func unsigned(_ people: Int, of all: Int) -> LogFinding {
    let name = ObservedEvent.Name.signedUp
    return LogFinding(
      .people,
      "\(people) of \(all) people (\(LogQuality.percent(people, all))) use the app without a `\(name.text)`: they signed up "
        + "before the log begins, their ids change, or the event was not sent. Values of sign-ups and of coming back are "
        + "those of the others. Export only people who sign up within the log, under ids that stay the same.",
      isFault: true, paths: name.paths)
  }
}
