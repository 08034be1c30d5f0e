import GTSDWorld

/// The server and the phones of a thread. They are created for its first schedule and reset for each further one.
package final class StoryCast {
  var server: InProcessBackend?
  var phones: [Device] = []

  /// Creates a cast without a server or phones.
  package init() {}

  /// The number of lanes of the server and the phones. They are the first lanes of their world.
  var lanes: UInt32 { server == nil ? 0 : UInt32(phones.count + 1) }

  /// Releases the server and the phones.
  func leave() {
    server = nil
    phones = []
  }
}
