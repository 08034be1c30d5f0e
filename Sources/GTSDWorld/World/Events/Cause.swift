/// Why a state variable changed.
package enum Cause: UInt8, Sendable {
  case launch, start, reply, failure, cancellation, acknowledgment, dismissal, person, signOut, settle
}
