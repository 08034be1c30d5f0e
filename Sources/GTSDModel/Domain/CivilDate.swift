/// A date of the proleptic Gregorian calendar, in UTC.
package struct CivilDate: Hashable, Comparable, Sendable {
  package var year: Int
  /// The month, 1 to 12.
  package var month: Int
  /// The day of the month, 1 to 31.
  package var day: Int

  /// Creates a date from its parts, nil when the month has no such day.
  package init?(year: Int, month: Int, day: Int) {
    guard (1...12).contains(month), day >= 1, day <= CivilDate.daysIn(month: month, ofYear: year) else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Computes the date that is this many days after 1970-01-01.
  ///
  /// Years are counted from March in eras of 400 years, so that the leap day is last and no table is needed.
  package init(daysSinceEpoch days: Int64) {
    let shifted = days + 719_468
    let era = floorDivide(shifted, by: 146_097)
    // Below 146,097, so that nothing overflows from here on. This function is called for each age.
    let dayOfEra = UInt32(truncatingIfNeeded: shifted - era * 146_097)
    let yearOfEra = (dayOfEra &- dayOfEra / 1460 &+ dayOfEra / 36_524 &- dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra &- (365 &* yearOfEra &+ yearOfEra / 4 &- yearOfEra / 100)
    let monthFromMarch = (5 &* dayOfYear &+ 2) / 153
    day = Int(dayOfYear &- (153 &* monthFromMarch &+ 2) / 5 &+ 1)
    month = Int(monthFromMarch < 10 ? monthFromMarch &+ 3 : monthFromMarch &- 9)
    year = Int(yearOfEra) + Int(era * 400) + (month <= 2 ? 1 : 0)
  }

  /// The number of days since 1970-01-01.
  package var daysSinceEpoch: Int64 {
    let yearFromMarch = Int64(month <= 2 ? year - 1 : year)
    let era = floorDivide(yearFromMarch, by: 400)
    let yearOfEra = yearFromMarch - era * 400
    let dayOfYear = (153 * Int64(month > 2 ? month - 3 : month + 9) + 2) / 5 + Int64(day) - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The number of days in a month.
  package static func daysIn(month: Int, ofYear year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Whether a year has 366 days.
  package static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  package static func < (lhs: CivilDate, rhs: CivilDate) -> Bool {
    (lhs.year, lhs.month, lhs.day) < (rhs.year, rhs.month, rhs.day)
  }
}

extension CivilDate {
  /// Years completed between this date and a later one. A person born on 29 February completes a year on 1 March.
  package func completedYears(at date: CivilDate) -> Int {
    date.year - year - ((date.month, date.day) < (month, day) ? 1 : 0)
  }
}

extension Timestamp {
  /// Whole days since 1970-01-01, in UTC.
  package var daysSinceEpoch: Int64 { floorDivide(milliseconds, by: Milliseconds.day) }

  /// The date in UTC.
  package var date: CivilDate { CivilDate(daysSinceEpoch: daysSinceEpoch) }

  /// Creates the instant of midnight UTC at the start of a date.
  package init(_ date: CivilDate) {
    self.init(milliseconds: date.daysSinceEpoch * Milliseconds.day)
  }

  /// Midnight UTC at the start of the Monday of this instant's week, when a weekly plan starts.
  package var startOfWeek: Timestamp {
    // 1970-01-01 was a Thursday, three days after a Monday.
    let days = daysSinceEpoch + 3
    return Timestamp(milliseconds: (floorDivide(days, by: 7) * 7 - 3) * Milliseconds.day)
  }

  /// The instant that is `days` days of 24 hours later.
  package func adding(days: Int64) -> Timestamp {
    Timestamp(milliseconds: milliseconds + days * Milliseconds.day)
  }

  /// The instant that is a span later. The span is truncated to milliseconds.
  package func adding(_ span: TimeSpan) -> Timestamp {
    Timestamp(milliseconds: milliseconds + span.nanoseconds / Nanoseconds.millisecond)
  }
}

/// Division that rounds towards minus infinity; the divisor is positive.
func floorDivide(_ value: Int64, by divisor: Int64) -> Int64 {
  value >= 0 ? value / divisor : (value - divisor + 1) / divisor
}

extension CivilDate {
  /// The same day of another month, or that month's last day when it is shorter.
  package func shifted(years: Int = 0, months: Int = 0) -> CivilDate {
    let total = (year + years) * 12 + (month - 1) + months
    let newYear = Int(floorDivide(Int64(total), by: 12))
    var copy = self
    copy.year = newYear
    copy.month = total - newYear * 12 + 1
    copy.day = min(day, CivilDate.daysIn(month: copy.month, ofYear: newYear))
    return copy
  }
}
