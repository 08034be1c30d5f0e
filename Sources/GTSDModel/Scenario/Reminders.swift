/// Notifications that remind people of their metrics: whoever has signed up and, as far as that person knows, not yet
/// acknowledged gets one after a while, and again.
///
/// An answered one opens the app and leads to Plans. The specifications name reminders, and seven days, as a later
/// idea; all else is an assumption without a source.
public struct Reminders: Sendable, Equatable {
  /// From the person's sign-up to the first, up to 366 days.
  public var after: TimeSpan = .days(7)
  /// From one to the next, a minute to 366 days.
  public var every: TimeSpan = .days(7)
  /// How many a person gets at most, 0 to 100; 0 for none.
  public var most: Int = 3
  /// Share of people who allow notifications; drawn once a person.
  public var reach: Probability = 0.5
  /// Probability that a person follows one reminder, which comes while the app is closed; drawn for each.
  public var response: Probability = 0.1

  /// The defaults.
  public init() {}

  /// Reminders at these times.
  public init(after: TimeSpan, every: TimeSpan, most: Int, reach: Probability, response: Probability) {
    self.after = after
    self.every = every
    self.most = most
    self.reach = reach
    self.response = response
  }
}
