import Documents
import GTSDLogs
import GTSDStudies
import Statistics

/// The report of a calibration, section by section.
struct CalibrationDocument {
  let report: Report
  let section: CalibrationSection

  func add(to document: inout Document) {
    document.hero = hero
    let experiments = LoggedExperimentSections(experiments: section.experiments ?? []).sections
    document.sections += experiments
    document.sections += [values, unidentified, goodness, hindsight, signUps, input, overlay].compactMap(\.self)
    document.firstInTexts = experiments.map(\.id)
    document.firstInTexts += ["values", "unidentified", "sign-ups", "fit", "back-test", "input"]
  }

  /// The number of fitted values, and whether the fit can be trusted.
  private var hero: Document.Hero {
    let findings = [
      section.kindsText, section.agreement, section.hindsight, section.plainText, section.reading, section.identityText,
    ]
    .compactMap(\.self)
    let lead = DocumentBlock.paragraph(
      "of \(Wording.count(section.parameters.count, "value")) fitted to \(Wording.count(section.events, "event")) of "
        + "\(Wording.count(section.users, "user")).")
    let part = DocumentBlock.paragraph("Interrupted: the fit is complete, the checks are left out.", .remark)
    return .init(
      big: Wording.whole(section.fitted.count), lead: report.complete ? [lead] : [lead, part],
      findings: section.warnings + section.experimentSentences
        + findings.map { Statement(finding: $0) })
  }

  // MARK: Values

  private var values: Document.Section {
    let fitted = section.fitted
    let table = Table(
      [
        .head("Value"), .text("Status", on: .text), .number("Estimate", style: "value"), .number("SE"),
        .number("95% interval"), .number("Occasions"), .number("Before", style: "dim"),
      ], style: "wide",
      fitted.map { one in
        // On a phone, a column that is empty in most rows would move the estimates out of view.
        let isPlain = one.status == .fitted && one.doubt == nil
        let status = isPlain ? "" : " <small class=\"free\">(\(one.statusText))</small>"
        let note = "\(status)<br><small class=\"free\">\(PageRenderer.prose(one.note))</small>"
        return [
          .init(RichText([.plain(one.name), .markup(note)])), .init(one.statusText), .init(one.text(one.estimate)),
          .init(one.errorText), .init(one.intervalText),
          .init(one.occasions.map(Wording.whole) ?? ""), .init(one.text(one.before)),
        ]
      })
    let forms: DocumentForms = fitted.isEmpty ? .text : .all
    let blocks: [DocumentBlock?] = [
      .note(
        "Pooled over all people, with standard errors and 95% intervals. “Given others” leans on values that no event "
          + "shows; the line says which."), .table(table), .chart(section.changeChart),
      .markup("<details><summary>Where each comes from</summary>\n", on: .markdown),
      DocumentBlock.list(fitted.map(note)).on(.markdown), .markup("</details>", on: .markdown), .lines(valueLines),
    ]
    return Document.Section("values", "Fitted values", untitled: .terminal, blocks.map { $0?.on(forms) })
  }

  private func note(_ parameter: CalibratedParameter) -> RichText {
    RichText("\(parameter.name): \(parameter.note)")
  }

  private func valueLines(_ layout: TerminalLayout) -> [String] {
    let isWide = layout.isWide
    let name = layout.width - (isWide ? 52 : 28)
    var lines = [
      layout.bold(layout.fit("Value", name) + layout.right("estimate", 11) + layout.right("95% interval", 17))
        + (isWide ? layout.bold(layout.right("SE", 11) + layout.right("before", 11)) : ""), layout.rule,
    ]
    for parameter in section.fitted {
      let mark = (parameter.status == .conditional ? " *" : "") + (parameter.doubt == nil ? "" : " !")
      let figures =
        layout.right(parameter.text(parameter.estimate), 11) + layout.right(parameter.intervalText, 17)
      let more =
        isWide
        ? layout.right(parameter.errorText, 11) + layout.dim(layout.right(parameter.text(parameter.before), 11)) : ""
      lines += layout.row(parameter.name + mark, name - 1, " \(figures)\(more)")
    }
    if section.fitted.contains(where: { $0.status == .conditional }) {
      lines += layout.wrap("* depends on other values of the scenario, which the report names", indent: 0).map(
        layout.dim)
    }
    if section.fitted.contains(where: { $0.doubt != nil }) {
      lines += layout.wrap("! doubtful, because of the problems of the log in the lead", indent: 0).map(layout.dim)
    }
    return lines
  }

  private var unidentified: Document.Section {
    let all = section.unidentified
    let table = Table(
      [.head("Value"), .number("Kept", style: "dim"), .text("Why", style: "text")],
      all.map { [.init($0.name), .init($0.text($0.before)), .prose($0.note)] })
    return Document.Section(
      "unidentified", "Not identified", untitled: .terminal,
      [
        .note("The scenario's value is kept.", on: all.isEmpty ? .markdown : .written),
        all.isEmpty ? nil : .table(table, on: .page), DocumentBlock.list(all.map(note)).on(.markdown),
        .lines { layout in
          [layout.bold("Not identified, kept as they are")]
            + layout.wrap(all.map(\.name).joined(separator: "; "), indent: 2)
        },
      ])
  }

  // MARK: Quality of the fit

  private var goodness: Document.Section? {
    section.agreement.map { agreement in
      checks(
        "fit", "Goodness of fit", section.checks, agreement, isConclusive: section.isConclusive,
        " Each population draws its values from what the estimates leave open. The bar is where 95% of such populations "
          + "fall, each tick is one, the dot is what was observed.", chart: "Simulated against observed")
    }
  }

  private var hindsight: Document.Section? {
    guard let backTest = section.backTest, let hindsight = section.coverageText else { return nil }
    return checks(
      "back-test", "Back-test", backTest.checks, hindsight, isConclusive: true,
      " For the \(Wording.count(backTest.users, "user")) seen by then.", chart: "Forecast against observed")
  }

  private func checks(
    _ id: String, _ title: String, _ checks: [PredictiveCheck], _ finding: String, isConclusive: Bool, _ more: String,
    chart: String
  ) -> Document.Section {
    let table = Table(
      [
        .head("Figure"), .number("Observed", style: "value"), .text("Among simulations", on: .page),
        .number("Simulated mean", on: .text), .number("95% of simulations"), .number("p"), .text("", on: .page),
        .number("Inside", on: .text),
      ], style: "wide",
      checks.map { check in
        [
          .init(check.title), .init(check.text(check.observed)),
          .init(RichText([.markup(PredictiveStrip(check, width: 260).svg)])), .init(check.text(check.mean)),
          .init(check.intervalText), .init(check.pText),
          .init(!isConclusive ? "cannot tell" : check.isInside ? "inside" : RichText([.strong("outside")])),
          .init(!isConclusive ? "cannot tell" : check.isInside ? "yes" : "no"),
        ]
      })
    return Document.Section(
      id, title, untitled: .terminal,
      [
        .note(.prose(finding + more)), DocumentBlock.paragraph(finding).on(.markdown), .table(table),
        .chart(section.checkChart(checks, title: chart)),
        checks.isEmpty ? nil : .lines { lines(title, checks, isConclusive, $0) },
      ])
  }

  private func lines(
    _ title: String, _ checks: [PredictiveCheck], _ isConclusive: Bool, _ layout: TerminalLayout
  ) -> [String] {
    let name = layout.width - (layout.isWide ? 50 : 40)
    let head = layout.fit(title, name) + layout.right("observed", 11) + layout.right("simulated", 19)
    return [layout.bold(head + (layout.isWide ? layout.right("p", 8) : "")), layout.rule]
      + checks.flatMap { check in
        let figures = layout.right(check.text(check.observed), 11) + layout.right(check.intervalText, 19)
        let p = layout.isWide ? layout.right(check.pText, 8) : ""
        let verdict = !isConclusive ? "?" : check.isInside ? "in" : layout.paint("out", .missed)
        return layout.row(check.title, name - 1, " \(figures)\(p)  \(verdict)")
      }
  }

  // MARK: Inputs

  private var signUps: Document.Section? {
    guard let best = section.arrivals.first else { return nil }
    let table = Table(
      [
        .head("Process"), .number("Span or mean"), .number("Log likelihood against the best"),
        .number("Greatest distance"),
      ],
      section.arrivals.map { one in
        [
          .init(RichText([.on(.page, .code(one.process)), .on(.text, RichText(one.process))])),
          .init(Wording.seconds(one.seconds)), .init(Wording.fixed(one.logLikelihood - best.logLikelihood, 1)),
          .init(Wording.fixed(one.distance, 3)),
        ]
      })
    let seconds = best.seconds > 0 ? " over \(Wording.seconds(best.seconds))" : ""
    return Document.Section(
      "sign-ups", "Sign-ups",
      [
        .note("The likeliest process is the overlay's."), .table(table), .chart(section.signUpChart),
        .lines { _ in ["  \(best.process)\(seconds)"] },
      ])
  }

  private var input: Document.Section {
    let rejections = section.rejections
    let unknown = section.unknownByName.map { "\($0.name) (\(Wording.whole($0.count)))" }.joined(separator: ", ")
    var line = Table.Column.head("Line")
    line.isNumber = true
    let table = Table(
      [line, .text("Why it was rejected")], rejections.map { [.init(Wording.whole($0.line)), .init($0.advice)] })
    let lines = rejections.map { "line \($0.line): \($0.advice)" }
    return Document.Section(
      "input", "Input",
      [
        .paragraph(section.reading),
        DocumentBlock.paragraph(
          "\(section.source): \(section.first) to \(section.last), \(Wording.count(section.sessions, "session")).",
          .remark
        ).on(.page), unknown.isEmpty ? nil : DocumentBlock.paragraph("Ignored: \(unknown)", .remark).on(.page),
        rejections.isEmpty ? nil : .table(table, on: .page),
        rejections.isEmpty ? nil : DocumentBlock.list(lines).on(.markdown),
        DocumentBlock.list(Array(lines.prefix(5)), .inner).on(.terminal),
      ])
  }

  private var overlay: Document.Section {
    Document.Section(
      "overlay", "The fitted scenario",
      [
        .note("A complete scenario file, as --output writes it to overlay.json."),
        DocumentBlock.folded("Show it", [.code(section.overlay)]).on(.page),
      ])
  }
}
