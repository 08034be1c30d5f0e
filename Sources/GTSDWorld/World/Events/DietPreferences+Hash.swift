package import GTSDModel
import Randomness

extension DietPreferences {
  /// A stable hash of the lists and the number of meals, never -1 or 0.
  package var stableHash: Int64 {
    var hash = StableHash()
    for item in dietaryPreferences {
      for byte in item.utf8 { hash.combine(byte) }
      hash.combine(UInt8(0x1f))
    }
    hash.combine(UInt8(0x1e))
    for item in allergies {
      for byte in item.utf8 { hash.combine(byte) }
      hash.combine(UInt8(0x1f))
    }
    hash.combine(UInt8(truncatingIfNeeded: mealsPerDay))
    return Int64(bitPattern: hash.value >> 2) | 1
  }
}
