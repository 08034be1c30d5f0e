/// The instances of the metrics state that Home and Plans use: one each, or one for both.
struct MetricsInstances {
  /// Home's instance, or the shared one.
  var first = MetricsModel()
  /// Plans' instance, when every view has one.
  var second = MetricsModel()

  /// The numbers that Home and Plans have drawn last.
  var drawn: (home: DrawnMetrics?, plans: DrawnMetrics?)

  private var flights = (first: Flight(), second: Flight())

  enum Slot: Sendable { case first, second }

  subscript(_ slot: Slot) -> MetricsModel {
    get { slot == .first ? first : second }
    set { if slot == .first { first = newValue } else { second = newValue } }
  }

  /// The fetch of an instance, under `metrics.coalesce: singleFlight`.
  subscript(flightOf slot: Slot) -> Flight {
    get { slot == .first ? flights.first : flights.second }
    set { if slot == .first { flights.first = newValue } else { flights.second = newValue } }
  }
}
