/// The server side of an app: in process, over HTTP, or a test double.
package protocol Backend: Sendable {
  /// Serves one call. Returns the reply, or throws if none arrives.
  ///
  /// If the calling task is cancelled or gives up, the server still completes the call: only the reply is lost.
  func respond(to call: APICall) async throws(TransportError) -> APIReply
}
