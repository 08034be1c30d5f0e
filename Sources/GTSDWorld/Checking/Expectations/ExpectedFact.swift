import GTSDModel

/// A fact that a story can expect; the raw value is its part of a finding's site.
enum ExpectedFact: String, CaseIterable, Sendable {
  case running
  case signedIn = "signed-in"
  case onboarded
  case onboardingStep = "onboarding-step"
  case tab, loading, error, toast
  case toastText = "toast-text"
  case card, metrics
  case zeroState = "zero-state"
  case emptyState = "empty-state"
  case tasks, streak, targets
  case plansScreen = "plans-screen"
  case planTargets = "plan-targets"
  case bmi, summary
  case summaryNumbers = "summary-numbers"
  case preferences
  case formState = "form-state"
  case form, fields, saved, conflict
  case photosShown = "photos-shown"
  case photosSelected = "photos-selected"
  case photosInvalid = "photos-invalid"
  case photosUploading = "photos-uploading"
  case photosRows = "photos-rows"
  case photosUploaded = "photos-uploaded"
  case photosFailed = "photos-failed"
  case photosProgress = "photos-progress"
  case photosMessage = "photos-message"
  case photosRetry = "photos-retry"
  case accountExists = "server-exists"
  case profileComplete = "server-complete"
  case metricsStored = "server-metrics"
  case acknowledged = "server-acknowledged"
  case plansStored = "server-plans"
  case preferencesStored = "server-preferences"
  case photosStored = "server-photos"
  case evidenceStored = "server-evidence"
}
