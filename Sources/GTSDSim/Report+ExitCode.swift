import GTSDLogs
import GTSDWorld
import Statistics

extension Report {
  /// The exit code for the report. The first that applies: 130 if it is incomplete, 11 with a violation, 10 with a
  /// missed target, 1 if a search without finds had errors or a load run measured nothing of the server, 0.
  ///
  /// The section of a comparison judges its own findings. Commands that leave no report, such as `play` or a matrix of
  /// stories, set their own exit code. With `--no-fail` the program ignores 10 and 11.
  public var exitCode: Int32 {
    if !complete { return 130 }
    // What a search does wrong itself is no find, and no reason to call the scenario sound either.
    if let exploration, exploration.finds.isEmpty { return exploration.errors.isEmpty ? 0 : 1 }
    let code = codeOfFindings
    // Findings stand; without any, a run that measured nothing of the server is no success.
    if code == 0, let load, !load.isValid { return 1 }
    return code
  }

  /// The exit code for the findings, whether or not the report is complete: 11 with a violation, otherwise 10 with a
  /// missed target, otherwise 0.
  ///
  /// A shard covers only a part of the users and therefore gives no verdict: 0 or 11. In a load run, 10 means a missed
  /// threshold or an exceeded limit on dropped starts.
  var codeOfFindings: Int32 {
    if let comparison { return comparison.exitCode }
    if !violations.isEmpty { return 11 }
    // Minutes of load say little about people; what is demanded of the server decides.
    if let load { return load.isMissed ? 10 : 0 }
    // A fit that does not reproduce its own log, or is of a log that is at fault, is no ground for a forecast.
    if let calibration { return calibration.joint?.verdict == .doesNotFit || calibration.isFaulty ? 10 : 0 }
    if shard == nil, kpis.contains(where: { $0.verdict == .missed }) { return 10 }
    return 0
  }
}
