import HTTPLoop

/// The header fields that the app sends with every request to the server.
///
/// `Accept-Encoding` is not among them, since this client does not unpack replies. What the app signs in staging and
/// production is not either.
enum AppFields {
  private static let all = [
    ("Accept", "application/json"), ("Accept-Language", "en-US,en;q=0.9"),
    ("User-Agent", "GTSD/1 CFNetwork/1568.100.1 Darwin/24.0.0"), ("X-Platform", "iOS"), ("X-OS-Version", "18.0"),
    ("X-App-Version", "1.0.0"), ("X-Device-Model", "iPhone"),
  ]

  /// The fields of every request. A field of the same name that the user adds takes the place of the app's.
  static func lines(with own: [HTTPHeaderField]) -> HTTPFields {
    let taken = Set(own.map(\.name))
    let app = all.compactMap { try? HTTPHeaderField($0.0, $0.1) }
    return HTTPFields(app.filter { !taken.contains($0.name) } + own)
  }

  /// The type that the app gives to requests without a body as well.
  static let typeWithoutBody = HTTPFields(
    [("Content-Type", "application/json")].compactMap { try? HTTPHeaderField($0, $1) })
}
