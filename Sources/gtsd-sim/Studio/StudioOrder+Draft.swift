import GTSDCommandLine
import GTSDModel
import GTSDSim
import GTSDStudies

extension StudioOrder {
  /// A command line that is being put together.
  struct Draft {
    var words: [String] = []
    var input: String?
    /// The name of the input in the displayed command line.
    var inputName = "scenario.json"
    var scenario: String
    var sets: [String]
    /// The `--set` values of the scenario's other variants, which must be valid as well.
    var others: [String] = []
    var generation: String?

    private init(_ command: CommandID, _ scenario: String, _ sets: [String], _ shelf: StudioShelf) throws(StudioRefusal)
    {
      (self.scenario, self.sets) = (scenario, sets)
      let operand = try shelf.operand(scenario)
      words = [command.rawValue, operand.operand]
      input = operand.input
      for set in sets { words += ["--set", set] }
    }

    private mutating func add(_ options: String...) { add(options) }
    private mutating func add(_ options: [String]) { words += options + ["--no-fail", "--json"] }
  }
}

// MARK: Questions

extension StudioOrder.Draft {
  /// The people and replications of a forecast at each stage. All questions about one forecast share them, so that they
  /// get one answer.
  private static func forecast(_ stage: StudioQuestion.Stage) -> [String] {
    switch stage {
    case .first: size("100", "20")
    case .usual: size("250", "40")
    case .thorough: size("1000", "100")
    }
  }

  private static func size(_ users: String, _ replications: String) -> [String] {
    ["--users", users, "--replications", replications]
  }

  init(
    _ question: StudioQuestion, _ scenario: String, _ sets: [String], _ stage: StudioQuestion.Stage,
    _ request: StudioRequest, _ shelf: StudioShelf
  ) throws(StudioRefusal) {
    if let need = question.need, !need.isMet(by: try shelf.scenario(scenario, sets: [])) {
      throw StudioRefusal(
        "this scenario \(need.lack): choose one that has, such as \(need.example)", at: "$.scenario")
    }
    if question == .logs {
      let events = try request.text("events")
      let operand = try shelf.operand(scenario)
      guard operand.input == nil else {
        throw StudioRefusal("a fit starts from a scenario file: choose one of the list", at: "$.scenario")
      }
      try self.init(.calibrate, scenario, sets, shelf)
      (words[1], input) = ("-", events)
      inputName = "events.jsonl"
      // A number of populations below the command's default gives no verdict.
      add(["--scenario", operand.operand, "--replications", stage == .thorough ? "60" : "20"])
      return
    }
    let isComparison = [.copy, .size, .slow].contains(question)
    try self.init(isComparison ? .compare : .forecast, scenario, sets, shelf)
    switch question {
    case .target, .sure: add(Self.forecast(stage))
    case .measure:
      // Each draw of the assumptions takes two replications, and many draws show what one of them does.
      switch stage {
      case .first: add(Self.forecast(.first))
      case .usual: add(Self.size("100", "200"))
      case .thorough: add(Self.size("250", "400"))
      }
    case .reach:
      switch stage {
      case .first: add(Self.size("30", "20") + ["--reach"])
      case .usual: add(Self.size("80", "40") + ["--reach"])
      case .thorough: add(Self.size("500", "40") + ["--reach"])
      }
    case .drivers:
      switch stage {
      case .first: add(Self.size("20", "20") + ["--sensitivity"])
      case .usual: add(Self.size("100", "20") + ["--sensitivity"])
      case .thorough: add(Self.size("400", "40") + ["--sensitivity"])
      }
    case .copy:
      switch stage {
      case .first: add(Self.size("100", "6"))
      case .usual: add(Self.size("200", "20"))
      case .thorough: add(Self.size("1000", "20"))
      }
    case .size:
      switch stage {
      case .first: add(["--users", "250", "--plan", "--lift", "5%"])
      case .usual: add(["--users", "1000", "--plan", "--lift", "5%"])
      case .thorough: add(["--users", "1000", "--plan", "--lift", "5%", "--replications", "20"])
      }
    case .rollout:
      switch stage {
      case .first: add(Self.size("100", "10"))
      case .usual: add(Self.size("400", "20"))
      case .thorough: add(Self.size("1000", "50"))
      }
    case .slow:
      others = ["backend.metricsDelay=5m"]
      let size =
        switch stage {
        case .first: Self.size("100", "8")
        case .usual: Self.size("250", "20")
        case .thorough: Self.size("1000", "20")
        }
      add(["--set-b", others[0]] + size)
    case .logs: preconditionFailure("logs are fitted, not forecast")
    }
  }
}

// MARK: Assumptions, variants, searches

extension StudioOrder.Draft {
  /// The number of people in one world of a quick answer. Small worlds allow many worlds, and intervals depend on their
  /// number.
  private static let quickUsers = "50"

  /// Creates the command line for the sliders.
  ///
  /// - Parameter stage: `first` for the difference of 200 pairs of people, `more` for that of 1,000, or `forecast`.
  init(assume stage: String, _ scenario: String, _ sets: [String], _ shelf: StudioShelf) throws(StudioRefusal) {
    switch stage {
    case "first", "more":
      guard !sets.isEmpty else { throw StudioRefusal("expected a value that differs", at: "$.sets") }
      try self.init(.compare, scenario, [], shelf)
      others = sets
      for set in sets { words += ["--set-b", set] }
      add("--users", Self.quickUsers, "--replications", stage == "first" ? "4" : "20")
    case "forecast":
      try self.init(.forecast, scenario, sets, shelf)
      add(Self.forecast(.usual))
    default: throw StudioRefusal("expected first, more or forecast", at: "$.stage")
    }
  }

  init(
    compare variants: [[String]], _ scenario: String, _ sets: [String], _ shelf: StudioShelf
  ) throws(StudioRefusal) {
    guard (1...4).contains(variants.count), variants.allSatisfy({ !$0.isEmpty }) else {
      throw StudioRefusal("expected one to four variants, each with a value", at: "$.variants")
    }
    for (index, variant) in variants.enumerated() {
      do { _ = try shelf.scenario(scenario, sets: sets + variant) } catch {
        var refusal = error
        refusal.problems = error.problems.map { ("$.variants[\(index)] \($0.path)", $0.message) }
        throw refusal
      }
    }
    try self.init(.compare, scenario, sets, shelf)
    for (option, variant) in zip(["--set-b", "--set-c", "--set-d", "--set-e"], variants) {
      for set in variant { words += [option, set] }
    }
    add("--users", Self.quickUsers, "--replications", "20")
  }

  init(
    race request: StudioRequest, _ scenario: String, _ sets: [String], _ shelf: StudioShelf
  ) throws(StudioRefusal) {
    try self.init(.explore, scenario, sets, shelf)
    if let generation = try request.optionalText("generation") {
      self.generation = generation
      words += ["--generation", generation]
    }
    if let policy = try request.optionalText("policy") { words += ["--policy", policy] }
    add("--schedules", "\(try request.whole("schedules", in: 1...1_000_000))")
  }
}

// MARK: People, violations, stories

extension StudioOrder.Draft {
  /// The number of people shown, as many as a viewer can follow.
  static let watchedUsers = 200

  init(watch scenario: String, _ sets: [String], _ shelf: StudioShelf) throws(StudioRefusal) {
    guard try shelf.scenario(scenario, sets: sets).story == nil else {
      throw StudioRefusal("a story has no people to watch: choose a scenario with people", at: "$.scenario")
    }
    try self.init(.run, scenario, sets, shelf)
    add("--users", "\(Self.watchedUsers)")
  }

  /// Creates the command line of a load run against the server that the studio's own command line names.
  init(
    load request: StudioRequest, _ scenario: String, _ sets: [String], _ shelf: StudioShelf
  ) throws(StudioRefusal) {
    guard let target = shelf.target else {
      throw StudioRefusal("the studio was started without --target URL, so there is no server to send to", at: "$.kind")
    }
    let plan = try shelf.scenario(scenario, sets: sets)
    guard plan.story == nil else {
      throw StudioRefusal("a story has no people for load: choose a scenario with people", at: "$.scenario")
    }
    try self.init(.load, scenario, sets, shelf)
    words += target.words
    switch try request.text("model") {
    case "scenario":
      guard plan.load?.model != nil else {
        throw StudioRefusal("this scenario does not set the amount of load; give a rate or users", at: "$.model")
      }
    case "rate":
      words += ["--rate", "\(try request.whole("level", in: 1...100_000))/s"]
      words += ["--duration", "\(try request.whole("seconds", in: 1...86_400))s"]
    case "users":
      words += ["--users", "\(try request.whole("level", in: 1...100_000))"]
      words += ["--duration", "\(try request.whole("seconds", in: 1...86_400))s"]
    default: throw StudioRefusal("expected scenario, rate or users", at: "$.model")
    }
    add("--quiet")
  }

  /// The order to replay the violation of a token, in the token's own scenario.
  static func replay(
    _ token: String, _ scenario: String, _ shelf: StudioShelf
  ) throws(StudioRefusal) -> (draft: Self, replay: Replay) {
    let replay: Replay
    let overrides: [String]
    do {
      let token = try ReplayToken.decode(token)
      overrides = token.overrides + ["seed=\(token.seed)"]
      replay = try Replay(token: token, scenario: try shelf.scenario(scenario, sets: overrides))
    } catch let refusal as StudioRefusal {
      throw refusal
    } catch {
      throw StudioRefusal("\(error)", at: "$.token")
    }
    var draft = try Self(.replay, scenario, [], shelf)
    draft.sets = overrides
    draft.words = ["replay", token] + (draft.input == nil ? ["--scenario", scenario] : []) + ["--json"]
    return (draft, replay)
  }

  init(
    play request: StudioRequest, _ scenario: String, _ sets: [String], _ shelf: StudioShelf
  ) throws(StudioRefusal) {
    guard try shelf.scenario(scenario, sets: sets).story != nil else {
      throw StudioRefusal("this scenario has no story to play", at: "$.scenario")
    }
    try self.init(.play, scenario, sets, shelf)
    if let generation = try request.optionalText("generation") {
      self.generation = generation
      words += ["--generation", generation]
    }
    add()
  }
}
