import HTTPTestSupport
import Testing

@testable import HTTPLoop
@testable import gtsd_bench

struct HTTPResponseFuzzTests {
  /// Messages made at random from the corpus: no crash, however they are cut, and no invalid message is accepted.
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func randomMessagesNeverCrashTheParser(seed: UInt64) {
    var fuzz = HTTPResponseFuzz(seed: seed, corpus: HTTPCorpus.responses.map(\.bytes))
    for _ in 0..<1_000 {
      if let wrong = fuzz.step() { Issue.record("\(wrong)") }
    }
    // The messages reach every state.
    #expect(fuzz.outcomes.count > 8)
  }
}

/// Properties of the response parser that hold for all inputs.
private struct HTTPResponseFuzz {
  private var mutator: ByteMutator
  private let limits: HTTPResponseParser.Limits
  /// The number of messages by result.
  private(set) var outcomes: [String: Int] = [:]

  init(seed: UInt64, corpus: [[UInt8]]) {
    mutator = ByteMutator(
      seed: seed, corpus: corpus.filter { $0.count < 4_096 }, words: InputCorpus.words(of: .httpResponse))
    var limits = HTTPResponseParser.Limits()
    // Within the sizes of the generated messages.
    limits.head = 512
    limits.fields = 12
    limits.body = 128
    self.limits = limits
  }

  /// Tries one more message.
  ///
  /// - Returns: the violated property and the message; nil if all properties hold.
  mutating func step() -> String? {
    let bytes = mutator.next()
    let isBodiless = mutator.below(8) == 0
    let whole = ParsedResponse(bytes, cuts: [], isBodiless: isBodiless, limits: limits)
    outcomes[whole.outcome, default: 0] += 1
    var cuts = (0..<mutator.below(6)).map { _ in mutator.below(bytes.count + 1) }
    cuts.sort()
    let cut = ParsedResponse(bytes, cuts: cuts, isBodiless: isBodiless, limits: limits)
    if cut != whole { return "\(whole) in one piece, \(cut) cut at \(cuts): \(Self.text(bytes))" }
    let single = ParsedResponse(bytes, cuts: 0..<bytes.count, isBodiless: isBodiless, limits: limits)
    if single != whole { return "\(whole) in one piece, \(single) byte by byte: \(Self.text(bytes))" }
    switch whole {
    case .complete(let response, let taken, _):
      if taken > bytes.count { return "more taken than there is: \(Self.text(bytes))" }
      if let wrong = check(response, isBodiless: isBodiless) { return "\(wrong): \(Self.text(bytes))" }
      // Bytes after a complete response do not change it.
      let alone = ParsedResponse(Array(bytes[..<taken]), cuts: [], isBodiless: isBodiless, limits: limits)
      if alone != whole { return "changed by what follows: \(Self.text(bytes))" }
    case .endedByClose(let response):
      if let wrong = check(response, isBodiless: isBodiless) { return "\(wrong): \(Self.text(bytes))" }
    case .cut, .refused: break
    }
    return nil
  }

  private func check(_ response: HTTPResponse, isBodiless: Bool) -> String? {
    if !(200..<600).contains(response.status) { return "status \(response.status)" }
    if response.body.count > limits.body { return "body of \(response.body.count)" }
    if response.head.bytes.count > limits.head { return "head of \(response.head.bytes.count)" }
    let hasNone = isBodiless || response.status == 204 || response.status == 304
    if hasNone, !response.body.isEmpty { return "a body where none can be" }
    // The lengths, computed in another way.
    let lengths = response.head.values(of: "content-length")
    let codings = response.head.values(of: "transfer-encoding")
    if !lengths.isEmpty, !codings.isEmpty { return "both lengths" }
    if Set(lengths.map { Int($0) }).count > 1 { return "two lengths" }
    if let length = lengths.first, !hasNone, Int(length) != response.body.count { return "another length" }
    if codings.contains(where: { $0.lowercased() != "chunked" }) { return "another coding" }
    return nil
  }

  private static func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).debugDescription
  }
}
