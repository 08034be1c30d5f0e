/// The server side of an app: in process, over HTTP, or a test double.
package protocol Backend: Sendable {
  /// Serves one call. Returns with the reply, or throws when none arrives.
  ///
  /// The call goes on at the server when the calling task is cancelled or gives up: only the reply is lost.
  func respond(to call: APICall) async throws(TransportError) -> APIReply
}
