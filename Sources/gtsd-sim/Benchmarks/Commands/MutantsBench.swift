import Foundation
import GTSDModel
import Synchronization

/// `gtsd-sim bench mutants`
package enum MutantsBench {
  private struct Row: Sendable {
    var number: Int
    var mutant: Mutant
    var story: MutationStudy.Kill?
    var population: MutationStudy.Kill?
  }

  package static func run(_ arguments: ParsedArguments, _ console: Console) throws(CommandFailure) -> ExitCode {
    guard Mutant.canBePlanted else {
      throw CommandFailure(
        code: .failure,
        message: "this build has no mutants, which would slow it down; build with `swift build` (debug) or with "
          + "`-Xswiftc -DMUTANTS`")
    }
    let users = arguments[integer: .users] ?? 400
    let study = MutationStudy(
      stories: try scenarios("tours", console, ScenarioOverrides())
        + scenarios("acceptance", console, ScenarioOverrides(generation: "correct"))
        + scenarios("races", console, ScenarioOverrides()),
      populations: try scenarios("", console, ScenarioOverrides(generation: "correct", users: users)),
      schedules: arguments[integer: .schedules] ?? 500)
    let numbers = Array(1...min(Mutant.all.count, arguments[integer: .limit] ?? Mutant.all.count))
    let rows = Mutex<[Row]>([])
    let next = Atomic<Int>(0)
    let isQuiet = arguments[flag: .quiet]
    let jobs = arguments[integer: .jobs] ?? ProcessInfo.processInfo.activeProcessorCount
    DispatchQueue.concurrentPerform(iterations: jobs) { _ in
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < numbers.count else { return }
        let number = numbers[index]
        let row = Row(
          number: number, mutant: Mutant.all[number - 1], story: study.storyKill(of: number),
          population: study.populationKill(of: number))
        if !isQuiet { FileHandle.standardError.write(Data((line(row) + "\n").utf8)) }
        rows.withLock { $0.append(row) }
      }
    }
    let sorted = rows.withLock { $0.ordered { $0.number < $1.number } }
    show(sorted, study, asJSON: arguments[flag: .json], console)
    return .success
  }

  private static func scenarios(
    _ folder: String, _ console: Console, _ overrides: ScenarioOverrides
  ) throws(CommandFailure) -> [Scenario] {
    var result: [Scenario] = []
    for path in try ExploreBench.paths(in: folder, console) {
      do {
        result.append(try Scenario.load(path, overrides: overrides))
      } catch {
        throw CommandFailure(code: .invalidInput, message: "\(error)")
      }
    }
    return result
  }

  private static func line(_ row: Row) -> String {
    func text(_ kill: MutationStudy.Kill?) -> String {
      guard let kill else { return "–" }
      let schedules = kill.schedules > 0 ? " after \(kill.schedules)" : ""
      return "\(kill.scenario)\(schedules): \(kill.signatures[0])"
    }
    let reason = row.mutant.equivalence.map { " (equivalent: \($0))" } ?? ""
    return "| \(row.number) | \(row.mutant.name)\(reason) | \(text(row.story)) | \(text(row.population)) |"
  }

  private static func show(_ rows: [Row], _ study: MutationStudy, asJSON: Bool, _ console: Console) {
    let counted = rows.filter { $0.mutant.equivalence == nil }
    let (inStories, inPopulations) = (counted.count { $0.story != nil }, counted.count { $0.population != nil })
    // Under a sound twin no switch of the catalogue is faulty: whatever is called by a hazard's name is called wrongly.
    let labelled = counted.count { !($0.story?.labels.isEmpty ?? true) || !($0.population?.labels.isEmpty ?? true) }
    if asJSON {
      let nodes = rows.map { row in
        JSONNode.object([
          "mutant": .string(row.mutant.name), "equivalent": row.mutant.equivalence.map { .string($0) } ?? .null,
          "story": row.story.map(node) ?? .null, "population": row.population.map(node) ?? .null,
        ])
      }
      console.out(
        JSONNode.object([
          "benchmark": "mutants", "version": .int(1), "mutants": .array(nodes), "counted": .int(counted.count),
          "killedByStories": .int(inStories), "killedByPopulations": .int(inPopulations), "labelled": .int(labelled),
        ]).prettyText + "\n")
      return
    }
    console.out("| Nr. | Mutant | Noticed by a story | Noticed by a population |\n| --- | --- | --- | --- |\n")
    for row in rows { console.out(line(row) + "\n") }
    func share(_ count: Int) -> String {
      "\(count) of \(counted.count) (\((Double(count) / Double(max(1, counted.count)) * 1000).rounded() / 10) %)"
    }
    console.out(
      """

      \(share(inStories)) are noticed by a story within \(study.schedules) schedules each of \(study.stories.count),
      \(share(inPopulations)) by one of \(study.populations.count) populations;
      \(share(labelled)) are called by the name of a catalogued hazard that they are not.

      """)
  }

  private static func node(_ kill: MutationStudy.Kill) -> JSONNode {
    .object([
      "scenario": .string(kill.scenario), "schedules": .int(kill.schedules),
      "signatures": .array(kill.signatures.map { .string($0) }), "labels": .array(kill.labels.map { .string($0) }),
    ])
  }
}
