/// A condition that a person waits for.
package enum DeviceCondition: UInt8, Sendable {
  /// Signed in, or the attempt failed.
  case signInSettled
  /// Onboarding was answered (or failed), summary sheet aside.
  case onboardingSettled
  /// The sheet is shown, failed, offers Continue, or will not come.
  case sheetSettled
  /// The visible tab shows no spinner.
  case tabSettled
  case cardOrZeroState
  case acknowledgeSettled
  case editReady
  case saveSettled
  case uploadsSettled
  case signedOut
}
