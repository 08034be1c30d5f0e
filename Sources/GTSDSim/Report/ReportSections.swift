extension Report {
  /// A distribution in a report: figures for people, coarse buckets for charts.
  public struct Distribution: Hashable, Sendable, Decodable {
    /// The id, such as `api-response-time`; for requests, the endpoint.
    public var id: String
    /// `s` or `count`: the unit of every figure but ``count``.
    public var unit: String
    /// How many values there are.
    public var count: Int
    /// The mean, exact.
    public var mean: Double?
    /// The least value, exact.
    public var min: Double?
    /// The median. Percentiles are within 0.4 % of the value.
    public var p50: Double?
    /// The 90th percentile.
    public var p90: Double?
    /// The 95th percentile.
    public var p95: Double?
    /// The 99th percentile.
    public var p99: Double?
    /// The 99.9th percentile.
    public var p999: Double?
    /// The greatest value, exact.
    public var max: Double?
    /// `[from, to, count]`, at most four for each doubling of the value; `to` is exclusive.
    public var buckets: [[Double]]

    /// The report's figures of a histogram, divided by `scale`: 1e9 for nanoseconds shown in seconds, 1 for counts.
    package init(id: String, unit: String, histogram: LogHistogram, scale: Double = 1e9) {
      func figure(_ value: Int64?) -> Double? { value.map { Double($0) / scale } }
      self.id = id
      self.unit = unit
      count = Int(histogram.count)
      mean = histogram.mean.map { $0 / scale }
      min = histogram.count > 0 ? figure(histogram.minimum) : nil
      p50 = figure(histogram.percentile(0.5))
      p90 = figure(histogram.percentile(0.9))
      p95 = figure(histogram.percentile(0.95))
      p99 = figure(histogram.percentile(0.99))
      p999 = figure(histogram.percentile(0.999))
      max = histogram.count > 0 ? figure(histogram.maximum) : nil
      buckets = histogram.coarseBuckets.map { [Double($0.low) / scale, Double($0.high) / scale, Double($0.count)] }
    }
  }

  /// A time-to-event curve: the share that has not yet had the event.
  public struct SurvivalCurve: Hashable, Sendable, Decodable {
    /// The id, such as `time-to-acknowledge`.
    public var id: String
    /// The unit of the times: `s`.
    public var unit: String
    /// `[time, share without the event, low, high]`, the ends of the pointwise 95 % interval.
    public var points: [[Double]]
    /// How many were last seen without the event.
    public var censored: Int
    /// How many there are in all.
    public var count: Int

    /// The curve of an estimate, read off every 5 minutes of the first 2 hours, every 15 of the first day and every hour
    /// after it, up to the horizon in seconds.
    package init(id: String, estimate: KaplanMeier, horizonSeconds: Double) {
      self.id = id
      unit = "s"
      censored = Int(estimate.censored)
      count = Int(estimate.units)
      points = []
      var next = 0
      var current = [1.0, 1.0, 1.0]
      var time = 0.0
      while time <= horizonSeconds {
        while next < estimate.steps.count, estimate.steps[next].time <= time {
          let step = estimate.steps[next]
          current = [step.survival, step.low, step.high]
          next += 1
        }
        points.append([time] + current)
        time += time < 7_200 ? 300 : time < 86_400 ? 900 : 3_600
      }
    }
  }

  /// A step of the funnel and how many users reached it.
  public struct FunnelRow: Hashable, Sendable, Decodable {
    /// The step's id, such as `onboarded`.
    public var step: String
    /// How many users reached it.
    public var users: Int

    /// A step and how many users reached it.
    package init(step: String, users: Int) {
      self.step = step
      self.users = users
    }
  }

  /// Analytics events that the apps sent.
  public struct Analytics: Hashable, Sendable, Decodable {
    /// All of them.
    public var total: Int
    /// How many of each name.
    public var byName: [String: Int]

    /// Counts of events.
    package init(total: Int, byName: [String: Int]) {
      self.total = total
      self.byName = byName
    }
  }

  /// Requests to one endpoint.
  public struct RequestRow: Hashable, Sendable, Decodable {
    /// Method and path, such as `GET /v1/profile/metrics/today`.
    public var endpoint: String
    /// How many were sent.
    public var count: Int
    /// Failures by status code, or by `timeout`, `network`, `undecodable`.
    public var errorsByStatus: [String: Int]
    /// From send to reply.
    public var latency: Distribution

    /// Requests to one endpoint.
    package init(endpoint: String, count: Int, errorsByStatus: [String: Int], latency: Distribution) {
      self.endpoint = endpoint
      self.count = count
      self.errorsByStatus = errorsByStatus
      self.latency = latency
    }

    /// What the column of errors means, for readers.
    static let errorsMeaning =
      "Errors are all that did not succeed, also what indicators do not count: 404 where metrics are not ready yet, "
      + "and what was cancelled."

    /// How many failed.
    public var errors: Int { errorsByStatus.values.reduce(0, +) }
  }

  /// The indicators of one arm of an experiment.
  public struct Arm: Hashable, Sendable, Decodable {
    /// The arm's name.
    public var name: String
    /// Whether the others are compared with it.
    public var control: Bool
    /// How many users were assigned to it.
    public var users: Int
    /// The indicators over these users, with changes against control.
    public var kpis: [KPIResult]

    /// An arm.
    package init(name: String, control: Bool, users: Int, kpis: [KPIResult]) {
      self.name = name
      self.control = control
      self.users = users
      self.kpis = kpis
    }
  }
}

extension LogHistogram {
  /// The buckets, merged to at most four for each doubling of the value; `high` is exclusive.
  var coarseBuckets: [Bucket] {
    var result: [Bucket] = []
    for bucket in buckets {
      let width: Int64 = bucket.low < 4 ? 1 : 1 << Int64(61 - bucket.low.leadingZeroBitCount)
      let low = bucket.low / width * width
      if let last = result.last, last.low == low {
        result[result.count - 1].count += bucket.count
      } else {
        result.append(Bucket(low: low, high: low &+ width < low ? .max : low + width, count: bucket.count))
      }
    }
    return result
  }
}
