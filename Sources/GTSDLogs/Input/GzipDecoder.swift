/// Unpacks gzip (RFC 1952, RFC 1951) piece by piece, several members one after the other included.
///
/// Swift alone, so that it works where no zlib is installed. A step is taken only when all bytes that it may need are
/// there, so that no step is ever begun twice.
struct GzipDecoder: Sendable {
  /// A reason why bytes are no gzip.
  enum Failure: Error, Sendable, Equatable {
    /// The bytes break the format.
    case damaged(String)
    /// The file ends before its last member does.
    case cutOff
  }

  private enum Stage: Sendable {
    case header, block, trailer
    /// Bytes that are copied as they are.
    case stored(Int)
    case packed(literals: HuffmanTable, distances: HuffmanTable)
    case ended
  }

  /// Bytes that a header or the tables of a block may take at most, and that one symbol may.
  private static let longestHeader = 70_000
  private static let longestTables = 1_024
  private static let longestSymbol = 8
  private static let window = 32_768

  private var stage = Stage.header
  private var input: [UInt8] = []
  private var place = 0
  private var bits: UInt64 = 0
  private var bitCount = 0
  private var isLast = false
  private var isFirstMember = true
  /// Unpacked bytes: the window and those that follow it.
  private var output: [UInt8] = []
  private var handedOver = 0
  private var checksum = CRC32()
  private var length: UInt32 = 0

  /// Unpacks the next bytes of the file.
  mutating func take(_ bytes: some Collection<UInt8>) throws(Failure) -> [UInt8] {
    if place > 0 {
      input.removeFirst(place)
      place = 0
    }
    input.append(contentsOf: bytes)
    return try run(isEnd: false)
  }

  /// Unpacks what is left at the end of the file.
  mutating func finish() throws(Failure) -> [UInt8] {
    let rest = try run(isEnd: true)
    guard case .ended = stage else { throw .cutOff }
    return rest
  }

  private var available: Int { input.count - place + bitCount / 8 }

  private mutating func run(isEnd: Bool) throws(Failure) -> [UInt8] {
    while try step(isEnd: isEnd) {}
    let new = Array(output[handedOver...])
    if output.count > 4 * Self.window {
      output.removeFirst(output.count - Self.window)
    }
    handedOver = output.count
    return new
  }

  /// Takes one step; false where more bytes are needed, or nothing is left.
  private mutating func step(isEnd: Bool) throws(Failure) -> Bool {
    switch stage {
    case .ended: return false
    case .header:
      guard available > 0 || isEnd else { return false }
      if available == 0 || !isFirstMember && input[place...].allSatisfy({ $0 == 0 }) {
        // Zeros fill the last block of some archives.
        if isEnd { stage = .ended }
        return false
      }
      guard available >= Self.longestHeader || isEnd else { return false }
      try header()
      stage = .block
    case .block:
      guard available >= Self.longestTables || isEnd else { return false }
      try block()
    case .stored(let count):
      guard count > 0 else {
        stage = isLast ? .trailer : .block
        return true
      }
      let some = min(count, input.count - place)
      guard some > 0 else { return false }
      emit(input[place..<place + some])
      place += some
      stage = .stored(count - some)
    case .packed(let literals, let distances): return try unpack(literals, distances, isEnd: isEnd)
    case .trailer:
      guard available >= 8 || isEnd else { return false }
      alignToByte()
      guard input.count - place >= 8 else { throw .cutOff }
      let (sum, size) = (number(at: place), number(at: place + 4))
      place += 8
      guard sum == checksum.value, size == length else { throw .damaged("its checksum is wrong") }
      (checksum, length, isFirstMember) = (CRC32(), 0, false)
      stage = .header
    }
    return true
  }

  private func number(at place: Int) -> UInt32 {
    (0..<4).reduce(UInt32(0)) { $0 | UInt32(input[place + $1]) << (8 * UInt32($1)) }
  }

  private mutating func header() throws(Failure) {
    func byte(_ offset: Int) throws(Failure) -> UInt8 {
      guard place + offset < input.count else { throw .cutOff }
      return input[place + offset]
    }
    guard try byte(0) == 0x1F, try byte(1) == 0x8B, try byte(2) == 8 else {
      throw .damaged("what follows is no member of gzip")
    }
    let flags = try byte(3)
    var offset = 10
    if flags & 4 != 0 { offset += try 2 + Int(byte(offset)) + Int(byte(offset + 1)) << 8 }
    for flag in [8, 16] as [UInt8] where flags & flag != 0 {
      while try byte(offset) != 0 { offset += 1 }
      offset += 1
    }
    if flags & 2 != 0 { offset += 2 }
    guard place + offset <= input.count else { throw .cutOff }
    place += offset
  }

  // MARK: Bits

  private mutating func fill() {
    while bitCount <= 56, place < input.count {
      bits |= UInt64(input[place]) << UInt64(bitCount)
      place += 1
      bitCount += 8
    }
  }

  private mutating func read(_ count: Int) throws(Failure) -> Int {
    if bitCount < count { fill() }
    guard bitCount >= count else { throw .cutOff }
    let value = Int(bits & (1 << UInt64(count) - 1))
    bits >>= UInt64(count)
    bitCount -= count
    return value
  }

  private mutating func symbol(_ table: HuffmanTable) throws(Failure) -> Int {
    if bitCount < 15 { fill() }
    guard let (symbol, count) = table.symbol(bits), count <= bitCount else { throw .damaged("a code is none") }
    bits >>= UInt64(count)
    bitCount -= count
    return symbol
  }

  /// Gives whole bytes that were read ahead back.
  private mutating func alignToByte() {
    place -= bitCount / 8
    (bits, bitCount) = (0, 0)
  }

  // MARK: Blocks

  private mutating func block() throws(Failure) {
    isLast = try read(1) == 1
    switch try read(2) {
    case 0:
      alignToByte()
      guard input.count - place >= 4 else { throw .cutOff }
      let size = Int(input[place]) | Int(input[place + 1]) << 8
      let complement = Int(input[place + 2]) | Int(input[place + 3]) << 8
      guard size ^ complement == 0xFFFF else { throw .damaged("the length of a stored block is wrong") }
      place += 4
      stage = .stored(size)
    case 1: stage = .packed(literals: .fixedLiterals, distances: .fixedDistances)
    case 2: try tables()
    default: throw .damaged("a block is of no known kind")
    }
  }

  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  private mutating func tables() throws(Failure) {
    let literals = try read(5) + 257
    let distances = try read(5) + 1
    let count = try read(4) + 4
    var lengths = [UInt8](repeating: 0, count: 19)
    for index in 0..<count { lengths[Self.order[index]] = UInt8(try read(3)) }
    let codes = HuffmanTable(lengths)
    var all: [UInt8] = []
    while all.count < literals + distances {
      let code = try symbol(codes)
      switch code {
      case 0..<16: all.append(UInt8(code))
      case 16:
        guard let last = all.last else { throw .damaged("a length is repeated before there is one") }
        all += Array(repeating: last, count: 3 + (try read(2)))
      case 17: all += Array(repeating: 0, count: 3 + (try read(3)))
      default: all += Array(repeating: 0, count: 11 + (try read(7)))
      }
    }
    guard all.count == literals + distances else { throw .damaged("a table has too many lengths") }
    stage = .packed(
      literals: HuffmanTable(Array(all.prefix(literals))), distances: HuffmanTable(Array(all.dropFirst(literals))))
  }

  private static let lengthBases = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
  ]
  private static let lengthBits = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  private static let distanceBases = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1_025, 1_537, 2_049, 3_073, 4_097,
    6_145, 8_193, 12_289, 16_385, 24_577,
  ]

  private mutating func unpack(
    _ literals: HuffmanTable, _ distances: HuffmanTable, isEnd: Bool
  ) throws(Failure) -> Bool {
    let before = output.count
    defer { count(output[before...]) }
    while available >= Self.longestSymbol || isEnd {
      let code = try symbol(literals)
      if code < 256 {
        output.append(UInt8(code))
        continue
      }
      if code == 256 {
        stage = isLast ? .trailer : .block
        return true
      }
      guard code - 257 < Self.lengthBases.count else { throw .damaged("a length is none") }
      let size = Self.lengthBases[code - 257] + (try read(Self.lengthBits[code - 257]))
      let far = try symbol(distances)
      guard far < Self.distanceBases.count else { throw .damaged("a distance is none") }
      let distance = Self.distanceBases[far] + (try read(far < 4 ? 0 : far / 2 - 1))
      guard distance <= output.count else { throw .damaged("a distance leads before the beginning") }
      let from = output.count - distance
      for index in 0..<size { output.append(output[from + index]) }
    }
    return false
  }

  private mutating func emit(_ bytes: ArraySlice<UInt8>) {
    output.append(contentsOf: bytes)
    count(bytes)
  }

  private mutating func count(_ bytes: ArraySlice<UInt8>) {
    checksum.add(bytes)
    length &+= UInt32(truncatingIfNeeded: bytes.count)
  }
}

/// A table of codes of which the shorter are looked up at once.
struct HuffmanTable: Sendable {
  private static let quick = 10
  /// By the next bits: symbol and length; length 0 where the code is longer.
  private var lookup: [(symbol: UInt16, length: UInt8)]
  /// Longer codes by length and value.
  private var long: [Int: [Int: UInt16]] = [:]

  init(_ lengths: [UInt8]) {
    lookup = Array(repeating: (0, 0), count: 1 << Self.quick)
    var counts = [Int](repeating: 0, count: 16)
    for length in lengths where length > 0 { counts[Int(length)] += 1 }
    var next = [Int](repeating: 0, count: 17)
    for length in 1...15 { next[length + 1] = (next[length] + counts[length]) << 1 }
    for (symbol, length) in lengths.enumerated() where length > 0 {
      let size = Int(length)
      let code = Self.reversed(next[size], size)
      next[size] += 1
      if size <= Self.quick {
        for place in stride(from: code, to: 1 << Self.quick, by: 1 << size) {
          lookup[place] = (UInt16(symbol), length)
        }
      } else {
        long[size, default: [:]][code] = UInt16(symbol)
      }
    }
  }

  private static func reversed(_ code: Int, _ size: Int) -> Int {
    (0..<size).reduce(0) { $0 | (code >> $1 & 1) << (size - 1 - $1) }
  }

  /// The symbol that begins with the lowest bit, and its length; nil for none.
  func symbol(_ bits: UInt64) -> (symbol: Int, length: Int)? {
    let found = lookup[Int(bits & (1 << UInt64(Self.quick) - 1))]
    if found.length > 0 { return (Int(found.symbol), Int(found.length)) }
    for size in (Self.quick + 1)...15 {
      if let symbol = long[size]?[Int(bits & (1 << UInt64(size) - 1))] { return (Int(symbol), size) }
    }
    return nil
  }

  static let fixedLiterals = HuffmanTable(
    Array(repeating: 8, count: 144) + Array(repeating: 9, count: 112) + Array(repeating: 7, count: 24)
      + Array(repeating: 8, count: 8))
  static let fixedDistances = HuffmanTable(Array(repeating: 5, count: 30))
}

/// The checksum of gzip (ISO 3309).
struct CRC32: Sendable {
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
  }

  private var state: UInt32 = 0xFFFF_FFFF

  var value: UInt32 { ~state }

  mutating func add(_ bytes: ArraySlice<UInt8>) {
    for byte in bytes { state = Self.table[Int((state ^ UInt32(byte)) & 0xFF)] ^ (state >> 8) }
  }
}
