import GTSDModel
import Randomness

/// What one person is like and has met, where the scenario's people have a memory: who decides the same thing again does
/// not decide it as if it were the first time.
struct PersonMemory: Sendable {
  /// A trait that a person has for good.
  enum Trait: Int, CaseIterable {
    case engagement, thoroughness, formAversion, patience
  }

  /// Things that count once each, up to three of a kind a session.
  enum Event: Int, CaseIterable {
    case error, wait, contradiction, value
  }

  /// What can be turned down again and again.
  enum Offer: Int, CaseIterable {
    case card, acknowledgment, zeroState, onboarding
  }

  private static let day = Nanoseconds.day

  private let terms: PeopleMemory
  /// By trait, in log-odds.
  private let traits: SIMD4<Double>
  /// Whether the first session is the last.
  let staysAway: Bool
  let hours: WakingHours
  /// How far the person's clock is ahead of UTC, nanoseconds.
  private let zone: Int64
  /// Log-odds of coming back that what was met has left.
  private var feeling = 0.0
  private var met = SIMD4<UInt8>()
  private var refusals = SIMD4<UInt8>()
  private var daysOfUse: Int32 = 0
  private var lastDay: Int32 = -1
  /// Errors that the first device had shown at the last look.
  private var errorsSeen: Int32 = 0

  /// The person to whom these draws belong.
  ///
  /// Traits are normal with one common factor, so that any two correlate alike.
  init(_ terms: PeopleMemory, draws: PersonDraws, zone: Int64 = 0) {
    self.terms = terms
    self.zone = zone
    func score(_ trait: PersonTrait) -> Double { PortableMath.inverseNormal(draws.uniform(trait, step: 0)) }
    let common = terms.traits.correlation.squareRoot() * score(.commonTrait)
    let own = (1 - terms.traits.correlation).squareRoot()
    traits = [
      terms.traits.engagement * (common + own * score(.engagement)),
      terms.traits.thoroughness * (common + own * score(.thoroughness)),
      terms.traits.formAversion * (own * score(.formAversion) - common),
      terms.traits.patience * (common + own * score(.patience)),
    ]
    staysAway = draws.uniform(.oneVisit, step: 0) < terms.oneVisit.value
    hours = WakingHours(sleep: terms.sleep.nanoseconds, bedtimeScore: score(.bedtime), zone: zone)
  }

  // MARK: What is met

  /// Notes something; more than three of a kind in a session count as three.
  mutating func meet(_ event: Event) {
    met[event.rawValue] = min(3, met[event.rawValue] + 1)
  }

  /// Looks at how many errors the first device has shown since it was made. Those of one look count as one: what fails
  /// together is one annoyance.
  mutating func look(atErrors count: Int32) {
    if count > errorsSeen { meet(.error) }
    errorsSeen = count
  }

  mutating func beginSession(at start: Int64, arrival: Int64) {
    met = SIMD4()
    let day = Int32(clamping: (start - arrival) / Self.day)
    if day != lastDay { daysOfUse += 1 }
    lastDay = day
  }

  /// What the session leaves behind.
  mutating func endSession() {
    let weights = terms.experience
    let sum =
      weights.value * Double(met[Event.value.rawValue]) - weights.error * Double(met[Event.error.rawValue])
      - weights.wait * Double(met[Event.wait.rawValue])
      - weights.contradiction * Double(met[Event.contradiction.rawValue])
    feeling = weights.recall * feeling + sum
  }

  mutating func refuse(_ offer: Offer) {
    refusals[offer.rawValue] = min(200, refusals[offer.rawValue] + 1)
  }

  // MARK: What it does

  /// Log-odds by which this person, by now, differs from the persona in a decision.
  func shift(of decision: PersonDecision) -> Double {
    var shift = 0.0
    if let loading = decision.loading { shift = loading.sign * traits[loading.trait.rawValue] }
    if let offer = decision.offer { shift -= terms.refusal * Double(refusals[offer.rawValue]) }
    return decision.isOfReturn ? shift + feeling : shift
  }

  /// The same for coming back on a day, which is counted from sign-up.
  func shift(ofReturningOn day: Int64, since last: Int64, arrival: Int64) -> Double {
    let faded = feeling * PortableMath.pow(terms.experience.recall, Double(day - last - 1))
    let local = arrival + zone
    let weekday = (((local - WakingHours.timeOfDay(local)) / Self.day + day) % 7 + 7) % 7
    // Virtual time begins on a Thursday.
    let isWeekend = weekday == 2 || weekday == 3
    return traits[Trait.engagement.rawValue] + faded + terms.laterDays - terms.fading * Double(day) + terms.habit
      * Double(min(7, daysOfUse) - 1)
      + (isWeekend ? terms.weekend : 0)
  }

  /// The factor by which this person waits longer than the persona.
  var patience: Double { PortableMath.exp(traits[Trait.patience.rawValue]) }
}
