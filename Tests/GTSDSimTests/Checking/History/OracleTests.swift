import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

struct OracleTests {
  @Test func idsAreDistinctAndFindTheirOracle() {
    #expect(Set(Oracle.all.map(\.id)).count == Oracle.all.count)
    for oracle in Oracle.all {
      #expect(Oracle(id: oracle.id) == oracle)
      #expect(oracle.statement.hasSuffix("."))
    }
    for oracle in Oracle.checkers { #expect(oracle.id.allSatisfy { $0.isLowercase || $0 == "-" }, "\(oracle.id)") }
    #expect(Oracle(id: "no-such-oracle") == nil)
  }

  @Test func aFindingIsGroupedAsAViolationIs() {
    let site = Site(.repliesWentBack, .metrics, .home)
    let breach = CheckLog.Breach(
      invariant: .mono, site: site, hazard: .staleGetOverwritesAck, time: 5, device: 0, session: 1)
    let finding = Finding(breach, user: 3)
    #expect(finding.signature == ViolationKey(invariant: .mono, hazard: .staleGetOverwritesAck, site: site).signature)
    #expect(finding.oracle == .invariant(.mono))
    let other = Finding(.lostUpdate, site: "preferences", summary: "", time: 0, device: 0)
    #expect(other.signature == "lost-update/unclassified/preferences")
  }
}
