extension Report {
  /// One way in which one invariant was broken.
  public struct Violation: Hashable, Sendable, Decodable {
    /// An occurrence that can be replayed.
    public struct Example: Hashable, Sendable, Decodable {
      /// The user's index.
      public var user: Int
      /// When, in virtual seconds.
      public var atSeconds: Double
      /// What was seen, in a line.
      public var summary: String
      /// The token that `replay` takes; empty for what was observed of a remote server, which cannot be replayed.
      public var replay: String

      /// An occurrence.
      package init(user: Int, atSeconds: Double, summary: String, replay: String) {
        self.user = user
        self.atSeconds = atSeconds
        self.summary = summary
        self.replay = replay
      }
    }

    /// The invariant, such as `I-VIEWS`.
    public var invariant: String
    /// The catalogued way of breaking it, such as `banner-after-ack-instance-drift`; nil where none fits.
    public var hazard: String?
    /// Episodes: maximal intervals in which the invariant is false.
    public var count: Int
    /// How many users met it.
    public var users: Int
    /// What makes two episodes the same violation.
    public var key: String
    /// The first few.
    public var examples: [Example]

    /// A violation.
    package init(invariant: String, hazard: String?, count: Int, users: Int, key: String, examples: [Example]) {
      self.invariant = invariant
      self.hazard = hazard
      self.count = count
      self.users = users
      self.key = key
      self.examples = examples
    }
  }

  /// How often an invariant was looked at.
  public struct Check: Hashable, Sendable, Decodable {
    /// The invariant, such as `I-VIEWS`.
    public var invariant: String
    /// How often it had something to say.
    public var evaluated: Int
    /// How often its condition did not apply, so that it held without saying anything.
    public var vacuous: Int

    /// How often an invariant was looked at.
    package init(invariant: String, evaluated: Int, vacuous: Int) {
      self.invariant = invariant
      self.evaluated = evaluated
      self.vacuous = vacuous
    }
  }

  /// A default that the run used.
  public struct Assumption: Hashable, Sendable, Decodable {
    /// Where a scenario sets it, such as `population.personas[0].dismissCard`.
    public var path: String
    /// Its value, as a scenario file would write it.
    public var value: String
    /// Where it comes from, or `assumption, no source`.
    public var source: String

    /// The source of a default that nothing supports.
    public static let noSource = "assumption, no source"

    /// A default with its source.
    package init(path: String, value: String, source: String = Assumption.noSource) {
      self.path = path
      self.value = value
      self.source = source
    }
  }
}

extension Report.Violation {
  /// The hazard, or what a remote server's replies were about.
  var label: String {
    hazard ?? key.firstRange(of: "/observed/").map { String(key[$0.upperBound...]) } ?? "unclassified"
  }
}

extension Report.Violation.Example {
  /// The command that shows it again, nil where none can.
  var command: String? { replay.isEmpty ? nil : Wording.replay(replay) }
}
