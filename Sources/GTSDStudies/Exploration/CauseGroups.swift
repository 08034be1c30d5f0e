import GTSDWorld

/// Groups the violations of a search by their causes. Violations of several oracles and at several sites with one cause
/// are one find. A second cause is a find of its own, even if the same schedule shows both.
struct CauseGroups {
  /// The violations of one cause. The first one is shown.
  private struct Group {
    var members: [ExplainedSchedule]
    /// The number of schedules that showed the first violation, and the lowest of their numbers.
    var schedules: Int
    var first: UInt32
  }

  private let maker: FindMaker
  private let minimizes: Bool
  private var groups: [Group] = []
  private var errors: [(signature: String, text: String)] = []
  /// The schedules that were explained for each signature.
  private var known: [(signature: String, schedule: Schedule)] = []

  init(maker: FindMaker, minimizes: Bool) {
    self.maker = maker
    self.minimizes = minimizes
  }

  /// Shrinks and explains one schedule with a violation.
  ///
  /// - Parameters:
  ///   - schedules: the number of schedules with this signature.
  ///   - first: the lowest of their numbers.
  mutating func take(_ signature: String, _ schedule: Schedule, schedules: Int, first: UInt32) {
    var shrinker = ScheduleShrinker(
      runner: maker.runner, policies: maker.policies, signature: signature, soundApp: maker.soundApp)
    do throws(ShrinkFailure) {
      let shrunk = try minimizes ? shrinker.shrink(schedule) : shrinker.verified(schedule)
      guard !known.contains(where: { $0.signature == signature && $0.schedule.hasCause(of: shrunk.schedule) }) else {
        return
      }
      known.append((signature, shrunk.schedule))
      var explained = maker.explained(shrunk)
      if minimizes, explained.isMirrored, let mirrored = shrinker.mirrored(shrunk, of: schedule) {
        explained = maker.explained(mirrored)
      }
      place(explained, schedules: schedules, first: first)
    } catch {
      errors.append((signature, error.description))
    }
  }

  /// Examines the other failures in the schedules of finds. A cause without a find becomes a find.
  mutating func takeOthers() {
    var next = 0
    while next < groups.count {
      let group = groups[next]
      for other in maker.explainedOthers(group.members[0]) {
        if let index = groups.firstIndex(where: { $0.members[0].isOfCause(of: other) }) {
          groups[index].members.append(other)
        } else if !known.contains(where: { $0.signature == other.shrunk.finding.signature }) {
          take(other.shrunk.finding.signature, other.shrunk.schedule, schedules: 1, first: group.first)
        }
      }
      next += 1
    }
  }

  private mutating func place(_ explained: ExplainedSchedule, schedules: Int, first: UInt32) {
    if let index = groups.firstIndex(where: { $0.members[0].isOfCause(of: explained) }) {
      // The find shows the catalogue's name for the cause, if there is one. It shows the simplest of several examples,
      // so that the cause does not depend on the example that the search found first.
      let shown = groups[index].members[0]
      let isNamed = shown.hazard == nil && explained.hazard != nil
      guard isNamed || shown.signature == explained.signature && explained.isSimpler(than: shown) else {
        return groups[index].members.append(explained)
      }
      groups[index].members.insert(explained, at: 0)
      (groups[index].schedules, groups[index].first) = (schedules, first)
    } else {
      groups.append(Group(members: [explained], schedules: schedules, first: first))
    }
  }

  /// The shown violation of each cause, in the order in which they were taken.
  var shown: [ExplainedSchedule] { groups.map { $0.members[0] } }

  /// The finds, one for each cause, in the order in which they were taken.
  var finds: Exploration.Finds {
    var result = Exploration.Finds(errors: errors)
    for group in groups {
      for member in group.members {
        let signature = member.shrunk.finding.signature
        guard result.references[signature] == nil else { continue }
        result.references[signature] = member.reference(toFind: result.finds.count)
      }
      var find = maker.find(
        group.members[0], others: Array(group.members.dropFirst()), schedules: group.schedules, first: group.first)
      if result.finds.contains(where: { $0.key == find.key }) { find.addDistinction(by: group.members[0].cause) }
      result.finds.append(find)
    }
    return result
  }
}

extension Find {
  /// Appends the cause to the key, so that two finds with one key can be distinguished.
  fileprivate mutating func addDistinction(by cause: Explanation?) {
    let strategies = cause?.strategies ?? []
    key += "; " + (strategies.isEmpty ? cause?.variable ?? "not explained" : strategies.joined(separator: " and "))
  }
}
