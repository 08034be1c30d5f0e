/// What a page must not have, to open from a disk without a network.
enum PageCheck {
  /// The signs of something that a browser would fetch; addresses may be told, but not followed by themselves.
  static func foreign(in page: String) -> [String] {
    ["src=", "<link", "@import", "url(", "href=\"http", "<iframe", "fetch(", "XMLHttpRequest", "import("]
      .filter { page.contains($0) }
  }
}
