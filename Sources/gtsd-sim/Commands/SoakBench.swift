import Foundation
import GTSDModel
import GTSDSim
import Synchronization

/// `gtsd-sim bench soak`
enum SoakBench {
  static func run(_ arguments: ParsedArguments, _ console: Console) throws(CommandFailure) -> ExitCode {
    let first = arguments[text: .seed].flatMap { UInt64($0) } ?? 1
    let count = arguments[integer: .limit] ?? 100
    let isQuiet = arguments[flag: .quiet]
    let soak = Soak(schedules: arguments[integer: .schedules] ?? 200)
    // Five stories to each population, as they are small.
    var attacks: [(kind: SoakCase.Kind, seed: UInt64)] = []
    for number in first..<first + UInt64(count) {
      attacks.append((.population, number))
      for story in 0..<UInt64(5) { attacks.append((.story, number * 5 + story)) }
    }
    let planned = attacks
    let finds = Mutex<[(index: Int, find: Soak.Find)]>([])
    let problems = Mutex<[String]>([])
    let next = Atomic<Int>(0)
    let jobs = arguments[integer: .jobs] ?? ProcessInfo.processInfo.activeProcessorCount
    DispatchQueue.concurrentPerform(iterations: jobs) { _ in
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < planned.count else { return }
        let attack = SoakGenerator.make(planned[index].kind, seed: planned[index].seed)
        do {
          guard let find = try soak.find(in: attack) else { continue }
          finds.withLock { $0.append((index, find)) }
          if !isQuiet { FileHandle.standardError.write(Data(text(of: find).utf8)) }
        } catch {
          problems.withLock { $0.append("\(attack.kind) \(attack.seed): \(error)\n\(attack.text())") }
        }
      }
    }
    let broken = problems.withLock { $0 }
    guard broken.isEmpty else {
      throw CommandFailure(code: .failure, message: broken.prefix(5).joined(separator: "\n"))
    }
    let found = finds.withLock { $0.sorted { $0.index < $1.index } }
    for entry in found { console.out(text(of: entry.find)) }
    console.out(
      "\(found.count) of \(attacks.count) cases (\(count) populations of 60, \(5 * count) stories of \(soak.schedules) "
        + "schedules) break an invariant under `correct`\n")
    return found.isEmpty ? .success : .failure
  }

  private static func text(of find: Soak.Find) -> String {
    let sets = find.smallest.settings.map { " --set '\($0)'" }.joined()
    return """
      \(find.original.kind) \(find.original.seed): \(find.signatures.joined(separator: ", "))
      \(find.smallest.text())  --seed \(find.smallest.seed)\(sets)

      """
  }
}
