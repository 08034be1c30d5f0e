extension HTMLPage {
  /// The sections of a fit.
  var calibrationSections: [Section] {
    guard let section = report.calibration else { return [] }
    return [
      values(section), unidentified(section), goodness(section), hindsight(section), signUps(section),
      input(section), overlay(section),
    ].compactMap { $0 }
  }

  private func values(_ section: CalibrationSection) -> Section? {
    guard !section.fitted.isEmpty else { return nil }
    let rows = section.fitted.map { parameter in
      """
      <tr><th scope="row"><code>\(escaped(parameter.path))</code><br><small class="free">\(prose(parameter.note))</small></th>
      <td>\(parameter.status == .fitted ? "" : "given others")</td>
      <td class="num value">\(escaped(parameter.text(parameter.estimate)))</td>
      <td class="num">\(escaped(parameter.errorText))</td><td class="num">\(escaped(parameter.intervalText))</td>
      <td class="num">\(parameter.occasions.map(Wording.whole) ?? "")</td>
      <td class="num dim">\(escaped(parameter.text(parameter.before)))</td></tr>
      """
    }
    return Section(
      id: "values", title: "Fitted values",
      note: "Pooled over all people, with standard errors and 95% intervals. “Given others” leans on values that no "
        + "event shows; the line says which.",
      body: """
        <div class="scroll"><table class="wide"><thead><tr><th scope="col">Value</th><th></th>
        <th scope="col" class="num">Estimate</th><th scope="col" class="num">SE</th>
        <th scope="col" class="num">95% interval</th><th scope="col" class="num">Occasions</th>
        <th scope="col" class="num">Before</th></tr></thead><tbody>\(rows.joined())</tbody></table></div>
        \(section.changeChart.html)
        """)
  }

  private func unidentified(_ section: CalibrationSection) -> Section? {
    guard !section.unidentified.isEmpty else { return nil }
    let rows = section.unidentified.map { parameter in
      """
      <tr><th scope="row"><code>\(escaped(parameter.path))</code></th>
      <td class="num dim">\(escaped(parameter.text(parameter.before)))</td><td class="text">\(prose(parameter.note))</td></tr>
      """
    }
    return Section(
      id: "unidentified", title: "Not identified", note: "The scenario's value is kept.",
      body: """
        <div class="scroll"><table><thead><tr><th scope="col">Value</th><th scope="col" class="num">Kept</th>
        <th scope="col">Why</th></tr></thead><tbody>\(rows.joined())</tbody></table></div>
        """)
  }

  private func goodness(_ section: CalibrationSection) -> Section? {
    guard let agreement = section.agreement else { return nil }
    return Section(
      id: "fit", title: "Goodness of fit",
      note: "\(agreement) Each population draws its values from what the estimates leave open. The bar is where 95% of "
        + "such populations fall, each tick is one, the dot is what was observed.",
      body: table(section.checks) + section.checkChart(section.checks, title: "Simulated against observed").html)
  }

  private func hindsight(_ section: CalibrationSection) -> Section? {
    guard let backTest = section.backTest, let hindsight = section.hindsight else { return nil }
    return Section(
      id: "back-test", title: "Back-test",
      note: "\(hindsight) For the \(Wording.count(backTest.users, "user")) seen by then.",
      body: table(backTest.checks) + section.checkChart(backTest.checks, title: "Forecast against observed").html)
  }

  private func table(_ checks: [PredictiveCheck]) -> String {
    let rows = checks.map { check in
      """
      <tr><th scope="row">\(escaped(check.title))</th><td class="num value">\(escaped(check.text(check.observed)))</td>
      <td>\(PredictiveStrip(check, width: 260).svg)</td><td class="num">\(escaped(check.intervalText))</td>
      <td class="num">\(escaped(check.pText))</td><td>\(check.isInside ? "inside" : "<strong>outside</strong>")</td></tr>
      """
    }
    return """
      <div class="scroll"><table class="wide"><thead><tr><th scope="col">Figure</th>
      <th scope="col" class="num">Observed</th><th scope="col">Among simulations</th>
      <th scope="col" class="num">95% of simulations</th><th scope="col" class="num">p</th><th></th></tr></thead>
      <tbody>\(rows.joined())</tbody></table></div>
      """
  }

  private func signUps(_ section: CalibrationSection) -> Section? {
    guard !section.arrivals.isEmpty else { return nil }
    let rows = section.arrivalRows.map { cells in
      let values = cells.dropFirst().map { "<td class=\"num\">\(escaped($0))</td>" }
      return "<tr><th scope=\"row\"><code>\(escaped(cells[0]))</code></th>\(values.joined())</tr>"
    }
    let heads = CalibrationSection.arrivalColumns.enumerated().map { index, name in
      "<th scope=\"col\"\(index == 0 ? "" : " class=\"num\"")>\(escaped(name))</th>"
    }
    return Section(
      id: "sign-ups", title: "Sign-ups", note: "The likeliest process is the overlay's.",
      body: """
        <div class="scroll"><table><thead><tr>\(heads.joined())</tr></thead><tbody>\(rows.joined())</tbody></table></div>
        \(section.signUpChart.html)
        """)
  }

  private func input(_ section: CalibrationSection) -> Section {
    let rejections = section.rejections.map {
      "<tr><th scope=\"row\" class=\"num\">\(Wording.whole($0.line))</th><td>\(escaped($0.reason))</td></tr>"
    }
    let unknown = section.unknownByName.map { "\($0.name) (\(Wording.whole($0.count)))" }.joined(separator: ", ")
    let ignored = unknown.isEmpty ? "" : "<p class=\"meta\">Ignored: \(escaped(unknown))</p>"
    let list =
      rejections.isEmpty
      ? ""
      : """
      <div class="scroll"><table><thead><tr><th scope="col" class="num">Line</th><th scope="col">Why it was rejected</th>
      </tr></thead><tbody>\(rejections.joined())</tbody></table></div>
      """
    return Section(
      id: "input", title: "Input",
      body: """
        <p>\(escaped(section.reading))</p><p class="meta">\(escaped(section.source)): \(escaped(section.first)) to \
        \(escaped(section.last)), \(Wording.count(section.sessions, "session")).</p>\(ignored)\(list)
        """)
  }

  private func overlay(_ section: CalibrationSection) -> Section {
    Section(
      id: "overlay", title: "The fitted scenario",
      note: "A complete scenario file, as --output writes it to overlay.json.",
      body: """
        <details class="more"><summary>Show it</summary><div class="scroll"><pre>\(escaped(section.overlay))</pre></div>
        </details>
        """)
  }

  /// How many values were fitted in large type, and how far the fit can be trusted beside it.
  func calibrationHero(_ section: CalibrationSection) -> String {
    let sentences = [section.agreement, section.hindsight, section.reading].compactMap(\.self)
    let findings = sentences.map { "<li><span>\(escaped($0))</span></li>" }
    let part = report.complete ? "" : "<p class=\"meta\">Interrupted: the fit stands, the checks are left out.</p>"
    return """
      <div class="card hero">
      <div>
      <p class="big">\(Wording.whole(section.fitted.count))</p>
      <p>of \(escaped(Wording.count(section.parameters.count, "value"))) fitted to \
      \(escaped(Wording.count(section.events, "event"))) of \(escaped(Wording.count(section.users, "user"))).</p>\(part)
      </div>
      <div><ul class="findings">\(findings.joined())</ul></div>
      </div>
      """
  }
}

/// An observed figure among simulated ones, on a scale of their own.
struct PredictiveStrip {
  private let check: PredictiveCheck
  private let width: Double
  private let low: Double
  private let high: Double

  init(_ check: PredictiveCheck, width: Double) {
    self.check = check
    self.width = width
    let ends = check.simulated + [check.observed, check.interval.low, check.interval.high]
    let (least, most) = (ends.min() ?? 0, ends.max() ?? 1)
    let margin = max((most - least) * 0.06, 1e-12)
    low = least - margin
    high = most + margin
  }

  var svg: String {
    let label =
      "observed \(check.text(check.observed)), 95% of simulations \(check.intervalText), "
      + (check.isInside ? "inside" : "outside")
    var parts = [#"<rect class="track" x="0" y="9" width="\#(HTMLPage.at(width))" height="4" rx="2"/>"#]
    let (from, to) = (x(check.interval.low), x(check.interval.high))
    parts.append(
      """
      <rect class="zone" x="\(HTMLPage.at(from))" y="4" width="\(HTMLPage.at(max(2, to - from)))" height="14" rx="3"/>
      """)
    for value in check.simulated {
      let at = HTMLPage.at(x(value))
      parts.append(#"<line class="whisker" x1="\#(at)" x2="\#(at)" y1="6" y2="16"/>"#)
    }
    parts.append(#"<circle class="dot" cx="\#(HTMLPage.at(x(check.observed)))" cy="11" r="4.5"/>"#)
    return """
      <svg\(check.isInside ? "" : " class=\"missed\"") role="img" aria-label="\(escaped(label))" \
      width="\(HTMLPage.at(width))" height="22" viewBox="0 0 \(HTMLPage.at(width)) 22"><title>\(escaped(label))</title>\
      \(parts.joined())</svg>
      """
  }

  private func x(_ value: Double) -> Double { (value - low) / (high - low) * width }
}
