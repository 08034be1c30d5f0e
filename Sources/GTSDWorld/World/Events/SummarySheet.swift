/// The content of the summary sheet: the values of `summarySheet`.
package enum SummarySheet: UInt8, CaseIterable, Sendable, PublishedValue {
  case hidden, loading, canContinue, shown, failed
}
