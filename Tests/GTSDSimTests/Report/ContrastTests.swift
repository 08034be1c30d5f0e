import Foundation
import Testing

@testable import Documents
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// Text on every page has a contrast of at least 4.5 to 1 (WCAG 2, level AA), in light and dark.
struct ContrastTests {
  enum Scheme: CaseIterable { case light, dark }

  private struct Color {
    var red: Double, green: Double, blue: Double
    var alpha = 1.0

    init(_ hex: Substring) throws {
      let digits = Array(hex)
      let parts = try stride(from: 0, to: digits.count, by: 2).map { start in
        Double(try #require(Int(String(digits[start...(start + 1)]), radix: 16))) / 255
      }
      (red, green, blue) = (parts[0], parts[1], parts[2])
      if parts.count > 3 { alpha = parts[3] }
    }

    /// This colour over another one, with its own opacity or a multiple of it.
    func over(_ under: Color, density: Double = 1) -> Color {
      func mixed(_ part: KeyPath<Color, Double>) -> Double {
        self[keyPath: part] * alpha * density + under[keyPath: part] * (1 - alpha * density)
      }
      var result = under
      (result.red, result.green, result.blue) = (mixed(\.red), mixed(\.green), mixed(\.blue))
      return result
    }

    private var luminance: Double {
      func linear(_ part: Double) -> Double { part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4) }
      return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    func contrast(on other: Color) -> Double {
      let (one, two) = (luminance, other.luminance)
      return (max(one, two) + 0.05) / (min(one, two) + 0.05)
    }
  }

  /// The style sheet's colours by name; those of the dark scheme follow its media query.
  private static func colors(_ scheme: Scheme) throws -> [String: Color] {
    var result: [String: Color] = [:]
    for sheet in [PageFile.report.text, PageFile.charts.text] {
      let dark = try #require(sheet.range(of: "prefers-color-scheme: dark"))
      // The first block after the query; changes by the page come later.
      let end = try #require(
        sheet.range(of: "* {", range: dark.upperBound..<sheet.endIndex)?.lowerBound ?? sheet.endIndex)
      for part in [sheet[..<dark.lowerBound], scheme == .dark ? sheet[dark.upperBound..<end] : ""] {
        for match in part.matches(of: /--([a-z0-9-]+): #([0-9a-f]{8}|[0-9a-f]{6});/) {
          result[String(match.1)] = try Color(match.2)
        }
      }
    }
    return result
  }

  @Test func theRatioIsThatOfTheStandard() throws {
    #expect(abs(try Color("000000").contrast(on: Color("ffffff")) - 21) < 1e-9)
    // The lightest grey that passes on white.
    #expect(abs(try Color("767676").contrast(on: Color("ffffff")) - 4.54) < 0.005)
  }

  @Test(arguments: Scheme.allCases)
  func textContrastIsSufficient(scheme: Scheme) throws {
    let colors = try Self.colors(scheme)
    func color(_ name: String) throws -> Color { try #require(colors[name], "\(name)") }
    let card = try color("card")
    var pairs: [(text: String, ground: String, color: Color)] = []
    for text in ["ink", "muted", "accent", "alert"] {
      for ground in ["page", "card"] { pairs.append((text, ground, try color(ground))) }
    }
    // Bars of a timeline, marked rows and tabs, and the steps of a heat map.
    pairs.append(("muted", "track", try color("track")))
    for text in ["ink", "muted"] { pairs.append((text, "soft", try color("soft").over(card))) }
    for text in ["ink", "alert"] { pairs.append((text, "alert-soft", try color("alert-soft").over(card))) }
    let steps = try PageFile.charts.text.matches(of: /\.h[0-5] \{ opacity: (\.[0-9]+); \}/).map {
      try #require(Double("0\($0.1)"))
    }
    #expect(steps.count == 6)
    for step in steps { pairs.append(("ink", "heat", try color("accent").over(card, density: step))) }
    for series in 1...5 { pairs.append(("s\(series)", "card", card)) }
    for pair in pairs {
      let contrast = try color(pair.text).contrast(on: pair.color)
      #expect(contrast >= 4.5, "\(scheme): \(pair.text) on \(pair.ground) has \(contrast)")
    }
  }
}
