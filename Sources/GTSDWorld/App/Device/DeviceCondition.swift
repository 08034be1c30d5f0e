/// A condition that a person waits for.
package enum DeviceCondition: UInt8, Sendable {
  /// The person is signed in, or the attempt has failed.
  case signInSettled
  /// Onboarding was answered, or the answer failed, whether or not the summary sheet is shown.
  case onboardingSettled
  /// The summary sheet shows a summary, has failed, offers Continue, or will not be shown.
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
