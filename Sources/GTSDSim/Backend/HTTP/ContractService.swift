package import GTSDModel

/// Answers HTTP requests with an in-process backend: the server's side of the contract.
///
/// `@unchecked Sendable`: used only on the thread of its loop, which is the backend's world.
package final class ContractService: @unchecked Sendable {
  /// Nanoseconds for which a request that is never answered is kept: whoever sent it has given up long before.
  private static let patience = 5 * Nanoseconds.minute

  /// How many replies wait for each other at most.
  private static let sendBatch = 32

  private let scheduler: Scheduler
  private let backend: InProcessBackend
  /// Whether limits count by address.
  private let limitsAddresses: Bool
  private let usersPerAddress: Int
  private let answersAtOnce: Bool
  /// What addresses of uploads and photos begin with.
  package var baseURL = ""
  private var lastCall: Int32 = 0
  /// Replies to be sent in this turn of the loop.
  private var unsent: [(slot: HTTPReplySlot, outgoing: HTTPOutgoing)] = []
  /// Numbers of the addresses that have called, for limits by address.
  private var addresses: [String: Int] = [:]

  /// The service of a world's backend.
  package init(world: World, backend: InProcessBackend) {
    scheduler = world.scheduler
    self.backend = backend
    limitsAddresses = world.scenario.generation.limits.mode == .perIp
    usersPerAddress = max(1, world.scenario.backend.usersPerAddress)
    answersAtOnce = world.scheduler.perform(in: backend.lane) { backend.assumeIsolated { $0.answersAtOnce } }
  }

  /// The service of a scenario's whole backend.
  ///
  /// - Parameter calendarLead: nanoseconds by which its calendar is ahead of the scenario's; without it, it is the
  ///   system's.
  package static func inProcess(
    scenario: Scenario, scheduler: Scheduler, calendarLead: Int64? = nil
  ) -> ContractService {
    let users = 0..<scenario.population.size
    let world = World(scenario: scenario, replication: 0, cell: 0, users: users, scheduler: scheduler)
    let lead = calendarLead ?? WorldCalendar.instant(of: Timestamp(milliseconds: CalendarClock.milliseconds))
    return ContractService(world: world, backend: InProcessBackend(world: world, calendarLead: lead))
  }

  /// What a server of a scenario bears: bodies as large as its photos, with what frames them.
  static func limits(_ scenario: Scenario) -> HTTPServerLimits {
    var limits = HTTPServerLimits()
    limits.request.body = scenario.backend.photoMaxBytes + 65_536
    return limits
  }

  /// What the server says by itself, in the envelope of the contract.
  static func reply(to refusal: HTTPRefusal) -> HTTPOutgoing {
    HTTPOutgoing(
      status: refusal.status, contentType: "application/json; charset=utf-8",
      body: JSONValue(dictionaryLiteral: ("error", ["message": .string(refusal.message)])).bytes)
  }

  /// Answers a request, at once or when its time has come.
  package func handle(_ incoming: HTTPIncoming, _ slot: HTTPReplySlot) {
    let requestID = incoming.header("x-request-id")
    if incoming.method == .options {
      return slot.send(HTTPOutgoing(status: 204, headers: Self.echo(requestID)))
    }
    let request: APIRequest
    do throws(WireRequestProblem) {
      request = try Self.request(incoming)
    } catch {
      return slot.send(Self.refusal(of: error, incoming, requestID))
    }
    let token = Self.bearerToken(incoming.header("authorization"))
    let key = incoming.header("idempotency-key").map(Self.key) ?? 0
    lastCall = lastCall == .max ? 1 : lastCall + 1
    if answersAtOnce {
      let outgoing = scheduler.perform(in: backend.lane) {
        backend.assumeIsolated { backend in
          let call = apiCall(request, token, key, from: incoming.peer, backend)
          return written(backend.answer(call), to: call, backend, requestID)
        }
      }
      return send(outgoing, slot)
    }
    let peer = incoming.peer
    scheduler.spawn { [self, backend] in
      await serve(request, token, key, from: peer, requestID, slot, backend)
    }
  }

  /// Answers a request of the backend's own world when its time has come; nil if the network loses it.
  package func answer(_ incoming: HTTPIncoming, _ reply: @escaping @Sendable (HTTPOutgoing?) -> Void) {
    let requestID = incoming.header("x-request-id")
    let request: APIRequest
    do throws(WireRequestProblem) {
      request = try Self.request(incoming)
    } catch {
      return reply(Self.refusal(of: error, incoming, requestID))
    }
    let token = Self.bearerToken(incoming.header("authorization"))
    let key = incoming.header("idempotency-key").map(Self.key) ?? 0
    lastCall = lastCall == .max ? 1 : lastCall + 1
    let peer = incoming.peer
    scheduler.spawn { [self, backend] in
      await answer(request, token, key, from: peer, requestID, reply, backend)
    }
  }

  private func answer(
    _ request: APIRequest, _ token: String?, _ key: UInt64, from peer: String, _ requestID: String?,
    _ reply: @Sendable (HTTPOutgoing?) -> Void, _ backend: isolated InProcessBackend
  ) async {
    let call = apiCall(request, token, key, from: peer, backend)
    do throws(TransportError) {
      reply(written(try await backend.respond(to: call), to: call, backend, requestID))
    } catch {
      reply(nil)
    }
  }

  /// Sends a reply once all requests that came with its own are answered too: who is woken by the first of several replies
  /// in a row is awake for the others, and waking somebody costs as much as answering.
  private func send(_ outgoing: HTTPOutgoing, _ slot: HTTPReplySlot) {
    if unsent.isEmpty { scheduler.schedule(after: 0, kind: .timer) { [self] in sendAll() } }
    unsent.append((slot, outgoing))
    if unsent.count >= Self.sendBatch { sendAll() }
  }

  private func sendAll() {
    // Sending one may bring the next request of its connection here.
    let replies = unsent
    unsent = []
    for (slot, outgoing) in replies { slot.send(outgoing) }
  }

  /// Answers a request when its time has come; one that the backend's network loses is not answered at all.
  private func serve(
    _ request: APIRequest, _ token: String?, _ key: UInt64, from peer: String, _ requestID: String?,
    _ slot: HTTPReplySlot, _ backend: isolated InProcessBackend
  ) async {
    let call = apiCall(request, token, key, from: peer, backend)
    do throws(TransportError) {
      slot.send(written(try await backend.respond(to: call), to: call, backend, requestID))
    } catch {
      slot.abort()
    }
  }

  // MARK: The way in

  private static func request(_ incoming: HTTPIncoming) throws(WireRequestProblem) -> APIRequest {
    let target = incoming.target
    guard let method = GTSDModel.HTTPMethod(rawValue: incoming.method == .head ? "GET" : incoming.method.rawValue)
    else { throw .noRoute(path: target) }
    return try APIRequest(
      WireRequest(
        method: method, target: target, contentType: incoming.header("content-type"),
        body: incoming.body.isEmpty ? .empty : .bytes(incoming.body)))
  }

  /// Exactly two parts, as the public server wants; anything else is as good as nothing.
  private static func bearerToken(_ header: String?) -> String? {
    guard let header, header.hasPrefix("Bearer ") else { return nil }
    let token = header.dropFirst(7)
    return token.isEmpty || token.utf8.contains(UInt8(ascii: " ")) ? nil : String(token)
  }

  /// A key as a number, never 0: what is no short hexadecimal number is hashed.
  private static func key(_ text: String) -> UInt64 {
    if let number = UInt64(text, radix: 16), number != 0 { return number }
    return StableHash(of: text.utf8).value | 1
  }

  /// The call of a request: who calls is who signed up with the token's account, or somebody new.
  private func apiCall(
    _ request: APIRequest, _ token: String?, _ key: UInt64, from peer: String, _ backend: isolated InProcessBackend
  ) -> APICall {
    var caller = backend.owner(of: token) ?? Caller(user: UInt32(backend.accountCount), account: 0, device: 0)
    if limitsAddresses, !peer.isEmpty {
      let number = addresses[peer] ?? addresses.count
      addresses[peer] = number
      if token == nil { caller.user = UInt32(number * usersPerAddress) }
    }
    return APICall(
      request: request, accessToken: token, idempotencyKey: key, caller: caller, id: lastCall,
      timeout: Self.patience)
  }

  // MARK: The way out

  private func written(
    _ reply: APIReply, to call: APICall, _ backend: isolated InProcessBackend, _ requestID: String?
  ) -> HTTPOutgoing {
    var context = backend.context(accessToken: call.accessToken, baseURL: baseURL)
    context.requestID = requestID
    let body = reply.body.encoded(for: call.request, context: context)
    var headers = Self.echo(requestID)
    if reply.asOf >= 0 { headers.append((RevisionHeader.name, String(reply.asOf))) }
    return HTTPOutgoing(status: reply.status, contentType: body.contentType, headers: headers, body: body.body)
  }

  private static func echo(_ requestID: String?) -> [(name: String, value: String)] {
    requestID.map { [("X-Request-ID", $0)] } ?? []
  }

  private static func refusal(
    of problem: WireRequestProblem, _ incoming: HTTPIncoming, _ requestID: String?
  ) -> HTTPOutgoing {
    let status: Int
    let json: JSONValue
    switch problem {
    case .noRoute(let path):
      let methods = Endpoint.methods(at: path)
      guard methods.isEmpty else {
        let allowed = methods.map(\.rawValue).joined(separator: ", ")
        return HTTPOutgoing(
          status: 405, contentType: "application/json; charset=utf-8", headers: echo(requestID) + [("Allow", allowed)],
          body: JSONValue.object(["error": ["message": "Method not allowed"]]).bytes)
      }
      status = 404
      json = ["error": ["message": "Route not found", "path": .string(path)]]
    case .malformedJSON:
      status = 400
      json = ["success": false, "error": "Invalid JSON"]
    case .invalid(let key):
      status = 400
      json = ["error": ["message": .string("Validation failed: \(key)")]]
    }
    return HTTPOutgoing(
      status: status, contentType: "application/json; charset=utf-8", headers: echo(requestID), body: json.bytes
    )
  }
}

extension Endpoint {
  /// The methods that a path has.
  static func methods(at path: String) -> [GTSDModel.HTTPMethod] {
    GTSDModel.HTTPMethod.allCases.filter { matching(method: $0, path: path) != nil }
  }
}
