/// Conversions between the units that people enter and the metric ones that are stored.
package enum Units {
  /// Kilograms of so many pounds, with the app's factor.
  package static func kilograms(pounds: Double) -> Double { pounds * 0.453592 }
  /// Pounds of so many kilograms, with the specification's factor (not exactly the inverse of the app's).
  package static func pounds(kilograms: Double) -> Double { kilograms * 2.20462 }
  /// Centimetres of so many inches.
  package static func centimetres(inches: Double) -> Double { inches * 2.54 }
  /// Inches of so many centimetres.
  package static func inches(centimetres: Double) -> Double { centimetres / 2.54 }
  /// US fluid ounces of so many millilitres.
  package static func fluidOunces(millilitres: Double) -> Double { millilitres / 29.5735 }
}
