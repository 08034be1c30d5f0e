package import GTSDModel

/// A prepared move: an action of a story's person on a phone, or an event around it.
///
/// A class, since each schedule would otherwise copy it several times on its way to the phone.
package final class StoryMove: Sendable {
  /// The phone's ordinal.
  package let device: UInt8
  /// The number of the move among all, from 0.
  package let number: Int
  /// The step to which the move belongs.
  package let place: StoryPlace
  /// The condition that the person waits for before the move.
  let until: DeviceCondition?
  /// The pause before the move, in nanoseconds.
  let after: Int64
  package let deed: StoryDeed
  let intent: Int32

  init(
    device: UInt8, number: Int, place: StoryPlace, until: DeviceCondition?, after: Int64, deed: StoryDeed, intent: Int32
  ) {
    (self.device, self.number, self.place) = (device, number, place)
    (self.until, self.after, self.deed, self.intent) = (until, after, deed, intent)
  }
}

/// The place of a step in its story.
package struct StoryPlace: Hashable, Sendable {
  /// Whether the step comes before the search.
  package var isGiven: Bool
  /// The index in that part, from 0. For searched steps, also the number of the bit by which a schedule leaves the
  /// step out.
  package var index: Int

  /// The name in keys: `step-3`, from 1.
  package var name: String { "\(isGiven ? "given" : "step")-\(index + 1)" }
}

/// The action of a move.
package enum StoryDeed: Sendable {
  case rest
  case tap(UserAction)
  /// The phone's network is switched on or off.
  case network(isOn: Bool)
  /// The person waits for the next day by the phone's clock.
  case midnight
  /// Changes the phone's clock: from now on it is ahead of the true time by this many nanoseconds.
  case clock(Int64)
  /// The phone's time zone is changed. The value is the offset from UTC in nanoseconds.
  case zone(Int64)
  /// The person follows a notification to Plans.
  case push
  /// The system asks the app to free memory.
  case lowMemory
  case disturb(Fault)
  case endFaults
  /// A condition that should hold, at once or within this many nanoseconds.
  case expect(StoryExpectation, within: Int64, isNaturalOnly: Bool)
}
