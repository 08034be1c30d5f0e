import Foundation
import GTSDModel
import Testing

@testable import GTSDLogs
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// Logs from which events are missing, or in which they come twice under different ids.
struct LogGapsTests {
  private static let log = KnownPopulation.log(users: 150, horizon: .hours(60), seed: 8)

  private static func findings(
    _ isKept: (Int, ObservedEvent) -> Bool, change: (inout ObservedEvent) -> Void = { _ in }
  ) -> [LogFinding] {
    var events = log.events.enumerated().filter { isKept($0.offset, $0.element) }.map(\.element)
    for index in events.indices { change(&events[index]) }
    var kept = EventLog(events, users: log.users)
    return LogQuality.findings(&kept, EventReader.Summary(), ResentEvents(kept), hasIDs: false)
  }

  private static func hours(_ event: ObservedEvent) -> Double {
    Double(event.time - log.start) / Double(Milliseconds.hour)
  }

  @Test("Sampling lines instead of people is a fault, and so are several ids of one person")
  func samples() {
    let sample = Self.findings { index, _ in index % 2 == 0 }
    #expect(
      sample.contains { $0.kind == .missing && $0.isFault && $0.text.contains("lack an event that must precede them") })
    #expect(Self.findings { _, _ in true }.isEmpty)
    #expect(Self.findings { _, event in event.user % 2 == 0 }.filter { $0.kind == .missing }.isEmpty)
  }

  @Test("Hours without visits are a hole in the log if other days have many visits then; nights are not")
  func holes() {
    func found(_ isEmpty: (Int) -> Bool) -> [LogFinding] {
      let events = (0..<864).filter { !isEmpty($0 / 12) }.map { number in
        ObservedEvent(time: Int64(number) * 300_000, user: Int32(number * 7 % 60), name: .launched)
      }
      return LogGaps.findings(EventLog(events, users: 60))
    }
    let hole = found { (30..<35).contains($0) }
    #expect(hole.map(\.kind) == [.missing] && hole[0].text.contains("No visits between"), "\(hole)")
    #expect(found { $0 % 24 < 6 }.isEmpty)
    // In the night of the first day people sign up, and nobody comes in the only other night of the log.
    #expect(found { (25..<30).contains($0) || $0 >= 50 }.isEmpty)
    #expect(found { $0 >= 40 }.isEmpty)
  }

  @Test("Days without events of anybody are a fault if many people have events before and after")
  func wrongDates() {
    func found(shift days: Int, of share: Int) -> [LogFinding] {
      Self.findings { _, _ in
        true
      } change: { event in
        if Int(event.user) % share == 0 { event.time += Int64(days) * Milliseconds.day }
      }
    }
    let late = found(shift: 40, of: 15)
    #expect(late.contains { $0.isFault && $0.text.contains(": 10 of 150 people have events after it.") }, "\(late)")
    let early = found(shift: -40, of: 15)
    #expect(early.contains { $0.isFault && $0.text.contains(": 10 of 150 people have events before it.") }, "\(early)")
    // One person who comes back after a long time is no wrong date.
    #expect(!found(shift: 40, of: 150).contains { $0.text.contains("Nobody has events") })
  }

  @Test("Acknowledgments that some phones do not send are noticed because the card is gone")
  func unsentAcknowledgments() {
    let half = Self.findings { _, event in event.name != .acknowledged || event.user % 2 == 0 }
    #expect(half.map(\.kind) == [.stopped] && half.first?.isFault == true, "\(half)")
    #expect(half.first?.text.contains("`metrics_acknowledged` events are missing") == true)
    #expect(half.first?.paths.contains("decisions.acknowledge") == true)
    // People of whom most read the metrics and never acknowledge see the card again.
    let shy = KnownPopulation.log(users: 150, horizon: .hours(60), seed: 9) { $0.decisions.acknowledge = 0.1 }
    #expect(LogGaps.findings(shy).isEmpty)
  }

  @Test("A kind of event that pauses in the middle of a log is a fault")
  func pauses() {
    let found = Self.findings { _, event in event.name != .tabChanged || !(6..<20).contains(Self.hours(event)) }
    #expect(found.contains { $0.kind == .stopped && $0.text.contains("`tab_changed` events pause") }, "\(found)")
  }

  @Test("In the first minutes of a large log nobody has saved preferences yet, which is no fault")
  func firstMinutes() {
    let events = (0..<600).flatMap { user in
      let start = Int64(user) * 2_000
      let launch = ObservedEvent(time: start, user: Int32(user), name: .launched)
      let save = ObservedEvent(time: start + 15 * Milliseconds.minute, user: Int32(user), name: .preferencesSaved)
      return [launch, save]
    }
    var log = EventLog(events, users: 600)
    let found = LogQuality.findings(&log, EventReader.Summary(), ResentEvents(log), hasIDs: false)
    #expect(!found.contains { $0.kind == .stopped }, "\(found)")
  }

  @Test("A time on screen that exceeds the elapsed time is reported as a wrong unit")
  func units() {
    let found = Self.findings { _, _ in
      true
    } change: { event in
      if event.name == .summaryCompleted { event.value = Int32(clamping: Int64(event.value) * 1_000) }
    }
    #expect(found.map(\.kind) == [.units])
  }

  @Test("Events that were recorded twice at once under different ids count once")
  func twice() {
    var reader = EventReader()
    let lines = KnownPopulation.lines(Self.log)
    for id in ["a", "b"] {
      for (number, line) in lines.enumerated() {
        reader.read(Array((line.dropLast() + #","message_id":"\#(id)\#(number)"}"# + "\n").utf8))
      }
    }
    let (log, summary) = reader.finish()
    // A few acts that can happen several times at once cannot be distinguished from repeated lines.
    #expect(log.events.count < Self.log.events.count * 11 / 10)
    #expect(summary.findings.map(\.kind) == [.resent] && summary.findings.first?.isFault == false)
  }
}
