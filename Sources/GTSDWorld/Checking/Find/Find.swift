/// A defect that a search found, shrunk to its smallest story and verified by replays.
///
/// All texts are for people. Machines identify a find by `key`, `oracle`, `hazard` and `token`.
package struct Find: Sendable, Equatable {
  /// The name of the defect: oracle, hazard and the operations in its site, the same for every seed and every order
  /// that shows it. If two defects share all of that, the second name also includes the strategies that cause it.
  package var key: String
  /// The id of the violated invariant or checker.
  package var oracle: String
  /// The oracle's condition, in a sentence.
  package var statement: String
  /// The id of the catalogued hazard that explains the failure; nil if none does.
  package var hazard: String?
  /// The signatures of other failures of the same minimal schedule.
  package var furtherSignatures: [String] = []
  /// The observation in a sentence: where, expected and observed value.
  package var summary: String
  /// The number of schedules of the search that showed the ``signature``.
  package var schedules: Int
  /// The lowest number among the schedules that show the find.
  package var first: Int
  /// The causal chain from its beginning to the wrong value; nil in reports of older versions.
  package var cause: Explanation?
  /// The contradiction in words, as in "Let R = … and W = …: R was read before W and is applied after W."
  package var contradiction: String?
  /// The places in the sources along the chain of the ``cause``.
  package var sites: [Site] = []
  /// A sufficient order of arrivals to cause the defect; empty if none is needed, or if no small set of orders
  /// expresses it.
  package var constraints: [Constraint] = []
  /// The order that is needed besides faults and steps; nil in reports of older versions.
  package var order: Order?
  /// The generations that fail an expectation in natural order with every step, no fault and median latencies. Empty
  /// for other violations, and if the scenario's own generation passes.
  package var failsInNaturalOrder: [String] = []
  /// The result of the correct app for the same steps; nil for everything but an expectation.
  package var soundApp: SoundApp?
  /// Whether the same faults and steps pass without the constraints.
  package var passesWithoutConstraints: Bool
  /// The faults that are needed, in words.
  package var faults: [String] = []
  /// The remaining steps of the story, in words.
  package var steps: [String] = []
  /// The share of random continuations that fail, before the first and after each arrival of the minimal schedule.
  package var likelihood: [Double] = []
  /// The number of random continuations behind each share.
  package var continuations: Int = 0
  /// The number of replays for shrinking, and whether nothing more can be removed (otherwise the budget ran out).
  package var shrinkReplays: Int
  package var isMinimal: Bool
  /// The token for `replay`.
  package var token: String
  package var twin: Twin?
  package var timeline: Timeline

  /// The key without the strategies that distinguish two similar defects: the part that is known before shrinking.
  package var signature: Substring { key.prefix { $0 != ";" } }

  /// The result of the correct app for the steps to which an expectation was shrunk.
  package enum SoundApp: String, CaseIterable, Sendable {
    /// The correct app meets the expectation with the same faults and steps in the same order.
    case passes
    /// The correct app fails the expectation in the same order, and meets it in natural order.
    case passesInNaturalOrder = "passes-in-natural-order"
    /// The correct app fails the expectation as well, with the same faults and steps in natural order.
    case fails
  }

  /// The order that a violation needs besides its faults and steps.
  package enum Order: String, CaseIterable, Sendable {
    /// The natural order of the whole story: every step, no fault, median latencies.
    case natural
    /// The natural order of the remaining steps, with the faults that are on.
    case shrunken
    /// The natural order, with the latencies that this schedule draws at random.
    case drawn
    /// The natural order, changed by ``Find/constraints``.
    case constrained
    /// The order of the whole schedule, which no small set of constraints expresses.
    case whole
    /// No order: the steps before the search already fail, although each of them is run to its end.
    case given
  }

  /// The explanation of a violation.
  package struct Explanation: Sendable, Equatable {
    /// The wrong variable, as in "homeNeed" or "stored plan".
    package var variable: String
    /// The beginning of the chain, in words.
    package var text: String
    /// The source file and line of the beginning. With ``strategies``, the first place at which the sound app behaves
    /// differently; nil if unknown.
    package var source: String?
    /// The task's spawn path.
    package var task: String?
    /// The fewest strategies, as `path=value`, that make the same schedule pass; empty if none of the app's
    /// switches does.
    package var strategies: [String]
    /// Other strategies, each of which alone also makes the schedule pass.
    package var alternatives: [String] = []
    /// The ids of all oracles that notice the violation.
    package var oracles: [String]
    /// The chain from the beginning to the violation, two to five links.
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

    /// A link of a chain.
    package struct Link: Sendable, Equatable {
      /// The link in words.
      package var text: String
      /// The step of the timeline; nil if there is none.
      package var step: Int?
      /// The source file and line; nil if there is none.
      package var source: String?

      package init(text: String, step: Int?, source: String?) {
        self.text = text
        self.step = step
        self.source = source
      }
    }
  }

  /// A place in the client or backend that contributes to the defect.
  package struct Site: Sendable, Equatable {
    /// The action at the place, in words, as in "W writes homeNeed = true".
    package var text: String
    /// The source file and line, as in "Device+Metrics.swift:88"; nil if unknown.
    package var source: String?
    /// The task's spawn path.
    package var task: String?

    package init(text: String, source: String?, task: String?) {
      self.text = text
      self.source = source
      self.task = task
    }
  }

  /// A constraint that one arrival comes before another.
  package struct Constraint: Sendable, Equatable {
    /// The earlier arrival in words, as in "reply to GET metrics/today #12 on phone 1".
    package var before: String
    package var after: String
    /// The index of the earlier arrival in the timeline; nil if it never happens.
    package var beforeStep: Int?
    package var afterStep: Int?
    /// The role of the order; nil in reports of older versions, and if no conflict was searched for.
    package var role: Role?
    /// The state that depends on the order of the two, as in "homeNeed on phone 1"; nil if unknown.
    package var state: String?

    /// The role of an order in a violation.
    package enum Role: String, CaseIterable, Sendable {
      /// The two arrivals conflict: the story passes if only they change places.
      case conflict
      /// The order only delays something long enough for the conflicts.
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

  /// The same story with one strategy replaced by the correct one.
  package struct Twin: Sendable, Equatable {
    /// The strategy, as `path=value`.
    package var strategy: String
    /// The number of schedules that were searched with the correct strategy, and how many of them failed.
    package var schedules: Int
    package var failures: Int
    /// The same schedule under the twin.
    package var timeline: Timeline
    /// The first step at which the two timelines differ; nil if they do not.
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
