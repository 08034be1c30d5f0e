/// The person, account and device behind a call.
package struct Caller: Hashable, Sendable {
  package var user: UInt32
  package var account: UInt8
  package var device: UInt8

  package init(user: UInt32, account: UInt8, device: UInt8) {
    self.user = user
    self.account = account
    self.device = device
  }
}
