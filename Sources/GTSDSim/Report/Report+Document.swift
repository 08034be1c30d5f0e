extension Report {
  /// What the report says, in sections.
  var document: Document {
    var document = Document()
    if let forecast {
      document.sections = ForecastDocument(report: self, section: forecast).sections
      document.firstInTexts = ForecastDocument.firstInTexts
    }
    return document
  }
}
