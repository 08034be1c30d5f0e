import GTSDFields

/// The command line's changes to a scenario file.
///
/// Later entries win:
/// 1. the defaults, and over them the file's values;
/// 2. `--generation NAME`, which replaces the whole `generation` value, including the file's switches;
/// 3. `--seed`, then `--users`, one value each;
/// 4. `--set`, each in the order given, over all of the above.
///
/// All changes are merged into one tree before it is read. Within `generation` the preset applies first and then the
/// switches, in whatever order they were written (`GenerationSpec.swift`). A switch of the file therefore overrides
/// `--set generation.preset=NAME`, but neither `--generation NAME` nor `--set generation=NAME`. An arm's `generation`
/// starts from the scenario's and changes only what it sets itself.
public struct ScenarioOverrides: Sendable, Equatable {
  /// Replaces the whole `generation` value.
  public var generation: String?
  /// Replaces `seed`.
  public var seed: UInt64?
  /// Replaces `population.size`.
  public var users: Int?
  /// `PATH=VALUE` each. A path names any value, such as `backend.servers=8`, `population.personas[0].weight=2` or
  /// `population.personas.casual.decisions.followCard=0.5`; `*` stands for every element of a list, as in
  /// `population.personas.*.decisions.followCard=0.5`. Values are JSON; other text counts as a string. `PATH*=FACTOR`
  /// multiplies numbers, and the odds of probabilities.
  public var sets: [String]
  /// The option as typed for each entry of `sets` that did not come from `--set`. Error messages name this option.
  package var options: [String: String] = [:]
  /// The text that named the generation, if it was not `--generation`. Error messages show it.
  package var generationOption: String?

  /// Creates overrides, by default none.
  public init(generation: String? = nil, seed: UInt64? = nil, users: Int? = nil, sets: [String] = []) {
    self.generation = generation
    self.seed = seed
    self.users = users
    self.sets = sets
  }
}

extension ScenarioOverrides {
  /// All overrides except the seed as `PATH=VALUE`, in the order in which they apply. A replay token carries them
  /// beside the seed, to recreate the scenario from the same file.
  package var assignments: [String] {
    (generation.map { ["generation=\($0)"] } ?? []) + (users.map { ["population.size=\($0)"] } ?? []) + sets
  }

  /// Writes the overrides into a file's tree; reports paths that cannot be followed.
  func apply(to root: inout JSONNode, name: String, reading: inout ScenarioReading) {
    guard generation != nil || seed != nil || users != nil || !sets.isEmpty, root.members != nil else { return }
    // Adds the defaults of parts that the file leaves out, for paths that lead into them.
    var ignored = ScenarioReading()
    let resolved = ScenarioTable.scenario.value.write(Scenario.read(root, name: name, &ignored))
    func set(_ path: [Substring], _ node: JSONNode, _ option: String) {
      let edit = TreeEdit(value: node, origin: .option(option))
      edit.apply(to: &root, path[...], default: resolved, at: "$", reading: &reading)
    }
    if let generation {
      let option = generationOption ?? "--generation \(generation)"
      set(["generation"], JSONNode(.string(generation), origin: .option(option)), option)
    }
    if let seed { set(["seed"], JSONNode(.number("\(seed)"), origin: .option("--seed \(seed)")), "--seed \(seed)") }
    if let users {
      let option = "--users \(users)"
      // Fewer users are simulated, but the scenario represents as many as before. Resolved scenarios have `null` there.
      let described = resolved["population"]?["size"]?.number.flatMap { Int(exactly: $0) } ?? users
      if described != users, root["population"]?["represents"]?.number == nil, root["story"] == nil {
        set(["population", "represents"], JSONNode(.number("\(described)"), origin: .option(option)), option)
      }
      set(["population", "size"], JSONNode(.number("\(users)"), origin: .option(option)), option)
    }
    for text in sets {
      let option = options[text] ?? "--set \(text)"
      guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
        reading.report("$", .option(option), "expected PATH=VALUE", remedy: "such as population.size=500")
        continue
      }
      if let relative = Self.relative(text[..<equals]) {
        let value = text[text.index(after: equals)...]
        for assignment in Self.scaled(root, relative, by: value, name: name, option: option, &reading) {
          guard let equals = assignment.firstIndex(of: "=") else { continue }
          let node =
            (try? JSONReader.read(assignment[assignment.index(after: equals)...]))
            ?? .string(String(assignment[assignment.index(after: equals)...]))
          set(Self.components(of: assignment[..<equals]), node.from(.option(option)), option)
        }
        continue
      }
      let path = Self.components(of: text[..<equals])
      guard path.allSatisfy({ !$0.isEmpty }) else {
        reading.report("$", .option(option), "`\(text[..<equals])` is no path", remedy: "such as population.size")
        continue
      }
      let typed = path.joined(separator: ".")
      if Generation.switches.contains(where: { $0.path == typed }) {
        reading.report(
          "$", .option(option), "`\(typed)` is a switch of a generation", remedy: "did you mean `generation.\(typed)`?")
        continue
      }
      let value = text[text.index(after: equals)...]
      let node = (try? JSONReader.read(value)) ?? .string(String(value))
      set(SwitchNames.canonical(path, value: node), node.from(.option(option)), option)
    }
  }

  /// The path in `PATH*`, which multiplies values; nil if the asterisk is a wildcard (after `.` or `[`), or without
  /// one.
  private static func relative(_ path: Substring) -> Substring? {
    guard path.hasSuffix("*"), let before = path.dropLast().last, before != ".", before != "[" else { return nil }
    return path.dropLast()
  }

  /// `PATH=VALUE` for each number at a path, multiplied by a factor. Probabilities are scaled by their odds. For a
  /// distribution, all values that have its unit are scaled.
  private static func scaled(
    _ root: JSONNode, _ path: Substring, by factor: Substring, name: String, option: String,
    _ reading: inout ScenarioReading
  ) -> [String] {
    guard let factor = Double(factor), factor > 0, factor.isFinite else {
      reading.report("$", .option(option), "`\(factor)` is no factor", remedy: "a number above 0, such as \(path)*=0.5")
      return []
    }
    var ignored = ScenarioReading()
    let scenario = Scenario.read(root, name: name, &ignored)
    var values = scenario.values(at: String(path))
    if values.isEmpty {
      values = ["median", "mean", "low", "high", "scale"].flatMap { scenario.values(at: "\(path).*.\($0)") }
    }
    guard !values.isEmpty else {
      reading.report(
        "$", .option(option), "`\(path)` has no number to scale",
        remedy: "such as population.personas.*.habit.returnSameDay*=0.5")
      return []
    }
    return values.map { $0.assignment($0.scaled(by: factor)) }
  }

  /// Splits a path such as `a.b[2].c`, with or without a leading `$.`, into `a`, `b`, `2`, `c`. An empty component
  /// marks a malformed path.
  private static func components(of path: Substring) -> [Substring] {
    let plain = path.hasPrefix("$.") ? path.dropFirst(2) : path
    var result: [Substring] = []
    for part in plain.split(separator: ".", omittingEmptySubsequences: false) {
      let pieces = part.split(separator: "[", omittingEmptySubsequences: false)
      result.append(pieces[0])
      for piece in pieces.dropFirst() { result.append(piece.hasSuffix("]") ? piece.dropLast() : "") }
    }
    return result
  }
}

extension JSONNode {
  /// A copy of this value in which every part has the same origin.
  fileprivate func from(_ origin: Origin) -> JSONNode {
    switch value {
    case .null, .bool, .number, .string:
      JSONNode(value, origin: origin)
    case .array(let elements):
      JSONNode(.array(elements.map { $0.from(origin) }), origin: origin)
    case .object(let members):
      JSONNode(
        .object(members.map { Member(key: $0.key, origin: origin, node: $0.node.from(origin)) }), origin: origin)
    }
  }
}

/// Sets a value at a path of a tree, and creates missing parts of the path.
private struct TreeEdit {
  var value: JSONNode
  var origin: JSONNode.Origin

  func apply(
    to node: inout JSONNode, _ path: ArraySlice<Substring>, default resolved: JSONNode?, at place: String,
    reading: inout ScenarioReading
  ) {
    guard let step = path.first else {
      node = value
      return
    }
    // The short form of a generation is its preset's name. A distribution that the file leaves out is copied from the
    // default.
    if node.string != nil, place == "$.generation" || place.hasSuffix("].generation") {
      node = JSONNode(
        .object([JSONNode.Member(key: "preset", origin: node.origin, node: node)]), origin: node.origin)
    }
    switch node.value {
    case .array(var elements) where step == "*" && !elements.isEmpty:
      for index in elements.indices {
        let below = resolved?.elements.flatMap { index < $0.count ? $0[index] : nil }
        apply(to: &elements[index], path.dropFirst(), default: below, at: "\(place)[\(index)]", reading: &reading)
      }
      node.value = .array(elements)
    case .array(var elements):
      let byIndex = Int(step).flatMap { elements.indices.contains($0) ? $0 : nil }
      let byName = elements.firstIndex { $0["name"]?.string == String(step) }
      guard let index = byIndex ?? byName else {
        let names = elements.compactMap { $0["name"]?.string }
        let remedy =
          NearestName.of(String(step), in: names).map { "did you mean `\($0)`?" }
          ?? (elements.isEmpty
            ? "the list is empty; set the whole list"
            : "there are \(elements.count), from [0]\(names.isEmpty ? "" : ", named \(names.joined(separator: ", "))")")
        return reading.report("\(place)[\(step)]", origin, "no such element", remedy: remedy)
      }
      let below = resolved?.elements.flatMap { index < $0.count ? $0[index] : nil }
      apply(to: &elements[index], path.dropFirst(), default: below, at: "\(place)[\(index)]", reading: &reading)
      node.value = .array(elements)
    case .object(var members):
      let memberPlace = JSONPath.appending(String(step), to: place)
      let below = resolved?[String(step)]
      if let index = members.firstIndex(where: { $0.key == step }) {
        apply(to: &members[index].node, path.dropFirst(), default: below, at: memberPlace, reading: &reading)
      } else {
        var start = JSONNode(.object([]), origin: origin)
        if let below, path.count > 1, below.isCopiedWhole { start = JSONNode(below.value, origin: origin) }
        apply(to: &start, path.dropFirst(), default: below, at: memberPlace, reading: &reading)
        members.append(JSONNode.Member(key: String(step), origin: origin, node: start))
      }
      node.value = .object(members)
    case .null where resolved?.value == .null:
      node = JSONNode(.object([]), origin: origin)
      apply(to: &node, path, default: nil, at: place, reading: &reading)
    case .null, .bool, .number, .string:
      reading.report(
        JSONPath.appending(String(step), to: place), origin, "\(place) is \(node.described), which has no parts",
        remedy: "set \(place.dropFirst(2)) as a whole")
    }
  }
}

extension JSONNode {
  /// Whether a default must be copied before a part of it can be set. True for lists, and for distributions with their
  /// kind.
  fileprivate var isCopiedWhole: Bool {
    if elements != nil { return true }
    guard let members, members.count == 1 else { return false }
    return DistributionKind.all.contains { $0.name == members[0].key }
  }
}
