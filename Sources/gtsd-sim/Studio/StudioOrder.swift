import GTSDCommandLine
import GTSDFields
import GTSDModel
import GTSDSim
import GTSDStudies

/// An order from a page. It is always a command of this program, with the same result as on a terminal.
struct StudioOrder: Sendable {
  /// The page that sends the order, and the place on it. A newer order for the same place cancels the older one.
  var page: String
  var slot: String
  /// The arguments of the command line, and the text of its standard input.
  var words: [String]
  var input: String?
  /// The command line for people.
  var commandLine: String
  /// The question that the order answers; nil if the page states the answer itself.
  var question: StudioQuestion?
  /// The sections that are shown.
  var parts: [String]
  /// Whether the page gets the whole report as data, too.
  var sendsReport: Bool
  /// The kind of result.
  var show = Show.report
  /// The input of the report. Equal subjects give equal reports.
  var subject: [String]
  var command: CommandID
  var arguments: ParsedArguments

  /// The kind of result that a page receives.
  enum Show: Sendable {
    /// The command's report.
    case report
    /// The report of a run, and the movements of its people.
    case film
    /// The experiences of one person, by number.
    case day(Int)
    /// A violation again, step by step.
    case replay(Replay)
    /// A story in its natural order.
    case play
    /// The report of a load run, and its figures while it runs.
    case load

    /// Whether equal orders give equal reports, so that a report can be kept and reused.
    var isRepeatable: Bool {
      switch self {
      case .report, .film: true
      case .day, .replay, .play, .load: false
      }
    }
  }

  /// Reads the order of a page.
  ///
  /// - Throws: each problem with its path.
  init(_ node: JSONNode, shelf: StudioShelf) throws(StudioRefusal) {
    let request = StudioRequest(node)
    page = try request.text("page")
    slot = try request.text("slot")
    let scenario = try request.text("scenario")
    let sets = try request.texts("sets")
    let draft: Draft
    switch try request.text("kind") {
    case "question":
      let id = try request.text("question")
      guard let question = StudioQuestion(rawValue: id) else {
        throw StudioRefusal("no question `\(id)`", at: "$.question")
      }
      self.question = question
      let name = try request.optionalText("stage") ?? StudioQuestion.Stage.usual.rawValue
      guard let stage = StudioQuestion.Stage(rawValue: name) else {
        throw StudioRefusal("expected first, usual or thorough", at: "$.stage")
      }
      draft = try Draft(question, scenario, sets, stage, request, shelf)
      (parts, sendsReport) = (question.parts, question == .logs)
    case "assume":
      let stage = try request.text("stage")
      draft = try Draft(assume: stage, scenario, sets, shelf)
      question = stage == "forecast" ? .target : nil
      (parts, sendsReport) = (["curves", "fan", "funnel", "indicators"], true)
    case "compare":
      draft = try Draft(compare: try request.lists("variants"), scenario, sets, shelf)
      (parts, sendsReport) = (["curves"] + (1...4).map { "contrast-\($0)" } + ["time"], true)
    case "race":
      draft = try Draft(race: request, scenario, sets, shelf)
      (parts, sendsReport) = (["finds", "search", "search-errors"], true)
    case "watch":
      draft = try Draft(watch: scenario, sets, shelf)
      (parts, sendsReport, show) = (["funnel", "violations"], true, .film)
    case "day":
      draft = try Draft(watch: scenario, sets, shelf)
      (parts, sendsReport) = ([], false)
      show = .day(try request.whole("user", in: 0...Draft.watchedUsers - 1))
    case "replay":
      let replay: Replay
      (draft, replay) = try Draft.replay(try request.text("token"), scenario, shelf)
      (parts, sendsReport, show) = ([], false, .replay(replay))
    case "play":
      draft = try Draft(play: request, scenario, sets, shelf)
      (parts, sendsReport, show) = ([], false, .play)
    case "load":
      draft = try Draft(load: request, scenario, sets, shelf)
      (parts, sendsReport, show) = (["thresholds", "latency"] + LoadLive.parts, false, .load)
    case let other: throw StudioRefusal("no kind of work `\(other)`", at: "$.kind")
    }
    _ = try shelf.scenario(draft.scenario, sets: draft.sets + draft.others, generation: draft.generation)
    (words, input) = (draft.words, draft.input)
    // The content of a file may change while its name stays the same.
    subject = draft.words + [draft.input ?? "", try shelf.text(draft.scenario)]
    do {
      guard case .command(let command, let arguments) = try Invocation.parse(words) else {
        throw StudioRefusal("no command", at: "$")
      }
      (self.command, self.arguments) = (command, arguments)
    } catch let error as StudioRefusal {
      throw error
    } catch let error as UsageError {
      throw StudioRefusal(error.message, at: "$")
    } catch {
      throw StudioRefusal("\(error)", at: "$")
    }
    commandLine =
      arguments.commandLine(of: command)
      + (input == nil ? "" : "\(command == .replay ? " --scenario" : " <") \(draft.inputName)")
  }
}

/// Reads the members of the JSON object that a page sends, and refuses values of a wrong type.
struct StudioRequest {
  let node: JSONNode

  init(_ node: JSONNode) { self.node = node }

  func text(_ key: String) throws(StudioRefusal) -> String {
    guard let text = node[key]?.string, !text.isEmpty else {
      throw StudioRefusal("expected a text", at: "$.\(key)")
    }
    return text
  }

  func optionalText(_ key: String) throws(StudioRefusal) -> String? {
    guard let value = node[key], value.value != .null else { return nil }
    return try text(key)
  }

  func texts(_ key: String) throws(StudioRefusal) -> [String] {
    try node[key].map { value throws(StudioRefusal) in try Self.texts(value, "$.\(key)") } ?? []
  }

  func lists(_ key: String) throws(StudioRefusal) -> [[String]] {
    guard let lists = node[key]?.elements else { throw StudioRefusal("expected a list of lists", at: "$.\(key)") }
    return try lists.enumerated().map { index, list throws(StudioRefusal) in
      try Self.texts(list, "$.\(key)[\(index)]")
    }
  }

  func whole(_ key: String, in range: ClosedRange<Int>) throws(StudioRefusal) -> Int {
    guard let number = node[key]?.number, number == number.rounded(), abs(number) < 1e9, range.contains(Int(number))
    else {
      throw StudioRefusal("expected a whole number from \(range.lowerBound) to \(range.upperBound)", at: "$.\(key)")
    }
    return Int(number)
  }

  private static func texts(_ node: JSONNode, _ path: String) throws(StudioRefusal) -> [String] {
    guard let elements = node.elements else { throw StudioRefusal("expected a list", at: path) }
    return try elements.enumerated().map { index, element throws(StudioRefusal) in
      guard let text = element.string else { throw StudioRefusal("expected a text", at: "\(path)[\(index)]") }
      return text
    }
  }
}
