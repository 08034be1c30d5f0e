package import GTSDModel
package import HTTPLoop
package import Interleaving
import Randomness

/// A service that answers HTTP requests with an in-process backend: the server's side of the contract.
///
/// `@unchecked Sendable`: used only on the thread of its loop, which is the backend's world.
package final class ContractService: @unchecked Sendable {
  /// The time, in nanoseconds, for which a request without a reply is kept; its client has given up long before.
  private static let patience = 5 * Nanoseconds.minute

  /// The largest number of replies that are collected before they are sent together.
  private static let sendBatch = 32

  private let scheduler: Scheduler
  private let backend: InProcessBackend
  /// The limits by address or user; nil if the backend's own limits, by its people, apply.
  private var limits: EndpointRateLimits?
  private let answersAtOnce: Bool
  /// The version that `health` reports; empty for a server that is not a process.
  private let version: String
  /// The loop's time at which the service was created, in nanoseconds.
  private let began: Int64
  /// The number of requests that arrived without an id and got one from the server.
  private var named: UInt64 = 0
  /// The prefix of addresses of uploads and photos.
  package var baseURL = ""
  private var lastCall: Int32 = 0
  /// An observer of the requests of the backend's own world.
  package weak var tap: (any ContractTap)?
  /// The replies to send in this turn of the event loop.
  private var unsent: [(slot: HTTPReplySlot, outgoing: HTTPOutgoing)] = []

  /// Creates the service of a world's backend.
  ///
  /// - Parameter version: the version of the program if this is a real server; `health` then reports it, and limits
  ///   count requests by address rather than by the scenario's people. Empty for a backend within a world.
  package init(world: World, backend: InProcessBackend, version: String = "") {
    scheduler = world.scheduler
    self.backend = backend
    self.version = version
    began = world.scheduler.now
    if !version.isEmpty, let limits = EndpointRateLimits(world.scenario) {
      self.limits = limits
      backend.atOnce { $0.limiter = nil }
    }
    answersAtOnce = backend.atOnce { $0.answersAtOnce }
  }

  /// Creates the service of a scenario's whole backend.
  ///
  /// - Parameter calendarLead: nanoseconds by which its calendar is ahead of the scenario's; by default it is the
  ///   system's calendar.
  package static func inProcess(
    scenario: Scenario, scheduler: Scheduler, calendarLead: Int64? = nil, version: String = ""
  ) -> ContractService {
    let users = 0..<scenario.population.size
    let world = World(scenario: scenario, replication: 0, cell: 0, users: users, scheduler: scheduler)
    let lead = calendarLead ?? WorldCalendar.instant(of: Timestamp(milliseconds: CalendarClock.milliseconds))
    return ContractService(
      world: world, backend: InProcessBackend(world: world, calendarLead: lead), version: version)
  }

  /// The limits of a scenario's server: bodies as large as its photos, with their multipart framing.
  package static func limits(_ scenario: Scenario) -> HTTPServerLimits {
    var limits = HTTPServerLimits()
    limits.request.body = scenario.backend.photoMaxBytes + 65_536
    return limits
  }

  /// The response to a request that is refused before the backend sees it, in the contract's error format.
  package func reply(to refusal: HTTPRefusal) -> HTTPOutgoing {
    Self.error(refusal.status, refusal.message, nextName())
  }

  /// A new id for a request that has none.
  private func nextName() -> String {
    named += 1
    var hash = StableHash()
    hash.combine(named)
    return "req-" + String(hash.value, radix: 16)
  }

  /// An error in the envelope of most errors.
  private static func error(
    _ status: Int, _ message: String, _ requestID: String, headers: [(name: String, value: String)] = [],
    path: String? = nil
  ) -> HTTPOutgoing {
    let error = JSONValue.object([
      "message": .string(message), "path": JSONValue(path), "requestId": .string(requestID),
    ])
    return HTTPOutgoing(
      status: status, contentType: "application/json; charset=utf-8", headers: echo(requestID) + headers,
      body: JSONValue.object(["error": error.withoutNulls]).bytes)
  }

  /// Counts a request against the limits; returns the header fields for its reply and whether it is refused.
  private func admit(
    _ incoming: HTTPIncoming, _ token: String?, _ request: APIRequest?
  ) -> (headers: [(name: String, value: String)], isAdmitted: Bool) {
    guard limits != nil else { return ([], true) }
    let user = backend.atOnce { $0.owner(of: token)?.user }
    let now = scheduler.now
    guard let request else {
      let verdict = limits?.admit(from: incoming.peer, user: user, at: now)
      return (verdict?.headers ?? [], verdict?.isAdmitted ?? true)
    }
    // Validation comes before these limits, so an invalid request is not counted.
    if case .updateProfile(let update) = request {
      let calendar = backend.atOnce { $0.serverTime }
      guard ProfileValidation.update(update, now: calendar).isEmpty else { return ([], true) }
    }
    let verdict = limits?.admit(request, from: incoming.peer, user: user, at: now)
    return (verdict?.headers ?? [], verdict?.isAdmitted ?? true)
  }

  /// Answers a request, at once or at the end of its virtual time.
  package func handle(_ incoming: HTTPIncoming, _ slot: HTTPReplySlot) {
    let requestID = incoming.header("x-request-id") ?? nextName()
    if incoming.method == .options {
      return slot.send(HTTPOutgoing(status: 204, headers: Self.echo(requestID)))
    }
    let token = Caller.bearerToken(incoming.header("authorization"))
    var admission = admit(incoming, token, nil)
    guard admission.isAdmitted else {
      return slot.send(
        Self.error(429, APIErrorPayload.Reason.rateLimited.message, requestID, headers: admission.headers))
    }
    let request: APIRequest
    do throws(WireRequestProblem) {
      request = try Self.request(incoming)
    } catch {
      var refusal = Self.refusal(of: error, incoming, requestID)
      refusal.headers += admission.headers
      return slot.send(refusal)
    }
    let ofRoute = admit(incoming, token, request)
    if !ofRoute.headers.isEmpty { admission = ofRoute }
    guard admission.isAdmitted else {
      return slot.send(
        Self.error(429, APIErrorPayload.Reason.rateLimited.message, requestID, headers: admission.headers))
    }
    let limitHeaders = admission.headers
    let key = incoming.header("idempotency-key").map(Self.key) ?? 0
    lastCall = lastCall == .max ? 1 : lastCall + 1
    if answersAtOnce {
      let outgoing = backend.atOnce { backend in
        let call = apiCall(request, token, key, backend)
        return written(backend.answer(call), to: call, backend, requestID, limitHeaders)
      }
      return send(outgoing, slot)
    }
    scheduler.spawn { [self, backend] in
      await serve(request, token, key, requestID, limitHeaders, slot, backend)
    }
  }

  /// Answers a request of the backend's own world after its virtual time; nil if the network loses it.
  ///
  /// - Returns: the number under which ``tap`` receives the request, 0 if the request is not in the contract.
  package func answer(_ incoming: HTTPIncoming, _ reply: @escaping @Sendable (HTTPOutgoing?) -> Void) -> Int32 {
    let requestID = incoming.header("x-request-id") ?? nextName()
    let request: APIRequest
    do throws(WireRequestProblem) {
      request = try Self.request(incoming)
    } catch {
      reply(Self.refusal(of: error, incoming, requestID))
      return 0
    }
    let token = Caller.bearerToken(incoming.header("authorization"))
    let key = incoming.header("idempotency-key").map(Self.key) ?? 0
    lastCall = lastCall == .max ? 1 : lastCall + 1
    let (id, sentAt) = (lastCall, scheduler.now)
    tap?.asked(id, request, token: token, key: key)
    scheduler.spawn { [self, backend] in
      await answer(id, request, token, key, requestID, sentAt, reply, backend)
    }
    return id
  }

  private func answer(
    _ id: Int32, _ request: APIRequest, _ token: String?, _ key: UInt64, _ requestID: String, _ sentAt: Int64,
    _ reply: @Sendable (HTTPOutgoing?) -> Void, _ backend: isolated InProcessBackend
  ) async {
    var call = apiCall(request, token, key, backend)
    call.id = id
    tap?.began(call)
    do throws(TransportError) {
      let answer = try await backend.respond(to: call)
      tap?.replied(to: call, .success(answer), sentAt: sentAt, endedAt: scheduler.now)
      reply(written(answer, to: call, backend, requestID, []))
    } catch {
      tap?.replied(to: call, .failure(error), sentAt: sentAt, endedAt: scheduler.now)
      reply(nil)
    }
  }

  /// Sends a reply after all requests that arrived together with its own have been answered, too.
  ///
  /// The client then wakes up once for all of them. Waking a client costs as much as answering a request.
  private func send(_ outgoing: HTTPOutgoing, _ slot: HTTPReplySlot) {
    if unsent.isEmpty { scheduler.schedule(after: 0, kind: .timer) { [self] in sendAll() } }
    unsent.append((slot, outgoing))
    if unsent.count >= Self.sendBatch { sendAll() }
  }

  private func sendAll() {
    // Sending a reply may deliver the next request of its connection here.
    let replies = unsent
    unsent = []
    for (slot, outgoing) in replies { slot.send(outgoing) }
  }

  /// Answers a request at the end of its virtual time; one that the backend's network loses is never answered.
  private func serve(
    _ request: APIRequest, _ token: String?, _ key: UInt64, _ requestID: String,
    _ limits: [(name: String, value: String)], _ slot: HTTPReplySlot, _ backend: isolated InProcessBackend
  ) async {
    let call = apiCall(request, token, key, backend)
    do throws(TransportError) {
      slot.send(written(try await backend.respond(to: call), to: call, backend, requestID, limits))
    } catch {
      slot.abort()
    }
  }

  // MARK: Requests

  private static func request(_ incoming: HTTPIncoming) throws(WireRequestProblem) -> APIRequest {
    let target = incoming.target
    guard let method = GTSDModel.HTTPMethod(rawValue: incoming.method == .head ? "GET" : incoming.method.rawValue)
    else { throw .noRoute(path: target) }
    return try APIRequest(
      WireRequest(
        method: method, target: target, contentType: incoming.header("content-type"),
        body: incoming.body.isEmpty ? .empty : .bytes(incoming.body)))
  }

  /// A key as a number, never 0; any text but a short hexadecimal number is hashed.
  private static func key(_ text: String) -> UInt64 {
    if let number = UInt64(text, radix: 16), number != 0 { return number }
    return StableHash(of: text.utf8).value | 1
  }

  private func apiCall(
    _ request: APIRequest, _ token: String?, _ key: UInt64, _ backend: isolated InProcessBackend
  ) -> APICall {
    APICall(
      request: request, accessToken: token, idempotencyKey: key, caller: backend.caller(with: token), id: lastCall,
      timeout: Self.patience)
  }

  // MARK: Replies

  private func written(
    _ reply: APIReply, to call: APICall, _ backend: isolated InProcessBackend, _ requestID: String,
    _ limits: [(name: String, value: String)]
  ) -> HTTPOutgoing {
    var context = backend.context(accessToken: call.accessToken, baseURL: baseURL)
    context.requestID = requestID
    if !version.isEmpty {
      let uptime = Int((scheduler.now - began) / Nanoseconds.second)
      context.server = ResponseContext.ServerFacts(version: version, uptime: uptime)
    }
    let body = reply.body.encoded(for: call.request, context: context)
    var headers = Self.echo(requestID) + limits
    // This is a limit of the backend itself, which does not state its window in the reply.
    if reply.status == 429 { headers.append(("Retry-After", "60")) }
    if reply.status == 503 { headers.append(("Retry-After", "1")) }
    if reply.asOf >= 0 { headers.append((RevisionHeader.name, String(reply.asOf))) }
    return HTTPOutgoing(status: reply.status, contentType: body.contentType, headers: headers, body: body.body)
  }

  private static func echo(_ requestID: String) -> [(name: String, value: String)] { [("X-Request-ID", requestID)] }

  private static func refusal(
    of problem: WireRequestProblem, _ incoming: HTTPIncoming, _ requestID: String
  ) -> HTTPOutgoing {
    switch problem {
    case .noRoute(let path):
      let methods = Endpoint.methods(at: path)
      guard methods.isEmpty else {
        let allowed = methods.map(\.rawValue).joined(separator: ", ")
        return error(405, "Method not allowed", requestID, headers: [("Allow", allowed)])
      }
      return error(404, "Route not found", requestID, path: path)
    case .malformedJSON:
      let json: JSONValue = ["success": false, "error": "Invalid JSON"]
      return HTTPOutgoing(
        status: 400, contentType: "application/json; charset=utf-8", headers: echo(requestID), body: json.bytes)
    case .oversizedJSON:
      return error(500, "Internal server error", requestID)
    case .invalid(let key):
      if incoming.method == .put, incoming.target.prefix(while: { $0 != "?" }) == "/v1/profile" {
        let message = "Validation failed: \(key)"
        let json: JSONValue = [
          "success": false, "error": .string(message), "fieldErrors": .object(JSONObject([(key, .string(message))])),
        ]
        return HTTPOutgoing(
          status: 400, contentType: "application/json; charset=utf-8", headers: echo(requestID), body: json.bytes)
      }
      return error(400, "Validation failed: \(key)", requestID)
    }
  }
}

extension InProcessBackend {
  /// Runs a body as code of this actor, between two jobs of its world.
  fileprivate nonisolated func atOnce<Result: Sendable>(_ body: (isolated InProcessBackend) -> Result) -> Result {
    scheduler.perform(in: lane) { assumeIsolated(body) }
  }
}
