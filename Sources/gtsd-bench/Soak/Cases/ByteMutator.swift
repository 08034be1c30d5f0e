import GTSDModel
import Randomness

/// Makes new inputs by changing known ones, as damage or an attacker would. The same seed gives the same inputs.
package struct ByteMutator {
  private var random: SplitMix64
  private let corpus: [[UInt8]]
  private let words: [[UInt8]]
  /// Whole numbers and names of the corpus and the words. Replacing one by another reaches code beyond the syntax
  /// check.
  private let numbers: [[UInt8]]
  private let names: [[UInt8]]

  /// Creates a source of inputs for one reader.
  ///
  /// - Parameters:
  ///   - corpus: valid or nearly valid inputs, at least one.
  ///   - words: texts that are known to cause problems in readers of this kind, at least one.
  package init(seed: UInt64, corpus: [[UInt8]], words: [String]) {
    random = SplitMix64(seed: seed)
    self.corpus = corpus
    self.words = words.map { Array($0.utf8) }
    var tokens = Set<[UInt8]>()
    for bytes in corpus + self.words {
      tokens.formUnion(bytes.split { !Self.isOfToken($0) }.filter { $0.count <= 64 }.map { Array($0) })
    }
    let sorted = tokens.ordered { $0.lexicographicallyPrecedes($1) }
    numbers = sorted.filter(Self.isNumber)
    names = sorted.filter { !Self.isNumber($0) }
  }

  private static func isOfToken(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private static func isNumber(_ token: [UInt8]) -> Bool {
    token.allSatisfy { !(UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20) }
  }

  package mutating func below(_ bound: Int) -> Int { random.below(bound) }

  /// Makes the next input: a known one with a change in one place, sometimes in up to four.
  package mutating func next() -> [UInt8] {
    var bytes = corpus[random.below(corpus.count)]
    for _ in 0...(random.below(2) * random.below(4)) { mutate(&bytes) }
    return bytes
  }

  private mutating func mutate(_ bytes: inout [UInt8]) {
    let place = random.below(bytes.count + 1)
    let length = random.below(min(16, bytes.count - place) + 1)
    switch random.below(16) {
    case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8(random.below(8))
    case 1 where place < bytes.count: bytes[place] = UInt8(random.below(256))
    case 2: bytes.removeSubrange(place..<place + length)
    case 3: bytes.insert(contentsOf: words[random.below(words.count)], at: place)
    case 4: bytes.replaceSubrange(place..<place + length, with: words[random.below(words.count)])
    case 5: bytes.insert(contentsOf: bytes[place..<place + length], at: random.below(bytes.count + 1))
    case 6:
      let other = corpus[random.below(corpus.count)]
      bytes = Array(bytes[..<place] + other[random.below(other.count + 1)...])
    case 7: bytes = Array(bytes[..<place])
    default: replaceToken(&bytes, near: place)
    }
  }

  /// Replaces a whole number or name by another one, so that the input still has valid syntax.
  private mutating func replaceToken(_ bytes: inout [UInt8], near place: Int) {
    guard let start = bytes[place...].firstIndex(where: Self.isOfToken) else { return }
    let end = bytes[start...].firstIndex { !Self.isOfToken($0) } ?? bytes.count
    let others = Self.isNumber(Array(bytes[start..<end])) ? numbers : names
    guard !others.isEmpty else { return }
    bytes.replaceSubrange(start..<end, with: others[random.below(others.count)])
  }
}
