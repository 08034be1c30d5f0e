/// Checks that a page opens from a disk without a network.
enum PageCheck {
  /// The signs of something that a browser would fetch. Addresses may be shown, but not loaded.
  static func foreign(in page: String) -> [String] {
    ["src=", "<link", "@import", "url(", "href=\"http", "<iframe", "fetch(", "XMLHttpRequest", "import("]
      .filter { page.contains($0) }
  }
}
