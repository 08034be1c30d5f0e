import Foundation
import TestSupport
import Testing

/// Recorded messages under Fixtures, each named after its expected result: `length.both.http`.
package struct HTTPCorpus: Sendable, CustomTestStringConvertible {
  package var name: String
  package var bytes: [UInt8]

  package var testDescription: String { name }
  /// The expected result.
  package var outcome: String { String(name.prefix { $0 != "." }) }

  package static let responses = read("responses")

  private static func read(_ folder: String) -> [HTTPCorpus] {
    let base = Checkout.fixtures.appending(path: "http/\(folder)")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: base.path)) ?? []
    return names.filter { $0.hasSuffix(".http") }.sorted().compactMap { name in
      (try? Data(contentsOf: base.appending(path: name))).map { HTTPCorpus(name: name, bytes: Array($0)) }
    }
  }
}
