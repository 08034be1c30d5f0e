package import GTSDModel
import Randomness

extension Distribution {
  /// The value of this distribution at a uniform draw in (0, 1), never below 0. This is the quantile function, so
  /// larger draws give larger values.
  package func value(at u: Double) -> Double {
    switch self {
    case .constant(let value): max(0, value)
    case .uniform(let low, let high): max(0, Sampling.uniform(u, low: low, high: high))
    case .exponential(let mean): Sampling.exponential(u, mean: mean)
    case .lognormal(let median, let sigma): Sampling.lognormal(u, median: median, sigma: sigma)
    case .normal(let mean, let deviation): max(0, Sampling.normal(u, mean: mean, deviation: deviation))
    case .weibull(let scale, let shape): Sampling.weibull(u, scale: scale, shape: shape)
    case .triangular(let low, let mode, let high): max(0, Sampling.triangular(u, low: low, mode: mode, high: high))
    case .pareto(let minimum, let shape): Sampling.pareto(u, minimum: minimum, shape: shape)
    }
  }

  /// The value at a uniform draw, read as seconds, in nanoseconds; capped at 100 years.
  package func nanoseconds(at u: Double) -> Int64 {
    Int64(min(value(at: u), 3.2e9) * 1e9)
  }
}
