import GTSDModel
import Testing

@testable import GTSDStudies

struct LoadThresholdTests {
  @Test(arguments: [
    ("p95(api-response-time)<2s", LoadThreshold(.p95, .responseTime, .below, 2)),
    ("p99.9( service-time{log-in} ) <= 250ms", LoadThreshold(.p999, .serviceTime, of: .logIn, .atMost, 0.25)),
    ("mean(time-to-first-byte)<1s500ms", LoadThreshold(.mean, .timeToFirstByte, .below, 1.5)),
    ("max(start-lateness)<5ms", LoadThreshold(.max, .startLateness, .below, 0.005)),
    ("rate(api-error-rate{upload-photo})<1%", LoadThreshold(.rate, .errorRate, of: .uploadPhoto, .below, 0.01)),
    ("rate(dropped-rate)<=0.001", LoadThreshold(.rate, .droppedRate, .atMost, 0.001)),
    ("count(api-error-rate)<=7", LoadThreshold(.count, .errorRate, .atMost, 7)),
    ("rate(requests)>100/s", LoadThreshold(.rate, .requests, .above, 100)),
    ("rate(sessions)>=30/m", LoadThreshold(.rate, .sessions, .atLeast, 0.5)),
    ("count(requests{today-metrics})>1000", LoadThreshold(.count, .requests, of: .todayMetrics, .above, 1_000)),
  ])
  func readsAndReadsItsOwnTextBack(text: String, threshold: LoadThreshold) throws {
    #expect(try LoadThreshold(text) == threshold)
    #expect(try LoadThreshold(threshold.description) == threshold)
  }

  @Test func everyValidThresholdIsReadFromItsOwnText() throws {
    var count = 0
    for metric in LoadThreshold.Metric.allCases {
      for aggregate in LoadThreshold.Aggregate.allCases {
        for (index, comparison) in LoadThreshold.Comparison.allCases.enumerated() {
          let endpoint = metric.isOfRequests && index % 2 == 0 ? Endpoint.allCases[index] : nil
          var threshold = LoadThreshold(aggregate, metric, of: endpoint, comparison, 0)
          threshold.bound =
            switch threshold.unit {
            case .seconds: 0.123456789
            case .share: [0.07, 0.001, 1, 1.0 / 3][index]
            case .perSecond: 1.0 / 7
            case .count: 12
            }
          if metric.kind.aggregates.contains(aggregate) {
            #expect(try LoadThreshold(threshold.description) == threshold, "\(threshold)")
            count += 1
          } else {
            #expect(throws: LoadThreshold.Problem.self) { try LoadThreshold(threshold.description) }
          }
        }
      }
    }
    #expect(count == 4 * (4 * 9 + 4 * 2))
  }

  @Test(arguments: [
    ("", 1, "expected the name of an aggregate", "one of p50"),
    ("p96(service-time)<1s", 1, "unknown aggregate `p96`", "did you mean `p90`?"),
    ("p95 api-response-time<2s", 5, "expected `(` after `p95`", "such as p95"),
    ("p95(api-response-tim)<2s", 5, "unknown metric `api-response-tim`", "did you mean `api-response-time`?"),
    ("p95(api-error-rate)<2s", 1, "`p95` does not go with api-error-rate", "one of rate, count"),
    ("rate(service-time)<2s", 1, "`rate` does not go with service-time", "one of p50, p90"),
    ("p95(service-time{login})<2s", 18, "unknown endpoint `login`", "did you mean"),
    ("p95(start-lateness{log-in})<2s", 19, "start-lateness is not that of an endpoint", "leave out the braces"),
    ("p95(service-time<2s", 17, "expected `)` after the metric", "such as"),
    ("p95(service-time)2s", 18, "expected a comparison", "one of `<`"),
    ("p95(service-time)==2s", 18, "`==` is no comparison", "one of `<`"),
    ("p95(service-time)<2", 19, "`2` is not a duration, such as 300ms", ""),
    ("p95(service-time)<", 19, "expected a duration, such as 300ms", ""),
    ("rate(api-error-rate)<101%", 22, "`101%` is not a share, such as 1% or 0.01", ""),
    ("rate(requests)>5 apples", 16, "`5 apples` is not a number per second, such as 100/s", ""),
    ("count(requests)>1.5", 17, "`1.5` is not a whole number", ""),
  ])
  func saysWhatIsWrongAndWhere(text: String, position: Int, message: String, remedy: String) {
    do {
      _ = try LoadThreshold(text)
      Issue.record("\(text) was read")
    } catch {
      #expect(error.position == position)
      #expect(error.message == message)
      #expect((error.remedy ?? "").hasPrefix(remedy), "\(error)")
    }
  }
}
