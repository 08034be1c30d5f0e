import GTSDLoad
import GTSDModel
import GTSDWorld
import Statistics

extension LoadRun.Outcome {
  /// The report of the run.
  package func report(of run: LoadRun, scenarioDigest: String) -> Report {
    var report = LoadReport(
      scenario: run.scenario, scenarioDigest: scenarioDigest, target: run.target.text, loops: run.loops, fold: fold,
      version: GTSDSimVersion.current)
    report.kpis = kpis
    report.addresses = addresses.map { LoadSection.Address($0) }
    report.run = run.accounts.run
    report.violations = observed.reportRows(since: began)
    report.checks = run.checksReplies ? observed.reportChecks : []
    if !run.checksReplies {
      report.notes.append(
        "Replies were not compared with each other, since users may share the accounts of --accounts.")
    }
    if uncounted > 0 {
      report.notes.append(
        "Indicators follow the first \(Wording.whole(PeopleOfLoad.limit)) people of each event loop; "
          + "\(Wording.whole(uncounted)) later ones are in all other figures only.")
    }
    report.complete = complete
    return report.make()
  }
}
