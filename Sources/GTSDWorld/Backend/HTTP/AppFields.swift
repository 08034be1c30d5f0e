import HTTPLoop

/// The header fields that the app sends with every request to the server.
///
/// `Accept-Encoding` is left out because this client does not decompress replies. The request signature of staging and
/// production is left out too.
enum AppFields {
  private static let all = [
    ("Accept", "application/json"), ("Accept-Language", "en-US,en;q=0.9"),
    ("User-Agent", "GTSD/1 CFNetwork/1568.100.1 Darwin/24.0.0"), ("X-Platform", "iOS"), ("X-OS-Version", "18.0"),
    ("X-App-Version", "1.0.0"), ("X-Device-Model", "iPhone"),
  ]

  /// The fields of every request. A field that the user adds replaces the app's field of the same name.
  static func lines(with own: [HTTPHeaderField]) -> HTTPFields {
    let taken = Set(own.map(\.name))
    let app = all.compactMap { try? HTTPHeaderField($0.0, $0.1) }
    return HTTPFields(app.filter { !taken.contains($0.name) } + own)
  }

  /// The content type. The app sends it even with requests that have no body.
  static let typeWithoutBody = HTTPFields(
    [("Content-Type", "application/json")].compactMap { try? HTTPHeaderField($0, $1) })
}
