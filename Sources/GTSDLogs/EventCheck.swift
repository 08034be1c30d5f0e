import GTSDFields
import GTSDModel
import Randomness

/// Checks an event log against the definitions of the events: names, types, required and forbidden properties,
/// impossible times, and sessions that begin twice.
package struct EventCheck {
  /// A kind of problem.
  package struct Problem: Sendable, Equatable {
    /// `name`, `type`, `missing`, `forbidden`, `time`, `session` or `line`.
    package var kind: String
    /// The event's name, empty if the line has none.
    package var event: String
    /// The property or envelope key with the problem.
    package var property: String
    /// The expected and the found value, from the first line with the problem.
    package var text: String
    /// The number of lines with the problem.
    package var count: Int
    /// The number of the first line with the problem, from 1.
    package var line: Int
  }

  package private(set) var lines = 0
  package private(set) var events = 0
  package private(set) var problems: [Problem] = []
  /// The number of occurrences of each defined event.
  package private(set) var counts: [String: Int] = [:]
  /// The number of occurrences of each property, by defined event.
  package private(set) var properties: [String: [String: Int]] = [:]
  /// The number of calls that are not events, such as identify and page calls.
  package private(set) var calls = 0
  /// The format, as recognised from the first lines.
  package var format: String { reading.format }
  /// The reason why the file cannot be read, with the remedy; nil if it can.
  package var unreadable: String? { reading.problem }

  private static let definitions = Dictionary(
    uniqueKeysWithValues: AnalyticsDefinition.all.map { ($0.name, $0) })
  /// The largest number of kinds of problems kept. Further kinds are counted together in the last one.
  private static let limit = 1_000

  private var reading: EventLines
  private var places: [String: Int] = [:]
  /// The events of each day, by name: their number, and the first of them.
  private var days: [Int64: [String: (count: Int, line: Int, time: Int64)]] = [:]
  private var launches: SpilledArray<Launch>
  private var signUps: [String: (time: Int64, line: Int)] = [:]
  private var firsts: [String: (time: Int64, line: Int, name: String)] = [:]

  private let memory: LogMemory

  /// The launch of a session.
  private struct Launch: BitwiseCopyable, Sendable {
    /// A hash of person and session.
    var session: UInt64
    /// A hash of the event's id, 0 for none.
    var id: UInt64
    var time: Int64
    var line: Int
  }

  /// Creates a check.
  ///
  /// - Parameter memory: the limit of events in memory.
  package init(map: EventMap = EventMap(), memory: LogMemory = .unlimited) {
    reading = EventLines(map)
    self.memory = memory
    launches = SpilledArray(memory)
  }

  /// The reason why launches beyond those in memory could not be kept, with the remedy; nil if all were.
  package var failure: String? { memory.failure }

  /// Takes the next bytes of the file.
  package mutating func read(_ bytes: some Sequence<UInt8>) {
    reading.take(Array(bytes))
    while let record = reading.next() { take(record) }
  }

  /// Ends the file and reads the last line.
  package mutating func finish() {
    reading.end()
    while let record = reading.next() { take(record) }
    checkTimes()
    checkSessions()
    problems = problems.ordered { ($1.count, $0.line, $0.kind) < ($0.count, $1.line, $1.kind) }
  }

  private mutating func report(
    _ kind: String, _ event: String, _ property: String, _ text: @autoclosure () -> String, line: Int, count: Int = 1
  ) {
    let key = "\(kind)\u{0}\(event)\u{0}\(property)"
    if let place = places[key] {
      problems[place].count += count
      problems[place].line = min(problems[place].line, line)
      return
    }
    guard problems.count < Self.limit else { return }
    places[key] = problems.count
    problems.append(Problem(kind: kind, event: event, property: property, text: text(), count: count, line: line))
  }

  private mutating func take(_ record: RecordSplitter.Record) {
    do throws(LineProblem) {
      switch try reading.read(record) {
      case .blank: break
      case .header(let problem):
        guard let problem else { return }
        let text = LogRemedy.advice(on: problem.reason, problem.remedy)
        report("line", "", problem.missing, text, line: record.line)
      case .call:
        lines += 1
        calls += 1
      case .event(let event):
        lines += 1
        check(event.fields, event.names, isTable: reading.isTable, record.line)
      }
    } catch {
      lines += 1
      report("line", "", error.kind, error.advice, line: record.line)
    }
  }

  private mutating func check(_ fields: EventFields, _ names: [String], isTable: Bool, _ line: Int) {
    for name in names where AnalyticsDefinition.isForbidden(name) && (!isTable || fields.property(name) != nil) {
      report("forbidden", fields.name, name, "weight, height and age do not belong in analytics", line: line)
    }
    guard let definition = Self.definitions[fields.name] else {
      // A line that only assigns an arm is not an event of the app.
      if !fields.arms.isEmpty { return }
      let near = NearestName.of(fields.name, in: AnalyticsEvent.allNames).map { "; did you mean `\($0)`?" } ?? ""
      return report("name", fields.name, "", "not an event of the definitions\(near)", line: line)
    }
    events += 1
    counts[fields.name, default: 0] += 1
    for property in definition.properties {
      let held = property.name == "session_id" ? fields.session ?? fields.property(property.name) : nil
      guard let node = held ?? fields.property(property.name), node.value != .null else {
        if property.isRequired {
          report("missing", fields.name, property.name, "is required: \(property.kind.name)", line: line)
        }
        continue
      }
      properties[fields.name, default: [:]][property.name, default: 0] += 1
      if !property.kind.takes(node, isTable: isTable) {
        report(
          "type", fields.name, property.name, "expected \(property.kind.name); found \(node.described)", line: line)
      }
    }
    checkTime(fields, line)
  }

  private mutating func checkTime(_ fields: EventFields, _ line: Int) {
    let time: Int64
    do throws(LineProblem) {
      time = try fields.instant().value
    } catch {
      return report("time", fields.name, "timestamp", error.advice, line: line)
    }
    let day = Timestamp(milliseconds: time).daysSinceEpoch
    days[day, default: [:]][fields.name, default: (0, line, time)].count += 1
    if firsts[fields.user].map({ time < $0.time }) ?? true { firsts[fields.user] = (time, line, fields.name) }
    if fields.name == "signup_completed", signUps[fields.user].map({ time < $0.time }) ?? true {
      signUps[fields.user] = (time, line)
    }
    guard fields.name == "app_launched", let session = fields.session ?? fields.property("session_id"),
      session.value != .null
    else {
      return
    }
    let key = XXH64.digest(of: Array("\(fields.user)\u{0}\(session.string ?? session.text)".utf8))
    let id = fields.identity.map { XXH64.digest(of: $0) } ?? 0
    launches.append(Launch(session: key, id: id, time: time, line: line))
  }

  /// Finds sessions that begin twice.
  private mutating func checkSessions() {
    var own = SpilledArray<Launch>([])
    swap(&own, &launches)
    own.sort { ($0.session, $0.line) < ($1.session, $1.line) }
    var first: Launch?
    var again: (count: Int, line: Int, isAtOnce: Bool) = (0, .max, false)
    own.forEach { launch in
      guard let before = first, before.session == launch.session else {
        first = launch
        return
      }
      // A service delivers a line more than once, which its id shows.
      if launch.id != 0, launch.id == before.id { return }
      again.count += 1
      if launch.line < again.line { (again.line, again.isAtOnce) = (launch.line, launch.time == before.time) }
    }
    guard again.count > 0 else { return }
    report(
      "session", "app_launched", "session_id",
      again.isAtOnce ? "a session begins twice in one instant" : "a session begins again under the same id",
      line: again.line, count: again.count)
  }

  /// Finds times that are far from all others, and actions before the account's sign-up.
  private mutating func checkTimes() {
    let sorted = days.keys.sorted()
    let longest = EventReader.longestSpan / Milliseconds.day
    if let first = sorted.first, let last = sorted.last, last - first > longest {
      // The day on which the median event lies.
      let counts = sorted.map { day in days[day, default: [:]].values.reduce(0) { $0 + $1.count } }
      let all = counts.reduce(0, +)
      var (middle, before) = (first, 0)
      for (day, count) in zip(sorted, counts) where 2 * before <= all {
        middle = day
        before += count
      }
      let far = sorted.filter { abs($0 - middle) > longest }.flatMap { day in
        days[day, default: [:]].map { (name: $0.key, found: $0.value) }
      }
      for (name, found) in far.sorted(by: { $0.found.line < $1.found.line }) {
        report(
          "time", name, "timestamp",
          "\(Timestamp(milliseconds: found.time).iso8601) is more than a year from the middle of the log",
          line: found.line, count: found.count)
      }
    }
    for (user, signUp) in signUps.sorted(by: { $0.value.line < $1.value.line }) {
      guard let first = firsts[user], first.time < signUp.time - Milliseconds.minute, first.name != "app_launched"
      else {
        continue
      }
      report(
        "time", first.name, "timestamp", "more than a minute before the person's `signup_completed`", line: first.line)
    }
  }
}

extension AnalyticsDefinition.Kind {
  /// Whether a value is of this kind; in a table every value is a text.
  fileprivate func takes(_ node: JSONNode, isTable: Bool) -> Bool {
    let number = node.number ?? (isTable ? node.anyNumber : nil)
    switch self {
    case .text: return node.string != nil
    case .choice(let values): return node.string.map(values.contains) ?? false
    case .number(let range, _): return number.map { range.contains($0) } ?? false
    case .count: return number.map { $0 >= 0 && $0 == $0.rounded() } ?? false
    case .flag:
      if case .bool = node.value { return true }
      return isTable && ["true", "false", "1", "0"].contains(node.string?.lowercased() ?? "") || number == 0
        || number == 1
    case .list: return node.unfolded.elements != nil || isTable && node.string != nil
    case .session: return node.string != nil || node.number != nil
    }
  }
}
