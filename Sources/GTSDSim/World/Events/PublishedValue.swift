package import GTSDModel

/// A closed set of values that a state variable publishes: events carry the raw value.
package protocol PublishedValue: RawRepresentable where RawValue == UInt8 {}

extension PublishedValue {
  /// The value that an event carries, nil for one that is none of these.
  package init?(published value: Int64) {
    guard let raw = UInt8(exactly: value) else { return nil }
    self.init(rawValue: raw)
  }

  /// What an event carries.
  package var published: Int64 { Int64(rawValue) }
}

/// The values of `tab`; -1 when signed out.
extension Tab: PublishedValue {}
