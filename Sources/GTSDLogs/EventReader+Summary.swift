import GTSDModel

extension EventReader {
  /// The numbers of lines that were used and that were not, by reason.
  package struct Summary: Codable, Sendable, Equatable {
    /// The name of the format, and the layout of the file.
    package var format = "JSON Lines"
    package var layout = ""
    /// The reason why the file cannot be read, with the remedy; nil if it can.
    package var unreadable: String?
    /// The number of lines or rows that are not empty, without the header of a CSV file.
    package var lines = 0
    /// The number of events that are used.
    package var events = 0
    /// The number of lines that are not used because of a problem.
    package var rejected = 0
    /// The first rejected lines: line number from 1, and reason.
    package var examples: [Rejection] = []
    /// The numbers of rejected lines by kind of problem, in the order in which the problems first occurred.
    package var kinds: [Tally] = []
    /// The numbers of rejected lines by the name of the event, for events of the definitions.
    var rejectedNames: [Tally] = []
    /// The longest run of rejected lines.
    var lostRun = LostRun()
    /// The number of well-formed events that the definitions do not contain.
    package var unknown = 0
    /// The first 20 unknown names.
    package var unknownNames: [Tally] = []
    /// The number of events that are after a later event of their user in the file.
    package var outOfOrder = 0
    /// The number of rejected lines that repeat an earlier line. They are not faults of the sent data.
    package var repeated = 0
    /// The number of events left out because they were sent again, by their id or as the same act of the same person.
    package var resent = 0
    /// The number of events left out because their clock differs far from all others.
    package var quarantined = 0
    /// The number of times without a zone that neither the format nor a map determines.
    package var zoneless = 0
    /// The numbers of calls that are not events: `calls` of a page or a screen, `links` between ids.
    package var calls = 0
    package var links = 0
    /// The number of events whose time is later than their arrival at the service.
    package var early = 0
    /// The numbers of ids and of the people they belong to.
    package var identities = IdentityCounts()
    /// The names that are used in place of an account, such as `guest`.
    var placeholders = Placeholders()
    /// The events of each platform and of each version of the app, and the times until they arrived.
    var platforms = GroupCounts(.platform)
    var versions = GroupCounts(.version)
    var lags = ArrivalLags()
    /// The people who, from some time on, only send events with names outside the definitions. Nil if they are too few
    /// to suggest a version of the app with other names.
    var renamed: RenamedEvents.Change?
    /// Faults and oddities of the log as a whole.
    package var findings: [LogFinding] = []
    /// Explanations, in words, of how the first records were read.
    package var explained: [String] = []
    /// The number of lines used only for the arm of an experiment that they name.
    package var exposures = 0
    /// The values that were taken for ids of events but are not, since they repeat across people or different content.
    package var noIDs: NoIDs?

    /// The number of rejected lines with a problem.
    package var bad: Int { rejected - repeated }
    /// The greatest number of bad lines by the standard limit.
    package var mostBad: Int { BadLineLimit.standard.lines(of: lines) }
  }

  /// A field that is named like an event's id but whose values do not identify events.
  package struct NoIDs: Codable, Equatable, Sendable {
    /// The number of different ids.
    package var values: Int
    /// The number of lines with such a value.
    package var lines: Int

    package init(values: Int, lines: Int) { (self.values, self.lines) = (values, lines) }
  }

  /// The longest run of rejected lines with no other line between them.
  struct LostRun: Codable, Equatable, Sendable {
    /// The number of its lines, and the number of the first of them in the file.
    private(set) var count = 0
    private(set) var line = 0
    private var (own, start) = (0, 0)

    mutating func note(_ line: Int, isLost: Bool) {
      guard isLost else { return own = 0 }
      if own == 0 { start = line }
      own += 1
      if own > count { (count, self.line) = (own, start) }
    }
  }

  /// A rejected line.
  package struct Rejection: Codable, Equatable, Sendable {
    /// The line's number, from 1.
    package var line: Int
    /// The reason for the rejection.
    package var reason: String
    /// The file that would make the line readable; nil if none would.
    package var remedy: LogRemedy?

    package init(line: Int, reason: String, remedy: LogRemedy? = nil) {
      (self.line, self.reason, self.remedy) = (line, reason, remedy)
    }

    /// The line and the reason: `line 4: unknown event`.
    package var text: String { "line \(line): \(reason)" }

    /// The reason and the remedy, for people who use the command.
    package var advice: String { LogRemedy.advice(on: reason, remedy) }
  }

  /// A named count of something found in the log.
  package struct Tally: Codable, Equatable, Sendable {
    package var name: String
    package var count: Int

    package init(name: String, count: Int) { (self.name, self.count) = (name, count) }
  }
}
