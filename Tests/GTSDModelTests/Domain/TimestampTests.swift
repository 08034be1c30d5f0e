import Foundation
import GTSDModel
import Testing

struct TimestampTests {
  @Test func writesThreeFractionalDigitsInUTC() {
    #expect(sampleNow.iso8601 == "2025-11-02T08:15:30.412Z")
    #expect(Timestamp(milliseconds: 0).iso8601 == "1970-01-01T00:00:00.000Z")
    #expect(Timestamp(milliseconds: -1).iso8601 == "1969-12-31T23:59:59.999Z")
    #expect(Timestamp(milliseconds: 253_402_300_800_000).iso8601 == "+010000-01-01T00:00:00.000Z")
  }

  @Test(arguments: [
    ("2025-11-02T08:15:30.412Z", 1_762_071_330_412), ("2025-11-02T08:15:30Z", 1_762_071_330_000),
    ("2025-11-02T08:15:30.4Z", 1_762_071_330_400), ("2025-11-02T08:15:30.412999Z", 1_762_071_330_412),
    ("2025-11-02T09:15:30.412+01:00", 1_762_071_330_412), ("2025-11-02T02:45:30-05:30", 1_762_071_330_000),
    ("2025-11-02", 1_762_041_600_000), ("2024-02-29T00:00:00Z", 1_709_164_800_000),
  ])
  func readsDatesWithAndWithoutFractions(text: String, milliseconds: Int64) {
    #expect(Timestamp(iso8601: text) == Timestamp(milliseconds: milliseconds))
  }

  @Test(arguments: [
    "", "2025", "2025-02-29", "2025-13-01", "2025-11-02 08:15:30Z", "2025-11-02T24:00:00Z", "2025-11-02T08:60:00Z",
    "2025-11-02T08:15:30", "2025-11-02T08:15:30.Z", "2025-11-02T08:15:30Z ", "2025-11-02T08:15:30+0100", "٢٠٢٥-11-02",
  ])
  func refusesWhatIsNoDate(text: String) {
    #expect(Timestamp(iso8601: text) == nil)
  }

  @Test(arguments: ["2025-11-02T08:15:30Z", "2025-11-02T08:15:30.412Z"])
  func acknowledgeTakesNoneOrThreeFractionalDigits(text: String) {
    #expect(Timestamp(metricsComputedAt: text) != nil)
  }

  @Test(arguments: [
    "2025-11-02", "2025-11-02T08:15:30.4Z", "2025-11-02T08:15:30.4120Z", "2025-11-02T08:15:30.412+00:00",
    "2025-11-02T08:15:30+00:00", "2025-02-30T08:15:30Z", "2025-11-02T08:15:30.4121234567890Z",
    "2025-11-02T08:15:30z",
  ])
  func acknowledgeRefusesOtherDates(text: String) {
    #expect(Timestamp(metricsComputedAt: text) == nil)
  }

  @Test func textAndBackIsTheSameInstant() {
    var value: Int64 = -62_135_596_800_000
    while value < 253_402_300_800_000 {
      let instant = Timestamp(milliseconds: value)
      #expect(Timestamp(iso8601: instant.iso8601) == instant)
      #expect(Timestamp(instant.date).daysSinceEpoch == instant.daysSinceEpoch)
      value += 98_765_432_109_871 / 1000
    }
  }

  @Test func datesAgreeWithFoundation() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
    for day in stride(from: Int64(-20_000), to: 40_000, by: 37) {
      let parts = calendar.dateComponents(
        [.year, .month, .day], from: Foundation.Date(timeIntervalSince1970: Double(day) * 86_400))
      let date = CivilDate(daysSinceEpoch: day)
      #expect(date.year == parts.year)
      #expect(date.month == parts.month)
      #expect(date.day == parts.day)
      #expect(date.daysSinceEpoch == day)
    }
  }

  @Test func yearsCompleteOnTheBirthday() throws {
    let birth = try #require(CivilDate(year: 2000, month: 2, day: 29))
    #expect(birth.completedYears(at: try #require(CivilDate(year: 2025, month: 2, day: 28))) == 24)
    #expect(birth.completedYears(at: try #require(CivilDate(year: 2025, month: 3, day: 1))) == 25)
    #expect(birth.completedYears(at: try #require(CivilDate(year: 2024, month: 2, day: 29))) == 24)
    #expect(birth.shifted(years: 1) == CivilDate(year: 2001, month: 2, day: 28))
  }

  @Test func weeksStartOnMonday() {
    // 2025-11-02 was a Sunday.
    #expect(sampleNow.startOfWeek.iso8601 == "2025-10-27T00:00:00.000Z")
    #expect(sampleNow.adding(days: 1).startOfWeek.iso8601 == "2025-11-03T00:00:00.000Z")
    #expect(Timestamp(milliseconds: -1).startOfWeek.iso8601 == "1969-12-29T00:00:00.000Z")
  }
}
