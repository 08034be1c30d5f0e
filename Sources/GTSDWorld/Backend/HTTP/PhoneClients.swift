import GTSDModel
import HTTPLoop

/// The HTTP clients of people: one for all, or one for each person's phone, with its own connections.
///
/// A phone's client is closed after the person has left and all of its requests have ended.
final class PhoneClients {
  private struct Phone {
    var client: HTTPClient
    var underWay = 0
    var isLeaving = false
  }

  /// The client shared by all people whose phones have no client of their own.
  let shared: HTTPClient
  private let connections: LoadConnections
  private var phones: [UInt32: Phone] = [:]
  private var left = (made: 0, handshakes: 0)

  init(shared: HTTPClient, connections: LoadConnections) {
    self.shared = shared
    self.connections = connections
  }

  /// The client for a person's next request. Call ``ended(_:)`` after the request.
  func client(of user: UInt32) -> HTTPClient {
    if case .shared = connections { return shared }
    var phone = phones[user] ?? Phone(client: make())
    phone.underWay += 1
    phone.isLeaving = false
    phones[user] = phone
    return phone.client
  }

  /// Records that a request by ``client(of:)`` has ended.
  func ended(_ user: UInt32) {
    guard var phone = phones[user] else { return }
    phone.underWay -= 1
    phones[user] = phone
    closeIfDone(user, phone)
  }

  /// Records that a session has ended.
  ///
  /// - Parameter isLast: whether the person never comes back.
  func sessionEnded(of user: UInt32, isLast: Bool) {
    guard isLast || connections == .perSession, var phone = phones[user] else { return }
    phone.isLeaving = true
    phones[user] = phone
    closeIfDone(user, phone)
  }

  /// The number of connections made, and of TLS handshakes among them.
  var made: (made: Int, handshakes: Int) {
    phones.values.map(\.client).reduce((left.made + shared.connectionsMade, left.handshakes + shared.handshakes)) {
      ($0.0 + $1.connectionsMade, $0.1 + $1.handshakes)
    }
  }

  func close() {
    shared.close()
    for phone in phones.values { phone.client.close() }
  }

  private func closeIfDone(_ user: UInt32, _ phone: Phone) {
    guard phone.isLeaving, phone.underWay == 0 else { return }
    phones[user] = nil
    left.made += phone.client.connectionsMade
    left.handshakes += phone.client.handshakes
    phone.client.close()
  }

  private func make() -> HTTPClient {
    var limits = shared.limits
    limits.maxConnections = connections.most
    // A phone stays with its connection.
    limits.takesAddressesInTurn = false
    return HTTPClient(loop: shared.loop, origin: shared.origin, limits: limits, tls: shared.tls, speaks: shared.speaks)
  }
}
