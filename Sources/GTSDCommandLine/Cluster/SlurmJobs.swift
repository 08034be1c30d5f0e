import Documents
import GTSDModel

/// A plan as scripts for `sbatch`. Paths are absolute and always quoted for the shell. Lines for Slurm itself contain
/// only numbers.
package struct SlurmJobs: Sendable, Equatable {
  package var plan: ClusterPlan
  /// The path by which a node calls this program.
  package var program: String
  /// The directory that the command's relative paths start from.
  package var directory: String
  /// The directory for shards and report.
  package var output: String

  package init(plan: ClusterPlan, program: String, directory: String, output: String) {
    (self.plan, self.program, self.directory, self.output) = (plan, program, directory, output)
  }

  package static func arrayName(ofRound round: Int) -> String { "shard\(ClusterPlan.suffix(ofRound: round)).sbatch" }
  package static let mergeName = "merge.sbatch"

  /// The scripts and their file names.
  package var files: [(name: String, text: String)] {
    (1...plan.rounds).map { (Self.arrayName(ofRound: $0), array(ofRound: $0)) } + [(Self.mergeName, merge)]
  }

  /// The script of the array job that runs one shard per element. When it is run again, a shard continues from its
  /// checkpoint.
  package func array(ofRound round: Int) -> String {
    let suffix = ClusterPlan.suffix(ofRound: round)
    let lines = plan.shardLines(
      round: round, program: ShellWord.quoted(program), number: "$SLURM_ARRAY_TASK_ID", place: "$place")
    let name = plan.canBeRepeated ? "--requeue" : "--no-requeue"
    return """
      #!/bin/sh
      \(head("gtsd-sim"))
      #SBATCH --array=1-\(plan.shards)
      #SBATCH \(name)
      cd \(ShellWord.quoted(directory)) || exit 66
      place=\(ShellWord.quoted(output))/shard-$SLURM_ARRAY_TASK_ID
      mkdir -p "$place" && rm -f "$place/exit\(suffix)" || exit 1
      \(lines) >"$place/log\(suffix)" 2>&1
      \(ending("$place/exit\(suffix)"))
      """
  }

  /// The script that merges the shards.
  package var merge: String {
    """
    #!/bin/sh
    \(head("gtsd-sim-merge"))
    cd \(ShellWord.quoted(directory)) || exit 66
    place=\(ShellWord.quoted(output))
    rm -f "$place/jobs/merge.exit"
    \(plan.mergeLine(program: ShellWord.quoted(program), place: "$place")) >"$place/jobs/merge.log" 2>&1
    \(ending("$place/jobs/merge.exit"))
    """
  }

  /// The shell lines that record an attempt's exit code in a file. The file is complete or absent; a killed attempt
  /// leaves none.
  private func ending(_ file: String) -> String {
    """
    code=$?
    echo $code >"\(file).new" && mv "\(file).new" "\(file)"
    exit $code

    """
  }

  private func head(_ name: String) -> String {
    var lines = [
      "--job-name=\(name)", "--output=/dev/null", "--ntasks=1", "--cpus-per-task=\(plan.cpus)",
      "--mem=\(plan.mebibytes)M",
    ]
    if let limit = plan.limit { lines.append("--time=\(max(1, Int((limit.seconds / 60).rounded(.up))))") }
    return lines.map { "#SBATCH \($0)" }.joined(separator: "\n")
  }
}
