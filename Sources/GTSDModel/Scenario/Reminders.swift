/// Notifications that remind people to acknowledge their metrics. They go to people who have signed up and, according
/// to the phone, have not acknowledged yet.
///
/// A tap on the notification opens the app at Plans. The specifications name reminders, and seven days, as a later
/// idea; everything else is an assumption without a source.
public struct Reminders: Sendable, Equatable {
  /// The time from sign-up to the first reminder, up to 366 days.
  public var after: TimeSpan = .days(7)
  /// The time between reminders, a minute to 366 days.
  public var every: TimeSpan = .days(7)
  /// The largest number of reminders for one person, 0 to 100.
  public var most: Int = 3
  /// The share of people who allow notifications, drawn once per person.
  public var reach: Probability = 0.5
  /// The probability that a person follows a reminder that comes while the app is closed, drawn for each reminder.
  public var response: Probability = 0.1

  /// Creates the default reminders.
  public init() {}

  /// Creates reminders at these times.
  public init(after: TimeSpan, every: TimeSpan, most: Int, reach: Probability, response: Probability) {
    self.after = after
    self.every = every
    self.most = most
    self.reach = reach
    self.response = response
  }
}
