import Documents
import GTSDLogs
import GTSDStudies
import Statistics

extension CalibrationSection {
  /// A chart of the fitted shares beside those of the scenario that the fit started from.
  var changeChart: IntervalChart {
    let shares = fitted.filter { $0.unit == "share" && $0.before != nil }
    let moved = shares.count { parameter in
      guard let interval = parameter.interval, let before = parameter.before else { return false }
      return before < interval.low || before > interval.high
    }
    return IntervalChart(
      title: "Fitted shares against the scenario's",
      summary: "\(Wording.whole(moved)) of \(Wording.count(shares.count, "share")) differ from the scenario's value by "
        + "more than their 95% interval.",
      axis: Axis("Difference from the scenario's value", .points),
      rows: shares.map { parameter in
        let before = parameter.before ?? 0
        return IntervalChart.Row(
          parameter.name, parameter.estimate.map { $0 - before }, low: parameter.interval.map { $0.low - before },
          high: parameter.interval.map { $0.high - before })
      }, reference: ReferenceLine(0, "scenario"))
  }

  /// The distance of simulated figures from the observed ones. Figures of 0 have no relative distance.
  func checkChart(_ checks: [PredictiveCheck], title: String) -> IntervalChart {
    let shown = checks.filter { $0.observed > 0 }
    return IntervalChart(
      title: title,
      summary: "\(Wording.whole(shown.count(where: \.isInside))) of \(Wording.count(shown.count, "figure")) have the "
        + "observed value within 95% of the simulated ones.",
      axis: Axis("Simulated against observed", .change),
      rows: shown.map { check in
        func against(_ value: Double) -> Double { value / check.observed - 1 }
        return IntervalChart.Row(
          check.title, against(check.mean), low: against(check.interval.low), high: against(check.interval.high))
      }, reference: ReferenceLine(0, "observed"))
  }

  /// Sign-ups by day, up to the sixtieth.
  var signUpChart: BarChart {
    let most = signUpsPerDay.max() ?? 0
    return BarChart(
      title: "Sign-ups by day", summary: "At most \(Wording.count(most, "sign-up")) a day.",
      axis: Axis("Sign-ups", .count), series: [],
      rows: signUpsPerDay.prefix(60).enumerated().map { .init("Day \($0.offset + 1)", [.init(Double($0.element))]) })
  }
}
