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
    let code = codeOfFindings
    return switch content {
    // An error of the search itself is not a find, but the scenario is not reported as sound either.
    case .exploration(let section) where section.finds.isEmpty: section.errors.isEmpty ? 0 : 1
    // The findings decide. Without any, a run that measured nothing of the server does not succeed.
    case .load(let load) where code == 0 && !load.isValid: 1
    case .simulation, .exploration, .forecast, .comparison, .calibration, .load: code
    }
  }

  /// The exit code for the findings, whether or not the report is complete: 11 with a violation, otherwise 10 with a
  /// missed target, otherwise 0.
  ///
  /// A shard covers only a part of the users and therefore gives no verdict: 0 or 11. In a load run, 10 means a missed
  /// threshold or an exceeded limit on dropped starts.
  var codeOfFindings: Int32 {
    if case .comparison(let section) = content { return section.exitCode }
    if !violations.isEmpty { return 11 }
    let isMissed =
      switch content {
      // A load of a few minutes says little about people, so the requirements for the server decide.
      case .load(let load): load.isMissed
      // Forecasts cannot rely on a fit that does not reproduce its own log or forecast the log's later days, or whose
      // log has faults.
      case .calibration(let fit): fit.joint?.verdict == .doesNotFit || fit.backTest?.isMissed == true || fit.isFaulty
      case .simulation, .exploration, .forecast, .comparison:
        shard == nil && kpis.contains { $0.verdict == .missed }
      }
    return isMissed ? 10 : 0
  }
}
