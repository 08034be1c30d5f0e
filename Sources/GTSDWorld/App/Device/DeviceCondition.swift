/// A condition that a person waits for.
package enum DeviceCondition: UInt8, Sendable {
  /// The person is signed in, or the attempt has failed.
  case signInSettled
  /// Onboarding was answered, or that failed; the summary sheet does not matter.
  case onboardingSettled
  /// The sheet is shown, has failed, offers Continue, or will not come.
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
