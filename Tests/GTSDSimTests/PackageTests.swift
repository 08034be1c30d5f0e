import GTSDModel
import Testing

@Test func spansCompareByLength() {
  #expect(TimeSpan.hours(24) == TimeSpan.days(1))
  #expect(TimeSpan.milliseconds(999) < TimeSpan.seconds(1))
}
