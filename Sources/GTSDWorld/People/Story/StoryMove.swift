package import GTSDModel

/// One thing that a story's person does on a phone, or that happens around it, ready to be done.
///
/// An object, since each schedule would copy it time and again on its way to the phone.
package final class StoryMove: Sendable {
  /// The phone's ordinal.
  package let device: UInt8
  /// Which of all moves it is, from 0.
  package let number: Int
  /// The step that it is of.
  package let place: StoryPlace
  /// The condition that the person waits for first.
  let until: DeviceCondition?
  /// The pause before it, nanoseconds.
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
  /// Whether it comes before the search.
  package var isGiven: Bool
  /// The index in that part, from 0. For searched steps, also the bit by which a schedule leaves the step out.
  package var index: Int

  /// The name in keys: `step-3`, from 1.
  package var name: String { "\(isGiven ? "given" : "step")-\(index + 1)" }
}

/// The action of a move.
package enum StoryDeed: Sendable {
  case rest
  case tap(UserAction)
  /// The phone reaches the network from here on, or does not.
  case network(isOn: Bool)
  /// Waits for the next day by the phone's clock.
  case midnight
  /// The phone's clock is so far ahead of the true time from here on, nanoseconds.
  case clock(Int64)
  /// Local time is so far ahead of UTC from here on, nanoseconds.
  case zone(Int64)
  /// Follows a notification to Plans.
  case push
  /// The system takes back memory.
  case lowMemory
  case disturb(Fault)
  case endFaults
  /// Something should hold, at once or within so many nanoseconds.
  case expect(StoryExpectation, within: Int64, isNaturalOnly: Bool)
}
