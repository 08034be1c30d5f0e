import GTSDFields

/// The table of reminders, of a population and of an arm.
enum RemindersTable {
  static let reminders = ObjectSpec<Reminders>(
    what: "reminders", template: Reminders(), source: assumption,
    fields: [
      Field(
        "after", \.after, .span(.zero...TimeSpan.days(366)),
        "The time from the person's sign-up to the first reminder.",
        source: "specifications, future enhancements"),
      Field("every", \.every, .span(.minutes(1)...TimeSpan.days(366)), "The time from one reminder to the next."),
      Field("most", \.most, .int(0...100, "reminders"), "The greatest number of reminders per person; 0 for none."),
      Field("reach", \.reach, .probability, "Share of people who allow notifications, drawn once per person."),
      Field(
        "response", \.response, .probability,
        "Probability that a person follows one reminder, which comes while the app is closed: at once, or on getting up."
      ),
    ])
}
