/// The supported versions of HTTP.
package enum HTTPVersion: Sendable, Hashable {
  case http10
  case http11
  case http2
}
