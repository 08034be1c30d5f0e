/// An account that can sign in on a device.
package struct AccountIdentity: Sendable, Equatable {
  /// The ordinal of the account; 0 is the person's own.
  package var ordinal: UInt8
  package var email: String
  package var password: String
  package var name: String

  package init(ordinal: UInt8, email: String, password: String, name: String) {
    self.ordinal = ordinal
    self.email = email
    self.password = password
    self.name = name
  }
}
