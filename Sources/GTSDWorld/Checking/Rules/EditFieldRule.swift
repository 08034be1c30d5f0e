import GTSDModel

/// Checks I-ROUND and I-LOST for the single fields of the edit form.
///
/// - I-ROUND: when every request of a save has succeeded, each typed field that differed from the loaded form is
///   stored. This save may have stored it, or an earlier save whose outcome was unknown. Nothing is checked if another
///   device has changed the field.
/// - I-LOST: a save stores no field that the person had not typed. Checked at each commit that a request of the save
///   caused.
///
/// Forms that have loaded no profile are not checked. The name counts as stored whenever the basic part is.
struct EditFieldRule: DeviceRule {
  static let follows: EventKinds = .published | .action | .committed | .ended

  /// The published value. From its low end: the typed fields, the fields that differ from the loaded profile, and
  /// whether a profile was loaded.
  private var typed: Int64 = 0
  private var saving: Int64 = 0
  private var intent: Int32 = 0
  /// The fields committed since the form was opened, since the current save was tapped, or since the last successful
  /// save.
  private var committed = ProfileFields(rawValue: 0)

  private static func touched(_ value: Int64) -> ProfileFields { ProfileFields(rawValue: UInt16(value & 0xffff)) }
  private static func differs(_ value: Int64) -> ProfileFields { ProfileFields(rawValue: UInt16(value >> 16 & 0xffff)) }

  @inline(__always)
  mutating func observe(
    _ event: SimulationEvent, _ facts: inout DeviceFacts, _ accounts: inout AccountPair, _ log: inout CheckLog
  ) {
    switch event.kind {
    case .published(.editTyped, let value, _): typed = value
    case .action(let action, let intent): acted(action, intent: intent, &facts)
    case .committed(let commit, _, let intent):
      if facts.account == event.account { committed(commit, intent: intent, &log) }
    case .ended(let operation):
      // When a process ends, some requests of the save may never be sent.
      let well = facts.isRunning && facts.wentWell(operation)
      if facts.count(operation) == 0 { ended(operation, well: well, &log) }
    default: break
    }
  }

  private mutating func acted(_ action: PersonAction, intent: Int32, _ facts: inout DeviceFacts) {
    switch action {
    case .openEdit:
      // A tap below an open form does nothing. A save may still be in progress after its form has closed.
      if typed == 0, saving == 0 { committed = [] }
    case .saveEdit:
      guard facts.count(.editSave) == 0 else { return }
      self.intent = intent
      saving = intent > 0 ? typed : 0
    case .deleteHealthData: saving = 0
    default: break
    }
  }

  private mutating func committed(_ commit: Commit, intent: Int32, _ log: inout CheckLog) {
    switch commit {
    case .basicProfile: committed.insert(.name)
    case .profile(_, let changed):
      committed.formUnion(changed)
      guard intent > 0, intent == self.intent, saving != 0 else { return }
      let untyped = changed.subtracting(Self.touched(saving))
      log.check(.lost, untyped.isEmpty, Site(.untypedFieldWritten, untyped), hazard: Self.hazard(written: untyped))
    default: break
    }
  }

  private mutating func ended(_ operation: Operation, well: Bool, _ log: inout CheckLog) {
    guard operation == .editSave, saving != 0 else { return }
    guard well else { return log.vacuous(.round) }
    let missing = Self.differs(saving).subtracting(committed)
    log.check(.round, missing.isEmpty, Site(.typedFieldNotStored, missing), hazard: Self.hazard(dropped: missing))
    saving = 0
    committed = []
  }

  private static func hazard(written: ProfileFields) -> HazardID? {
    if written.contains(.height) { return .heightRoundingPhantomWrite }
    return written.contains(.gender) ? .genderCoercion : nil
  }

  private static func hazard(dropped: ProfileFields) -> HazardID? {
    if dropped.contains(.name) { return .nameEmailEditDropped }
    if dropped.contains(.weight) { return .weightBelowTolerance }
    return dropped.isDisjoint(with: [.dateOfBirth, .targetDate]) ? nil : .dateEditIgnored
  }
}
