import Foundation
import GTSDCommandLine
import GTSDModel
import GTSDSim

extension Report {
  /// The program's exit for this report.
  func exit(noFail: Bool) -> ExitCode {
    (ExitCode(rawValue: exitCode) ?? .failure).forgiven(noFail: noFail)
  }
}

extension Console {
  /// Writes the files of a report to a directory, and says if some could not have their names.
  ///
  /// - Throws: the failures, after all other files were written.
  func write(
    _ report: Report, formats: [ReportFormat], extras: [(name: String, text: String)] = [], to directory: String
  ) throws(CommandFailure) {
    let beside = try files.write(report, formats: formats, extras: extras, to: directory)
    guard !beside.isEmpty else { return }
    error(
      "\(directory): holds a complete report, which is kept; the interrupted one is in \(beside.joined(separator: ", "))\n"
    )
  }

  /// Writes the summary of a report for people.
  func show(_ report: Report, exitCode: ExitCode) {
    out(
      TerminalSummary(report, width: width, color: colorsOut, exitCode: exitCode.rawValue, isPlain: isPlain).text)
  }
}

extension OutputFiles {
  /// Writes files of a report to a directory: all that can be written, even if others fail.
  ///
  /// Files of an incomplete report never replace those of a complete one, but are written beside them
  /// (``PartialName``).
  ///
  /// - Parameter extras: files besides those of the formats, by name.
  /// - Returns: the names of files that were written next to those of a complete report.
  /// - Throws: all failures.
  func write(
    _ report: Report, formats: [ReportFormat], extras: [(name: String, text: String)] = [], to directory: String
  ) throws(CommandFailure) -> [String] {
    let place = OutputPlan.Directory(path: directory, formats: formats, extras: extras.map(\.name))
    let isBeside = PartialName.isNeeded(isComplete: report.complete, where: place.holdsCompleteReport)
    var files = extras
    for format in formats { files.append((format.fileName, report.rendered(as: format))) }
    var failures: [String] = []
    var written: [String] = []
    for file in files {
      let name = PartialName.of(file.name, if: isBeside)
      do throws(CommandFailure) {
        try write(file.text, to: place.place(of: name))
        written.append(name)
      } catch {
        failures.append(error.message)
      }
    }
    // Without a new report.json, these files could be mistaken for those of the existing incomplete report.
    if report.complete, !formats.contains(.json), place.holdsIncompleteReport {
      let json = ReportFormat.json.fileName
      _ = calls.rename(place.place(of: json), place.place(of: PartialName.of(json)))
    }
    guard failures.isEmpty else {
      throw CommandFailure(code: .failure, message: failures.joined(separator: "\n"))
    }
    return isBeside ? written : []
  }
}
