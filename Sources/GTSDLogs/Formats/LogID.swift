/// An id that a line gives its person.
package struct LogID: Hashable, Sendable {
  /// The kind of thing that an id names.
  package enum Kind: UInt8, Sendable {
    /// An account.
    case user
    /// The id of a phone or a browser, whoever uses it.
    case anonymous
    /// A person, as the service itself combined other ids.
    case person
  }

  package var kind: Kind
  package var text: String

  init(_ kind: Kind, _ text: String) {
    // Mixpanel marks an id of a phone as one where it stands for the person's.
    let mark = "$device:"
    self.kind = kind == .user && text.hasPrefix(mark) ? .anonymous : kind
    self.text = text.hasPrefix(mark) ? String(text.dropFirst(mark.count)) : text
  }

  /// The name under which the id is stored. Persons have a prefix of their own, since an id of a phone may become one
  /// of an account.
  var key: String { kind == .person ? "\u{1}\(text)" : text }
}
