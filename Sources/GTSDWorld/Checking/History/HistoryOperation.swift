/// An operation of a history, from its call to its return; the return is nil while it is pending.
///
/// A pending operation may have taken effect at any time since its call, or not at all. Times are any increasing
/// numbers; operations that touch (one returns when another is called) count as concurrent.
package struct HistoryOperation<Call: Sendable, Result: Sendable>: Sendable {
  /// The number of the calling client.
  package var client: Int
  package var call: Call
  package var result: Result?
  package var invoked: Int64
  package var returned: Int64?

  /// Creates an operation that has returned.
  package init(_ client: Int, _ call: Call, _ result: Result, from invoked: Int64, to returned: Int64) {
    precondition(returned >= invoked, "an operation returns at \(returned), before its call at \(invoked)")
    self.client = client
    self.call = call
    self.result = result
    self.invoked = invoked
    self.returned = returned
  }

  /// Creates an operation without a known return.
  package init(_ client: Int, pending call: Call, from invoked: Int64) {
    self.client = client
    self.call = call
    self.invoked = invoked
  }
}
