package import GTSDModel

extension DietPreferences {
  /// A stable hash of the lists and the number of meals, never -1 or 0.
  package var stableHash: Int64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func mix(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    for item in dietaryPreferences {
      item.utf8.forEach(mix)
      mix(0x1f)
    }
    mix(0x1e)
    for item in allergies {
      item.utf8.forEach(mix)
      mix(0x1f)
    }
    mix(UInt8(truncatingIfNeeded: mealsPerDay))
    return Int64(bitPattern: hash >> 2) | 1
  }
}
