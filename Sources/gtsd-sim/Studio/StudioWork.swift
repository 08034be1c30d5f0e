import Documents
import Foundation
import GTSDCommandLine
import GTSDFields
import GTSDModel
import GTSDSim
import GTSDStudies
import Synchronization

/// Executes the orders of a page: runs the command in this process and splits its report for the page.
final class StudioWork: Sendable {
  /// The number of latest reports that can be fetched.
  private static let maxReports = 32

  private let directory: String
  /// The number of threads of a simulation; nil takes one for each processor.
  private let jobs: Int?
  /// The worlds of comparisons: a baseline is run once.
  private let store = MemoryStore()
  private let reports = Mutex<(next: Int, kept: [Kept])>((1, []))

  /// A report in the form in which its command wrote it, and its subject.
  private struct Kept {
    var id: Int
    var subject: [String]
    var json: String
    /// The film for a page that shows people, sent along with the result.
    var film: Film?
  }

  init(directory: String, jobs: Int? = nil) { (self.directory, self.jobs) = (directory, jobs) }

  /// Runs an order to its end, or until its ticket is cancelled.
  ///
  /// - Returns: the last message to the page.
  func perform(
    _ order: StudioOrder, interrupts: Interrupts, progress: @escaping @Sendable (String, Double?) -> Void,
    live: @escaping @Sendable (JSONNode) -> Void = { _ in }
  ) -> StudioEvent {
    if order.show.isRepeatable, let kept = reports.withLock({ $0.kept.first { $0.subject == order.subject } }) {
      return outcome(of: order, kept)
    }
    let out = Mutex("")
    let console = console(order, out: { text in out.withLock { $0 += text } }, progress)
    let reel = if case .film = order.show { FilmReel() } else { nil as FilmReel? }
    do throws(CommandFailure) {
      if let scene = try StudioScene.make(order, console, interrupts) {
        return interrupts.isRequested ? .superseded : .done(scene)
      }
      try run(order, console, interrupts, reel, live)
    } catch {
      if interrupts.isRequested { return .superseded }
      return .failed(exit: error.code.rawValue, message: PlainText.visible(error.studioMessage ?? error.message))
    }
    if interrupts.isRequested { return .superseded }
    let json = out.withLock { $0 }
    return outcome(of: order, keep(json, of: order.subject, reel?.film))
  }

  private func run(
    _ order: StudioOrder, _ console: Console, _ interrupts: Interrupts, _ film: FilmReel?,
    _ live: @escaping @Sendable (JSONNode) -> Void
  ) throws(CommandFailure) {
    var arguments = order.arguments
    if let jobs, order.command != .load, !arguments[flag: .jobs] { arguments.add("\(jobs)", to: .jobs) }
    // The report contains the meaning of the exit code.
    _ =
      switch order.command {
      case .forecast: try ForecastCommand.run(arguments, console, interrupts: interrupts)
      case .compare: try CompareCommand.run(arguments, console, interrupts: interrupts, store: store)
      case .explore: try ExploreCommand.run(arguments, console, interrupts: interrupts)
      case .run: try RunCommand.run(arguments, console, interrupts: interrupts, film: film)
      case .load: try load(arguments, console, interrupts, live)
      case .calibrate: try CalibrateCommand.run(arguments, console, interrupts: interrupts)
      default: preconditionFailure("no order is for \(order.command)")
      }
  }

  private func load(
    _ arguments: ParsedArguments, _ console: Console, _ interrupts: Interrupts,
    _ live: @escaping @Sendable (JSONNode) -> Void
  ) throws(CommandFailure) -> ExitCode {
    let live = LoadLive(send: live)
    // The last event is sent after all pictures.
    defer { live.end() }
    return try LoadCommand.run(arguments, console, interrupts: interrupts, live: live)
  }

  /// A silent console, for code that reads an order's scenario.
  func input(of order: StudioOrder) -> Console { console(order, out: { _ in }, { _, _ in }) }

  /// A console that stores the results and passes on the progress.
  private func console(
    _ order: StudioOrder, out: @escaping @Sendable (String) -> Void,
    _ progress: @escaping @Sendable (String, Double?) -> Void
  ) -> Console {
    let input = Data((order.input ?? "").utf8)
    var console = Console(
      out: out,
      error: { text in
        guard let line = ProgressText(text) else { return }
        progress(line.text, line.share)
      }, input: { input })
    (console.animatesError, console.widthError) = (true, 400)
    (console.followsOutput, console.directory) = (false, directory)
    return console
  }

  private func keep(_ json: String, of subject: [String], _ film: Film?) -> Kept {
    reports.withLock { reports in
      let kept = Kept(id: reports.next, subject: subject, json: json, film: film)
      reports.next += 1
      reports.kept.append(kept)
      if reports.kept.count > Self.maxReports { reports.kept.removeFirst() }
      return kept
    }
  }

  /// The report of an outcome in the form in which its command wrote it; nil for a forgotten one.
  func report(_ id: Int) -> String? { reports.withLock { $0.kept.first { $0.id == id }?.json } }

  private func outcome(of order: StudioOrder, _ kept: Kept) -> StudioEvent {
    do {
      return .done(members(of: order, try Report(json: Data(kept.json.utf8)), kept))
    } catch {
      return .failed(exit: ExitCode.failure.rawValue, message: "the report cannot be read: \(error)")
    }
  }

  private func members(of order: StudioOrder, _ report: Report, _ kept: Kept) -> JSONNode {
    let parts = ReportParts(report, prefix: "r\(kept.id)-")
    let shown = order.parts.flatMap { name in parts.parts.filter { $0.id == name } }
    let answer = order.question?.answer(report) ?? parts.sentences.first
    let sentences = order.question?.lines(report) ?? parts.sentences
    var members: [(String, JSONNode)] = [
      ("id", .int(kept.id)), ("exit", .int(report.exitCode)), ("command", .string(order.commandLine)),
      ("subtitle", .string("\(report.scenario.name) · \(parts.subtitle)")),
      ("qualification", .string(parts.qualification)),
      ("answer", .string(answer?.text ?? "")), ("verdict", .string(answer?.verdict ?? "none")),
      ("verdictWord", order.question.flatMap { $0.verdictWord(report) }.map { .string($0) } ?? JSONNode(.null)),
      (
        "sentences",
        .array(sentences.map { .object([("text", .string($0.text)), ("verdict", .string($0.verdict))]) })
      ),
      ("parts", .array(shown.map(\.node))),
    ]
    if order.sendsReport, let node = try? JSONReader.read(kept.json) {
      let wanted = ["comparison", "exploration", "calibration", "kpis", "digest", "scenario", "funnel"]
      members.append(("report", .object(wanted.compactMap { name in node[name].map { (name, $0) } })))
      members.append(("contrasts", .array(parts.contrasts.map { .array($0.map(\.node)) })))
    }
    if let film = kept.film {
      members.append(("film", film.node))
      members.append(("horizonSeconds", .number(report.scenario.horizonSeconds)))
    }
    return .object(members)
  }
}

/// A line of progress without terminal control sequences; its bar becomes a share.
struct ProgressText: Equatable {
  var text: String
  var share: Double?

  /// Reads a line of progress.
  ///
  /// - Parameter written: the command's output on standard error.
  /// - Returns: nil if the output only clears a line.
  init?(_ written: String) {
    let plain = written.replacing("\r\u{1B}[K", with: "")
    let bar = plain.filter { $0 == "█" || $0 == "░" }
    share = bar.isEmpty ? nil : Double(bar.count { $0 == "█" }) / Double(bar.count)
    let words = plain.filter { $0 != "█" && $0 != "░" }.split(whereSeparator: \.isWhitespace)
    text = PlainText.visible(words.joined(separator: " ")).replacing(/\ [\d,]+ events\/s/, with: "")
    // On a phone the end of a line is cut, and the time left is what a person waits for.
    if let left = text.firstMatch(of: /\d+ (?:s|min) left$/) {
      text = "\(left.output) · \(text[..<left.range.lowerBound].dropLast())"
    }
    if text.isEmpty { return nil }
  }
}

extension ReportParts.Difference {
  fileprivate var node: JSONNode {
    .object([
      ("indicator", .string(indicator)), ("baseline", .string(baseline)), ("value", .string(value)),
      ("difference", .string(difference)), ("interval", .string(interval)), ("verdict", .string(verdict)),
    ])
  }
}
