extension TerminalSummary {
  /// The lines of a search: what was found, then what each find is and how to see it again.
  func exploration(_ section: ExplorationSection) -> [String] {
    var lines: [String] = []
    for (index, find) in section.finds.enumerated() {
      lines += wrap("\(index + 1). \(find.key)", indent: 0).map { paint($0, .missed) }
      for (name, values) in find.facts(of: section) {
        for (place, value) in values.enumerated() {
          let wrapped = wrap(value, indent: 17)
          lines.append("   " + dim(fit(place == 0 ? name : "", 14)) + (wrapped.first ?? "").dropFirst(17))
          lines += wrapped.dropFirst()
        }
      }
      // In one piece, so that it can be copied.
      lines += ["   \(Wording.replay(find.token))", ""]
    }
    if !section.errors.isEmpty {
      lines.append(bold("Errors of the search"))
      lines += section.errors.flatMap { wrap($0, indent: 3) } + [""]
    }
    lines.append(bold("Search"))
    lines += wrap(
      "\(section.strategy), seed \(section.seed); \(Wording.short(section.meanArrivals, 1)) arrivals and "
        + "\(Wording.short(section.meanJobs, 1)) jobs a schedule.", indent: 3)
    return lines + [""]
  }
}
