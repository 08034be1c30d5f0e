import GTSDModel

/// The rules over one device.
///
/// They are looped over by ``forEach(_:_:_:_:)``, which names each once. Its visitors are generic and not closures, so
/// that the compiler sees which rule follows what, and nothing is left of the loop but calls of those that do.
struct DeviceRules {
  private var card = CardRule()
  private var zeroState = ZeroStateRule()
  private var preferences = PreferencesRule()
  private var signIn = SignInRule()
  private var photoList = PhotoListRule()
  private var onboarded = OnboardedRule()
  private var summary = SummaryRule()
  private var filter = TaskFilterRule()
  private var images = PhotoImagesRule()
  private var bmi = BMIRule()
  private var loading = LoadingRule()
  private var errors = ErrorRule()
  private var need = NeedRule()
  private var plan = PlanRule()
  private var commit = CommitRule()
  private var order = OrderRule()
  private var fields = EditFieldRule()
  private var ownWrites = OwnWriteRule()

  /// Visits every rule, in the order in which their findings of one instant are told.
  @inline(__always)
  private mutating func forEach<Visitor: RuleVisitor>(
    _ visitor: Visitor, _ facts: inout DeviceFacts, _ accounts: inout Visitor.Accounts, _ log: inout CheckLog
  ) {
    visitor.visit(&card, &facts, &accounts, &log)
    visitor.visit(&zeroState, &facts, &accounts, &log)
    visitor.visit(&preferences, &facts, &accounts, &log)
    visitor.visit(&signIn, &facts, &accounts, &log)
    visitor.visit(&photoList, &facts, &accounts, &log)
    visitor.visit(&onboarded, &facts, &accounts, &log)
    visitor.visit(&summary, &facts, &accounts, &log)
    visitor.visit(&filter, &facts, &accounts, &log)
    visitor.visit(&images, &facts, &accounts, &log)
    visitor.visit(&bmi, &facts, &accounts, &log)
    visitor.visit(&loading, &facts, &accounts, &log)
    visitor.visit(&errors, &facts, &accounts, &log)
    visitor.visit(&need, &facts, &accounts, &log)
    visitor.visit(&plan, &facts, &accounts, &log)
    visitor.visit(&commit, &facts, &accounts, &log)
    visitor.visit(&order, &facts, &accounts, &log)
    visitor.visit(&fields, &facts, &accounts, &log)
    visitor.visit(&ownWrites, &facts, &accounts, &log)
  }

  /// Hands an event to the rules that follow its kind.
  @inline(__always)
  mutating func observe(
    _ event: SimulationEvent, as kind: EventKinds, _ facts: inout DeviceFacts, _ accounts: inout AccountPair,
    _ log: inout CheckLog
  ) {
    forEach(Observing(event: event, kind: kind), &facts, &accounts, &log)
  }

  /// Lets the rules judge that need somebody signed in, or the others.
  @inline(__always)
  mutating func settle(
    signedIn: Bool, _ facts: inout DeviceFacts, _ account: inout AccountHistory, _ log: inout CheckLog
  ) {
    forEach(Settling(signedIn: signedIn), &facts, &account, &log)
  }

  /// Lets every rule forget what no longer stands.
  mutating func reset(_ occasion: ResetOccasion, _ facts: inout DeviceFacts, _ log: inout CheckLog) {
    var nothing: Void = ()
    forEach(Resetting(occasion: occasion), &facts, &nothing, &log)
  }
}

/// What is done with every rule in turn.
private protocol RuleVisitor {
  /// What the rules are handed of the server's side.
  associatedtype Accounts

  func visit<Rule: DeviceRule>(
    _ rule: inout Rule, _ facts: inout DeviceFacts, _ accounts: inout Accounts, _ log: inout CheckLog)
}

private struct Observing: RuleVisitor {
  let event: SimulationEvent
  let kind: EventKinds

  @inline(__always)
  func visit<Rule: DeviceRule>(
    _ rule: inout Rule, _ facts: inout DeviceFacts, _ accounts: inout AccountPair, _ log: inout CheckLog
  ) {
    if Rule.follows.contains(kind) { rule.observe(event, &facts, &accounts, &log) }
  }
}

private struct Settling: RuleVisitor {
  let signedIn: Bool

  @inline(__always)
  func visit<Rule: DeviceRule>(
    _ rule: inout Rule, _ facts: inout DeviceFacts, _ account: inout AccountHistory, _ log: inout CheckLog
  ) {
    if Rule.needsSignIn == signedIn { rule.settle(&facts, &account, &log) }
  }
}

private struct Resetting: RuleVisitor {
  let occasion: ResetOccasion

  @inline(__always)
  func visit<Rule: DeviceRule>(
    _ rule: inout Rule, _ facts: inout DeviceFacts, _ accounts: inout Void, _ log: inout CheckLog
  ) {
    rule.reset(occasion)
  }
}
