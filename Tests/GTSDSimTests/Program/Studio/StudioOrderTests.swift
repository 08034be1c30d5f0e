import Foundation
import GTSDModel
import TestSupport
import Testing

@testable import GTSDCommandLine
@testable import GTSDFields
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import gtsd_sim

/// The meaning of a page's orders: each is a command line, or a refusal that names the problem.
struct StudioOrderTests {
  private let shelf = StudioShelf(operand: nil, directory: Checkout.root.path)

  private var firstDay: String { shelf.first }

  private func order(_ members: [(String, JSONNode)], scenario: String? = nil) throws -> StudioOrder {
    let common: [(String, JSONNode)] = [
      ("page", .string("p")), ("slot", .string("s")), ("scenario", .string(scenario ?? firstDay)),
    ]
    return try StudioOrder(.object(common + members), shelf: shelf)
  }

  private func refusal(_ members: [(String, JSONNode)], scenario: String? = nil) -> StudioRefusal? {
    do {
      _ = try order(members, scenario: scenario)
      return nil
    } catch {
      return error as? StudioRefusal
    }
  }

  private func list(_ texts: String...) -> JSONNode { .array(texts.map { .string($0) }) }

  @Test func studioBeginsWithTheFirstDayOfTheLibrary() {
    #expect(firstDay.hasSuffix("scenarios/first-day.json"))
    #expect(StudioShelf(operand: nil, directory: "/nowhere").first == "first-day")
  }

  /// Every question except those on logs takes one click, and the displayed command can be typed.
  @Test(arguments: StudioQuestion.allCases, StudioQuestion.Stage.allCases)
  func everyQuestionHasACommandLine(question: StudioQuestion, stage: StudioQuestion.Stage) throws {
    let order = try order(
      [
        ("kind", .string("question")), ("question", .string(question.rawValue)), ("stage", .string(stage.rawValue)),
        ("events", .string("{}")), ("sets", list("backend.errorRate*=2")),
      ], scenario: question.need.map { shelf.operand(ofLibrary: $0.example) })
    #expect(order.question == question)
    #expect(order.words.suffix(2) == ["--no-fail", "--json"] || order.words.contains("--json"))
    let line = try ShellLine(order.commandLine.replacing(" < events.jsonl", with: "")).words
    guard case .command(let command, _) = try Invocation.parse(Array(line.dropFirst())) else {
      Issue.record("no command: \(order.commandLine)")
      return
    }
    #expect(command == order.command)
    #expect((question == .logs) == (order.input != nil))
    #expect(!order.parts.isEmpty && !question.text.isEmpty && !question.method.isEmpty)
  }

  @Test("A log that cannot be read is called the person's file, since the page has no standard input")
  func unreadableLogs() throws {
    let members: [(String, JSONNode)] = [
      ("kind", .string("question")), ("question", .string("logs")), ("events", .string("hello\nworld\n")),
    ]
    let work = StudioWork(directory: Checkout.root.path)
    let event = work.perform(try order(members), interrupts: Interrupts(), progress: { _, _ in })
    guard case .failed(_, let message) = event else {
      Issue.record("the log was read")
      return
    }
    #expect(message.hasPrefix("Your file: rejected lines: 2, more than the 0 that are allowed."))
    #expect(message.contains("The studio reads no such file") && !message.contains("standard input"))
  }

  /// An answer is a sentence with its interval, taken from the report alone.
  @Test(arguments: [
    (StudioQuestion.target, "The probability that “acknowledged within 24 h” is ≥ 80% is "),
    (.sure, "The probability of target ≥ 80% is "), (.drivers, "“Go to their plans by themselves” moves it most"),
    (.measure, ""),
  ])
  func answersComeOutOfTheReport(question: StudioQuestion, beginning: String) throws {
    let path = Checkout.root.appending(path: "reports/forecast/report.json")
    let report = try Report(json: Data(contentsOf: path))
    let answer = question.answer(report)
    #expect(answer.text.hasPrefix(beginning) && answer.text.contains(where: \.isNumber), "\(answer.text)")
    // The assumption to measure is chosen by its value, not by an estimate.
    #expect(question == .measure || answer.text.contains("("))
    #expect(answer.text.hasSuffix("."))
    let parts = ReportParts(report, prefix: "x-")
    #expect(question.parts.contains { name in parts.parts.contains { $0.id == name } })
    #expect(parts.parts.allSatisfy { $0.html.contains("id=\"x-\($0.id)\"") })
  }

  @Test func movedValueStandsInTheCommand() throws {
    let path = "population.personas.*.decisions.followCard*=2"
    let first = try order([("kind", .string("assume")), ("stage", .string("first")), ("sets", list(path))])
    #expect(first.commandLine == "gtsd-sim compare \(firstDay) --users 50 --set-b '\(path)' --replications 4")
    let more = try order([("kind", .string("assume")), ("stage", .string("more")), ("sets", list(path))])
    // The first worlds are a part of the later ones, so they need not run again.
    #expect(more.commandLine == first.commandLine.replacing("--replications 4", with: "--replications 20"))
    let forecast = try order([("kind", .string("assume")), ("stage", .string("forecast")), ("sets", list(path))])
    #expect(forecast.command == .forecast && forecast.commandLine.contains("--set '\(path)'"))
    let variants = try order([
      ("kind", .string("compare")), ("variants", .array([list(path), list("backend.errorRate*=2")])),
    ])
    #expect(variants.commandLine.contains("--set-b '\(path)' --set-c 'backend.errorRate*=2'"))
  }

  @Test("A question keeps the page's scenario, or names the missing part", arguments: StudioQuestion.allCases)
  func noQuestionSwitchesTheScenario(question: StudioQuestion) throws {
    let members: [(String, JSONNode)] = [
      ("kind", .string("question")), ("question", .string(question.rawValue)), ("events", .string("{}")),
    ]
    let facts = StudioFacts(scenario: try shelf.scenario(firstDay, sets: []), name: firstDay).node
    #expect(facts["needs"]?.elements?.isEmpty == true)
    guard let need = question.need else {
      #expect(try order(members).words.contains(firstDay))
      return
    }
    let refused = try #require(refusal(members))
    #expect(refused.problems.map(\.path) == ["$.scenario"])
    #expect(refused.problems[0].message.hasSuffix("such as \(need.example)"))
    let own = shelf.operand(ofLibrary: need.example)
    #expect(try order(members, scenario: own).words[1] == own)
    // Without a folder of scenarios, the built-in ones have the same names.
    #expect(StudioShelf(operand: nil, directory: "/nowhere").operand(ofLibrary: need.example) == need.example)
  }

  @Test func badInputIsRefusedWithItsPath() {
    let assume: [(String, JSONNode)] = [("kind", .string("assume")), ("stage", .string("first"))]
    let cases: [(members: [(String, JSONNode)], path: String)] = [
      ([("kind", .string("dance"))], "$.kind"),
      ([], "$.kind"),
      ([("kind", .string("question")), ("question", .string("why"))], "$.question"),
      ([("kind", .string("question")), ("question", .string("logs"))], "$.events"),
      ([("kind", .string("question")), ("question", .string("target")), ("stage", .string("last"))], "$.stage"),
      (assume, "$.sets"),
      (assume + [("sets", .string("a=1"))], "$.sets"),
      (assume + [("sets", .array([.int(1)]))], "$.sets[0]"),
      (assume + [("sets", list("population.sise=3"))], "$.population.sise"),
      (assume + [("sets", list("backend.errorRate=2"))], "$.backend.errorRate"),
      ([("kind", .string("assume")), ("stage", .string("last"))], "$.stage"),
      ([("kind", .string("compare")), ("variants", .array([]))], "$.variants"),
      ([("kind", .string("compare")), ("variants", .array([list()]))], "$.variants"),
      ([("kind", .string("compare")), ("variants", .array([list("a.b=1")]))], "$.variants[0] $.a"),
      ([("kind", .string("race")), ("schedules", .int(0))], "$.schedules"),
      ([("kind", .string("race")), ("schedules", .number(1.5))], "$.schedules"),
      ([("kind", .string("race")), ("schedules", .int(1)), ("policy", .string("luck"))], "$"),
      ([("kind", .string("race")), ("schedules", .int(1)), ("generation", .string("newest"))], "$.generation"),
    ]
    for (members, path) in cases {
      let refusal = refusal(members)
      #expect(refusal?.status == 400, "\(members)")
      #expect(refusal?.problems.map(\.path) == [path], "\(members)")
    }
  }

  /// A page can only read files that it was meant to show.
  @Test(arguments: ["/etc/passwd", "../secret.json", "-", "text:unknown", ""])
  func otherFilesAreRefused(name: String) {
    let refusal = refusal([("kind", .string("race")), ("schedules", .int(1))], scenario: name)
    #expect(refusal?.problems.map(\.path) == ["$.scenario"])
  }

  @Test func scenarioTextsGetDistinctNames() throws {
    let story = "{\"name\": \"mine\", \"horizon\": \"1h\"}"
    let name = try shelf.put(story)
    #expect(try shelf.put(story) == name)
    #expect(try shelf.put(story + "\n") != name)
    #expect(try shelf.text(name) == story)
    #expect(try shelf.operand(name).input == story)
    #expect(try shelf.scenario(name, sets: ["seed=7"]).seed == 7)
    do {
      _ = try shelf.put("{\"nam\": 1}")
      Issue.record("an invalid text is kept")
    } catch {
      #expect(error.problems.map(\.path) == ["$.nam"])
    }
  }

  /// Every adjustable value of a scenario has a plain name and a source, and is valid at both ends of its slider.
  @Test func everyValueOfTheUsualScenarioCanBeMoved() throws {
    let scenario = try shelf.scenario(firstDay, sets: [])
    let values = try #require(StudioFacts(scenario: scenario, name: firstDay).node["values"]?.elements)
    let main = values.filter { $0["isMain"]?.value == .bool(true) }
    #expect(main.count == StudioDriver.paths.count && values.count > 40)
    let names = values.compactMap { $0["name"]?.string }
    #expect(Set(names).count == values.count)
    #expect(values.allSatisfy { $0["source"]?.string?.isEmpty == false })
    let paths = values.compactMap { $0["path"]?.string }
    for factor in ["0.25", "4"] {
      #expect(throws: Never.self) { try shelf.scenario(firstDay, sets: paths.map { "\($0)*=\(factor)" }) }
    }
  }

  @Test func progressTextHasNoTerminalCodes() {
    #expect(ProgressText("\r\u{1B}[K") == nil)
    let bar = String(repeating: "█", count: 5) + String(repeating: "░", count: 15)
    let line = ProgressText("\r\u{1B}[Kfirst-day \(bar) 5/20 users  3 s left")
    #expect(line?.text == "3 s left · first-day 5/20 users" && line?.share == 0.25)
    let long = ProgressText("\r\u{1B}[Kcard-copy \(bar) 7,800/32,000 users  74,307 events/s  4 min left")
    #expect(long?.text == "4 min left · card-copy 7,800/32,000 users")
    #expect(ProgressText("a remark\n")?.share == nil)
  }
}
