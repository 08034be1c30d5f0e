import GTSDModel

/// The rules for one device.
///
/// ``forEach(_:_:_:_:_:)`` loops over them and is the only place that fixes their order. Its visitors are generic types
/// rather than closures, so that the compiler knows which rule follows which events and leaves only those calls.
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
  private var progress = PhotoProgressRule()
  private var bmi = BMIRule()
  private var loading = LoadingRule()
  private var errors = ErrorRule()
  private var need = NeedRule()
  private var plan = PlanRule()
  private var commit = CommitRule()
  private var order = OrderRule()
  private var fields = EditFieldRule()
  private var ownWrites = OwnWriteRule()

  /// Visits every rule, in the order in which the findings of one instant are reported.
  @inline(__always)
  private mutating func forEach<Visitor: RuleVisitor>(
    _ visitor: Visitor, _ input: Visitor.Input, _ facts: inout DeviceFacts, _ accounts: inout Visitor.Accounts,
    _ log: inout CheckLog
  ) {
    visitor.visit(&card, input, &facts, &accounts, &log)
    visitor.visit(&zeroState, input, &facts, &accounts, &log)
    visitor.visit(&preferences, input, &facts, &accounts, &log)
    visitor.visit(&signIn, input, &facts, &accounts, &log)
    visitor.visit(&photoList, input, &facts, &accounts, &log)
    visitor.visit(&onboarded, input, &facts, &accounts, &log)
    visitor.visit(&summary, input, &facts, &accounts, &log)
    visitor.visit(&filter, input, &facts, &accounts, &log)
    visitor.visit(&images, input, &facts, &accounts, &log)
    visitor.visit(&progress, input, &facts, &accounts, &log)
    visitor.visit(&bmi, input, &facts, &accounts, &log)
    visitor.visit(&loading, input, &facts, &accounts, &log)
    visitor.visit(&errors, input, &facts, &accounts, &log)
    visitor.visit(&need, input, &facts, &accounts, &log)
    visitor.visit(&plan, input, &facts, &accounts, &log)
    visitor.visit(&commit, input, &facts, &accounts, &log)
    visitor.visit(&order, input, &facts, &accounts, &log)
    visitor.visit(&fields, input, &facts, &accounts, &log)
    visitor.visit(&ownWrites, input, &facts, &accounts, &log)
  }

  /// Passes an event to the rules that follow its kind. The kind is a type, so that this function is compiled for each
  /// kind and does not test at run time which rules follow it.
  mutating func observe<Kind: EventKind>(
    _ event: SimulationEvent, as kind: Kind.Type, _ facts: inout DeviceFacts, _ accounts: inout AccountPair,
    _ log: inout CheckLog
  ) {
    forEach(Observing(kind: Kind.kind), event, &facts, &accounts, &log)
  }

  /// Evaluates the rules for a signed-in user, or those for nobody signed in.
  @inline(__always)
  mutating func settle(
    signedIn: Bool, _ facts: inout DeviceFacts, _ account: inout AccountHistory, _ log: inout CheckLog
  ) {
    forEach(Settling(), signedIn, &facts, &account, &log)
  }

  /// Resets the state of rules that the occasion makes invalid.
  mutating func reset(_ occasion: ResetOccasion, _ facts: inout DeviceFacts, _ log: inout CheckLog) {
    var nothing: Void = ()
    forEach(Resetting(), occasion, &facts, &nothing, &log)
  }
}

/// An operation that is applied to every rule in turn.
private protocol RuleVisitor {
  associatedtype Input
  /// The server's side of the accounts, in the form that the operation needs.
  associatedtype Accounts

  func visit<Rule: DeviceRule>(
    _ rule: inout Rule, _ input: Input, _ facts: inout DeviceFacts, _ accounts: inout Accounts,
    _ log: inout CheckLog)
}

private struct Observing: RuleVisitor {
  let kind: EventKinds

  @inline(__always)
  func visit<Rule: DeviceRule>(
    _ rule: inout Rule, _ event: SimulationEvent, _ facts: inout DeviceFacts, _ accounts: inout AccountPair,
    _ log: inout CheckLog
  ) {
    if Rule.follows.contains(kind) { rule.observe(event, &facts, &accounts, &log) }
  }
}

private struct Settling: RuleVisitor {
  @inline(__always)
  func visit<Rule: DeviceRule>(
    _ rule: inout Rule, _ signedIn: Bool, _ facts: inout DeviceFacts, _ account: inout AccountHistory,
    _ log: inout CheckLog
  ) {
    if Rule.needsSignIn == signedIn { rule.settle(&facts, &account, &log) }
  }
}

private struct Resetting: RuleVisitor {
  @inline(__always)
  func visit<Rule: DeviceRule>(
    _ rule: inout Rule, _ occasion: ResetOccasion, _ facts: inout DeviceFacts, _ accounts: inout Void,
    _ log: inout CheckLog
  ) {
    rule.reset(occasion)
  }
}
