package import GTSDModel
package import GTSDWorld

extension ViolationFold {
  /// The report's rows, in the order of keys.
  ///
  /// - Parameters:
  ///   - digest: the digest of the resolved scenario.
  ///   - overrides: the command line's changes to it, `path=value`.
  ///   - drawn: the other changes of a replication, with the digest of the resulting scenario; nil for none.
  package func reportRows(
    of scenario: Scenario, digest: String, overrides: [String] = [],
    drawn: (UInt32) -> (overrides: [String], digest: String)? = { _ in nil }
  ) -> [Violation] {
    var known: [UInt32: (overrides: [String], digest: String)?] = [:]
    return entries.map { entry in
      let (signature, sentence) = (entry.key.signature, entry.key.site.sentence)
      return Violation(
        invariant: entry.key.invariant.id, hazard: entry.key.hazard?.rawValue, count: entry.episodes,
        users: entry.users, key: signature,
        examples: entry.examples.map { example in
          let replication = example.unit.replication
          let own = known[replication] ?? drawn(replication)
          known[replication] = .some(own)
          return Violation.Example(
            user: example.user, atSeconds: Nanoseconds.seconds(example.time),
            summary: example.summary(saying: sentence),
            replay: ReplayToken(
              scenario: scenario.name, digest: own?.digest ?? digest, overrides: overrides + (own?.overrides ?? []),
              seed: scenario.seed,
              subject: .unit(replication: replication, cell: example.unit.cell), user: example.user,
              time: example.time, key: ReplayToken.hash(of: signature)
            ).encode())
        })
    }
  }

  /// The number of checks of each invariant, in the order of `Invariant`.
  package var reportChecks: [InvariantCheck] {
    Invariant.allCases.map { invariant in
      let counts = checks(of: invariant)
      return InvariantCheck(invariant: invariant.id, evaluated: counts.evaluated, vacuous: counts.vacuous)
    }
  }
}
