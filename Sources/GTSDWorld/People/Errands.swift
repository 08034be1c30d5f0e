/// A set of errands.
struct Errands: OptionSet {
  var rawValue: UInt32

  init(rawValue: UInt32) { self.rawValue = rawValue }

  init(_ errand: Errand) { rawValue = 1 << UInt32(errand.rawValue) }
}
