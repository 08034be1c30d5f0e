import GTSDModelTestSupport
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import HTTPLoop
@testable import Interleaving

struct HTTPFieldsTests {
  @Test func fieldsOfKnownNamesAreWrittenAsOthersAre() throws {
    var quick = HTTPFields(capacity: 8)
    try quick.append(named: "X-Request-ID", "gtsd-7-1")
    try quick.append(named: "Authorization", prefix: "Bearer ", "A0.cwb18id")
    let plain = try HTTPFields([("X-Request-ID", "gtsd-7-1"), ("Authorization", "Bearer A0.cwb18id")])
    #expect(quick == plain)
  }

  @Test(arguments: ["a\r\nX-Other: b", "a\nb", "\u{0}"]) func valuesThatBeginFieldsOfTheirOwnAddNothing(value: String) {
    var fields = HTTPFields()
    #expect(throws: HTTPProblem.field) { try fields.append(named: "Authorization", prefix: "Bearer ", value) }
    #expect(fields.bytes.isEmpty)
  }

  @Test func eightBytesAtOnceGiveTheSameAsOneByOne() {
    var random = RandomValues(seed: 31)
    for round in 0..<20_000 {
      var pool = Array("azAZ-09 ,.:@[`{\t\r\n\u{7F}".utf8)
      if round % 2 == 0 { pool += Array(repeating: Array("aZ-".utf8), count: 60).joined() }
      let bytes: [UInt8] = (0..<random.int(0...40)).map { _ in
        random.int(0...30) == 0 ? UInt8(random.int(0...255)) : random.one(of: pool)
      }
      let start = random.int(0...bytes.count)
      let (isValue, values, names) = bytes.withUnsafeBytes { bytes in
        (
          HTTPCharacter.areValue(bytes), HTTPCharacter.countOfValue(bytes, from: start),
          HTTPCharacter.countOfName(bytes, from: start)
        )
      }
      let wholes = (bytes.count - start) / 8 * 8
      let rest = bytes[start...]
      #expect(isValue == bytes.allSatisfy(HTTPCharacter.isValue))
      #expect(values == min(wholes, rest.prefix { HTTPCharacter.isValue($0) && $0 != 0x09 }.count))
      let isName = { (byte: UInt8) in
        byte == UInt8(ascii: "-") || byte < 128 && Character(Unicode.Scalar(byte)).isLetter
      }
      #expect(names == min(wholes, rest.prefix(while: isName).count))
    }
  }

  @Test func numbersAreWrittenLikeTheirTexts() {
    var random = RandomValues(seed: 32)
    for number in [0, 1, 9, 10, .max, .min, -1] + (0..<200).map({ _ in Int(truncatingIfNeeded: random.next()) }) {
      var (decimal, hexadecimal, padded): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
      decimal.append(decimal: number)
      hexadecimal.append(hexadecimal: UInt64(bitPattern: Int64(number)))
      padded.append(hexadecimal: UInt64(bitPattern: Int64(number)), atLeast: 16)
      let digits = String(UInt64(bitPattern: Int64(number)), radix: 16)
      #expect(decimal == Array(String(number).utf8))
      #expect(hexadecimal == Array(digits.utf8))
      #expect(padded == Array((String(repeating: "0", count: 16 - digits.count) + digits).utf8))
    }
  }

  @Test(arguments: [
    (Caller(user: 0, account: 0, device: 0), Int32(0), "gtsd-0-0"),
    (Caller(user: .max, account: 0, device: 0), .max, "gtsd-4294967295-2147483647"),
    (Caller(user: 17, account: 2, device: 0), 305, "gtsd-17.2.0-305"),
    (Caller(user: .max, account: .max, device: .max), .min, "gtsd-4294967295.255.255--2147483648"),
  ]) func requestIDsNameTheirUser(caller: Caller, number: Int32, text: String) {
    #expect(RequestID.text(caller, number) == text)
  }
}
