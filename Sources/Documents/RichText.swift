package import Statistics

/// A text of pieces with different styles.
package struct RichText: ExpressibleByStringInterpolation {
  package enum Span {
    case plain(String)
    /// Text in which backticks mark code.
    case prose(String)
    case code(String)
    case strong(String)
    case dim(String)
    case small(String)
    /// A second line in small type, on pages alone.
    case fine(String)
    case lineBreak
    /// A verdict as a symbol and a word; on pages the following text is placed after the word.
    case verdict(Verdict, word: String)
    /// Text that only some forms show.
    indirect case on(DocumentForms, RichText)
    /// A picture in the line, or other markup, on pages alone.
    case markup(String)
    /// Text with an explanation, in markup, that pages show on demand.
    case explained(String, markup: String)
  }

  package var spans: [Span]

  package init(_ spans: [Span]) { self.spans = spans }
  package init(_ text: String) { spans = [.plain(text)] }
  package init(stringLiteral text: String) { self.init(text) }

  package static func prose(_ text: String) -> RichText { RichText([.prose(text)]) }
  package static func code(_ text: String) -> RichText { RichText([.code(text)]) }
  package static func verdict(_ verdict: Verdict, suffix: String = "") -> RichText {
    RichText([.verdict(verdict, word: verdict.word + suffix)])
  }

  /// The text without its styles.
  package var plain: String {
    spans.map { span in
      switch span {
      case .plain(let text), .prose(let text), .code(let text), .strong(let text), .dim(let text), .small(let text),
        .explained(let text, _):
        text
      case .verdict(let verdict, let word): "\(verdict.glyph) \(word)"
      case .on(let forms, let text): forms.contains(.terminal) ? text.plain : ""
      case .lineBreak, .fine, .markup: ""
      }
    }.joined()
  }

  package static func only(_ forms: DocumentForms, _ text: RichText) -> RichText { RichText([.on(forms, text)]) }

  /// Joins two texts.
  package static func + (a: RichText, b: RichText) -> RichText { RichText(a.spans + b.spans) }
}
