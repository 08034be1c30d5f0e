/// A finding of an oracle in a history.
package struct Finding: Equatable, Sendable {
  package var oracle: Oracle
  /// The catalogued hazard that explains the finding; nil if none does.
  package var hazard: HazardID?
  /// The place and the kind of the failure, such as `preferences:edit-save:edit-load`. It distinguishes two ways in
  /// which one oracle fails.
  package var site: String
  /// The expected and the observed behaviour, in a line.
  package var summary: String
  /// The time in virtual nanoseconds.
  package var time: Int64
  /// The person's global index.
  package var user: UInt32
  /// The person's device, 0 or 1; `SimulationEvent.server` for the backend.
  package var device: UInt8
  /// The view on which the finding was made; nil if there is none, or if unknown.
  package var view: View?
  /// The variable of a failed expectation; nil if the expected fact determines it.
  var subject: StateVariable?
  /// The invariant that a run reports for a finding about idle phones; nil for a finding that is no violation of a run.
  var violated: Violated?

  /// An invariant, and the place and manner in which it is broken.
  struct Violated: Equatable, Sendable {
    var invariant: Invariant
    var site: Site
  }

  package init(
    _ oracle: Oracle, hazard: HazardID? = nil, site: String, summary: String, time: Int64, user: UInt32 = 0,
    device: UInt8
  ) {
    self.oracle = oracle
    self.hazard = hazard
    self.site = site
    self.summary = summary
    self.time = time
    self.user = user
    self.device = device
  }

  /// The identity of a finding: oracle, hazard and site, as in a `ViolationKey`.
  package struct Key: Hashable {
    var oracle: Oracle
    var hazard: HazardID?
    var site: String
  }

  package var key: Key { Key(oracle: oracle, hazard: hazard, site: site) }

  /// The key as text.
  package var signature: String {
    "\(oracle.id)/\(hazard?.rawValue ?? "unclassified")/\(site)"
  }

  /// A name in the form of signatures: `home-load` from `homeLoad`.
  static func kebab(_ name: String) -> String {
    var bytes: [UInt8] = []
    // Names of cases are ASCII. Iterating over characters would look up the properties of each.
    for byte in name.utf8 {
      guard (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) else {
        bytes.append(byte)
        continue
      }
      bytes.append(UInt8(ascii: "-"))
      bytes.append(byte | 0x20)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
