import GTSDWorld

/// The server and the phones that one schedule after another of a thread has: made for the first, they begin anew in each.
package final class StoryCast {
  var server: InProcessBackend?
  var phones: [Device] = []

  /// Nobody yet.
  package init() {}

  /// The lanes that belong to them, the first of their world.
  var lanes: UInt32 { server == nil ? 0 : UInt32(phones.count + 1) }

  /// Lets go of them: what becomes of them is nobody's business any more.
  func leave() {
    server = nil
    phones = []
  }
}
