/// The versions that are spoken.
package enum HTTPVersion: Sendable, Hashable {
  case http10
  case http11
}
