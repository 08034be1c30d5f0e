import Testing

@testable import GTSDSim

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

  @Test(arguments: [
    (Caller(user: 0, account: 0, device: 0), Int32(0), "gtsd-0-0"),
    (Caller(user: .max, account: 0, device: 0), .max, "gtsd-4294967295-2147483647"),
    (Caller(user: 17, account: 2, device: 0), 305, "gtsd-17.2.0-305"),
    (Caller(user: .max, account: .max, device: .max), .min, "gtsd-4294967295.255.255--2147483648"),
  ]) func namesOfRequestsTellWhoseTheyAre(caller: Caller, number: Int32, text: String) {
    #expect(RequestID.text(caller, number) == text)
  }
}
