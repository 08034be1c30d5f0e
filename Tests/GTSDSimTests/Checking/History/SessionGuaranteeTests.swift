import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// The examples of Terry et al. (1994), section 3, and cases that each guarantee allows.
struct SessionGuaranteeTests {
  private typealias Item = SessionGuarantee.Operation

  private static func broken(_ history: [Item]) -> [SessionGuarantee] {
    SessionGuarantee.violations(in: history).map(\.guarantee)
  }

  /// A user changes the password, and the server still requires the old one.
  @Test func readYourWrites() {
    #expect(Self.broken([.write(0, 0, 1, from: 0, to: 1), .read(0, 0, 0, from: 2, to: 3)]) == [.readYourWrites])
    #expect(Self.broken([.write(0, 0, 1, from: 0, to: 1), .read(0, 0, 2, from: 2, to: 3)]) == [])
    // Another session has not written, and an overlapping read may come first.
    #expect(Self.broken([.write(0, 0, 1, from: 0, to: 1), .read(1, 0, 0, from: 2, to: 3)]) == [])
    #expect(Self.broken([.write(0, 0, 1, from: 0, to: 2), .read(0, 0, 0, from: 1, to: 3)]) == [])
    #expect(Self.broken([.write(0, 0, 1, from: 0, to: nil), .read(0, 0, 0, from: 9, to: 10)]) == [])
  }

  /// A calendar shows a meeting, and no longer shows it on the next read.
  @Test func monotonicReads() {
    let violations = SessionGuarantee.violations(in: [
      .write(1, 0, 1, from: 0, to: 1), .read(0, 0, 1, from: 2, to: 3), .read(0, 0, 0, from: 4, to: 5),
    ])
    #expect(violations == [SessionGuarantee.Violation(guarantee: .monotonicReads, first: 1, second: 2)])
    #expect(Self.broken([.read(0, 0, 1, from: 2, to: 3), .read(0, 1, 0, from: 4, to: 5)]) == [])
  }

  /// A text is saved twice, and the first save replaces the second.
  @Test func monotonicWrites() {
    #expect(Self.broken([.write(0, 0, 2, from: 0, to: 1), .write(0, 0, 1, from: 2, to: 3)]) == [.monotonicWrites])
    #expect(Self.broken([.write(0, 0, 2, from: 0, to: 1), .write(1, 0, 1, from: 2, to: 3)]) == [])
  }

  /// A program is installed after the library that it needs, so a reader who finds the program finds the library.
  @Test func monotonicWritesAsOthersSeeThem() {
    let library = Item.write(0, 0, 1, from: 0, to: 1)
    let program = Item.write(0, 1, 1, from: 2, to: 3)
    let finds = Item.read(1, 1, 1, from: 4, to: 5)
    #expect(
      SessionGuarantee.violations(in: [library, program, finds, .read(1, 0, 0, from: 6, to: 7)]) == [
        SessionGuarantee.Violation(
          guarantee: .monotonicWrites, first: 0, second: 1, observers: .init(first: 2, second: 3))
      ])
    #expect(Self.broken([library, program, finds, .read(1, 0, 1, from: 6, to: 7)]) == [])
    #expect(Self.broken([library, program, finds, .read(2, 0, 0, from: 6, to: 7)]) == [])
  }

  /// A reply on a bulletin board is seen without the article that it answers.
  @Test func writesFollowReads() {
    let article = Item.write(0, 0, 1, from: 0, to: 1)
    let reads = Item.read(1, 0, 1, from: 2, to: 3)
    let reply = Item.write(1, 1, 1, from: 4, to: 5)
    let history = [article, reads, reply, .read(2, 1, 1, from: 6, to: 7), .read(2, 0, 0, from: 8, to: 9)]
    #expect(Self.broken(history) == [.writesFollowReads])
    #expect(Self.broken(history.filter { $0 != reads }) == [])
    #expect(Self.broken([.read(0, 0, 5, from: 0, to: 1), .write(0, 0, 5, from: 2, to: 3)]) == [.writesFollowReads])
  }
}
