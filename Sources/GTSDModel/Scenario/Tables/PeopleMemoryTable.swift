import GTSDFields

/// The tables of people's memory and differences.
enum PeopleMemoryTable {
  static let memory = ObjectSpec<PeopleMemory>(
    what: "memory", template: PeopleMemory(), source: assumption,
    fields: [
      Field("traits", \.traits, traits, "How much people of one persona differ from each other."),
      Field(
        "experience", \.experience, experience, "How a person's experience with the app changes whether they come back."
      ),
      Field(
        "refusal", \.refusal, .number(0...10),
        "How much less an offer is accepted after each refusal: log-odds of the card, the acknowledgment screen, the "
          + "zero state and onboarding."),
      Field(
        "habit", \.habit, .number(0...10),
        "How much each day of use, up to the seventh, raises the chance of coming back on a later day, in log-odds."),
      Field(
        "laterDays", \.laterDays, .number(-10...10),
        "How much less people come back on later days than the persona's habit says: log-odds. The habit is that of "
          + "people who stay."),
      Field(
        "fading", \.fading, .number(0...10),
        "How much less likely coming back becomes with each day since sign-up, in log-odds."),
      Field(
        "oneVisit", \.oneVisit, .probability, "Probability that the person never comes back after the first session."),
      Field("sleep", \.sleep, .span(.zero...longestSleep), "How long people sleep: nobody opens the app then."),
      Field("reaction", \.reaction, .timing, "How long people take to tap again after an error."),
      Field(
        "weekend", \.weekend, .number(-10...10),
        "How much more the app is used on a Saturday or Sunday: log-odds, against other days."),
    ])

  /// The longest sleep that a scenario may state.
  static let longestSleep = TimeSpan.hours(12)

  static let traits = ObjectSpec<PeopleMemory.Traits>(
    what: "traits", template: PeopleMemory.Traits(), source: assumption,
    fields: [
      Field(
        "engagement", \.engagement, .number(0...5),
        "How much people differ in coming back and looking around: the standard deviation of their log-odds."),
      Field(
        "thoroughness", \.thoroughness, .number(0...5),
        "How much people differ in reading, following the card and acknowledging: the standard deviation of their "
          + "log-odds."),
      Field(
        "formAversion", \.formAversion, .number(0...5),
        "How much people differ in leaving forms unfilled: the standard deviation of their log-odds."),
      Field(
        "patience", \.patience, .number(0...5),
        "How much people differ in patience: the standard deviation of the log-odds of trying again, and of the "
          + "logarithm of the time that the person waits."),
      Field(
        "correlation", \.correlation, .number(0...0.95),
        "How much the traits of a person go together: the correlation of any two. Form aversion has the same correlation "
          + "with the others, with a minus sign."),
    ])

  static let experience = ObjectSpec<PeopleMemory.Experience>(
    what: "experience", template: PeopleMemory.Experience(), source: assumption,
    fields: [
      Field(
        "error", \.error, .number(0...10),
        "How much new errors on screen keep people from coming back and trying again: log-odds for each time that "
          + "errors are seen, however many at once."),
      Field(
        "wait", \.wait, .number(0...10),
        "How much a wait that a person gave up keeps the person from coming back, in log-odds."),
      Field(
        "contradiction", \.contradiction, .number(0...10),
        "How much an app that contradicts people keeps them from coming back: log-odds for each card that stays after "
          + "it was acknowledged, and for each sign-in that the person did not request."),
      Field(
        "value", \.value, .number(0...10), "How much the plan and the streak each bring people back, in log-odds."),
      Field(
        "complaint", \.complaint, .number(0...10),
        "How much each earlier problem raises the chance of a complaint, in log-odds."),
      Field(
        "recall", \.recall, .number(0...1),
        "The share of an experience that still has an effect a session, or a day, later."),
    ])
}
