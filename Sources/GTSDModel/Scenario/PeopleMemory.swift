/// The differences between people, and between a person's first and later days: lasting traits, experiences, and hours
/// of sleep.
///
/// Without it, every occasion is decided as if it were the first, so that everybody does everything in the end. Every
/// default is an assumption without a source.
public struct PeopleMemory: Sendable, Equatable {
  /// How much people of one persona differ.
  public var traits = Traits()
  /// Lets a person's experiences with the app change how likely they are to come back.
  public var experience = Experience()
  /// Log-odds that an offer (the card, the acknowledgment screen, the zero state, onboarding offered again) loses each
  /// time that the person has turned it down, 0 or more.
  public var refusal: Double = 0.9
  /// Log-odds of coming back on a later day that each day of use adds, up to the seventh, 0 or more.
  public var habit: Double = 0.06
  /// Log-odds of coming back on any later day, over what the persona's habit says, which is of people who stay.
  public var laterDays: Double = -1
  /// Log-odds of coming back lost for each day since sign-up, 0 or more.
  public var fading: Double = 0.08
  /// Probability that the person never comes back after the first session.
  public var oneVisit: Probability = 0.22
  /// How long people sleep: nobody opens the app then. 0 to 12 hours.
  public var sleep: TimeSpan = .hours(8)
  /// How long people take to tap again after an error, seconds.
  public var reaction: Distribution = .lognormal(median: 1.5, sigma: 0.5)
  /// Log-odds of using the app on a Saturday or Sunday, against other days.
  public var weekend: Double = -0.15

  /// The defaults.
  public init() {}

  /// Standard deviations of traits over the people of one persona. What a persona says of a decision stays the share of
  /// its people who decide so at the first occasion.
  public struct Traits: Sendable, Equatable {
    /// The standard deviation of the log-odds of coming back and of looking around, 0 to 5.
    public var engagement: Double = 1
    /// The standard deviation of the log-odds of reading, of following the card and of acknowledging, 0 to 5.
    public var thoroughness: Double = 1
    /// The standard deviation of the log-odds of leaving forms unfilled, 0 to 5.
    public var formAversion: Double = 1.5
    /// The standard deviation of the log-odds of trying again, and of the logarithm of the time that the person waits,
    /// 0 to 5.
    public var patience: Double = 0.5
    /// The correlation of any two traits, 0 to 0.95. Form aversion correlates negatively with the others.
    public var correlation: Double = 0.4

    /// The defaults.
    public init() {}
  }

  /// Log-odds of coming back, the same day and later, and of trying again. Each thing counts three times a session at
  /// most.
  public struct Experience: Sendable, Equatable {
    /// Lost each time that new errors are seen, however many at once; 0 or more.
    public var error: Double = 0.3
    /// Lost for each wait that the person gave up, 0 or more.
    public var wait: Double = 0.25
    /// Lost each time that the app contradicts what the person did: a card that stays after it was acknowledged, a
    /// sign-in that nobody asked for; 0 or more.
    public var contradiction: Double = 0.4
    /// Gained for each thing of value: the plan, the streak; 0 or more.
    public var value: Double = 0.1
    /// Gained, of complaining at a visible problem, for each problem met before, 0 or more. Unlike the others it moves
    /// no coming back.
    public var complaint: Double = 0
    /// The share of it that is still felt a session, or a day, later; 0 to 1.
    public var recall: Double = 0.7

    /// The defaults.
    public init() {}
  }
}
