import GTSDModel

/// The evidence by which the phones of one person are distinguished in a log.
package struct PhoneEvidence: Sendable, Equatable {
  /// Whether lines contain ids of phones, so that several phones of a person can be distinguished.
  var namesPhones = false
  /// Whether each phone numbers its own sessions in a separate range, such as `1, 2, 3` and `65537, 65538`.
  var countsSessions = false

  /// The share of numbered launches that must count up by one from a person's previous launch.
  private static let mostlyCounted = 0.5

  /// Computes the evidence of the events of each person.
  package init(_ people: some Sequence<ArraySlice<ObservedEvent>>) {
    var (counted, all) = (0, 0)
    var hasOthers = false
    for events in people {
      var device = ObservedEvent.noDevice
      var last: [Int32: Int32] = [:]
      for event in events {
        if event.device >= 0 {
          if device >= 0, event.device != device { namesPhones = true }
          device = event.device
        }
        guard event.name == .launched, event.session >= 0 else { continue }
        if !last.isEmpty { all += 1 }
        let phone = event.session >> Self.phoneBits
        if let before = last[phone], event.session == before + 1 { counted += 1 }
        // Each phone counts its sessions from 1.
        if phone > 0, event.session & 0xFFFF == 1 { hasOthers = true }
        last[phone] = event.session
      }
    }
    countsSessions = hasOthers && counted > 0 && Double(counted) >= Self.mostlyCounted * Double(all)
  }

  /// The number of bits in which a phone's session count is stored.
  static let phoneBits: Int32 = 16
}

/// The phones of one person, in the order of their launches.
struct PersonPhones {
  /// The role of a launch: it is on the phone in use, on another phone at the same time, or repeats a session that has
  /// already begun.
  enum Role { case own, other, again }

  /// The time after the last event, in milliseconds, within which a launch must be on another phone, since an app that
  /// was left for less time resumes its session.
  private static let sitting = ObservedSession.quiet
  /// The time after the last event within which a launch counts as one of another phone, if the log gives it another
  /// phone id.
  private static let long = ObservedSession.silence

  private let evidence: PhoneEvidence
  /// The index of the last event of each session with an id.
  private var ends: [Int32: Int64] = [:]
  /// The ids of sessions that have begun.
  private var begun: Set<Int32> = []
  /// The phone of the person's first launch, recognised by its numbered launches.
  private var first: Int32?
  private var device = ObservedEvent.noDevice

  init(_ events: ArraySlice<ObservedEvent>, _ evidence: PhoneEvidence) {
    self.evidence = evidence
    for event in events where event.session >= 0 { ends[event.session] = event.time }
  }

  /// Adds the launch that begins a session.
  mutating func begin(_ event: ObservedEvent) {
    if event.device >= 0 { device = event.device }
    if event.session >= 0 { first = first ?? event.session >> PhoneEvidence.phoneBits }
  }

  /// Whether a launch may begin a session on the phone in use.
  func isMain(_ event: ObservedEvent) -> Bool {
    if evidence.countsSessions, let first { return event.session >> PhoneEvidence.phoneBits == first }
    return evidence.namesPhones && device >= 0 ? event.device == device : true
  }

  /// The role of a launch in the current session.
  ///
  /// - Parameter isAwaited: whether the session has events, and its launch has not been seen.
  mutating func role(of launch: ObservedEvent, in session: ObservedSession?, isAwaited: Bool) -> Role {
    let isNew = launch.session < 0 || begun.insert(launch.session).inserted
    guard let session else { return .own }
    let pause = launch.time - session.last
    let isOthers =
      evidence.namesPhones && launch.device >= 0 && session.device >= 0 && launch.device != session.device
    if !isNew, !isOthers, pause <= Self.long { return .again }
    if evidence.countsSessions { return isMain(launch) ? .own : .other }
    if isOthers { return pause <= Self.long ? .other : .own }
    if isAwaited { return .own }
    // Sessions that overlap belong to two phones.
    if session.id >= 0, launch.session >= 0, session.id != launch.session, let end = ends[session.id], end > launch.time
    {
      return .other
    }
    guard pause <= Self.sitting else { return .own }
    return evidence.namesPhones && launch.device >= 0 && launch.session < 0 ? .again : .other
  }
}
