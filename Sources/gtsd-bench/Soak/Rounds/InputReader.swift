import Foundation
import GTSDCommandLine
import GTSDFields
import GTSDLogs
import GTSDModel
import GTSDSim
import GTSDStudies
import GTSDWorld
import HTTPLoop
import Interleaving
import Randomness

/// The readers of untrusted bytes. Each must return for any bytes, and must be able to use whatever it accepts.
enum InputReader: String, CaseIterable {
  case scenario, setting, token, report, events, eventMap, accounts, arguments, checkpoint
  case httpRequest, httpResponse, apiRequest, apiReply

  /// The number of inputs per round.
  static let inputsPerRound = 1_000

  /// The result of reading an input.
  enum Outcome: Equatable {
    case refused
    case read
    /// The input was read but is inconsistent; the text says how.
    case wrong(String)
  }

  /// Reads one input.
  func outcome(of bytes: [UInt8]) -> Outcome {
    switch self {
    case .scenario: Self.scenario(bytes)
    case .setting: Self.setting(bytes)
    case .token: Self.token(bytes)
    case .report: Self.report(bytes)
    case .events: Self.events(bytes)
    case .eventMap: Self.eventMap(bytes)
    case .accounts: Self.attempt { _ = try ExistingAccount.list(String(decoding: bytes, as: UTF8.self)) }
    case .arguments: Self.arguments(bytes)
    case .checkpoint: Self.checkpoint(bytes)
    case .httpRequest: Self.httpRequest(bytes)
    case .httpResponse: Self.httpResponse(bytes)
    case .apiRequest: Self.apiRequest(bytes)
    case .apiReply: Self.apiReply(bytes)
    }
  }

  /// Reads an input that may be refused but must not cause a trap or an endless loop.
  private static func attempt(_ body: () throws -> Void) -> Outcome {
    do {
      try body()
      return .read
    } catch {
      return .refused
    }
  }

  // MARK: Files

  /// Checks that an accepted scenario resolves to an equal scenario.
  private static func scenario(_ bytes: [UInt8]) -> Outcome {
    guard let scenario = try? Scenario.parse(bytes: bytes) else { return .refused }
    do {
      let again = try Scenario.parse(scenario.resolved.text)
      return again.digest == scenario.digest ? .read : .wrong("resolved, it has another digest")
    } catch {
      return .wrong("resolved, it is refused: \(error)")
    }
  }

  private static func setting(_ bytes: [UInt8]) -> Outcome {
    attempt {
      _ = try Scenario.parse(
        InputCorpus.people, overrides: ScenarioOverrides(sets: [String(decoding: bytes, as: UTF8.self)]))
    }
  }

  /// Reads the bytes as text and, with a valid checksum, as a token's content. A token of a known scenario is run.
  private static func token(_ bytes: [UInt8]) -> Outcome {
    _ = try? ReplayToken.decode(String(decoding: bytes, as: UTF8.self))
    var writer = TokenWriter(bytes)
    writer.checksum()
    guard let token = try? ReplayToken.decode(InputCorpus.tokenPrefix + Base64URL.encode(writer.bytes)) else {
      return .refused
    }
    do {
      let again = try ReplayToken.decode(token.encode())
      if again != token { return .wrong("encoded, it is another token") }
    } catch {
      return .wrong("encoded, it is refused: \(error)")
    }
    for scenario in [InputCorpus.story, InputCorpus.crowd] where scenario.digest == token.digest {
      return attempt { _ = try Replay(token: token, scenario: scenario).run() }
    }
    return .read
  }

  private static func report(_ bytes: [UInt8]) -> Outcome {
    guard let report = try? Report(json: Data(bytes)) else { return .refused }
    // Rendering takes many times as long as reading, so one format of each input is rendered. Over the rounds, all
    // formats are.
    let formats = ReportFormat.allCases
    _ = report.rendered(as: formats[Int(XXH64.digest(of: bytes) % UInt64(formats.count))])
    _ = TerminalSummary(report, width: 80, color: true, exitCode: 0).text
    _ = try? ShardMerge.report(of: [("a", report)])
    return .read
  }

  private static func events(_ bytes: [UInt8]) -> Outcome {
    var reader = EventReader()
    reader.read(bytes)
    let (log, summary) = reader.finish()
    if log.events.count > bytes.count { return .wrong("more events than bytes") }
    if summary.rejected < 0 { return .wrong("\(summary.rejected) rejected") }
    var check = EventCheck()
    check.read(bytes)
    check.finish()
    return log.events.isEmpty ? .refused : .read
  }

  /// Reads the bytes as a checkpoint: its pieces must be complete, and a piece stored next must be readable.
  private static func checkpoint(_ bytes: [UInt8]) -> Outcome {
    let directory = InputCorpus.scratch()
    defer { try? FileManager.default.removeItem(atPath: directory) }
    do {
      _ = try Checkpoint(directory, identity: InputCorpus.identity, owner: "soak")
      try Data(bytes).write(to: URL(filePath: directory + "/finished"))
      let checkpoint = try Checkpoint(directory, identity: InputCorpus.identity, owner: "soak")
      for (key, piece) in InputCorpus.pieces {
        if let kept = checkpoint.bytes(of: key), kept != piece {
          return .wrong("piece \(key) is \(kept.count) other bytes")
        }
      }
      let isRead = checkpoint.count > 0
      checkpoint.keep([1, 2, 3], of: 99)
      guard checkpoint.bytes(of: 99) == [1, 2, 3] else { return .wrong("what is kept cannot be read") }
      return isRead ? .read : .refused
    } catch {
      return .wrong("\(error)")
    }
  }

  private static func eventMap(_ bytes: [UInt8]) -> Outcome {
    guard let map = try? EventMap(json: bytes) else { return .refused }
    var reader = EventReader(map: map)
    for line in InputCorpus.events { reader.read(line) }
    _ = reader.finish()
    return .read
  }

  private static func arguments(_ bytes: [UInt8]) -> Outcome {
    let words = bytes.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
    guard let invocation = try? Invocation.parse(words) else { return .refused }
    if case .command(let command, let arguments) = invocation { _ = arguments.commandLine(of: command) }
    return .read
  }

  // MARK: The wire

  /// Checks that a request parsed in one piece and byte by byte gives the same result.
  private static func httpRequest(_ bytes: [UInt8]) -> Outcome {
    func parsed(pieces: Int) -> (text: String, isRead: Bool) {
      var limits = HTTPRequestLimits()
      (limits.target, limits.head, limits.fields, limits.body) = (256, 512, 12, 1_024)
      var parser = HTTPRequestParser(limits: limits)
      var requests = ""
      var start = 0
      do throws(HTTPRefusal) {
        while start < bytes.count {
          let end = min(bytes.count, start + pieces)
          // A separate copy, so that reading beyond the end of a piece is detected.
          let piece = Array(bytes[start..<end])
          var offset = 0
          while offset < piece.count {
            let next = try piece.withUnsafeBufferPointer { buffer throws(HTTPRefusal) in
              try parser.take(UnsafeRawBufferPointer(buffer), from: &offset)
            }
            guard let next else { break }
            requests += "\(next.method) \(next.target) \(next.body.count)\n"
          }
          start = end
        }
        return ("\(requests)\(parser.progress)", !requests.isEmpty)
      } catch {
        return ("\(requests)\(error)", !requests.isEmpty)
      }
    }
    let whole = parsed(pieces: max(1, bytes.count))
    let single = parsed(pieces: 1)
    return outcome(whole, single)
  }

  private static func outcome(_ whole: (text: String, isRead: Bool), _ single: (text: String, isRead: Bool)) -> Outcome
  {
    guard whole == single else { return .wrong("in one piece: \(whole.text); byte by byte: \(single.text)") }
    return whole.isRead ? .read : .refused
  }

  private static func httpResponse(_ bytes: [UInt8]) -> Outcome {
    func parsed(pieces: Int) -> (text: String, isRead: Bool) {
      var limits = HTTPResponseParser.Limits()
      (limits.head, limits.fields, limits.body) = (512, 12, 1_024)
      var parser = HTTPResponseParser(limits: limits)
      parser.begin(isBodiless: false)
      var start = 0
      do throws(HTTPProblem) {
        while start < bytes.count {
          let end = min(bytes.count, start + pieces)
          let piece = Array(bytes[start..<end])
          let progress = try piece.withUnsafeBufferPointer { buffer throws(HTTPProblem) in
            try parser.take(UnsafeRawBufferPointer(buffer))
          }
          if case .done(let taken) = progress {
            return ("\(parser.takeResponse().status), \(start + taken) taken", true)
          }
          start = end
        }
        return (parser.end() ? "ended by close" : "cut", false)
      } catch {
        return ("\(error)", false)
      }
    }
    let whole = parsed(pieces: max(1, bytes.count))
    let single = parsed(pieces: 1)
    return outcome(whole, single)
  }

  /// Reads the bytes as a line with method and target, a line with the content type, and a body.
  private static func apiRequest(_ bytes: [UInt8]) -> Outcome {
    let parts = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3 else { return .refused }
    let line = String(decoding: parts[0], as: UTF8.self).split(separator: " ", maxSplits: 1)
    guard line.count == 2, let method = GTSDModel.HTTPMethod(rawValue: String(line[0])) else {
      return .refused
    }
    let wire = WireRequest(
      method: method, target: String(line[1]), contentType: String(decoding: parts[1], as: UTF8.self),
      body: .bytes(Array(parts[2])))
    return attempt { _ = try APIRequest(wire) }
  }

  /// Checks the bytes as a reply to every request.
  private static func apiReply(_ bytes: [UInt8]) -> Outcome {
    var isRead = false
    for request in InputCorpus.requests {
      switch APIResponse(status: 200, body: bytes, for: request) {
      case .done, .undecodable, .failure: break
      default: isRead = true
      }
      _ = APIResponse(status: 429, body: bytes, for: request)
    }
    _ = APIResponse.uploadURL(in: bytes)
    return isRead ? .read : .refused
  }
}
