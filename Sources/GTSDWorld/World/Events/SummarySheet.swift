/// What the sheet with the summary shows: the values of `summarySheet`.
package enum SummarySheet: UInt8, CaseIterable, Sendable, PublishedValue {
  case hidden, loading, canContinue, shown, failed
}
