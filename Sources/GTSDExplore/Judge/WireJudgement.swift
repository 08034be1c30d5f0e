import GTSDLoad
import GTSDModel
import GTSDWorld
import Interleaving
import InterleavingTesting

/// Checks the traffic between an app's client and the simulated backend against the rules for every client. Each breach
/// is a failure of the schedule.
///
/// `@unchecked Sendable`: used only on the thread that runs the world.
final class WireJudgement: ContractTap, WireObserver, @unchecked Sendable {
  private unowned let world: CapturedWorld
  private var judge = ClientJudge()
  private let replies = ObservedChecker()
  private var met = 0
  /// A hash of the file of the request that is about to be sent.
  var content: UInt64 = 0

  init(_ world: CapturedWorld) {
    self.world = world
  }

  func asked(_ id: Int32, _ request: APIRequest, token: String?, key: UInt64) {
    judge.sent(id, request, token: token, key: key, content: content, at: world.scheduler.now)
    reportFound()
  }

  func abandoned(_ id: Int32) {
    judge.abandoned(id)
  }

  func began(_ call: APICall) {
    replies.began(call)
  }

  func replied(
    to call: APICall, _ result: Result<APIReply, TransportError>, sentAt: Int64, endedAt: Int64
  ) {
    let reply = try? result.get()
    judge.ended(call.id, reply.map { ($0.status, $0.body) })
    replies.replied(to: call, result, sentAt: sentAt, endedAt: endedAt)
    let entries = replies.fold.entries
    for entry in entries[met...] {
      guard let example = entry.examples.first else { continue }
      judge.found.append(ClientBreach(entry.oracle, site: "told/\(entry.site)", example.summary))
    }
    met = entries.count
    reportFound()
  }

  func observe(_ event: SimulationEvent) {}

  func observe(_ event: WireEvent, user: UInt32, device: UInt8, time: Int64) {
    guard case .served(let request, let status, let reply, _, _, _) = event else { return }
    judge.decided(request.id, status: status, reply)
    reportFound()
  }

  private func reportFound() {
    guard !judge.found.isEmpty else { return }
    for breach in judge.found { world.failed(Failure(key: breach.key, message: breach.message)) }
    judge.found = []
  }
}
