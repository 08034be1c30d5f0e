import GTSDModel
import GTSDWorld

extension SoakGenerator {
  /// Stories of past finds.
  private static let finds = PastFind.all.compactMap { SoakCase($0) }
  /// Stories and populations of past finds, unchanged; a soak begins with them.
  package static let pastFinds = finds + PastFind.worlds.compactMap { SoakCase($0) }

  /// A story in which a defect was found before, unchanged or with one to three changed parts. `place` selects the
  /// story.
  package static func near(place: UInt64, seed: UInt64) -> SoakCase {
    var generator = SoakGenerator(seed: seed)
    var result = finds[Int(place % UInt64(finds.count))]
    if generator.happens(0.25) { return result }
    if generator.happens(0.5) { result.seed = seed }
    for _ in 0..<generator.number(1...3) { generator.change(&result) }
    return result
  }

  private mutating func change(_ story: inout SoakCase) {
    let place = number(0...max(0, story.steps.count - 1))
    switch number(0...8) {
    case 0 where story.steps.count > 1: story.steps.remove(at: place)
    case 1: story.steps.insert(story.steps[place], at: number(0...story.steps.count))
    case 2: story.steps.swapAt(place, min(place + 1, story.steps.count - 1))
    case 3, 4: story.steps[place] = SoakCase.step(story.steps[place], after: span(1, 6 * Self.second))
    case 5:
      var stand = pick([StoryPlace.tabs, .form, .photos, .tasks, .profile])
      var tap = tap(at: &stand) + [#""after": "\#(span(1, 6 * Self.second))ms""#]
      if story.devices == 2, happens(0.5) { tap.append(#""on": 2"#) }
      story.steps.insert("{\(tap.joined(separator: ", "))}", at: place)
    case 6: story.faults.append(fault(horizon: Self.hour, times: true))
    case 7 where !story.settings.isEmpty: story.settings.remove(at: number(0...story.settings.count - 1))
    default:
      let held = story.settings.map { $0.prefix { $0 != "=" } }
      story.settings += backend(tokens: 0.3, longest: 600 * Self.second).filter { new in
        !held.contains { $0 == new.prefix { $0 != "=" } }
      }
    }
  }
}
