import GTSDModel
import Interleaving

/// The uplink of one phone, in the time of its world. The phone only sends over it; what happens on the way is part of
/// the network, so timers do it and not tasks of the phone.
final class PhoneUplink: TimerHandler {
  /// The outcome of sending a body.
  enum End: Sendable { case sent, cutOff, timedOut }

  /// The time, in nanoseconds, for which transfers continue after the app goes to the background, before the system
  /// suspends it (assumption: the usual time of a background task).
  static let backgroundTime = 30 * Nanoseconds.second

  /// The index of the link in the scenario.
  let link: UInt8
  private let scheduler: Scheduler
  private let lane: Lane
  private var uplink: Uplink
  /// The times without a connection; nil if there are none.
  private var gaps: ConnectionGaps?
  private var waiting: [(number: Int, photo: PhotoItemID?, end: OneShot<End>)] = []
  private var timer: TimerHandle?
  private var suspension: TimerHandle?

  /// Creates the uplink of a person's phone; nil if the scenario has no links.
  init?(world: World, user: UInt32, lane: Lane) {
    let links = world.scenario.backend.links
    guard !links.isEmpty else { return nil }
    let draws = BackendDraws(
      seed: world.scenario.seed, replication: world.replication, areMedians: world.drawsMedians)
    link = UInt8(draws.link(of: user, among: links))
    uplink = Uplink(megabits: links[Int(link)].uplink)
    gaps = links[Int(link)].gaps.map { ConnectionGaps($0, of: user, draws: draws) }
    scheduler = world.scheduler
    self.lane = lane
  }

  /// Waits until this many bytes have been sent, of a photo or of other data; nil if the calling task was cancelled.
  func send(
    _ bytes: Int, of photo: PhotoItemID?, timeout: Int64, isolation: isolated (any Actor)? = #isolation
  ) async -> End? {
    let end = OneShot<End>(scheduler: scheduler)
    let number = uplink.begin(bytes: bytes, at: scheduler.now)
    waiting.append((number, photo, end))
    setTimer()
    let patience = scheduler.schedule(after: timeout, kind: .timer, lane: lane) { end.fulfil(.timedOut) }
    let result = await end.value()
    scheduler.cancel(patience)
    if result != .sent {
      leave(number)
      setTimer()
    }
    return result
  }

  /// The part of a photo that was sent, in whole percent; nil before its transfer begins and after it ends.
  func percent(of photo: PhotoItemID) -> UInt8? {
    guard let number = waiting.first(where: { $0.photo == photo })?.number else { return nil }
    return uplink.percent(of: number, at: scheduler.now)
  }

  /// Whether the phone has no connection now.
  var isInGap: Bool { gaps?.contains(scheduler.now) ?? false }

  private func leave(_ number: Int) {
    uplink.end(number, at: scheduler.now)
    waiting.removeAll { $0.number == number }
  }

  /// Records that the app comes to the foreground or leaves it. In the background, transfers continue for a while and
  /// then stop.
  func setForeground(_ isInForeground: Bool) {
    if let suspension { scheduler.cancel(suspension) }
    suspension =
      isInForeground
      ? nil
      : scheduler.schedule(after: Self.backgroundTime, kind: .timer, lane: lane) { [weak self] in self?.cutOff() }
  }

  /// Ends the transfer of the next complete body.
  func timerFired(_: TimerHandle) {
    timer = nil
    for (number, _, end) in waiting where uplink.isThrough(number, at: scheduler.now) {
      // A transfer that ends at the instant at which its sender leaves also frees its part of the uplink.
      leave(number)
      end.fulfil(.sent)
    }
    setTimer()
  }

  private func cutOff() {
    suspension = nil
    for (_, _, end) in waiting { end.fulfil(.cutOff) }
  }

  private func setTimer() {
    if let timer { scheduler.cancel(timer) }
    timer = uplink.nextEnd(after: scheduler.now).map { instant in
      scheduler.schedule(after: instant - scheduler.now, kind: .leg, lane: lane, handler: self)
    }
  }
}
