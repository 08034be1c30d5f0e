import GTSDModel

/// What `gtsd-sim list kpis` prints.
package enum KPIList {
  /// An array of objects, each with `id` first, then title, unit, kind, definition and targets.
  package static var json: String {
    ReportJSON.array(
      KPI.allCases.map { kpi in
        let definition = kpi.definition
        return .ordered([
          .init("id", .string(kpi.id)), .init("title", .string(definition.title)),
          .init("unit", .string(definition.unit)), .init("kind", .string(definition.kind.name)),
          .init("definition", .string(definition.text)),
          .init("targets", .array(definition.targets.map { .object($0.members) })),
        ])
      }
    ).text
  }

  /// A table for people, at most 100 columns wide.
  package static var text: String {
    let rows = KPI.allCases.map { kpi in
      let definition = kpi.definition
      let both = Set(definition.targets.map(\.level)).count == 2
      let demands = definition.targets.map { target in
        Wording.bound(target, unit: definition.unit) + (both && target.level == .target ? " (aim)" : "")
      }
      return [kpi.id, definition.kind.name, demands.joined(separator: ", ")]
    }
    let widths = (0..<2).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let columns = zip(row, widths).map { $0.padding(toLength: $1) + "  " }
      let line = columns.joined() + row[2]
      return String(line.reversed().drop { $0 == " " }.reversed()) + "\n"
    }.joined()
  }
}

extension String {
  fileprivate func padding(toLength length: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, length - count))
  }
}
