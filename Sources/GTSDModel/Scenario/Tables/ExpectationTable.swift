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
        "Whether an account is signed in and onboarding is not in front: it was done or skipped, and not opened again."),
      Field("tab", \.tab, .tab, none: none, from: .home, "The tab in front."),
      flag("loading", \.loading, "Whether a loading indicator turns on the tab in front, the form or onboarding."),
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
        "The metrics card as Home shows it: `shown`, `hidden` (and so on every other tab), without numbers since there are "
          + "none yet (`default`), a text that they are being calculated (`calculating`), `shown` with its button off while "
          + "it reads its numbers (`loading`), or a text that they could not be read (`error`)."),
      Field(
        "metrics", \.metrics, metrics.value, none: none, from: StoryExpectation.Metrics(),
        "The metrics that Home's card shows, or Plans."),
      Field(
        "zeroState", \.zeroState, .choice(), none: none, from: .hidden,
        "The zero state of the tab in front, which is Home or Profile."),
      Field(
        "emptyState", \.emptyState, .choice(), none: none, from: .hidden,
        "The empty state of a Profile that could not be read, with a button to try again: `pullToRefresh`."),
      Field(
        "tasks", \.tasks, tasks.value, none: none, from: StoryExpectation.Tasks(),
        "Today's tasks as Home shows them."),
      number("streak", \.streak, "The days of the streak that Home shows."),
      Field(
        "targets", \.targets, targets.value, none: none, from: StoryExpectation.Targets(),
        "The targets that Home shows."),
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
        "The preferences that the Profile tab shows, all of them."),
      Field(
        "form", \.form, preferences.value, none: none, from: StoryExpectation.Preferences(),
        "The preferences that the edit form shows once it is loaded, all of them."),
      Field(
        "fields", \.fields, fields.value, none: none, from: StoryExpectation.Fields(),
        "The other fields of the edit form once it is loaded."),
      Field("formState", \.formState, .choice(), none: none, from: .closed, "The edit form: `open` or `closed`."),
      Field(
        "saved", \.saved, .choice(), none: none, from: .hidden, "Whether the form says that a save is stored."),
      Field(
        "conflict", \.conflict, .choice(), none: none, from: .hidden,
        "Whether the form says that somebody else has changed the same values."),
      Field(
        "photos", \.photos, photos.value, none: none, from: StoryExpectation.Photos(),
        "The number of photos in each state. Where the photos of a task are not open, there are none."),
      Field(
        "server", \.server, server.value, none: none, from: StoryExpectation.Server(),
        "The data that the server stores."),
    ])

  private static let none = "not asked"

  private static let tasks = ObjectSpec<StoryExpectation.Tasks>(
    what: "expected tasks", template: StoryExpectation.Tasks(), statesDefaults: false,
    fields: [
      Field("completed", \.completed, count, "The number of tasks that are done.", required: true),
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
      number("shown", \.shown, "Photos in the list of the open task."),
      number("selected", \.selected, "Picked photos that are still in the selection."),
      number("invalid", \.invalid, "Photos that the app refused: too large, or not a picture."),
      number("uploading", \.uploading, "Photos that are being uploaded."),
      number("rows", \.rows, "Rows that show progress."),
      number("uploaded", \.uploaded, "Photos reported as stored since the app was launched."),
      number("failed", \.failed, "Failed photos that can be tried again."),
      Field(
        "progress", \.progress, .list(of: .int(0...100, "percent"), template: 0, what: "percentages", count: 0...100),
        none: none, from: [],
        "The shown percentage of each upload, in the order in which they began; [] for no row."),
      Field("message", \.message, .choice(), none: none, from: .none, "The reason that the error's text gives."),
      flag("retry", \.retry, "Whether a button offers to try again."),
    ])

  private static let server = ObjectSpec<StoryExpectation.Server>(
    what: "expected storage", template: StoryExpectation.Server(), statesDefaults: false,
    fields: [
      Field("account", \.account, .int(1...2), "The person: 1 for the first, 2 for the second."),
      flag("exists", \.exists, "Whether the account exists."),
      flag("complete", \.complete, "Whether height and weight are stored."),
      number("metrics", \.metrics, "The number of metrics rows."),
      flag("acknowledged", \.acknowledged, "Whether the newest row of metrics is acknowledged."),
      number("plans", \.plans, "Plans."),
      Field(
        "preferences", \.preferences, preferences.value, none: none, from: StoryExpectation.Preferences(),
        "The stored preferences, all of them."),
      number("photos", \.photos, "Photos."),
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
        : field.info.fields.map { ("\(field.info.name).\($0.name)", "\(field.info.doc.dropLast()): \($0.doc)") }
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
