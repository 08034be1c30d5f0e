/// Estimates two probabilities if both kinds of edits send the same event: that a session has an edit of preferences,
/// and that it has one of the body.
///
/// Once a person's lists are known from a save, the next save shows what was edited: preferences if the lists differ,
/// otherwise the body. An earlier save may be of either kind, and a session without a save had neither. The likelihood
/// of all three counts together is maximised by expectation and maximisation. Errors come from its curvature.
package struct SavesFit: Equatable, Sendable {
  /// The number of occasions with an action, and the number of all occasions.
  package struct Count: Equatable, Sendable {
    package var successes: Int
    package var trials: Int

    package init(_ successes: Int, of trials: Int) {
      self.successes = successes
      self.trials = trials
    }

    package var share: Double { Double(successes) / Double(max(1, trials)) }

    /// The variance of the share. If no trial or every trial succeeded, two successes and two failures are added
    /// first (Agresti and Coull).
    package var variance: Double {
      let isEdge = successes == 0 || successes == trials
      let n = Double(trials) + (isEdge ? 4 : 0)
      let p = (Double(successes) + (isEdge ? 2 : 0)) / n
      return p * (1 - p) / n
    }
  }

  /// The variances of the two estimates, and their covariance.
  package struct Variances: Equatable, Sendable {
    package var preferences: Double
    package var bodies: Double
    package var both = 0.0
  }

  /// Probability of an edit of preferences in a session.
  package let preferences: Double
  /// The probability that an edit of weight, height or goal sends the event.
  package let bodies: Double
  package let variances: Variances

  /// Fits both probabilities; nil without an occasion on which they can be distinguished, or if neither occurred.
  ///
  /// - Parameters:
  ///   - either: sessions with a save of either kind, among sessions before the lists were known.
  package init?(preferences: Count, bodies: Count, either: Count) {
    guard preferences.trials > 0, bodies.trials > 0, preferences.successes + bodies.successes > 0 else { return nil }
    let (n, m) = (Double(preferences.trials), Double(bodies.trials))
    let (seen, sessions) = (Double(either.successes), Double(either.trials))
    // Half an occasion of each kind is added, which keeps both probabilities within (0, 1) and hardly changes the
    // estimates.
    var p = (Double(preferences.successes) + 0.5) / (n + 1)
    var b = (Double(bodies.successes) + 0.5) / (m + 1)
    for _ in 0..<10_000 {
      let any = 1 - (1 - p) * (1 - b)
      let next = (
        (Double(preferences.successes) + seen * p / any) / (n + sessions),
        (Double(bodies.successes) + seen * b / any) / (m + sessions)
      )
      let step = max(abs(next.0 - p), abs(next.1 - b))
      (p, b) = next
      if step < 1e-12 { break }
    }
    // If the iteration approaches a bound, the estimate is that bound.
    func settled(_ q: Double) -> Double { q < 1e-9 ? 0 : q > 1 - 1e-9 ? 1 : q }
    (p, b) = (settled(p), settled(b))
    self.preferences = p
    self.bodies = b
    // The curvature at the estimates. An estimate at its bound is kept fixed, and its error is that of a count.
    let any = 1 - (1 - p) * (1 - b)
    func information(_ q: Double, _ other: Double, _ count: Count) -> Double {
      guard q > 0, q < 1 else { return .infinity }
      let k = Double(count.successes)
      let without = Double(count.trials) - k + sessions - seen
      return k / (q * q) + without / ((1 - q) * (1 - q)) + seen * (1 - other) * (1 - other) / (any * any)
    }
    let (pp, bb) = (information(p, b, preferences), information(b, p, bodies))
    let pb = seen / (any * any)
    let determinant = pp * bb - pb * pb
    let isInside = { (q: Double) in q > 0 && q < 1 }
    switch (isInside(p), isInside(b)) {
    case (true, true) where determinant > 0:
      variances = Variances(preferences: bb / determinant, bodies: pp / determinant, both: -pb / determinant)
    case (true, _):
      variances = Variances(preferences: 1 / pp, bodies: bodies.variance)
    case (false, true):
      variances = Variances(preferences: preferences.variance, bodies: 1 / bb)
    case (false, false):
      variances = Variances(preferences: preferences.variance, bodies: bodies.variance)
    }
  }

  /// The correlation of the errors of both estimates.
  package var correlation: Double {
    let product = variances.preferences * variances.bodies
    return product > 0 ? variances.both / product.squareRoot() : 0
  }
}
