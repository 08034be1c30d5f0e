import GTSDModel
import Randomness

/// The traits and experiences of one person, if the scenario's people have a memory. They change the probabilities of
/// repeated decisions.
struct PersonMemory: Sendable {
  /// A permanent trait of a person.
  enum Trait: Int, CaseIterable {
    case engagement, thoroughness, formAversion, patience
  }

  /// Experiences that change later behaviour. Each counts once when it happens, at most three of a kind in a session.
  enum Event: Int, CaseIterable {
    case error, wait, contradiction, value
  }

  /// The offers that a person can decline repeatedly.
  enum Offer: Int, CaseIterable {
    case card, acknowledgment, zeroState, onboarding
  }

  private static let day = Nanoseconds.day

  private let terms: PeopleMemory
  /// The traits, in log-odds.
  private let traits: SIMD4<Double>
  /// Whether the person never returns after the first session.
  let neverReturns: Bool
  let hours: WakingHours
  /// The offset of the person's clock from UTC, in nanoseconds, positive to the east.
  private let zone: Int64
  /// The effect of past experiences on returning, in log-odds.
  private var feeling = 0.0
  private var met = SIMD4<UInt8>()
  private var refusals = SIMD4<UInt8>()
  private var daysOfUse: Int32 = 0
  private var lastDay: Int32 = -1
  /// The number of errors that the first device had shown when the person last looked.
  private var errorsSeen: Int32 = 0

  /// Creates the memory of the person to whom these draws belong.
  ///
  /// Traits are normal with one common factor, so that all pairs have the same correlation.
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
    neverReturns = draws.uniform(.oneVisit, step: 0) < terms.oneVisit.value
    hours = WakingHours(sleep: terms.sleep.nanoseconds, bedtimeScore: score(.bedtime), zone: zone)
  }

  // MARK: Experiences

  /// Records an experience; more than three of a kind in a session count as three.
  mutating func meet(_ event: Event) {
    met[event.rawValue] = min(3, met[event.rawValue] + 1)
  }

  /// Records the number of errors that the first device has shown since it was created. All errors since the person
  /// last looked count as one, since they are one annoyance.
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

  /// Ends the session and adds its experiences to the lasting effect.
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

  // MARK: Effects

  /// The present difference of this person from the persona in a decision, in log-odds.
  func shift(of decision: PersonDecision) -> Double {
    var shift = 0.0
    if let loading = decision.loading { shift = loading.sign * traits[loading.trait.rawValue] }
    if let offer = decision.offer { shift -= terms.refusal * Double(refusals[offer.rawValue]) }
    return decision.isOfReturn ? shift + feeling : shift
  }

  /// The same difference for returning on a day, counted from sign-up.
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

  /// The person's patience as a multiple of the persona's.
  var patience: Double { PortableMath.exp(traits[Trait.patience.rawValue]) }
}
