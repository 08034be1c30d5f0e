import GTSDModel

extension HTMLPage {
  /// The sections of a comparison; none for another report.
  var comparison: [Section] {
    guard let section = report.comparison else { return [] }
    var sections: [Section] = []
    if !section.warnings.isEmpty {
      let items = section.warnings.map { "<li><span>\(escaped($0))</span></li>" }
      sections.append(
        Section(id: "warnings", title: "Warnings", body: "<ul class=\"findings\">\(items.joined())</ul>"))
    }
    for (index, contrast) in section.contrasts.enumerated() {
      let table = section.differenceTable(contrast)
      sections.append(Section(id: "contrast-\(index + 1)", title: table.title, note: table.note, body: table.html))
    }
    if let time = section.timeTable {
      sections.append(Section(id: "time", title: time.title, note: time.note, body: time.html))
    }
    for (index, table) in (section.plan?.tables ?? []).enumerated() {
      sections.append(Section(id: "plan-\(index + 1)", title: table.title, note: table.note, body: table.html))
    }
    for (id, table) in [("differences", section.differsTable), ("sides", section.sideTable)] {
      if let table { sections.append(Section(id: id, title: table.title, note: table.note, body: table.html)) }
    }
    return sections
  }
}
