import Documents
import Statistics

/// The parts of a report for a page that shows several: its sentences, and its sections as markup from the renderer
/// of single reports.
package struct ReportParts: Sendable {
  /// An opening sentence of a report.
  package struct Sentence: Sendable {
    package var text: String
    /// `met`, `missed`, `undecided` or `none`.
    package var verdict: String
  }

  /// A section of the report, as HTML.
  package struct Part: Sendable {
    package var id: String
    package var title: String
    package var html: String
  }

  /// A row of a comparison in words, as the report's table has them.
  package struct Difference: Sendable {
    /// The indicator, with its unit where the figures do not show it.
    package var indicator: String
    package var baseline: String
    package var value: String
    /// The difference with its unit; empty if nothing was measured.
    package var difference: String
    /// The adjusted interval; empty if there is none.
    package var interval: String
    package var verdict: String
  }

  package var title: String
  /// A summary of the run in one line.
  package var subtitle: String
  /// The caveat that applies to every number.
  package var qualification: String
  package var sentences: [Sentence]
  package var parts: [Part]
  /// The rows of each contrast of a comparison, in the report's order; empty for other reports.
  package var contrasts: [[Difference]]

  /// Takes a report apart.
  ///
  /// - Parameter prefix: a prefix of the sections' ids, so that two reports fit on one page.
  package init(_ report: Report, prefix: String = "") {
    let document = report.document
    title = document.title
    subtitle = document.subtitle
    qualification = document.qualification
    // A page has buttons instead of the command line's commands.
    let findings = document.findings.filter { !$0.isPointer }
    sentences = findings.map { Sentence(text: $0.text, verdict: $0.verdict.rawValue) }
    parts = document.sections(in: .page).map { section in
      var own = section
      own.id = prefix + section.id
      return Part(id: section.id, title: section.title, html: PageRenderer.section(own))
    }
    contrasts = (report.comparison?.contrasts ?? []).map { contrast in
      contrast.rows.map { row in
        Difference(
          indicator: row.name, baseline: row.baselineText, value: row.valueText, difference: row.differenceText,
          interval: row.intervalText, verdict: row.verdictText)
      }
    }
  }
}

/// The style sheets of reports, for pages that show parts of reports.
package enum ReportLook {
  /// The largest number of finds of one search that have a tab each.
  private static let tabs = 60

  /// The style sheet of all kinds of reports together.
  package static var css: String {
    let chosen = (1...tabs).map { ".tab-\($0):checked ~ .panels > .find-\($0)" }.joined(separator: ", ")
    let tabStyle = ".tabs > .panels > .find { display: none; }\n\(chosen) { display: block; }"
    return [PageFile.report.text, PageFile.charts.text, PageFile.forecast.text, PageFile.search.text, tabStyle]
      .joined(separator: "\n")
  }

  /// The scripts of all kinds of reports together.
  package static var script: String { PageFile.reportScript.text + "\n" + PageFile.searchScript.text }
}
