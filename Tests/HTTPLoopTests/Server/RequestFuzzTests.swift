import Foundation
import Testing

@testable import HTTPLoop

/// The parser with inputs made from the samples. `HTTP_FUZZ_INPUTS` and `HTTP_FUZZ_SEED` in the environment choose more
/// and other inputs.
struct RequestFuzzTests {
  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  @Test func parserNeverTrapsAndIgnoresChunkSizes() {
    var mutator = RequestMutator(seed: UInt64(Self.number("HTTP_FUZZ_SEED") ?? 1))
    let count = Self.number("HTTP_FUZZ_INPUTS") ?? 4_000
    var served = 0
    var refusals: [HTTPRefusal: Int] = [:]
    for _ in 0..<count {
      let bytes = mutator.next()
      let whole = outcomes(of: bytes, limits: ReceivedSample.limits)
      let cuts = mutator.cuts(of: bytes.count)
      let pieces = zip(cuts, cuts.dropFirst()).map { bytes[$0..<$1] }
      if outcomes(of: pieces, limits: ReceivedSample.limits) != whole {
        Issue.record("cut at \(cuts): \(String(decoding: bytes, as: UTF8.self).debugDescription)")
      }
      for (index, outcome) in whole.enumerated() {
        switch outcome {
        case .refused(let refusal):
          refusals[refusal, default: 0] += 1
          #expect(index == whole.count - 1)
        case .request(let head, let body):
          served += 1
          if let problem = Self.problem(head, body) {
            Issue.record("\(problem): \(String(decoding: bytes, as: UTF8.self).debugDescription)")
          }
        }
      }
    }
    // A fair share of the inputs is valid, and another is not.
    let refused = refusals.values.reduce(0, +)
    #expect(served > count / 4, "\(served) served, \(refused) refused of \(count)")
    #expect(refused > count / 4)
    #expect(refusals.count >= 10)
  }

  /// The problem of a request that was served, by an independent implementation of every rule for heads.
  private static func problem(_ outcome: String, _ body: [UInt8]) -> String? {
    let text = outcome.drop { $0 != "\n" }.dropFirst()
    let limits = ReceivedSample.limits
    if body.count > limits.body { return "a body beyond the limit" }
    let lines = text.components(separatedBy: "\r\n")
    guard lines.suffix(2) == ["", ""] else { return "a head without its end" }
    if lines.count - 3 > limits.fields { return "too many fields" }
    let words = lines[0].components(separatedBy: " ")
    guard words.count == 3, words[1].utf8.count <= limits.target, words[2].hasPrefix("HTTP/1.") else {
      return "another request line"
    }
    var values: [String: [String]] = [:]
    for line in lines[1..<(lines.count - 2)] {
      guard let colon = line.firstIndex(of: ":"), colon > line.startIndex else { return "a line that is no field" }
      let name = line[..<colon].lowercased()
      if name.contains(where: { $0 == " " || $0 == "\t" }) { return "a blank in a name" }
      values[name, default: []].append(line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces))
    }
    if text.unicodeScalars.contains(where: { $0 == "\0" }) { return "a control character" }
    let (hosts, codings) = (values["host"] ?? [], values["transfer-encoding"] ?? [])
    let lengths = Set(values["content-length"] ?? [])
    if hosts.count > 1 || (hosts.isEmpty && words[2] != "HTTP/1.0") { return "not one host" }
    if !codings.isEmpty, !lengths.isEmpty { return "both lengths" }
    if codings.count > 1 || (codings.first ?? "chunked").lowercased() != "chunked" { return "another coding" }
    if let length = lengths.first, lengths.contains(where: { Int($0) != Int(length) }) { return "two lengths" }
    if codings.isEmpty, body.count != lengths.first.flatMap({ Int($0) }) ?? 0 { return "a body of another length" }
    return nil
  }
}
