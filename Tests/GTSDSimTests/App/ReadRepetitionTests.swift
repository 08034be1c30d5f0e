import Testing

@testable import GTSDWorld

/// Reads that are repeated because their reply is old.
@Suite struct ReadRepetitionTests {
  @Test("A read is repeated whenever newer data became known while it ran")
  func overtakenReads() {
    #expect(decisions(Array(2...20)).allSatisfy { $0 })
  }

  @Test("A read that nothing overtook is repeated twice, whatever overtook the reads between")
  func staleReads() {
    #expect(decisions([1, 2, 2, 3, 3, 4, 4]) == [true, true, true, true, false, true, false])
  }

  /// The decisions about replies that come while these revisions are known, for a read that began at revision 1.
  private func decisions(_ known: [Int32]) -> [Bool] {
    var repetition = ReadRepetition(known: 1)
    return known.map { repetition.begins(known: $0) }
  }
}
