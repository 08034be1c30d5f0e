/// The differences between people, and between a person's first and later days: lasting traits, experiences, and hours
/// of sleep.
///
/// People have a memory by default. Without it, people decide on each occasion as if it were the first, so that in the
/// end everybody does everything. Every default is an assumption without a source.
public struct PeopleMemory: Sendable, Equatable {
  /// The differences between people of one persona.
  public var traits = Traits()
  /// The effects of a person's experiences with the app on the probability that the person returns.
  public var experience = Experience()
  /// The reduction in log-odds of accepting an offer (the card, the acknowledgment screen, the zero state, onboarding)
  /// for each time that the person has declined it, 0 or more.
  public var refusal: Double = 0.9
  /// The log-odds of coming back on a later day that each day of use adds, up to the seventh day, 0 or more.
  public var habit: Double = 0.06
  /// The log-odds of coming back on any later day, added to the persona's habit, which describes people who stay.
  public var laterDays: Double = -1
  /// The log-odds of coming back that are lost for each day since sign-up, 0 or more.
  public var fading: Double = 0.08
  /// Probability that the person never comes back after the first session.
  public var oneVisit: Probability = 0.22
  /// The hours of sleep, 0 to 12. Nobody opens the app then.
  public var sleep: TimeSpan = .hours(8)
  /// The seconds before a person taps again after an error.
  public var reaction: Distribution = .lognormal(median: 1.5, sigma: 0.5)
  /// The log-odds of using the app on a Saturday or Sunday, relative to other days.
  public var weekend: Double = -0.15

  /// Creates the default memory.
  public init() {}

  /// Standard deviations of lasting traits among the people of one persona. On a person's first occasion, the shares of
  /// all people still equal the persona's probabilities.
  public struct Traits: Sendable, Equatable {
    /// The standard deviation of the log-odds of coming back and of looking around, 0 to 5.
    public var engagement: Double = 1
    /// The standard deviation of the log-odds of reading, of following the card and of acknowledging, 0 to 5.
    public var thoroughness: Double = 1
    /// The standard deviation of the log-odds of leaving forms unfilled, 0 to 5.
    public var formAversion: Double = 1.5
    /// The standard deviation of the log-odds of trying again, and of the logarithm of the time that the person
    /// waits, 0 to 5.
    public var patience: Double = 0.5
    /// The correlation of any two traits, 0 to 0.95. Form aversion correlates negatively with the others.
    public var correlation: Double = 0.4

    /// Creates the default traits.
    public init() {}
  }

  /// Changes of the log-odds of coming back, on the same day and later, and of trying again. Each kind of experience
  /// counts at most three times per session.
  public struct Experience: Sendable, Equatable {
    /// The loss for each time that new errors are seen, however many at once; 0 or more.
    public var error: Double = 0.3
    /// The loss for each wait that the person gave up, 0 or more.
    public var wait: Double = 0.25
    /// The loss for each time that the app contradicts the person's actions, as with a card that stays after the
    /// acknowledgment or an unrequested sign-in; 0 or more.
    public var contradiction: Double = 0.4
    /// The gain for each useful thing that the person sees, such as the plan or the streak; 0 or more.
    public var value: Double = 0.1
    /// The gain in log-odds of complaining about a visible problem, for each earlier problem, 0 or more. Does not
    /// affect coming back.
    public var complaint: Double = 0
    /// The share of an experience that still has an effect one session, or one day, later; 0 to 1.
    public var recall: Double = 0.7

    /// Creates experiences with the default effects.
    public init() {}
  }
}
