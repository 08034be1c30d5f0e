package import GTSDModel
package import HTTPLoop
package import Interleaving

/// A backend over HTTP. Calls are sent as requests of one client, and responses are decoded with the contract's
/// tolerance.
///
/// A call runs on the world's thread, which is the loop's: a request suspends its task once, and its response resumes
/// it.
///
/// `@unchecked Sendable`: used only on the thread of its world, which the scheduler checks.
package final class HTTPBackend: Backend, @unchecked Sendable {
  private let scheduler: Scheduler
  private let client: HTTPClient
  private let phones: PhoneClients
  private let accounts: AccountNames
  private let naming: RequestNaming
  private let uploads: UploadForm
  /// Fields of every request to the server, but of no request to other hosts.
  private let headers: HTTPFields
  private let typeWithoutBody = AppFields.typeWithoutBody
  private let basePath: String
  /// The clients for presigned uploads to other hosts than the server, by authority.
  private let storage: StorageClients

  /// The receivers of every reply. They are stored together because reading each field of a class has a cost.
  private struct Watchers {
    var observer: (RequestSample) -> Void = { _ in }
    var taps: [any ReplyTap] = []
    var keepsLatest = false
  }

  private var watchers = Watchers()

  /// A handler called for every request when it has ended.
  package var observer: (RequestSample) -> Void {
    get { watchers.observer }
    set { watchers.observer = newValue }
  }
  /// Observers of every call, and of its reply before the app receives it.
  package var taps: [any ReplyTap] {
    get { watchers.taps }
    set { watchers.taps = newValue }
  }
  /// The number of requests in progress.
  package private(set) var inFlight = 0
  /// A handler called for each reply that breaks the contract.
  package var badReplies: (Endpoint, BadReply) -> Void = { _, _ in }
  /// Whether ``latest`` is recorded.
  package var keepsLatest: Bool {
    get { watchers.keepsLatest }
    set { watchers.keepsLatest = newValue }
  }
  /// The latest reply; nil before the first.
  package var latest: LatestReply?
  /// The translation to the server's own names; nil if the server uses those of the contract.
  package var translation: ContractTranslation?
  private let leftOut: LeftOutEndpoints
  private var sessions = KnownSessions()
  private let keepsSessions: Bool
  private var uploadAddresses: [String: String] = [:]
  private var standing = AccountStanding()
  private var classes = ReplyClasses()

  /// Creates the backend of a server behind a client, for the users of one world.
  ///
  /// - Parameters:
  ///   - accounts: the names of the users' accounts at the server.
  ///   - photos: the format of photos.
  ///   - headers: fields of every request to the server.
  ///   - connections: whether each person has connections, or all share those of the client within its limits.
  ///   - basePath: a prefix of the path of each request.
  ///   - storageHosts: hosts other than the server's that presigned uploads may go to.
  ///   - map: the server's names in place of the contract's.
  ///   - without: endpoints that the server does not have. They are never requested.
  ///   - traceSampling: the share of requests whose traces the server is asked to keep.
  package init(
    scheduler: Scheduler, client: HTTPClient, accounts: AccountNames = AccountNames(),
    photos: LoadSettings.Photos = .asPicked, basePath: String = "", storageHosts: [AllowedHost] = [],
    headers: [HTTPHeaderField] = [], connections: LoadConnections = .shared(64), map: ContractMap = ContractMap(),
    without: [Endpoint] = [], traceSampling: Double = 1
  ) {
    translation = ContractTranslation(map)
    leftOut = LeftOutEndpoints(without)
    keepsSessions =
      without.contains(.me) || translation?.needsUser ?? false || translation?.hasEmptyReplies ?? false
    self.headers = AppFields.lines(with: headers)
    self.scheduler = scheduler
    self.client = client
    phones = PhoneClients(shared: client, connections: connections)
    self.accounts = accounts
    naming = RequestNaming(run: accounts.run, sampled: traceSampling)
    uploads = UploadForm(photos: photos)
    self.basePath = basePath
    storage = StorageClients(client: client, hosts: storageHosts)
  }

  package func respond(to call: APICall) async throws(TransportError) -> APIReply {
    try await respond(to: call, scheduledAt: client.loop.readClock())
  }

  /// Sends a call that is due now.
  package func respond(to call: APICall, for purpose: CallPurpose) async throws(TransportError) -> APIReply {
    try await respond(to: call, scheduledAt: client.loop.readClock(), for: purpose)
  }

  /// Sends a call that was due at an instant of the loop. Its latency counts from that instant. Inlined, because the
  /// return from each async function costs an executor hop.
  ///
  /// - Parameter purpose: decides who receives the reply: ``observer`` if the call is measured, ``taps`` if it is
  ///   watched.
  @inline(__always)
  package func respond(
    to call: APICall, scheduledAt: Int64, for purpose: CallPurpose = .person
  ) async throws(TransportError) -> APIReply {
    guard !Task.isCancelled else { throw .cancelled }
    let outward = uploads.outward(accounts.outward(call.request, of: call.caller), of: call.caller)
    if !leftOut.isEmpty, leftOut.contains(outward.endpoint) {
      return leftOut.reply(at: outward.endpoint, user: sessions[call.caller])
    }
    guard let (client, request) = message(for: call, outward) else { throw .unreachable }
    let exchange = RemoteCall(
      call: call, endpoint: outward.endpoint, scheduledAt: scheduledAt, purpose: purpose, backend: self,
      scheduler: scheduler)
    exchange.mayBeMissing = standing.mayLack(outward.endpoint, call.caller)
    inFlight += 1
    if purpose.isWatched { for tap in taps { tap.began(call) } }
    exchange.isOfPhone = client === self.client
    let sender = exchange.isOfPhone ? phones.client(of: call.caller.user) : client
    exchange.flight = sender.send(request, exchange)
    guard let result = await exchange.answer.value() else {
      exchange.flight?.cancel()
      throw .cancelled
    }
    return try result.get()
  }

  /// Ends all requests in flight, and accepts no more.
  package func close() {
    phones.close()
    storage.close()
  }

  /// Records that a session of a person has ended. After the last one, the person's own connections are closed.
  package func sessionEnded(of user: UInt32, isLast: Bool) {
    phones.sessionEnded(of: user, isLast: isLast)
    if isLast { standing.forget(user) }
  }

  /// Whether the server lacks an endpoint.
  package func isLeftOut(_ endpoint: Endpoint) -> Bool { leftOut.contains(endpoint) }

  /// The number of connections to the server so far, and the number of TLS handshakes among them.
  package var connectionsMade: (made: Int, handshakes: Int) { phones.made }

  // MARK: Requests

  private func message(for call: APICall, _ outward: APIRequest) -> (HTTPClient, HTTPRequest)? {
    var wire = outward.wire
    var fields = HTTPFields(capacity: 448)
    do {
      if let names = translation?[outward.endpoint] {
        wire = names.outward(wire, user: keepsSessions ? sessions[call.caller]?.id : nil)
        fields = try self.fields(of: call, wire, names)
      } else {
        try put(fieldsOf: call, wire, into: &fields)
      }
    } catch {
      // The token contains characters that no header can contain.
      return nil
    }
    var client = client
    var target = basePath.isEmpty ? wire.target : basePath + wire.target
    if case .storePhoto(let key, _, _) = call.request, let address = uploadAddresses[key] {
      guard let place = storage.place(of: address) else { return nil }
      (client, target) = place
    }
    if client === self.client {
      fields.append(headers)
      if wire.contentType == nil { fields.append(typeWithoutBody) }
    }
    let body = HTTPBody(segments: wire.body.segments)
    return (client, HTTPRequest(HTTPLoop.HTTPMethod(wire.method), target, fields: fields, body: body))
  }

  @inline(__always)
  private func put(
    fieldsOf call: APICall, _ wire: WireRequest, into fields: inout HTTPFields
  ) throws(HTTPProblem) {
    if let type = wire.contentType { try fields.append(named: "Content-Type", type) }
    fields.append(named: "X-Request-ID") { naming.put(requestIDOf: call, into: &$0) }
    if !naming.run.isEmpty { fields.append(named: "traceparent") { naming.put(traceParentOf: call, into: &$0) } }
    if call.idempotencyKey != 0 {
      fields.append(named: "Idempotency-Key") { $0.append(hexadecimal: call.idempotencyKey) }
    }
    if let token = call.accessToken, call.request.endpoint.route.needsAuthorization {
      try fields.append(named: "Authorization", prefix: "Bearer ", token)
    }
  }

  /// The fields of the contract under the server's names.
  private func fields(
    of call: APICall, _ wire: WireRequest, _ names: EndpointTranslation
  ) throws(HTTPProblem) -> HTTPFields {
    var fields: [(name: String, value: String)] = []
    func text(_ put: (inout [UInt8]) -> Void) -> String {
      var bytes: [UInt8] = []
      put(&bytes)
      return String(decoding: bytes, as: UTF8.self)
    }
    if let type = wire.contentType { fields.append(names.header(.contentType, type)) }
    fields.append(names.header(.requestID, text { naming.put(requestIDOf: call, into: &$0) }))
    if !naming.run.isEmpty {
      fields.append(names.header(.traceParent, text { naming.put(traceParentOf: call, into: &$0) }))
    }
    if call.idempotencyKey != 0 {
      fields.append(names.header(.idempotencyKey, text { $0.append(hexadecimal: call.idempotencyKey) }))
    }
    if let token = call.accessToken, call.request.endpoint.route.needsAuthorization {
      fields.append(names.header(.authorization, prefix: "Bearer ", token))
    }
    return try HTTPFields(fields)
  }

  // MARK: Replies

  fileprivate func ended(_ call: RemoteCall, _ result: Result<HTTPResponse, HTTPFailure>, _ timing: HTTPTiming) {
    inFlight -= 1
    defer { if call.isOfPhone { phones.ended(call.call.caller.user) } }
    let reply: Result<APIReply, TransportError>
    let outcome: RequestSample.Outcome
    switch result {
    case .success(let response):
      let read = read(response, to: call)
      reply = .success(read)
      if read.isCarriedOut, call.purpose.isWatched { standing.note(call.call.request, read.body, of: call.call.caller) }
      if keepsSessions { sessions.note(call.call.request, read, of: call.call.caller) }
      outcome = read.isReadable ? .status(read.status) : .undecodable(response.status)
      // A server that has no such route says so in a form of its own.
      if case .failure(let error) = read.body, call.endpoint == .todayMetrics, error.reason != .notReady {
        call.mayBeMissing = false
      }
    case .failure(let failure):
      reply = .failure(failure.transportError)
      outcome = .failure(failure)
      if let problem = failure.formProblem {
        badReplies(
          call.endpoint,
          BadReply(
            problem: problem, sample: ReplyProblem.sample(of: call.malformedSample),
            request: RequestID.text(call.call.caller, call.call.id)))
      }
    }
    let watchers = watchers
    if watchers.keepsLatest { latest = LatestReply(response: try? result.get(), outcome: outcome) }
    if call.purpose.isMeasured {
      if let problem = outcome.failure(mayBeMissing: call.mayBeMissing) {
        let sample = ReplyProblem.sample(of: (try? result.get())?.body ?? [])
        badReplies(
          call.endpoint,
          BadReply(
            problem: problem, sample: sample, request: RequestID.text(call.call.caller, call.call.id), grade: .failure))
      }
      watchers.observer(
        RequestSample(
          endpoint: call.endpoint, scheduledAt: call.scheduledAt, sentAt: timing.sentAt ?? timing.endedAt,
          firstByteAt: timing.firstByteAt ?? 0, endedAt: timing.endedAt, outcome: outcome, bytesSent: timing.bytesSent,
          bytesReceived: timing.bytesReceived, reusedConnection: timing.reusedConnection,
          mayBeMissing: call.mayBeMissing, parts: timing.parts(since: call.scheduledAt)))
    }
    if call.purpose.isWatched {
      for tap in watchers.taps {
        tap.replied(to: call.call, reply, sentAt: timing.sentAt ?? timing.endedAt, endedAt: timing.endedAt)
      }
    }
    call.answer.fulfil(reply)
  }

  private func read(_ response: HTTPResponse, to remote: RemoteCall) -> APIReply {
    let (call, endpoint) = (remote.call, remote.endpoint)
    var body = response.body
    var revision = RevisionHeader.name
    var echo: APIReply?
    if let names = translation?[endpoint] {
      body = names.inward(body, header: response.header)
      revision = names.header(.revision, "").name
      if names.isReplyEmpty, (200..<300).contains(response.status), names.isNothing(body) {
        echo = sessions.echo(of: call.request, by: call.caller)
      }
    }
    let answer = echo?.body ?? APIResponse(status: response.status, body: body, for: call.request)
    if case .presigned(let key) = answer, let address = APIResponse.uploadURL(in: body) {
      // The key would otherwise be stored forever, although it is never used again.
      if uploadAddresses.count > 10_000 { uploadAddresses.removeAll() }
      uploadAddresses[key] = address
    }
    if case .tasks(let tasks) = answer { uploads.note(tasks, of: call.caller) }
    let reply = APIReply(
      status: echo.map { $0.isSuccess ? response.status : $0.status } ?? response.status,
      asOf: response.header(revision).flatMap { Int32($0) } ?? -1,
      body: accounts.inward(answer))
    if !reply.isReadable {
      badReplies(endpoint, BadReply(body, sent: response.body, to: call, at: endpoint))
    } else if echo == nil,
      classes.isNew(endpoint, status: response.status, length: body.count) || remote.purpose.checksFormat
    {
      noteForm(of: response, body, to: call, at: endpoint)
    }
    return reply
  }
}

extension HTTPBackend {
  /// Reports what breaks the contract in a reply that can be read.
  private func noteForm(of response: HTTPResponse, _ body: [UInt8], to call: APICall, at endpoint: Endpoint) {
    for problem in response.toleratedProblems(body, for: endpoint) {
      badReplies(
        endpoint,
        BadReply(
          problem: problem.text, sample: ReplyProblem.sample(of: response.body),
          request: RequestID.text(call.caller, call.id), grade: .breach))
    }
  }
}

/// A reply as the server sent it.
package struct LatestReply: Sendable {
  /// The response; nil if there is none.
  package var response: HTTPResponse?
  /// The end of the request.
  package var outcome: RequestSample.Outcome
}

/// A call in progress over HTTP.
private final class RemoteCall: HTTPExchangeHandler {
  let call: APICall
  /// The endpoint of the call. An existing account logs in instead of signing up.
  let endpoint: Endpoint
  let scheduledAt: Int64
  let purpose: CallPurpose
  let answer: OneShot<Result<APIReply, TransportError>>
  /// The exchange at the client.
  var flight: HTTPExchange?
  /// Whether the request goes to the server itself, over the person's phone.
  var isOfPhone = false
  /// Whether a 404 is not an error, since the account has not created the requested data yet.
  var mayBeMissing = false
  /// The beginning of a response that was not HTTP.
  private(set) var malformedSample: [UInt8] = []
  private let backend: HTTPBackend

  init(
    call: APICall, endpoint: Endpoint, scheduledAt: Int64, purpose: CallPurpose, backend: HTTPBackend,
    scheduler: Scheduler
  ) {
    self.call = call
    self.endpoint = endpoint
    self.scheduledAt = scheduledAt
    self.purpose = purpose
    self.backend = backend
    answer = OneShot(scheduler: scheduler)
  }

  func ended(_ result: Result<HTTPResponse, HTTPFailure>, _ timing: HTTPTiming) {
    if case .failure(let failure) = result, failure.formProblem != nil {
      malformedSample = flight?.client.malformedSample ?? []
    }
    flight = nil
    backend.ended(self, result, timing)
  }
}

extension HTTPFailure {
  /// The error that the app receives.
  fileprivate var transportError: TransportError {
    switch self {
    case .connectTimedOut, .firstByteTimedOut, .totalTimedOut: .timedOut
    case .cancelled: .cancelled
    case .unresolved, .refused, .broken, .closedUnanswered, .closedEarly, .malformed, .http2, .reset, .notSecure,
      .exhausted, .abandoned:
      .unreachable
    }
  }

  /// The fault of bytes that are not HTTP; nil for another failure.
  fileprivate var formProblem: String? {
    switch self {
    case .malformed(let problem): "no HTTP/1.1: \(problem.words)"
    case .http2(let problem): problem.isOfGreeting ? nil : "no HTTP/2: \(problem)"
    case .unresolved, .refused, .connectTimedOut, .broken, .closedUnanswered, .closedEarly, .firstByteTimedOut,
      .totalTimedOut, .reset, .notSecure, .exhausted, .cancelled, .abandoned:
      nil
    }
  }
}

extension APIReply {
  /// Whether the body is one that the contract allows for the status. A body that reports a failure is not allowed with
  /// a status of success.
  fileprivate var isReadable: Bool {
    !isSuccess || isCarriedOut
  }
}

/// The header by which `gtsd-sim serve` sends the revision of the data in a reply; other servers have none.
enum RevisionHeader {
  static let name = "X-Data-Revision"
}

extension HTTPLoop.HTTPMethod {
  package init(_ method: GTSDModel.HTTPMethod) {
    self =
      switch method {
      case .get: .get
      case .post: .post
      case .put: .put
      case .patch: .patch
      case .delete: .delete
      }
  }
}
