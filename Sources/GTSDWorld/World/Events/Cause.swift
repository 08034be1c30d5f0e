/// The cause of a state variable's change.
package enum Cause: UInt8, Sendable {
  case launch, start, reply, failure, cancellation, acknowledgment, dismissal, person, signOut, settle
}
