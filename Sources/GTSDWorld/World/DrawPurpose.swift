/// The purpose of a random draw. Each has its own stream, so that an additional draw of one kind does not shift any
/// other.
package enum DrawPurpose: UInt32, Sendable {
  // Population: 1 to 199, one for each decision, pause and trait (`PersonDecision`, `PersonPause`, `PersonTrait`).
  // Backend: 200 to 299, and from 1,000,205 on one for each fault.
  case networkLatency = 200
  case serviceTime, metricsDelay, errorRate, lossRate, fault, link, gap
  // Observers: 500.
  case complaint = 500
  // Searches: 600.
  case schedule = 600
  // Forecasts: 700.
  case parameter = 700
  case parameterBlock, sensitivity
  // Load: 800.
  case loadStart = 800
  case loadMix
}
