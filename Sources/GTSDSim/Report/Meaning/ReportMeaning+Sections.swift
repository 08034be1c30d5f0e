import GTSDModel

extension ReportMeaning {
  // MARK: A search

  mutating func check(_ exploration: ExplorationSection) {
    expect(exploration.classesMetOnce, in: 0...max(0, exploration.schedules), "classesMetOnce")
    each("finds", exploration.finds) { meaning, find in
      meaning.expect(find.schedules, in: 0...max(0, exploration.schedules), "schedules")
      meaning.expect(
        find.likelihood.allSatisfy { (0...1).contains($0) }, "likelihood", "expected shares from 0 to 1")
      let steps = find.timeline.arrivals.count
      meaning.each("constraints", find.constraints) { meaning, constraint in
        meaning.expect(constraint.beforeStep, indexes: steps, "beforeStep")
        meaning.expect(constraint.afterStep, indexes: steps, "afterStep")
      }
      meaning.at("timeline", find.timeline) { $0.check($1) }
      guard let twin = find.twin else { return }
      meaning.at("twin", twin) { meaning, twin in
        meaning.expect(twin.failures, in: 0...max(0, twin.schedules), "failures")
        meaning.at("timeline", twin.timeline) { $0.check($1) }
      }
    }
  }

  mutating func check(_ timeline: Timeline) {
    expect(timeline.places, in: 0...10_000_000, "places")
    let (rows, places) = (timeline.rows.count, timeline.places)
    expect(rows > 0 || places == 0, "rows", "there are events, and no row that they can be in")
    each("bars", timeline.bars) { meaning, bar in
      meaning.expect(bar.row, indexes: rows, "row")
      meaning.expect(bar.from, indexes: places, "from")
      meaning.expect(bar.to, in: bar.from...max(bar.from, places - 1), "to")
    }
    each("marks", timeline.marks) { meaning, mark in
      meaning.expect(mark.row, indexes: rows, "row")
      meaning.expect(mark.place, indexes: places, "place")
    }
    var last = 0
    each("arrivals", timeline.arrivals) { meaning, arrival in
      // An arrival of which nothing came stands where the next one does, or at the end.
      meaning.expect(arrival.place, in: last...max(last, places), "place")
      last = max(last, arrival.place)
    }
  }

  // MARK: A forecast

  mutating func check(_ forecast: ForecastSection) {
    each("indicators", forecast.indicators) { meaning, indicator in
      meaning.expect(columns: 2, indicator.quantiles, "quantiles")
      meaning.each("targets", indicator.targets) { meaning, target in
        meaning.expect(target.met, in: 0...max(0, target.replications), "met")
      }
    }
    if let fan = forecast.fan {
      at("fan", fan) { meaning, fan in
        meaning.expect(columns: fan.shares.count + 1, fan.points, "points")
      }
    }
    if let solution = forecast.solution {
      at("solution", solution) { $0.expect(columns: 4, $1.evaluations, "evaluations") }
    }
    if let map = forecast.sensitivity?.map {
      at("sensitivity", map) { meaning, map in
        meaning.at("map", map) { meaning, map in
          meaning.expect(count: map.ys.count, of: map.values.count, "values")
          meaning.expect(columns: map.xs.count, map.values, "values")
        }
      }
    }
    guard let rollout = forecast.rollout else { return }
    at("rollout", rollout) { meaning, rollout in
      meaning.expect(columns: 2, rollout.stages, "stages")
      meaning.expect(!rollout.stages.isEmpty, "stages", "expected one stage or more")
      meaning.each("triggers", rollout.triggers) { meaning, trigger in
        for (count, key) in [
          (trigger.fires, "fires"), (trigger.firesWrongly, "firesWrongly"), (trigger.firesLate, "firesLate"),
          (trigger.neverFires, "neverFires"), (trigger.controlFires, "controlFires"),
        ] {
          meaning.expect(count, in: 0...max(0, rollout.replications), key)
        }
        meaning.expect(trigger.dueStage, in: 1...max(1, rollout.stages.count), "dueStage")
        meaning.expect(columns: 2, trigger.firesAt, "firesAt")
        meaning.expect(columns: 4, trigger.rates, "rates")
        meaning.expect(count: rollout.stages.count, of: trigger.firesInStage.count, "firesInStage")
      }
    }
  }

  // MARK: A comparison

  mutating func check(_ comparison: ComparisonSection) {
    let sides = comparison.sides.count
    expect(sides > 0, "sides", "expected one side or more")
    each("differences", comparison.differences) { meaning, difference in
      let count = difference.values.count
      meaning.expect(
        count == sides || count == 2, "values", "expected a value for each of \(sides) sides; found \(count)")
      meaning.expect(count: comparison.differences[0].values.count, of: count, "values")
    }
    each("sides", comparison.sides) { meaning, side in
      if let curve = side.curve { meaning.at("curve", curve) { $0.expect(columns: 4, $1.points, "points") } }
    }
  }

  // MARK: A load run

  mutating func check(_ load: LoadSection) {
    at("plan", load.plan) { $0.expect(columns: 2, $1.levels, "levels") }
    at("starts", load.starts) { meaning, starts in
      meaning.expect(starts.dropped, in: 0...max(0, starts.offered), "dropped")
      meaning.at("lateness", starts.lateness) { $0.check($1) }
    }
    at("total", load.total) { $0.check($1) }
    each("endpoints", load.endpoints) { $0.check($1) }
    at("series", load.series) { meaning, series in
      meaning.expect(series.widthSeconds > 0, "widthSeconds", "expected a length of time above 0")
      meaning.each("slices", series.slices) { meaning, slice in
        meaning.expect(count: RequestEnd.allCases.count, of: slice.ended.count, "ended")
        meaning.expect(count: series.bounds.count, of: slice.latency.count, "latency")
      }
    }
  }

  private mutating func check(_ requests: LoadSection.Requests) {
    let ends = requests.ends.values.reduce(0, +)
    expect(
      ends == requests.count, "ends", "expected counts that add up to \(requests.count); found a sum of \(ends)")
    at("responseTime", requests.responseTime) { $0.check($1) }
    at("serviceTime", requests.serviceTime) { $0.check($1) }
    at("timeToFirstByte", requests.timeToFirstByte) { $0.check($1) }
  }
}
