/// A set of errands.
struct Errands: OptionSet {
  var rawValue: UInt16

  init(rawValue: UInt16) { self.rawValue = rawValue }

  init(_ errand: Errand) { rawValue = 1 << UInt16(errand.rawValue) }
}
