import GTSDCommandLine
import GTSDLoad
import GTSDSim

extension ProgressLine {
  /// One line with the elapsed time, starts due and completed per second, latency, errors, dropped starts and requests
  /// in progress. Leaves out what does not fit. Figures are of the last second.
  static func text(_ label: String, _ load: LoadSnapshot, width: Int) -> String {
    let share = load.total > 0 ? load.elapsed / load.total : 1
    let bar = bar(share)
    let time = "\(Int(load.elapsed)) of \(span(load.total))"
    let starts = "\(number(load.started)) of \(number(load.offered)) starts/s"
    let requests = "\(number(load.answered)) requests/s"
    let all = [("p50", load.p50), ("p95", load.p95), ("p99", load.p99)].map { name, value in
      "\(name) \(value.map(milliseconds) ?? "–")"
    }
    let tail = all[1]
    let errors = "\(load.errors) \(load.errors == 1 ? "error" : "errors")"
    let dropped = load.dropped == 0 ? "" : "  \(load.dropped) dropped"
    let flight = "\(load.inFlight) under way"
    return fitting(
      [
        "\(label) \(bar) \(time)  \(starts)  \(requests)  \(all.joined(separator: " "))  \(errors)\(dropped)  \(flight)",
        "\(label) \(time)  \(starts)  \(requests)  \(all.joined(separator: " "))  \(errors)\(dropped)  \(flight)",
        "\(time)  \(starts)  \(requests)  \(all.joined(separator: " "))  \(errors)\(dropped)  \(flight)",
        "\(time)  \(requests)  \(all.joined(separator: " "))  \(errors)\(dropped)  \(flight)",
        "\(time)  \(requests)  \(tail)  \(errors)\(dropped)", "\(requests)  \(tail)  \(errors)", "\(tail)  \(errors)",
      ], width: width) ?? errors
  }

  /// A rate without decimals from ten on.
  private static func number(_ value: Double) -> String {
    value >= 10 || value == value.rounded() ? "\(Int(value.rounded()))" : "\((value * 10).rounded() / 10)"
  }

  /// Three digits with their unit: `0.42 ms`, `8.1 ms`, `245 ms`, `1.2 s`, `31 s`.
  static func milliseconds(_ seconds: Double) -> String {
    func short(_ value: Double, _ unit: String) -> String {
      let digits = value < 1 ? 100.0 : value < 10 ? 10 : 1
      let rounded = (value * digits).rounded() / digits
      return rounded == rounded.rounded() ? "\(Int(rounded)) \(unit)" : "\(rounded) \(unit)"
    }
    return seconds < 0.9995 ? short(seconds * 1_000, "ms") : short(seconds, "s")
  }
}
