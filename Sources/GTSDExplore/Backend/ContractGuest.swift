import Foundation
import GTSDModel
import GTSDWorld
import HTTPLoop
import Interleaving
import InterleavingTesting
import Randomness

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The simulated backend within the world that runs an app's own code. It uses the same scheduler, with a lane of its
/// own, and the contract's routes and codecs. Each request and reply between the two is checked.
///
/// `@unchecked Sendable`: used only on the thread that runs the world.
final class ContractGuest: @unchecked Sendable {
  private let service: ContractService
  private let judgement: WireJudgement
  private unowned let world: CapturedWorld
  /// The world that runs the app's code; nil after the world's end, when calls may still come.
  private weak var home: CapturedWorld?

  init(_ scenario: Scenario, in world: CapturedWorld) {
    self.world = world
    home = world
    judgement = WireJudgement(world)
    service = CapturedWorld.outside { [judgement] in
      let users = 0..<scenario.population.size
      let home = World(scenario: scenario, replication: 0, cell: 0, users: users, scheduler: world.scheduler)
      home.events.observers = [judgement]
      return ContractService(world: home, backend: InProcessBackend(world: home))
    }
    service.tap = judgement
  }

  /// Whether this backend's world is the one that is running.
  var isHome: Bool { home.map { $0 === CapturedWorld.current } ?? false }

  /// Answers a request after its latency.
  ///
  /// - Throws: `URLError` if the simulated network loses the request or its reply.
  func answer(_ request: URLRequest) async throws -> ExploredResponse {
    let incoming = try Self.incoming(request)
    if service.baseURL.isEmpty, let url = request.url {
      service.baseURL = "\(url.scheme ?? "https")://\(url.host() ?? "")\(url.port.map { ":\($0)" } ?? "")"
    }
    world.note("→ \(incoming.method.rawValue) \(incoming.target)")
    let number = Number()
    let outgoing = await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        CapturedWorld.outside {
          judgement.content = Self.content(of: incoming)
          number.value = service.answer(incoming) { [unowned world] outgoing in
            // The waiting task continues in the world.
            world.enter()
            continuation.resume(returning: outgoing)
            world.leave()
          }
        }
      }
    } onCancel: {
      CapturedWorld.outside { judgement.abandoned(number.value) }
    }
    world.note("← \(outgoing.map { "\($0.status)" } ?? "nothing") to \(incoming.method.rawValue) \(incoming.target)")
    guard let outgoing else { throw URLError(.timedOut) }
    var response = ExploredResponse(status: outgoing.status, body: Data(outgoing.body))
    response.headers["Content-Type"] = outgoing.contentType
    for (name, value) in outgoing.headers { response.headers[name] = value }
    return response
  }

  /// The number of a request, nil before it is assigned.
  ///
  /// `@unchecked Sendable`: used only on the thread that runs the world.
  private final class Number: @unchecked Sendable {
    var value: Int32 = 0
  }

  /// A hash of the file that a request carries, 0 if there is none.
  private static func content(of incoming: HTTPIncoming) -> UInt64 {
    guard let type = incoming.header("content-type"), !incoming.body.isEmpty else { return 0 }
    if type.hasPrefix("image/") { return StableHash(of: incoming.body).value | 1 }
    guard type.lowercased().hasPrefix("multipart/"), let file = PhotoMultipart.file(contentType: type, incoming.body)
    else { return 0 }
    return StableHash(of: incoming.body[file]).value | 1
  }

  /// A request as a server would read it.
  private static func incoming(_ request: URLRequest) throws -> HTTPIncoming {
    let body = request.httpBody.map { Array($0) } ?? request.httpBodyStream.map(bytes) ?? []
    let target = [request.url?.path(percentEncoded: true), request.url?.query(percentEncoded: true)]
    var path = target[0] ?? ""
    if path.isEmpty { path = "/" }
    if let query = target[1] { path += "?\(query)" }
    var lines = ["\(request.httpMethod ?? "GET") \(path) HTTP/1.1", "Host: \(request.url?.host() ?? "")"]
    let fields = (request.allHTTPHeaderFields ?? [:]).sorted { $0.key < $1.key }
    for (name, value) in fields where !["host", "content-length", "transfer-encoding"].contains(name.lowercased()) {
      lines.append("\(name): \(value)")
    }
    if !body.isEmpty { lines.append("Content-Length: \(body.count)") }
    let bytes = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
    var parser = HTTPRequestParser(limits: HTTPRequestLimits())
    var offset = 0
    do {
      let incoming = try bytes.withUnsafeBytes { bytes in try parser.take(bytes, from: &offset) }
      guard let incoming else { throw URLError(.badURL) }
      return incoming
    } catch let refusal as HTTPRefusal {
      throw URLError(.badURL, userInfo: [NSLocalizedDescriptionKey: refusal.message])
    }
  }

  private static func bytes(_ stream: InputStream) -> [UInt8] {
    stream.open()
    defer { stream.close() }
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = stream.read(&buffer, maxLength: buffer.count), count > 0 { all += buffer[..<count] }
    return all
  }
}
