import GTSDModel
import Interleaving

/// The way of bodies out of one phone, in the time of its world.
///
/// `@unchecked Sendable`: touched only on the thread that runs the world.
final class PhoneUplink: TimerHandler, @unchecked Sendable {
  /// What became of a body.
  enum End: Sendable { case sent, cutOff, timedOut }

  /// How long a transfer goes on in an app that is in the background before the system suspends it, nanoseconds
  /// (assumption: what a background task usually gets).
  static let backgroundTime = 30 * Nanoseconds.second

  /// Which of the scenario's links this is.
  let link: UInt8
  private let scheduler: Scheduler
  private let lane: Lane
  private var uplink: Uplink
  private var waiting: [(number: Int, photo: PhotoItemID?, end: OneShot<End>)] = []
  private var timer: TimerHandle?
  private var suspension: TimerHandle?

  /// The uplink of a person's phone; nil where the scenario has no links.
  init?(world: World, user: UInt32, lane: Lane) {
    let links = world.scenario.backend.links
    guard !links.isEmpty else { return nil }
    let draws = BackendDraws(
      seed: world.scenario.seed, replication: world.replication, areMedians: world.drawsMedians)
    link = UInt8(draws.link(of: user, among: links))
    uplink = Uplink(megabits: links[Int(link)].uplink)
    scheduler = world.scheduler
    self.lane = lane
  }

  /// Waits until so many bytes have left, of a photo or of none; nil when the calling task was cancelled.
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

  /// How much of a photo has left, whole percent; nil where none of it is on its way, or all of it has gone.
  func percent(of photo: PhotoItemID) -> UInt8? {
    guard let number = waiting.first(where: { $0.photo == photo })?.number else { return nil }
    return uplink.percent(of: number, at: scheduler.now)
  }

  private func leave(_ number: Int) {
    uplink.end(number, at: scheduler.now)
    waiting.removeAll { $0.number == number }
  }

  /// The app comes to the front or goes away: in the background transfers go on for a while, and then no more.
  func setForeground(_ isInForeground: Bool) {
    if let suspension { scheduler.cancel(suspension) }
    suspension =
      isInForeground
      ? nil
      : scheduler.schedule(after: Self.backgroundTime, kind: .timer, lane: lane) { [weak self] in self?.cutOff() }
  }

  /// The next body is through.
  func timerFired(_: TimerHandle) {
    timer = nil
    for (number, _, end) in waiting where uplink.isThrough(number, at: scheduler.now) {
      // A body that is through just as its sender leaves takes no part of the uplink either.
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
