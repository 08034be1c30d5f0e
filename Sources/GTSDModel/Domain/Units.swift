/// Conversions between the units that people enter and the metric ones that are stored.
package enum Units {
  /// Converts pounds to kilograms, with the app's factor.
  package static func kilograms(pounds: Double) -> Double { pounds * 0.453592 }
  /// Converts kilograms to pounds, with the specification's factor (not exactly the inverse of the app's).
  package static func pounds(kilograms: Double) -> Double { kilograms * 2.20462 }
  /// Converts inches to centimetres.
  package static func centimetres(inches: Double) -> Double { inches * 2.54 }
  /// Converts centimetres to inches.
  package static func inches(centimetres: Double) -> Double { centimetres / 2.54 }
  /// Converts millilitres to US fluid ounces.
  package static func fluidOunces(millilitres: Double) -> Double { millilitres / 29.5735 }
}
