import Documents
package import GTSDFields
import GTSDModel
import GTSDStudies
import GTSDWorld

// Content of the studio in addition to reports, as JSON for its page.

extension Film {
  /// Stations in order, then the movements: milliseconds, person, station, and whether the app is in front.
  package var node: JSONNode {
    let stations = FunnelSteps.stations
    return .object([
      (
        "stations",
        .array(stations.map { .object([("id", .string($0.rawValue)), ("title", .string($0.title))]) })
      ),
      (
        "moves",
        .array(
          moves.compactMap { move in
            guard let place = move.steps.furthest.flatMap({ stations.firstIndex(of: $0) }) else { return nil }
            let numbers = [Self.milliseconds(move.time), move.user, place, move.isInFront ? 1 : 0]
            return .array(numbers.map(JSONNode.int))
          })
      ),
      ("breaks", .array(breaks.map { .array([.int(Self.milliseconds($0.time)), .int($0.user)]) })),
    ])
  }

  private static func milliseconds(_ time: Int64) -> Int { Int(time / Nanoseconds.millisecond) }
}

extension PersonDay {
  /// The scene as JSON. Times are virtual seconds since the run began; phones count from 1, with 0 for the server.
  package var node: JSONNode {
    .object([
      ("user", .int(user)), ("persona", .string(persona)), ("arm", arm.map(JSONNode.string) ?? JSONNode(.null)),
      ("steps", .array(FunnelStep.allCases.filter(steps.contains).map { .string($0.rawValue) })),
      (
        "visits",
        .array(visits.map { .object(Self.span($0.device, $0.from, $0.to) + [("isLaunch", .bool($0.isLaunch))]) })
      ),
      (
        "screens",
        .array(
          screens.map { screen in
            let words = JSONNode.array(screen.words.map { .string($0) })
            return .object(Self.span(screen.device, screen.from, screen.to) + [("words", words)])
          })
      ),
      (
        "requests",
        .array(
          requests.map { request in
            .object(
              Self.span(request.device, request.from, request.to) + [
                ("text", .string(request.text)), ("outcome", request.outcome.map(JSONNode.string) ?? JSONNode(.null)),
                ("isFailure", .bool(request.isFailure)),
              ])
          })
      ),
      (
        "moments",
        .array(
          moments.map { moment in
            .object([
              ("kind", .string(moment.kind.rawValue)), ("phone", Self.phone(moment.device)),
              ("at", Self.seconds(moment.time)), ("text", .string(moment.text)),
            ])
          })
      ),
      (
        "breaks",
        .array(
          breaks.map { broken in
            .object([
              ("phone", Self.phone(broken.device)), ("at", Self.seconds(broken.time)),
              ("invariant", .string(broken.invariant)),
              ("hazard", broken.hazard.map(JSONNode.string) ?? JSONNode(.null)),
              ("summary", .string(broken.summary)), ("token", .string(broken.token)),
            ])
          })
      ),
    ])
  }

  private static func span(_ device: UInt8, _ from: Int64, _ to: Int64?) -> [(String, JSONNode)] {
    [("phone", phone(device)), ("from", seconds(from)), ("to", to.map(seconds) ?? JSONNode(.null))]
  }

  private static func phone(_ device: UInt8) -> JSONNode {
    .int(number(of: device))
  }

  private static func seconds(_ time: Int64) -> JSONNode { .number(Nanoseconds.seconds(time)) }
}

extension Replay.Outcome {
  /// A violation to step through, in the form of a search's finds. The twin is included if the violation's name has
  /// one.
  package var scene: JSONNode {
    let find = report.exploration?.finds.first
    if let find { return find.json }
    let violation = report.violations.first
    let example = violation?.examples.first
    let twin = name.map { name in
      JSONNode.object([
        ("strategy", .string(name.strategy)), ("timeline", name.timeline.scene),
        ("holds", .bool(name.verdict == .holds)),
        ("firstDivergence", Timeline.firstDivergence(timeline, name.timeline).map(JSONNode.int) ?? JSONNode(.null)),
      ])
    }
    let statement = Invariant.allCases.first { $0.id == violation?.invariant }?.statement ?? ""
    return .object([
      ("hazard", violation?.hazard.map(JSONNode.string) ?? JSONNode(.null)),
      ("oracle", .string(violation?.invariant ?? "")), ("summary", .string(example?.summary ?? summary)),
      ("statement", .string(statement)), ("contradiction", JSONNode(.null)), ("constraints", .array([])),
      ("token", .string(example?.replay ?? "")), ("timeline", timeline.scene), ("twin", twin ?? JSONNode(.null)),
    ])
  }
}

extension PlayResult {
  /// The play's JSON, and the timeline to step through.
  package var scene: JSONNode {
    guard let play = try? JSONReader.read(PlayDocument(self).json) else {
      preconditionFailure("a play's JSON cannot be read")
    }
    return .object([("play", play), ("timeline", timeline.scene)])
  }
}

extension Timeline {
  fileprivate var scene: JSONNode { json }
}
