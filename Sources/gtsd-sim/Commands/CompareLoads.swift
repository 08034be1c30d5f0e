import Foundation
import GTSDCommandLine
import GTSDSim

/// Runs `gtsd-sim compare A B` for two reports of `load`.
enum CompareLoads {
  /// The comparison; nil if no operand is a report of a load run.
  static func comparison(
    _ arguments: ParsedArguments, _ console: Console
  ) throws(CommandFailure) -> LoadComparison? {
    let loads = arguments.operands.filter { $0 != "-" && isLoad($0) }
    guard let load = loads.first else { return nil }
    guard arguments.operands.count == 2 else {
      throw .usage(of: .compare, "\(load): a load run is compared with another; name a second report of `load`")
    }
    guard loads.count == 2 else {
      let other = arguments.operands.first { !loads.contains($0) } ?? ""
      throw .usage(of: .compare, "\(load) is a report of `load`, and \(other) is none; only two of a kind compare")
    }
    for option in CommandTable.spec(of: .compare).options where arguments[flag: option] && !taken.contains(option) {
      throw .usage(of: .compare, "--\(option.rawValue): reports of `load` are compared as they are")
    }
    var sides: [LoadComparison.Side] = []
    for path in arguments.operands {
      let report = try Inputs.report(path, console: console)
      guard let side = LoadComparison.Side(name: OperandParts(path).name, report) else {
        throw CommandFailure(code: .invalidInput, message: "\(path): holds no load run")
      }
      sides.append(side)
    }
    do throws(LoadComparison.Refusal) {
      return try LoadComparison(sides[0], sides[1])
    } catch {
      switch error {
      case .coarse(let name):
        throw CommandFailure(
          code: .invalidInput,
          message: "\(name): an earlier version made it, with too little data on latencies; run the load again")
      case .short(let name, let slices):
        throw CommandFailure(
          code: .invalidInput,
          message: "\(name): has \(slices) whole slices after its warm-up, and \(LoadComparison.fewestSlices) are the "
            + "fewest; run it for longer")
      }
    }
  }

  /// The options that the comparison of two load reports accepts.
  private static let taken: Set<OptionID> = [.jobs, .output, .format, .json, .timings, .quiet, .noFail, .noColor]

  private static func isLoad(_ path: String) -> Bool {
    struct Header: Decodable {
      var formatVersion: Int
      var kind: String
    }
    guard let data = try? Data(contentsOf: URL(filePath: path)) else { return false }
    return (try? JSONDecoder().decode(Header.self, from: data))?.kind == Report.Kind.load.rawValue
  }
}
