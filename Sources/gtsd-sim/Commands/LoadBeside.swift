import Documents
import Foundation
import GTSDCommandLine
import GTSDLoad
import GTSDModel
import GTSDSim
import HTTPLoop
import Synchronization

/// The outputs of a load run besides the terminal: metrics, the report so far, and lines in a file.
final class LoadBeside: Sendable {
  private let endpoints: [MetricsEndpoint]
  private let lines: LineFile?
  private let others: OtherGenerators
  private let tags: [(name: String, value: String)]

  init(_ arguments: ParsedArguments, _ run: LoadRun) throws(CommandFailure) {
    if !arguments[all: .dashboardOf].isEmpty, !arguments[flag: .dashboard] {
      throw .usage(of: .load, "--\(OptionID.dashboardOf.rawValue) needs --dashboard PORT, which shows what it adds up")
    }
    let others: OtherGenerators
    do {
      others = try OtherGenerators(arguments[all: .dashboardOf], run.scenario.load ?? LoadSettings())
    } catch {
      throw .usage(of: .load, "--\(OptionID.dashboardOf.rawValue): \(error)")
    }
    self.others = others
    var endpoints: [MetricsEndpoint] = []
    for (option, page) in [
      (OptionID.prometheus, MetricsEndpoint.Page.metrics), (.dashboard, Self.dashboard(run, others)),
    ] {
      guard let port = arguments[integer: option] else { continue }
      do {
        endpoints.append(try MetricsEndpoint(port: port, page))
      } catch {
        for endpoint in endpoints { endpoint.close() }
        throw CommandFailure(code: .failure, message: "--\(option.rawValue): \(error)")
      }
    }
    self.endpoints = endpoints
    lines = try arguments[text: .influx].map { path throws(CommandFailure) in try LineFile(path) }
    tags = [("scenario", run.scenario.name), ("run", run.runID)]
    others.begin()
  }

  var urls: [String] { endpoints.map(\.url) }

  /// The reason why a line could not be written; nil while all could.
  var failure: FileFailure? { lines?.failure }

  func show(_ fold: LoadFold, _ snapshot: LoadSnapshot) {
    for endpoint in endpoints { endpoint.show(fold) }
    lines?.write(InfluxLines.text(snapshot, tags: tags, milliseconds: CalendarClock.milliseconds))
  }

  func close() {
    others.close()
    for endpoint in endpoints { endpoint.close() }
  }

  /// The report of the measurements so far.
  private static func dashboard(_ run: LoadRun, _ others: OtherGenerators) -> MetricsEndpoint.Page {
    .dashboard { fold in
      guard let fold else { return "<!doctype html><title>gtsd-sim load</title><p>Nothing has been measured yet.\n" }
      return LoadDashboard.page(standing(run, others.added(to: fold), others.notes))
    }
  }

  /// The report of a run in its present state, for a viewer.
  static func standing(_ run: LoadRun, _ fold: LoadFold, _ notes: [String] = []) -> Report {
    var report = LoadReport(
      scenario: run.scenario, scenarioDigest: run.scenario.digest, target: run.target.text, loops: run.loops,
      fold: fold, version: GTSDSimVersion.current)
    report.run = run.runID
    let seconds = Int(Nanoseconds.seconds(fold.elapsed))
    let all = Int(run.scenario.load?.length.seconds ?? 0)
    report.window = LoadDashboard.window
    report.notes.append(
      "The run is still going on: \(seconds) of \(all) s. Contradictions between replies are reported at its end.")
    report.notes += notes
    return report.make()
  }
}

/// A file to which lines are appended while others read it. Its old content is removed when the first line is written,
/// so that a run that never begins neither deletes nor leaves anything.
final class LineFile: Sendable {
  private struct State {
    var failure: FileFailure?
    var isBegun = false
  }

  private let path: String
  private let descriptor: Int32
  /// The path of the file that this run created, with links resolved; nil if it existed before.
  private let made: String?
  private let state = Mutex(State())

  init(_ path: String) throws(CommandFailure) {
    self.path = path
    var target = path
    if path != "-", case .file(let end) = OutputPlace(path) { target = end }
    let isNew = path != "-" && access(target, F_OK) != 0
    descriptor = path == "-" ? 1 : open(target, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
    // If an initializer throws late, `deinit` runs, and would delete a file that could not be opened.
    made = isNew && descriptor >= 0 ? target : nil
    guard descriptor >= 0 else { throw CommandFailure(FileFailure(path: path, errno: errno)) }
  }

  deinit {
    if descriptor > 2 { close(descriptor) }
    if let made, !state.withLock({ $0.isBegun }) { unlink(made) }
  }

  var failure: FileFailure? { state.withLock { $0.failure } }

  /// Writes a line. After the first failure, nothing more is written.
  func write(_ text: String) {
    state.withLock { state in
      guard state.failure == nil else { return }
      // A pipe or a terminal has no content that could be removed.
      if !state.isBegun, descriptor > 2, ftruncate(descriptor, 0) != 0, errno != EINVAL {
        state.failure = FileFailure(path: path, errno: errno)
        return
      }
      state.isBegun = true
      let code = Array(text.utf8).withUnsafeBytes { FileCalls.system.writeAll($0, to: descriptor) }
      if code != 0 { state.failure = FileFailure(path: path, errno: code) }
    }
  }
}
