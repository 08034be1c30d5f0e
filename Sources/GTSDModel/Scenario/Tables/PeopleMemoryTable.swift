import GTSDFields

/// The tables of what people remember and how they differ.
enum PeopleMemoryTable {
  static let memory = ObjectSpec<PeopleMemory>(
    what: "memory", template: PeopleMemory(), source: assumption,
    fields: [
      Field("traits", \.traits, traits, "How much people of one persona differ."),
      Field("experience", \.experience, experience, "What the app did to a person counts for whether they come back."),
      Field(
        "refusal", \.refusal, .number(0...10),
        "Log-odds that the card, the acknowledgment screen, the zero state and onboarding offered again lose each time "
          + "the person has turned them down."),
      Field(
        "habit", \.habit, .number(0...10),
        "Log-odds of coming back on a later day that each day of use adds, up to the seventh."),
      Field(
        "laterDays", \.laterDays, .number(-10...10),
        "Log-odds of coming back on any later day, over the persona's habit, which is of people who stay."),
      Field("fading", \.fading, .number(0...10), "Log-odds of coming back lost for each day since sign-up."),
      Field(
        "oneVisit", \.oneVisit, .probability, "Probability that the person never comes back after the first session."),
      Field("sleep", \.sleep, .span(.zero...TimeSpan.hours(12)), "How long people sleep: nobody opens the app then."),
      Field("reaction", \.reaction, .timing, "How long people take to tap again after an error."),
      Field(
        "weekend", \.weekend, .number(-10...10),
        "Log-odds of using the app on a Saturday or Sunday, against other days."),
    ])

  static let traits = ObjectSpec<PeopleMemory.Traits>(
    what: "traits", template: PeopleMemory.Traits(), source: assumption,
    fields: [
      Field(
        "engagement", \.engagement, .number(0...5),
        "Standard deviation over people of the log-odds of coming back and of looking around."),
      Field(
        "thoroughness", \.thoroughness, .number(0...5),
        "Standard deviation of the log-odds of reading, of following the card and of acknowledging."),
      Field(
        "formAversion", \.formAversion, .number(0...5),
        "Standard deviation of the log-odds of leaving forms unfilled."),
      Field(
        "patience", \.patience, .number(0...5),
        "Standard deviation of the log-odds of trying again, and of the logarithm of the time that the person waits."),
      Field(
        "correlation", \.correlation, .number(0...0.95),
        "Correlation of any two traits; -1 times it for form aversion and another."),
    ])

  static let experience = ObjectSpec<PeopleMemory.Experience>(
    what: "experience", template: PeopleMemory.Experience(), source: assumption,
    fields: [
      Field(
        "error", \.error, .number(0...10),
        "Log-odds of coming back and of trying again lost each time that the person sees new errors, however many."),
      Field("wait", \.wait, .number(0...10), "Log-odds lost for each wait that the person gave up."),
      Field(
        "contradiction", \.contradiction, .number(0...10),
        "Log-odds lost each time that the app contradicts what the person did: a card that stays after it was "
          + "acknowledged, a sign-in that nobody asked for."),
      Field("value", \.value, .number(0...10), "Log-odds gained for each thing of value: the plan, the streak."),
      Field(
        "complaint", \.complaint, .number(0...10),
        "Log-odds of complaining at a visible problem gained for each problem that the person met before."),
      Field(
        "recall", \.recall, .number(0...1), "Share of all that which is still felt a session, or a day, later."),
    ])
}
