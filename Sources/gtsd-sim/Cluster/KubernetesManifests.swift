import Foundation
import GTSDCommandLine
import GTSDFields
import GTSDModel
import GTSDSim
import Randomness

/// A plan as Kubernetes manifests: an Indexed Job that runs the shards, their input and output, and a Job that merges
/// them.
struct KubernetesManifests: Sendable, Equatable {
  var plan: ClusterPlan
  var image: String
  /// The size of the volume claim for shards and report, in Kubernetes's notation.
  var storage: String
  /// The files that the command reads, by their names in the volume.
  var files: [File]

  /// A file that the command reads.
  struct File: Sendable, Equatable {
    /// The file's name in the ConfigMap.
    var name: String
    /// The path that the command line gives.
    var path: String
    var bytes: [UInt8]
  }

  static func shardsName(ofRound round: Int) -> String { "shards\(ClusterPlan.suffix(ofRound: round)).yaml" }
  static let mergeName = "merge.yaml"
  /// The largest size of a ConfigMap, in bytes.
  static let maxBytes = 1 << 20

  /// The directory of the input files in a container.
  private static let inputs = "/inputs"
  private static let output = "/out"

  /// The name of the plan's objects. Equal plans have equal names, different plans different ones.
  var name: String {
    var hash = XXH64()
    for word in [plan.command.rawValue, "\(plan.shards)"] + plan.options + plan.operands {
      hash.combine(bytes: word.utf8)
      hash.combine(byte: 0)
    }
    for file in files { hash.combine(bytes: file.bytes) }
    let digits = String(hash.digest, radix: 16)
    return "gtsd-\(plan.command.rawValue)-" + String(repeating: "0", count: 16 - digits.count) + digits
  }

  // MARK: Files

  /// The manifests and their file names, in the order in which they are applied.
  var all: [(name: String, text: String)] {
    (1...plan.rounds).map { (Self.shardsName(ofRound: $0), shards(ofRound: $0)) } + [(Self.mergeName, merge)]
  }

  /// The Indexed Job of a round. The manifest of the first round also contains the ConfigMap and the claim.
  func shards(ofRound round: Int) -> String {
    YAMLText.of((round == 1 ? [config, claim] : []) + [shardsJob(ofRound: round)])
  }

  /// The name of the Job of a round.
  func shardsJobName(ofRound round: Int) -> String { "\(name)-shards\(ClusterPlan.suffix(ofRound: round))" }

  /// The Job that merges the shards. It is created after all shards have finished.
  var merge: String {
    YAMLText.of([
      job(
        "merge",
        [("backoffLimit", .int(plan.canBeRepeated ? 2 : 0))],
        script: "exec " + plan.mergeLine(program: "gtsd-sim", place: Self.output, extra: ["--json"]))
    ])
  }

  private var config: JSONNode {
    var text: [(String, JSONNode)] = []
    var binary: [(String, JSONNode)] = []
    for file in files {
      if let string = String(validating: file.bytes, as: UTF8.self) {
        text.append((file.name, .string(string)))
      } else {
        binary.append((file.name, .string(Data(file.bytes).base64EncodedString())))
      }
    }
    var members = header("v1", "ConfigMap", name)
    if !text.isEmpty { members.append(("data", .object(text))) }
    if !binary.isEmpty { members.append(("binaryData", .object(binary))) }
    return .object(members)
  }

  private var claim: JSONNode {
    .object(
      header("v1", "PersistentVolumeClaim", name) + [
        (
          "spec",
          .object([
            "accessModes": .array([.string("ReadWriteMany")]),
            "resources": .object(["requests": .object(["storage": .string(storage)])]),
          ])
        )
      ])
  }

  private func shardsJob(ofRound round: Int) -> JSONNode {
    let place = "\(Self.output)/shard-$n"
    let script =
      "n=$((JOB_COMPLETION_INDEX + 1))\nmkdir -p \"\(place)\"\n"
      + plan.shardLines(round: round, program: "exec gtsd-sim", number: "$n", place: place)
    return job(
      "shards\(ClusterPlan.suffix(ofRound: round))",
      [
        ("completionMode", .string("Indexed")), ("completions", .int(plan.shards)), ("parallelism", .int(plan.shards)),
        ("backoffLimitPerIndex", .int(plan.canBeRepeated ? 2 : 0)),
        (
          "podFailurePolicy",
          .object([
            "rules": .array([
              // A pod that was evicted for another one has not failed.
              .object([
                "action": .string(plan.canBeRepeated ? "Ignore" : "FailIndex"),
                "onPodConditions": .array([
                  .object(["type": .string("DisruptionTarget"), "status": .string("True")])
                ]),
              ]),
              // An error in the command line or the input would occur in every attempt.
              .object([
                "action": .string("FailIndex"),
                "onExitCodes": .object([
                  "containerName": .string("gtsd-sim"), "operator": .string("In"),
                  "values": .array(SlurmFollow.lastingCodes.map { .int($0) }),
                ]),
              ]),
            ])
          ])
        ),
      ], script: script)
  }

  // MARK: Parts

  private func header(_ version: String, _ kind: String, _ name: String) -> [(String, JSONNode)] {
    [
      ("apiVersion", .string(version)), ("kind", .string(kind)),
      (
        "metadata",
        .object([
          "name": .string(name),
          "labels": .object([
            "app.kubernetes.io/name": .string("gtsd-sim"), "app.kubernetes.io/instance": .string(self.name),
          ]),
        ])
      ),
    ]
  }

  private func job(_ part: String, _ settings: [(String, JSONNode)], script: String) -> JSONNode {
    let size = JSONNode.string("\(plan.mebibytes)Mi")
    let container: [(String, JSONNode)] = [
      ("name", .string("gtsd-sim")), ("image", .string(image)),
      ("command", .array([.string("/bin/sh"), .string("-ec"), .string(Self.unexpanded(script))])),
      (
        "resources",
        .object([
          "requests": .object(["cpu": .string("\(plan.cpus)"), "memory": size]), "limits": .object(["memory": size]),
        ])
      ),
      (
        "securityContext",
        .object([
          "allowPrivilegeEscalation": .bool(false), "readOnlyRootFilesystem": .bool(true),
          "capabilities": .object(["drop": .array([.string("ALL")])]),
        ])
      ),
      (
        "volumeMounts",
        .array([
          .object(["name": .string("inputs"), "mountPath": .string(Self.inputs), "readOnly": .bool(true)]),
          .object(["name": .string("out"), "mountPath": .string(Self.output)]),
        ])
      ),
    ]
    var pod: [(String, JSONNode)] = [("restartPolicy", .string("Never"))]
    if let limit = plan.limit { pod.append(("activeDeadlineSeconds", .int(max(1, Int(limit.seconds.rounded(.up)))))) }
    pod += [
      ("automountServiceAccountToken", .bool(false)),
      (
        "securityContext",
        .object([
          "runAsNonRoot": .bool(true), "runAsUser": .int(65_532), "runAsGroup": .int(65_532), "fsGroup": .int(65_532),
          "seccompProfile": .object(["type": .string("RuntimeDefault")]),
        ])
      ),
      ("containers", .array([.object(container)])),
      (
        "volumes",
        .array([
          .object(["name": .string("inputs"), "configMap": .object(["name": .string(name)])]),
          .object(["name": .string("out"), "persistentVolumeClaim": .object(["claimName": .string(name)])]),
        ])
      ),
    ]
    let template = JSONNode.object([
      "metadata": .object([
        "labels": .object([
          "app.kubernetes.io/name": .string("gtsd-sim"), "app.kubernetes.io/instance": .string(name),
          "app.kubernetes.io/component": .string(part),
        ])
      ]),
      "spec": .object(pod),
    ])
    return .object(
      header("batch/v1", "Job", "\(name)-\(part)") + [("spec", .object(settings + [("template", template)]))])
  }

  /// A shell script with doubled dollar signs. Kubernetes turns two into one, and replaces a single `$(NAME)` itself.
  private static func unexpanded(_ script: String) -> String { script.replacing("$", with: "$$") }
}

extension KubernetesManifests {
  /// Reads the files that a plan names, and changes the plan to the paths of these files in the cluster.
  init(_ plan: ClusterPlan, image: String, storage: String) throws(CommandFailure) {
    self.image = image
    self.storage = storage
    self.plan = plan
    files = []
    let spec = CommandTable.spec(of: plan.command)
    for (index, word) in plan.options.enumerated() {
      guard let sign = word.firstIndex(of: "="),
        let option = spec.options.first(where: { "--\($0.rawValue)" == word[..<sign] }),
        case .input? = CommandTable.spec(of: option, in: plan.command).value
      else { continue }
      guard option != .accounts else {
        throw .usage(of: .cluster, "--accounts: its passwords would be in a ConfigMap")
      }
      self.plan.options[index] = "\(word[...sign])\(try add(String(word[word.index(after: sign)...])))"
    }
    for (index, operand) in plan.operands.enumerated() {
      let path = plan.command == .compare ? OperandParts(operand).path : operand
      self.plan.operands[index] = try add(path) + operand.dropFirst(path.count)
    }
    let size = files.reduce(0) { $0 + $1.bytes.count }
    guard size <= Self.maxBytes else {
      throw CommandFailure(
        code: .invalidInput,
        message: "\(files.map(\.path).joined(separator: ", ")): \(size) bytes, and a ConfigMap holds 1 MiB")
    }
  }

  /// Stores a file under a name that is valid in a ConfigMap.
  ///
  /// - Returns: its path in a container.
  private mutating func add(_ path: String) throws(CommandFailure) -> String {
    if let known = files.first(where: { $0.path == path }) { return "\(Self.inputs)/\(known.name)" }
    let plain = (path.split(separator: "/").last ?? "input").unicodeScalars.map { scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".": Character(scalar)
      default: Character("-")
      }
    }
    var name = String(plain.suffix(200))
    // `..` has a special meaning, and two files with one name are in two directories.
    if name.hasPrefix(".") || files.contains(where: { $0.name == name }) { name = "\(files.count + 1)-\(name)" }
    files.append(File(name: name, path: path, bytes: Array(try Inputs.data(of: path))))
    return "\(Self.inputs)/\(name)"
  }
}
