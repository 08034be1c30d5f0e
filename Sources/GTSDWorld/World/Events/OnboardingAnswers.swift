package import GTSDModel

/// A person's answers to onboarding. A class, so that a tap on Next copies none of them.
package final class OnboardingAnswers: Sendable {
  package let request: OnboardingRequest

  package init(_ request: OnboardingRequest) { self.request = request }
}
