@testable import HTTPLoop
@testable import Randomness

/// Makes unusual inputs from samples: bytes changed, lines moved, numbers exchanged, samples joined.
struct RequestMutator {
  private static let samples = ReceivedSample.all.map(\.bytes)
  private static let served = ReceivedSample.all.filter { $0.statuses.contains(200) }.map(\.bytes)
  /// Texts that often cause errors in parsers.
  private static let fragments: [[UInt8]] =
    [
      "\r\n", "\r", "\n", "\r\n\r\n", "\n\n", " ", "\t", ":", ";", ",", "\0", "#", "HTTP/1.1", "HTTP/1.0", "GET / ",
      "0",
      "0\r\n\r\n", "Host: a\r\n", "Content-Length: 5\r\n", "Content-Length: 0\r\n", "Transfer-Encoding: chunked\r\n",
      "Connection: close\r\n", "Connection: keep-alive\r\n", "Expect: 100-continue\r\n", "5\r\nabcde\r\n",
      "\r\n X: folded\r\n",
      "http://a/", "*", "/", "%00", "\"", "X: y\r\n",
    ].map { Array($0.utf8) } + [[0x80], [0xff], [0x7f], [0x0b]]
  private static let numbers = [
    "0", "1", "-1", "00", "5", "7", "10", "1000", "1001", "3e8", "3e9", "65536", "2147483648", "4294967296",
    "9223372036854775807", "9223372036854775808", "18446744073709551616", "ffffffffffffffff", "7fffffffffffffff",
  ].map { Array($0.utf8) }

  private var chance: SplitMix64

  init(seed: UInt64) { chance = SplitMix64(seed: seed) }

  mutating func next() -> [UInt8] {
    // Small changes to valid inputs make errors that are not noticed at once.
    let origins = chance.below(4) == 0 ? Self.samples : Self.served
    var bytes = origins[chance.below(origins.count)]
    for _ in 0...chance.below(3) { mutate(&bytes) }
    return Array(bytes.prefix(8_192))
  }

  /// The places at which an input is cut: usually a few, sometimes all.
  mutating func cuts(of count: Int) -> [Int] {
    if chance.below(20) == 0 { return Array(0...count) }
    return [0] + (0..<chance.below(6)).map { _ in chance.below(count + 1) }.sorted() + [count]
  }

  private mutating func mutate(_ bytes: inout [UInt8]) {
    let place = chance.below(bytes.count + 1)
    switch chance.below(10) {
    case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8(chance.below(8))
    case 1 where place < bytes.count: bytes[place] = UInt8(chance.below(256))
    case 2: bytes.insert(contentsOf: Self.fragments[chance.below(Self.fragments.count)], at: place)
    case 3: bytes.removeSubrange(range(place, in: bytes))
    case 4: bytes.insert(contentsOf: bytes[range(place, in: bytes)], at: chance.below(bytes.count + 1))
    case 5: replaceNumber(&bytes, from: place)
    case 6: bytes.replaceSubrange(place..., with: tail())
    case 7: bytes += Self.served[chance.below(Self.served.count)]
    case 8: moveLine(&bytes)
    default:
      if let end = lineEnds(bytes).randomElement(using: &chance) {
        bytes.insert(contentsOf: Self.fragments[chance.below(Self.fragments.count)], at: end)
      }
    }
  }

  private mutating func range(_ start: Int, in bytes: [UInt8]) -> Range<Int> {
    start..<min(bytes.count, start + 1 + chance.below(chance.below(4) == 0 ? 200 : 6))
  }

  /// The end of another sample.
  private mutating func tail() -> ArraySlice<UInt8> {
    let other = Self.samples[chance.below(Self.samples.count)]
    return other[chance.below(other.count + 1)...]
  }

  private mutating func replaceNumber(_ bytes: inout [UInt8], from place: Int) {
    guard let start = bytes[place...].firstIndex(where: HTTPCharacter.isDigit) else { return }
    let end = bytes[start...].firstIndex { !HTTPCharacter.isDigit($0) } ?? bytes.count
    bytes.replaceSubrange(start..<end, with: Self.numbers[chance.below(Self.numbers.count)])
  }

  private func lineEnds(_ bytes: [UInt8]) -> [Int] {
    bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
  }

  private mutating func moveLine(_ bytes: inout [UInt8]) {
    let ends = [0] + lineEnds(bytes)
    guard ends.count > 2 else { return }
    let index = chance.below(ends.count - 1)
    let line = bytes[ends[index]..<ends[index + 1]]
    bytes.removeSubrange(ends[index]..<ends[index + 1])
    bytes.insert(
      contentsOf: line, at: chance.below(4) == 0 ? bytes.count : ([0] + lineEnds(bytes))[chance.below(index + 1)])
  }
}

extension HTTPCharacter {
  fileprivate static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}
