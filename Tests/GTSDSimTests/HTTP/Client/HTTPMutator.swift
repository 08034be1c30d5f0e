@testable import GTSDSim

/// Makes new messages of known ones, as networks, broken servers and attackers would, the same for the same seed.
struct HTTPMutator {
  private var random: SplitMix64
  private let corpus: [[UInt8]]

  /// What parsers are known to stumble over.
  private static let words = [
    "\r\n", "\r\n\r\n", "\n", "\r", "\0", " ", "\t", ":", ";", ",", "0\r\n\r\n", "0", "1", "f", "ffffffffffffffff",
    "-1",
    "+1", "0x10", "7fffffffffffffff", "8000000000000000", "18446744073709551616", "9223372036854775808", "HTTP/1.1 ",
    "HTTP/1.0 ", "HTTP/2.0 ", "200 OK", "100 Continue\r\n\r\n", "204", "304", "Content-Length: ",
    "Content-Length: 5\r\n",
    "Transfer-Encoding: chunked\r\n", "Transfer-Encoding: ", "Connection: close\r\n", "Connection: keep-alive\r\n",
    "chunked", "gzip, ", ";a=b", "\u{80}", "A: b\r\n",
  ].map { Array($0.utf8) }

  init(seed: UInt64, corpus: [[UInt8]]) {
    random = SplitMix64(seed: seed)
    self.corpus = corpus.filter { $0.count < 4_096 }
  }

  mutating func below(_ bound: Int) -> Int { random.below(bound) }

  mutating func next() -> [UInt8] {
    var bytes = corpus[random.below(corpus.count)]
    for _ in 0...random.below(4) { mutate(&bytes) }
    return bytes
  }

  private mutating func mutate(_ bytes: inout [UInt8]) {
    let place = random.below(bytes.count + 1)
    let length = random.below(min(16, bytes.count - place) + 1)
    switch random.below(8) {
    case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8(random.below(8))
    case 1 where place < bytes.count: bytes[place] = UInt8(random.below(256))
    case 2: bytes.removeSubrange(place..<place + length)
    case 3: bytes.insert(contentsOf: Self.words[random.below(Self.words.count)], at: place)
    case 4: bytes.replaceSubrange(place..<place + length, with: Self.words[random.below(Self.words.count)])
    case 5: bytes.insert(contentsOf: bytes[place..<place + length], at: random.below(bytes.count + 1))
    case 6:
      let other = corpus[random.below(corpus.count)]
      bytes = Array(bytes[..<place] + other[random.below(other.count + 1)...])
    default: bytes = Array(bytes[..<place])
    }
  }
}
