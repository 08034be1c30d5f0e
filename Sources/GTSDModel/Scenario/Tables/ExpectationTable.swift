import GTSDFields

/// The tables of what a story expects.
enum ExpectationTable {
  static let expectation = ObjectSpec<StoryExpectation>(
    what: "expectation", template: StoryExpectation(), statesDefaults: false,
    fields: [
      flag("running", \.running, "Whether the app runs. If it does not, nothing is on screen."),
      flag("signedIn", \.signedIn, "Whether an account is signed in."),
      flag(
        "onboarded", \.onboarded,
        "Whether an account is signed in and onboarding is not on screen: it was completed or skipped, and not reopened."
      ),
      Field(
        "onboardingStep", \.onboardingStep, .onboardingStep, none: none, from: .welcome,
        "The step of onboarding on screen."),
      Field("tab", \.tab, .tab, none: none, from: .home, "The visible tab."),
      flag("loading", \.loading, "Whether a loading indicator is shown on the visible tab, the form or onboarding."),
      Field(
        "error", \.error, .choice(), none: none, from: .none,
        "The place of an error on the visible screen, or `none`. Every error can be tried again: by a button, a pull, or "
          + "the same tap; a form that could not be filled by closing and opening it."),
      Field(
        "toast", \.toast, .choice(), none: none, from: .hidden,
        "A toast, `shown` or `hidden`: about a plan after an acknowledgment, or about postponed metrics."),
      Field(
        "toastText", \.toastText, .choice(), none: none, from: .planGenerated,
        "The text of the toast: \"Plan generated successfully!\" (`planGenerated`), \"You can review metrics anytime in the "
          + "Plans tab\" (`reviewLater`) or \"You're all set! Let's get started.\" (`allSet`)."),
      Field(
        "card", \.card, .choice(), none: none, from: .hidden,
        "The metrics card on Home: `shown`, `hidden` (as on every other tab), `default` (without numbers, because there are "
          + "none yet), `calculating` (with a text that says so), `loading` (its button is disabled until the numbers are "
          + "read), or `error` (with a text that the numbers could not be read)."),
      Field(
        "metrics", \.metrics, metrics.value, none: none, from: StoryExpectation.Metrics(),
        "The metrics that Home's card shows, or Plans."),
      Field(
        "zeroState", \.zeroState, .choice(), none: none, from: .hidden,
        "The zero state of the visible tab, if that is Home or Profile."),
      Field(
        "emptyState", \.emptyState, .choice(), none: none, from: .hidden,
        "The empty state of a Profile that could not be read. The step `pullToRefresh` is its button to try again."),
      Field(
        "tasks", \.tasks, tasks.value, none: none, from: StoryExpectation.Tasks(),
        "Today's tasks on Home."),
      number("streak", \.streak, "The number of days of the streak on Home."),
      Field(
        "targets", \.targets, targets.value, none: none, from: StoryExpectation.Targets(),
        "The targets on Home."),
      Field("plansScreen", \.plansScreen, .choice(), none: none, from: .nothing, "The content of Plans."),
      Field(
        "planTargets", \.planTargets, targets.value, none: none, from: StoryExpectation.Targets(),
        "The targets shown with the plan."),
      Field("bmi", \.bmi, .number(0...1000), none: none, from: 0, "The body mass index that Plans shows."),
      Field(
        "summary", \.summary, .choice(), none: none, from: .hidden,
        "The sheet with the summary after onboarding. `canContinue` has a button to continue without it."),
      Field(
        "summaryNumbers", \.summaryNumbers, summaryNumbers.value, none: none, from: StoryExpectation.SummaryNumbers(),
        "The numbers that the summary shows."),
      Field(
        "preferences", \.preferences, preferences.value, none: none, from: StoryExpectation.Preferences(),
        "The preferences on the Profile tab."),
      Field(
        "form", \.form, preferences.value, none: none, from: StoryExpectation.Preferences(),
        "The preferences in the edit form, once it is loaded."),
      Field(
        "fields", \.fields, fields.value, none: none, from: StoryExpectation.Fields(),
        "The other fields of the edit form, once it is loaded, or the filled fields of a step of onboarding: weight, height and "
          + "gender on `healthMetrics`, the goal on `goals`, all of them on `review`."),
      Field("formState", \.formState, .choice(), none: none, from: .closed, "The edit form: `open` or `closed`."),
      Field(
        "saved", \.saved, .choice(), none: none, from: .hidden, "Whether the form says that a save is stored."),
      Field(
        "conflict", \.conflict, .choice(), none: none, from: .hidden,
        "Whether the form says that somebody else has changed the same values."),
      Field(
        "photos", \.photos, photos.value, none: none, from: StoryExpectation.Photos(),
        "The photos of the open task (none if no task is open)."),
      Field(
        "server", \.server, server.value, none: none, from: StoryExpectation.Server(),
        "The data that the server has stored."),
    ])

  private static let none = "not asked"

  private static let tasks = ObjectSpec<StoryExpectation.Tasks>(
    what: "expected tasks", template: StoryExpectation.Tasks(), statesDefaults: false,
    fields: [
      Field("completed", \.completed, count, "The number of completed tasks.", required: true),
      Field("total", \.total, count, "The number of all tasks.", required: true),
    ])

  private static let targets = ObjectSpec<StoryExpectation.Targets>(
    what: "expected targets", template: StoryExpectation.Targets(), statesDefaults: false,
    fields: [
      Field("calories", \.calories, count, "Kilocalories per day.", required: true),
      Field("protein", \.protein, count, "Grams per day.", required: true),
      Field("water", \.water, count, "Millilitres per day.", required: true),
    ])

  private static let metrics = ObjectSpec<StoryExpectation.Metrics>(
    what: "expected metrics", template: StoryExpectation.Metrics(), statesDefaults: false,
    fields: [
      Field("bmi", \.bmi, .number(0...1000), none: none, from: 0, "The body mass index, with two decimals."),
      number("bmr", \.bmr, "The basal rate in kilocalories per day."),
      number("tdee", \.tdee, "The daily expenditure in kilocalories."),
    ])

  private static let summaryNumbers = ObjectSpec<StoryExpectation.SummaryNumbers>(
    what: "expected numbers of a summary", template: StoryExpectation.SummaryNumbers(), statesDefaults: false,
    fields: [
      number("bmr", \.bmr, "The basal rate in kilocalories per day."),
      number("tdee", \.tdee, "The daily expenditure in kilocalories."),
      number("calories", \.calories, "Kilocalories per day."),
      number("protein", \.protein, "Grams per day."),
      number("water", \.water, "Millilitres per day."),
    ])

  private static let fields = ObjectSpec<StoryExpectation.Fields>(
    what: "expected fields", template: StoryExpectation.Fields(), statesDefaults: false,
    fields: [
      Field("name", \.name, .text(upTo: 200), none: none, from: "", "The person's name."),
      Field("weight", \.weight, .number(0...1000), none: none, from: 0, "Kilograms."),
      Field("height", \.height, .number(0...1000), none: none, from: 0, "Centimetres."),
      Field("gender", \.gender, .choice(), none: none, from: .male, "The gender."),
      Field("goal", \.goal, .choice(), none: none, from: .loseWeight, "The goal."),
    ])

  private static let preferences = ObjectSpec<StoryExpectation.Preferences>(
    what: "expected preferences", template: StoryExpectation.Preferences(),
    fields: [
      Field("dietaryPreferences", \.dietaryPreferences, words, "The dietary preferences, in this order."),
      Field("allergies", \.allergies, words, "The allergies, in this order."),
      Field("mealsPerDay", \.mealsPerDay, .int(0...100), "Meals per day."),
    ])

  private static let photos = ObjectSpec<StoryExpectation.Photos>(
    what: "expected photos", template: StoryExpectation.Photos(), statesDefaults: false,
    fields: [
      number("shown", \.shown, "The number of photos in the list."),
      number("selected", \.selected, "The number of picked photos that are still selected."),
      number("invalid", \.invalid, "The number of photos that the app refused: too large, or not an image."),
      number("uploading", \.uploading, "The number of photos that are being uploaded."),
      number("rows", \.rows, "The number of rows that show progress."),
      number("uploaded", \.uploaded, "The number of photos reported as stored since the app was launched."),
      number("failed", \.failed, "The number of failed photos that can be tried again."),
      Field(
        "progress", \.progress, .list(of: .int(0...100, "percent"), template: 0, what: "percentages", count: 0...100),
        none: none, from: [],
        "The percentage shown for each upload, in the order in which they began; [] for no upload."),
      Field("message", \.message, .choice(), none: none, from: .none, "The reason that the error's text gives."),
      flag("retry", \.retry, "Whether a button offers to try again."),
    ])

  private static let server = ObjectSpec<StoryExpectation.Server>(
    what: "expected storage", template: StoryExpectation.Server(), statesDefaults: false,
    fields: [
      Field("account", \.account, .int(1...2), "The person, 1 for the first or 2 for the second."),
      flag("exists", \.exists, "Whether the account exists."),
      flag("complete", \.complete, "Whether height and weight are stored."),
      number("metrics", \.metrics, "The number of metrics rows."),
      flag("acknowledged", \.acknowledged, "Whether the newest row of metrics is acknowledged."),
      number("plans", \.plans, "The number of plans."),
      Field(
        "preferences", \.preferences, preferences.value, none: none, from: StoryExpectation.Preferences(),
        "All stored preferences."),
      number("photos", \.photos, "The number of photos."),
      number("evidence", \.evidence, "The number of tasks completed with evidence."),
    ])

  private static let count = ValueSpec<Int>.int(0...1_000_000)
  private static let words = ValueSpec<[String]>.list(
    of: .text(upTo: 200), template: "", what: "texts", count: 0...100)

  private static func flag<Root>(_ name: String, _ keyPath: FieldPath<Root, Bool?>, _ doc: String) -> Field<Root> {
    Field(name, keyPath, .flag, none: none, from: false, doc)
  }

  private static func number<Root>(_ name: String, _ keyPath: FieldPath<Root, Int?>, _ doc: String) -> Field<Root> {
    Field(name, keyPath, count, none: none, from: 0, doc)
  }
}

extension StoryExpectation {
  /// The facts that a story can expect, with their meanings. The names are those in scenario files; parts follow a
  /// dot.
  package static var facts: [(name: String, doc: String)] {
    ExpectationTable.expectation.fields.flatMap { field in
      field.info.fields.isEmpty
        ? [(field.info.name, field.info.doc)]
        : field.info.fields.map {
          (
            "\(field.info.name).\($0.name)",
            "\(field.info.doc.dropLast()): \($0.doc.prefix(1).lowercased() + $0.doc.dropFirst())"
          )
        }
    }
  }
}

extension ValueSpec where Value == StoryExpectation {
  /// An expectation of at least one fact. Only the facts that are set are written.
  static let expectation: ValueSpec = {
    let table = ExpectationTable.expectation.value
    return ValueSpec(
      expected: table.expected, schema: table.schema,
      read: { node, path, expectation, reading in
        let problems = reading.problems.count
        table.read(node, path, &expectation, &reading)
        if reading.problems.count == problems, !table.write(expectation).holdsFacts {
          reading.report(
            path, node, "expects nothing", remedy: "`gtsd-sim list expectations` names what can be expected")
        }
      },
      write: { table.write($0).withoutNulls }, fields: table.fields)
  }()
}

extension JSONNode {
  /// Whether an expectation states a fact. The account alone does not.
  fileprivate var holdsFacts: Bool {
    guard let members = withoutNulls.members else { return true }
    return members.contains { $0.key != "account" && $0.node.holdsFacts }
  }

  /// The same object without members that are null.
  fileprivate var withoutNulls: JSONNode {
    guard let members else { return self }
    return .object(members.filter { $0.node.value != .null }.map { ($0.key, $0.node.withoutNulls) })
  }
}
