import GTSDFields

/// The tables of stories.
enum StoryTable {
  private static let longest = TimeSpan.days(366)

  static let story = ObjectSpec<Story>(
    what: "story", template: Story(),
    fields: [
      Field(
        "hazard", \.hazard, .kebabCase, none: "none", from: "", "The id of the catalogued hazard that the story shows."),
      Field(
        "twin", \.twin, .text(upTo: 200), none: "none", from: "",
        "The one switch of the generation, as `path=value`, that fixes the hazard."),
      Field("devices", \.devices, .int(1...2), "The number of phones."),
      Field(
        "people", \.people, .int(1...2),
        "The number of persons: one person has all phones, or two persons have one each. With two, `onboard`, `skipThrough` "
          + "and `signInHere` on phone 2 use the second person's account."),
      Field(
        "given", \.given, .list(of: .storyStep, template: StoryStep(.rest), what: "steps", count: 0...50),
        "The steps before the search, one after the other; each ends before the next begins."),
      Field(
        "when", \.steps, .list(of: .storyStep, template: StoryStep(.rest), what: "steps", count: 1...50),
        "The steps that the search interleaves. Those of one phone keep their order; those of two phones have none.",
        required: true),
      Field(
        "kill", \.kill, .choice(), none: "nowhere", from: .anywhere,
        "Where the first phone's app is killed and opened again, in addition to the steps: `anywhere` lets the search "
          + "pick a moment for each schedule, before the first step that launches the app."),
      Field(
        "notFor", \.notFor, notFor.value, "Generations for which the story has no meaning, each with the reason."),
    ])

  private static let notFor = ObjectSpec<Story.NotFor>(
    what: "generations", template: Story.NotFor(),
    fields: [
      reason("seed-current", \.seedCurrent), reason("seed-fixed", \.seedFixed), reason("head", \.head),
    ])

  private static func reason(
    _ preset: String, _ keyPath: FieldPath<Story.NotFor, String?>
  ) -> Field<Story.NotFor> {
    Field(
      preset, keyPath, .text(upTo: 200), none: "it is for this one", from: "",
      "The reason why the story has no meaning for `\(preset)`.")
  }

  static let step = ObjectSpec<StoryStep>(
    what: "step", template: StoryStep(.rest),
    fields: [
      Field("do", \.action, .storyAction, "The action.", required: true),
      Field("on", \.device, .int(1...2), "The phone of the step."),
      Field("after", \.after, .span(.zero...longest), "The pause before the step."),
      Field(
        "until", \.until, .choice(), none: "nothing", from: .signedIn,
        "What the person waits for before the pause, at most a minute."),
      Field(
        "again", \.isAgain, .flag,
        "Whether the step has the same intent as the last such action on this phone: a second tap, or a retry."
      ),
      Field("optional", \.isOptional, .flag, "Whether the search may leave the step out; only in `when`."),
      parameter("tab", \.parameters.tab, .tab, from: .home, "For openTab: the tab."),
      parameter(
        "account", \.parameters.account, .int(1...2), from: 1,
        "For signUp and logIn: 1 for the first person's account, 2 for the second's."),
      parameter(
        "weight", \.parameters.weight, .number(0...1000), from: 0,
        "Kilograms. If not written: 80 in onboarding, unchanged for typeEdit."),
      parameter(
        "height", \.parameters.height, .number(0...1000), from: 0,
        "Centimetres. If not written: 180 in onboarding, unchanged for typeEdit."),
      parameter(
        "gender", \.parameters.gender, .choice(), from: .male,
        "The gender. If not written: male in onboarding, unchanged for typeEdit."),
      parameter(
        "goal", \.parameters.goal, .choice(), from: .loseWeight,
        "The goal. If not written: lose_weight in onboarding, unchanged for typeEdit."),
      parameter(
        "activity", \.parameters.activity, .choice(), from: .moderatelyActive,
        "The person's activity. If not written: moderately_active in onboarding."),
      parameter(
        "dietaryPreferences", \.parameters.dietaryPreferences, words, from: [],
        "The dietary preferences. If not written: none in onboarding, unchanged for typeEdit."),
      parameter(
        "allergies", \.parameters.allergies, words, from: [],
        "The allergies. If not written: none in onboarding, unchanged for typeEdit."),
      parameter("name", \.parameters.name, .text(upTo: 200), from: "", "For typeEdit: the person's name."),
      parameter(
        "add", \.parameters.add, .text(upTo: 200), from: "",
        "For typeEdit: a dietary preference to add to those in the form."),
      parameter("mealsPerDay", \.parameters.mealsPerDay, .int(0...100), from: 1, "For typeEdit: meals per day."),
      parameter("task", \.parameters.task, .int(1...1_000_000), from: 1, "For openPhotos: the number of the task."),
      parameter(
        "age", \.parameters.age, .int(1...150, "years"), from: 30,
        "The age that the date of birth gives. If not written: 34 in onboarding, unchanged for typeEdit."),
      parameter(
        "targetDays", \.parameters.targetDays, .int(1...1000, "days"), from: 30,
        "For typeEdit: the number of days by which the target date is postponed."),
      parameter("category", \.parameters.category, .int(0...9), from: 1, "For filterTasks: the category, 0 for all."),
      parameter("count", \.parameters.count, .int(1...20, "photos"), from: 1, "For pickPhotos: the number of photos."),
      parameter(
        "megabytes", \.parameters.megabytes, .number(0...1000), from: 1, "For pickPhotos: the size of each photo."),
      parameter(
        "pixels", \.parameters.pixels, .int(1...100_000, "pixels"), from: 2_000,
        "For pickPhotos: the longer side of each photo; 2,000 if not written."),
      parameter("isImage", \.parameters.isImage, .flag, from: true, "For pickPhotos: false for files of another kind."),
      parameter(
        "index", \.parameters.index, .int(0...1000), from: 0,
        "For removePhoto and deletePhoto: the index of the photo, from 0."),
      parameter(
        "fault", \.parameters.fault, .fault, from: Fault(kind: .outage),
        "For disturb: the fault that begins. Its `from` and `until` count from this step."),
      parameter(
        "expect", \.parameters.expect, .expectation, from: StoryExpectation(), "For expect: the expected state."),
      parameter(
        "within", \.parameters.within, .span(.zero...longest), from: .zero,
        "For expect: how long the person waits for the state. If not written, it must hold at once."),
      parameter(
        "in", \.parameters.order, .choice(), from: .natural,
        "For expect: `natural` checks the expectation in natural order only. If not written, it must hold in every schedule."
      ),
      parameter(
        "by", \.parameters.clock, .offset(TimeSpan.days(-366)...longest), from: .zero,
        "For setClock: how far the phone's clock is ahead of the true time from here on, such as \"2h\" or \"-2h\"."),
      parameter(
        "offset", \.parameters.zone, .offset(TimeSpan.hours(-12)...TimeSpan.hours(14)), from: .zero,
        "For setTimeZone: how far local time is ahead of UTC, such as \"2h\" or \"-8h\". There is no daylight saving."),
      parameter("section", \.parameters.section, .section, from: .bmr, "For expandSummary: the section."),
      parameter(
        "depth", \.parameters.depth, .int(0...100, "percent"), from: 100,
        "For scrollSummary: how far down the summary is scrolled, in percent of its length."),
      parameter(
        "exit", \.parameters.exit, .exit, from: .getStartedButton,
        "For exitSummary: the way to leave the summary. If not written: by its button."),
      parameter(
        "password", \.parameters.password, .text(upTo: 200), from: "",
        "For logIn: the password that is typed. If not written: the account's own."),
    ])

  private static let words = ValueSpec<[String]>.list(
    of: .text(upTo: 200), template: "", what: "texts", count: 0...100)

  /// The spec of a key that only some actions have.
  private static func parameter<Value: Sendable>(
    _ name: String, _ keyPath: FieldPath<StoryStep, Value?>, _ spec: ValueSpec<Value>, from template: Value,
    _ doc: String
  ) -> Field<StoryStep> {
    Field(name, keyPath, spec, none: "not written", from: template, doc)
  }
}

extension ValueSpec where Value == Story {
  /// A story whose steps are valid for its phones and for their position in the story.
  static let story: ValueSpec = {
    let table = StoryTable.story.value
    return ValueSpec(
      expected: table.expected, schema: table.schema,
      read: { node, path, story, reading in
        let problems = reading.problems.count
        table.read(node, path, &story, &reading)
        guard reading.problems.count == problems else { return }
        if story.people > story.devices {
          reading.report(
            "\(path).people", node["people"] ?? node, "\(story.people) people have \(story.devices) phone between them",
            remedy: "raise `devices` of the story")
        }
        var done: [StoryStep] = []
        for (part, steps) in [("given", story.given), ("when", story.steps)] {
          for (index, step) in steps.enumerated() {
            let element = node[part]?.elements?[index] ?? node
            let place = "\(path).\(part)[\(index)]"
            step.check(element, place, in: part, of: story, after: done, &reading)
            done.append(step)
          }
        }
      },
      // Keys of newer versions are written only if they have an effect, so the text of older stories stays the same.
      write: { story in
        let members = table.write(story).members ?? []
        let isNew = ["kill": story.kill == nil, "people": story.people == 1, "notFor": story.notFor == Story.NotFor()]
        return .object(members.filter { isNew[$0.key] != true }.map { ($0.key, $0.node) })
      },
      fields: table.fields)
  }()
}

extension StoryStep {
  /// Reports parts of this step that are not allowed at its position in the story.
  fileprivate func check(
    _ node: JSONNode, _ path: String, in part: String, of story: Story, after done: [StoryStep],
    _ reading: inout ScenarioReading
  ) {
    if device > story.devices {
      reading.report(
        "\(path).on", node["on"] ?? node, "there is no phone \(device)", remedy: "raise `devices` of the story")
    }
    if isOptional, part == "given" {
      reading.report(
        "\(path).optional", node["optional"] ?? node, "what is given cannot be left out", remedy: "move it to `when`")
    }
    if isAgain, !action.isRetry, !done.contains(where: { $0.device == device && $0.action == action }) {
      reading.report(
        "\(path).again", node["again"] ?? node,
        "no earlier step on phone \(device) does `\(action.name)`", remedy: "leave `again` out")
    }
  }
}

extension ValueSpec where Value == StoryStep {
  /// A step, written flat; only the name of its action if there is nothing else to write.
  static let storyStep: ValueSpec = {
    let table = StoryTable.step.value
    let bare = PersonAction.ofStories.filter { $0.required.isEmpty && $0 != .typeEdit }
    return ValueSpec(
      expected: "a step such as {\"do\": \"openTab\", \"tab\": \"plans\"}, or the name of an action",
      schema: .object([
        "anyOf": .array([
          table.schema, table.schema.ofExpectations, .object(["enum": .array(bare.map { .string($0.name) })]),
        ])
      ]),
      read: { node, path, step, reading in
        var node = node
        func acts(_ name: JSONNode) -> JSONNode.Member { JSONNode.Member(key: "do", origin: node.origin, node: name) }
        if node.string != nil {
          node = JSONNode(.object([acts(node)]), origin: node.origin)
        } else if let members = node.members, node["do"] == nil, node["expect"] != nil {
          let name = JSONNode(.string(PersonAction.expect.name), origin: node.origin)
          node = JSONNode(.object([acts(name)] + members), origin: node.origin)
        }
        let problems = reading.problems.count
        var draft = StoryStep(.rest)
        table.read(node, path, &draft, &reading)
        guard let kind = node["do"]?.string.flatMap(PersonAction.init(name:)) else { return }
        for name in PersonAction.allParameters where !kind.parameters.contains(name) {
          guard let given = node[name], given.value != .null else { continue }
          reading.report(
            JSONPath.appending(name, to: path), given, "is no parameter of `\(kind.name)`",
            remedy: "`\(kind.name)` \(kind.parameterDoc)")
        }
        func isMissing(_ name: String) -> Bool { node[name].map { $0.value == .null } ?? true }
        for name in kind.required where isMissing(name) {
          reading.report(
            JSONPath.appending(name, to: path), node, "is missing",
            remedy: "`\(kind.name)` \(kind.parameterDoc)")
        }
        if reading.problems.count == problems, kind == .typeEdit, kind.optional.allSatisfy(isMissing) {
          reading.report(path, node, "types nothing", remedy: "`\(kind.name)` \(kind.parameterDoc)")
        }
        guard reading.problems.count == problems else { return }
        if kind.answersOnboarding { draft.parameters.fillOmittedAnswers() }
        step = draft
      },
      write: { step in
        let members = table.write(step).members ?? []
        return .object(members.filter { $0.node.value != .null }.map { ($0.key, $0.node) })
      },
      fields: table.fields)
  }()
}

extension StoryStep {
  /// The step's action and parameters, as in `openTab, tab "plans"`.
  package var words: String {
    let members = StoryTable.step.value.write(self).members ?? []
    let known = ["do", "on", "after", "until", "again", "optional", "in"]
    let parameters = members.filter { !known.contains($0.key) && $0.node.value != .null }
    let texts = parameters.map { $0.key == action.name ? $0.node.text : "\($0.key) \($0.node.text)" }
    return ([action.name] + texts).joined(separator: action == .expect ? " " : ", ")
  }
}

extension JSONNode {
  /// The schema of a step, reduced to the keys of steps that only state an expectation.
  fileprivate var ofExpectations: JSONNode {
    let keys = ["expect", "within", "in", "on", "after", "until"]
    let properties = (self["properties"]?.members ?? []).filter { keys.contains($0.key) }
    return .object([
      "type": "object", "properties": .object(properties.map { ($0.key, $0.node) }),
      "additionalProperties": .bool(false), "required": .array(["expect"]),
    ])
  }
}

extension ValueSpec where Value == PersonAction {
  /// The name of an action. The schema describes the effect and parameters of each.
  static let storyAction: ValueSpec = {
    var spec = ValueSpec.named(
      "action", PersonAction.ofStories.map { ($0.name, $0) }, list: "`gtsd-sim list actions` names them all"
    ) { $0.name }
    spec.schema = .object([
      "oneOf": .array(
        PersonAction.ofStories.map { action in
          let parameters = action.parameters.isEmpty ? "" : " It \(action.parameterDoc)."
          return .object(["const": .string(action.name), "description": .string(action.doc + parameters)])
        })
    ])
    return spec
  }()
}

extension ValueSpec where Value == SummarySection {
  /// The name of a section in analytics.
  static let section = ValueSpec.named("section", SummarySection.allCases.map { ($0.label, $0) }) { $0.label }
}

extension ValueSpec where Value == SummaryExit {
  /// The name in analytics of a way out of the summary.
  static let exit = ValueSpec.named("way out", SummaryExit.allCases.map { ($0.label, $0) }) { $0.label }
}

extension ValueSpec where Value == OnboardingStep {
  /// The name of a step of onboarding.
  static let onboardingStep = ValueSpec.named("step", OnboardingStep.allCases.map { ("\($0)", $0) }) { "\($0)" }
}

extension ValueSpec where Value == Tab {
  /// The name of a tab.
  static let tab = ValueSpec.named("tab", Tab.allCases.map { ($0.label, $0) }) { $0.label }
}
