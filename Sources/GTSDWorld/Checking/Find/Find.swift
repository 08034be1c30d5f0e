/// One defect that a search found, shrunk to its smallest story and verified by replays.
///
/// All texts are for people; what names a thing for machines is `key`, `oracle`, `hazard` and `token`.
package struct Find: Sendable, Equatable {
  /// The name of the defect: oracle, hazard and the operations that its site names, the same for every seed and every
  /// order that shows it. Of two defects that differ in nothing of that, the second names the strategies to blame as
  /// well.
  package var key: String
  /// Id of the invariant or checker that says so.
  package var oracle: String
  /// The oracle's condition, in a sentence.
  package var statement: String
  /// Id of the catalogued hazard that explains it, nil where none fits.
  package var hazard: String?
  /// The signatures of other failures of the same minimal schedule.
  package var also: [String] = []
  /// The observation in a sentence: where, expected and observed value.
  package var summary: String
  /// Schedules of the search that showed the ``signature``.
  package var schedules: Int
  /// The lowest number among them.
  package var first: Int
  /// The causal chain from its beginning to the wrong value; nil in reports of older versions.
  package var cause: Explanation?
  /// The contradiction in words, as in "Let R = … and W = …: R was read before W and is taken over after it."
  package var contradiction: String?
  /// The places in the sources along the chain of the ``cause``.
  package var sites: [Site] = []
  /// An order between arrivals that is enough to break it; empty where none is needed, or where no few of them say it.
  package var constraints: [Constraint] = []
  /// The order that is needed besides faults and steps; nil in reports of older versions.
  package var order: Order?
  /// Generations in which natural order, with every step, no fault and median latencies, shows the same: of an
  /// expectation alone, and empty where it holds there in this scenario's own.
  package var failsInNaturalOrder: [String] = []
  /// The sound app's result of the same steps; nil for everything but an expectation.
  package var soundApp: SoundApp?
  /// Whether the same faults and steps without the constraints pass.
  package var passesWithoutConstraints: Bool
  /// Faults that are needed, in words.
  package var faults: [String] = []
  /// The story's steps that are left, in words.
  package var steps: [String] = []
  /// Share of random continuations that fail, after each arrival of the minimal schedule; the first before any.
  package var likelihood: [Double] = []
  /// Random continuations behind each share.
  package var continuations: Int = 0
  /// Replays that shrinking took, and whether nothing can be removed any more (else its budget ran out).
  package var shrinkReplays: Int
  package var isMinimal: Bool
  /// Word for `replay`.
  package var token: String
  package var twin: Twin?
  package var timeline: Timeline

  /// The key without the strategies that tell two defects apart: what a schedule shows before it is shrunk.
  package var signature: Substring { key.prefix { $0 != ";" } }

  /// The sound app's result of the steps that an expectation was shrunk to.
  package enum SoundApp: String, CaseIterable, Sendable {
    /// The sound app passes them in the same order.
    case passes
    /// The sound app fails them in the same order, and passes them in natural order.
    case passesInNaturalOrder = "passes-in-natural-order"
    /// The sound app fails them in natural order as well.
    case fails
  }

  /// The order that a violation needs besides its faults and steps.
  package enum Order: String, CaseIterable, Sendable {
    /// Natural order of the whole story: every step, no fault, median latencies.
    case natural
    /// Natural order of the steps that are left, with the faults that are on.
    case shrunken
    /// The same, with latencies as this schedule draws them.
    case drawn
    /// The ``Find/constraints`` over natural order.
    case constrained
    /// The order of the whole schedule: no few orders between arrivals say it.
    case whole
    /// Nothing: the steps before the search break it, each of them done to its end.
    case given
  }

  /// The explanation of a violation.
  package struct Explanation: Sendable, Equatable {
    /// The wrong variable, as in "homeNeed" or "stored plan".
    package var variable: String
    /// The beginning of the chain, in words.
    package var text: String
    /// Source file and line where that stands: under ``strategies`` the first place at which the sound app does
    /// otherwise; nil where unknown.
    package var source: String?
    /// The task's spawn path.
    package var task: String?
    /// The fewest strategies, as `path=value`, that make the same schedule pass; empty where none of the app's switches
    /// does.
    package var strategies: [String]
    /// Strategies each of which would do so as well, by itself.
    package var alternatives: [String] = []
    /// Ids of all oracles that notice it.
    package var oracles: [String]
    /// From the beginning to the violation, two to five links.
    package var chain: [Link]

    package init(
      variable: String, text: String, source: String?, task: String?, strategies: [String], oracles: [String],
      chain: [Link]
    ) {
      self.variable = variable
      self.text = text
      self.source = source
      self.task = task
      self.strategies = strategies
      self.oracles = oracles
      self.chain = chain
    }

    /// One link of a chain.
    package struct Link: Sendable, Equatable {
      /// In words.
      package var text: String
      /// The step of the timeline, nil for none.
      package var step: Int?
      /// Source file and line, nil for none.
      package var source: String?

      package init(text: String, step: Int?, source: String?) {
        self.text = text
        self.step = step
        self.source = source
      }
    }
  }

  /// A place in the client or backend that has part in the defect.
  package struct Site: Sendable, Equatable {
    /// The action at the place, in words, as in "W writes homeNeed = true".
    package var text: String
    /// Source file and line, as in "Device+Metrics.swift:88"; nil where unknown.
    package var source: String?
    /// The task's spawn path.
    package var task: String?

    package init(text: String, source: String?, task: String?) {
      self.text = text
      self.source = source
      self.task = task
    }
  }

  /// One arrival must come before another.
  package struct Constraint: Sendable, Equatable {
    /// In words, as in "reply to GET metrics/today #12 on phone 1".
    package var before: String
    package var after: String
    /// Places of the two in the timeline's arrivals, nil where one never comes.
    package var beforeStep: Int?
    package var afterStep: Int?
    /// The role of the order; nil in reports of older versions, and where no conflict was looked for.
    package var role: Role?
    /// The state for which the order of the two decides, as in "homeNeed on phone 1"; nil where it is not known.
    package var state: String?

    /// The role of an order in a violation.
    package enum Role: String, CaseIterable, Sendable {
      /// The two conflict: the story passes once they alone are exchanged.
      case conflict
      /// The order only holds something back long enough for the conflicts.
      case delay
    }

    package init(
      before: String, after: String, beforeStep: Int?, afterStep: Int?, role: Role? = nil, state: String? = nil
    ) {
      self.before = before
      self.after = after
      self.beforeStep = beforeStep
      self.afterStep = afterStep
      self.role = role
      self.state = state
    }
  }

  /// The same story with one strategy set back to the sound one.
  package struct Twin: Sendable, Equatable {
    /// `path=value`.
    package var strategy: String
    /// Schedules searched under it, and how many of them broke anything.
    package var schedules: Int
    package var failures: Int
    /// The same schedule under the twin.
    package var timeline: Timeline
    /// The first step at which the two timelines differ, nil if they do not.
    package var firstDivergence: Int?

    package init(strategy: String, schedules: Int, failures: Int, timeline: Timeline, firstDivergence: Int?) {
      self.strategy = strategy
      self.schedules = schedules
      self.failures = failures
      self.timeline = timeline
      self.firstDivergence = firstDivergence
    }
  }

  package init(
    key: String, oracle: String, statement: String, hazard: String?, summary: String, schedules: Int, first: Int,
    passesWithoutConstraints: Bool, shrinkReplays: Int, isMinimal: Bool, token: String, timeline: Timeline
  ) {
    self.key = key
    self.oracle = oracle
    self.statement = statement
    self.hazard = hazard
    self.summary = summary
    self.schedules = schedules
    self.first = first
    self.passesWithoutConstraints = passesWithoutConstraints
    self.shrinkReplays = shrinkReplays
    self.isMinimal = isMinimal
    self.token = token
    self.timeline = timeline
  }
}
